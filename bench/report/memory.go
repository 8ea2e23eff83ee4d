package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"etledger/bench/captures"
	"etledger/bench/layers"
)

// peak is the memory that a command had resident at most.
type peak struct {
	layer string
	over  string // what varies
	value string // and how much of it there is
	size  int64  // bytes of the recording
	bytes uint64
	known bool
}

// memoryLayers are the commands whose memory is bounded.
var memoryLayers = []string{analyzeLayer, convertLayer}

// measureCurves finds the peaks over the number of processors and that of live ranges.
func (s *suite) measureCurves(ctx context.Context) error {
	if s.curve == 0 {
		return nil
	}
	for _, n := range []int{1, 4, 16, 64} {
		if err := s.measurePoint(ctx, "processors", n, captures.Spec{Processors: n}); err != nil {
			return err
		}
	}
	for _, n := range []int{20_000, 100_000, 500_000} {
		if err := s.measurePoint(ctx, "places for ranges", n, captures.Spec{Ranges: n}); err != nil {
			return err
		}
	}
	return nil
}

func (s *suite) measurePoint(ctx context.Context, over string, value int, spec captures.Spec) error {
	if !slices.ContainsFunc(memoryLayers, s.wanted) {
		return nil
	}
	fmt.Fprintf(s.progress, "memory, %s: %d\n", over, value)
	r, err := made(virtualAlloc, s.curve, s.events, spec)
	if err != nil {
		return err
	}
	in, remove, err := s.prepare(r)
	if err != nil {
		return err
	}
	defer remove()
	return s.measurePeaks(ctx, in, peak{over: over, value: grouped(int64(value)), size: s.curve})
}

// measurePeaks finds the peaks of processes that read the input once, on all cores. The point says of what the input is
// one value.
func (s *suite) measurePeaks(ctx context.Context, in layers.Input, point peak) error {
	for _, layer := range memoryLayers {
		if !s.wanted(layer) {
			continue
		}
		found, err := inChild(ctx, task{Layer: layer, Input: in, Single: true}, runtime.NumCPU())
		if err != nil {
			return fmt.Errorf("memory over %s: %w", point.over, err)
		}
		point.layer, point.bytes, point.known = layer, found.Peak, found.Known
		s.peaks = append(s.peaks, point)
	}
	return nil
}
