package main

import (
	"context"
	"fmt"

	"etledger/bench/captures"
	"etledger/bench/rounds"
)

// pair is a layer on one core and on two.
type pair struct {
	layer, title string
	one, two     []float64 // seconds of a pass, by round
	waited       []float64 // seconds for each second that the process with two was kept from a core
}

// speedup is how many times faster two cores are than one.
func (p *pair) speedup() float64 { return rounds.Ratio(p.one, p.two) }

// twoCoreLayers are the commands that are meant to use what cores there are.
var twoCoreLayers = []string{analyzeLayer, convertLayer}

// measureCores lets processes that use one core and processes that use two take turns.
func (s *suite) measureCores(ctx context.Context) ([]pair, error) {
	var pairs []pair
	for _, m := range []recording{
		{name: virtualAlloc},
		{name: otherKinds, spec: captures.Spec{Others: 0.9}},
		{name: compressed, spec: captures.Spec{Compressed: true}},
	} {
		for _, layer := range twoCoreLayers {
			if s.pairs == 0 || !s.wanted(layer) {
				continue
			}
			p, err := s.measurePair(ctx, layer, m)
			if err != nil {
				return nil, fmt.Errorf("%s: %s on two cores: %w", m.name, layer, err)
			}
			pairs = append(pairs, p)
		}
	}
	return pairs, nil
}

func (s *suite) measurePair(ctx context.Context, layer string, m recording) (pair, error) {
	p := pair{layer: layer, title: s.titleOf(m.name, s.cores)}
	fmt.Fprintf(s.progress, "%s: %s on one core and on two\n", p.title, layer)
	r, err := made(m.name, s.cores, s.events, m.spec)
	if err != nil {
		return p, err
	}
	in, remove, err := s.prepare(r)
	if err != nil {
		return p, err
	}
	defer remove()
	for range s.pairs {
		for i, times := range []*[]float64{&p.one, &p.two} {
			// The pass before the rounds warms the process up.
			found, err := inChild(ctx, task{Layer: layer, Input: in, Plan: rounds.Plan{Least: 1}}, i+1)
			if err != nil {
				return p, err
			}
			*times = append(*times, found.Times[0])
			if i == 1 {
				p.waited = append(p.waited, found.Waited)
			}
		}
	}
	return p, nil
}
