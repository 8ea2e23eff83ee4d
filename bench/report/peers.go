package main

import (
	"context"
	"fmt"
	"io"

	"etledger/bench/captures"
	"etledger/bench/layers"
	"etledger/bench/peers"
	"etledger/bench/rounds"
)

// compared is another parser's full parse of a recording, and ours.
type compared struct {
	parser, recording string
	theirs            peers.Parsed
	events            uint64    // that we read
	decode, analyze   []float64 // seconds of a pass, before theirs and after
}

// times is how many times the events a second of the peer's parse we reach; 0 when it read nothing.
func (c *compared) times(ours []float64) float64 {
	if c.theirs.Events == 0 {
		return 0
	}
	return float64(c.events) / rounds.Median(ours) / (float64(c.theirs.Events) / c.theirs.Seconds)
}

// measurePeers lets the peers parse real compressed recordings and small ones that are made, between two runs of ours. Of the
// kinds that are made, image loads are what both peers know.
func (s *suite) measurePeers(ctx context.Context) ([]compared, error) {
	if s.peers == "" {
		return nil, nil
	}
	var list []recording
	for _, r := range []recording{{name: virtualAlloc}, {name: "image", spec: captures.Spec{Kind: "image"}}} {
		r, err := made(r.name+", "+grouped(peerEvents)+" events", 0, peerEvents, r.spec)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	if s.corpus != "" {
		found, err := real(s.corpus, mostReal)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	var all []compared
	for _, r := range list {
		more, err := s.compare(ctx, r)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.name, err)
		}
		all = append(all, more...)
	}
	return all, nil
}

// peerEvents keeps the slowest of the peers at some seconds.
const peerEvents = 20_000

// compare measures all peers on one recording. Of real ones only the compressed are taken.
func (s *suite) compare(ctx context.Context, r recording) ([]compared, error) {
	in, remove, err := s.prepare(r)
	if err != nil {
		return nil, err
	}
	defer remove()
	if r.path != "" && in.Wrapped == "" {
		return nil, nil
	}
	var all []compared
	for _, parser := range []string{peers.Dissect, peers.ETLParser} {
		fmt.Fprintf(s.progress, "%s: %s\n", r.name, parser)
		c := compared{parser: parser, recording: r.name}
		if err := s.ours(ctx, &c, in); err != nil {
			return nil, err
		}
		if c.theirs, err = peers.Parse(ctx, s.peers, parser, in.Path); err != nil {
			return nil, err
		}
		if err := s.ours(ctx, &c, in); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

func (s *suite) ours(ctx context.Context, c *compared, in layers.Input) error {
	for layer, times := range map[string]*[]float64{decodeLayer: &c.decode, analyzeLayer: &c.analyze} {
		found, err := inChild(ctx, task{Layer: layer, Input: in, Plan: s.plan}, 1)
		if err != nil {
			return err
		}
		c.events = found.Done.Events
		*times = append(*times, found.Times...)
	}
	return nil
}

func printPeers(w io.Writer, all []compared) {
	if len(all) == 0 {
		return
	}
	fmt.Fprint(w, "## Other parsers\n\nA full parse by each, on one core, between two runs of ours; events that it could not parse are "+
		"in its time.\n\n"+
		"| parser | recording | events | failed | events/s | our batches of all tables, times | our analyze, times |\n"+
		"|---|---|---:|---:|---:|---:|---:|\n")
	for i := range all {
		c := &all[i]
		rate := figure(float64(c.theirs.Events) / c.theirs.Seconds)
		if c.theirs.Error != "" {
			rate += " (" + c.theirs.Error + ")"
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s | %s |\n", c.parser, c.recording, grouped(int64(c.theirs.Events)),
			grouped(int64(c.theirs.Failed)), rate,
			figure(c.times(c.decode)), figure(c.times(c.analyze)))
	}
	fmt.Fprintln(w)
}
