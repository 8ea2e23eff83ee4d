package main

import (
	"fmt"
	"io"

	"etledger/bench/peers"
	"etledger/bench/rounds"
)

// target is something to be reached, and what was measured of it on one recording.
type target struct {
	what, recording string
	limit           float64
	most            bool   // the limit must not be exceeded; otherwise it must be reached
	unit            string // of both figures
	measured        float64
	known           bool
}

func (t *target) met() bool {
	if t.most {
		return t.measured <= t.limit
	}
	return t.measured >= t.limit
}

// rowTarget is a target for the rows of one layer on one recording, whatever its size, or on all if it names none.
type rowTarget struct {
	what, layer, recording string
	limit                  float64
	share                  func(*row) (float64, bool)
	unit                   string
}

var rowTargets = []rowTarget{
	{"ordered decode of all tables to Arrow", decodeLayer, virtualAlloc, 0.25, shareOfWalk, "of the walk"},
	{"whole analyze", analyzeLayer, virtualAlloc, 0.05, shareOfWalk, "of the walk"},
	{"convert to Parquet", convertLayer, virtualAlloc, 0.025, shareOfWalk, "of the walk"},
	{"whole analyze", analyzeLayer, otherKinds, 0.5, shareOfWalk, "of the walk"},
	{"whole analyze, compressed", analyzeLayer, "", 0.7, shareOfExpansion, "of decompression and walk"},
	{"decompression", expandLayer, "", 2, timesBytewise, "times byte by byte"},
}

func shareOfWalk(r *row) (float64, bool) { return r.ofWalk(), true }

// shareOfExpansion is the speed as a share of that at which the recording can be decompressed and then walked.
func shareOfExpansion(r *row) (float64, bool) {
	if r.expansion == nil {
		return 0, false
	}
	both := make([]float64, len(r.expansion))
	for i := range both {
		both[i] = r.expansion[i] + r.walk[i]
	}
	return rounds.Ratio(both, r.Times), true
}

func timesBytewise(r *row) (float64, bool) {
	return rounds.Ratio(r.bytewise, r.Times), r.bytewise != nil
}

// memoryTargets hold for recordings of memorySize and more.
var memoryTargets = map[string]float64{analyzeLayer: 400e6, convertLayer: 600e6}

const memorySize = 4_000_000_000

// targets lists all of them, with what was measured.
func targets(rows []row, pairs []pair, peaks []peak, parsers []compared) []target {
	var list []target
	for _, rule := range rowTargets {
		list = append(list, rule.on(rows)...)
	}
	for i := range pairs {
		p := &pairs[i]
		list = append(list, target{what: p.layer + " on two cores", recording: p.title, limit: 1.7, unit: "times one core",
			measured: p.speedup(), known: true})
	}
	for _, layer := range memoryLayers {
		t := target{what: "peak memory of " + layer, recording: "not measured: ask for 4GB", limit: memoryTargets[layer] / 1e6,
			most: true, unit: "MB"}
		for _, p := range peaks {
			if p.layer == layer && p.size >= memorySize {
				t.recording, t.measured, t.known = virtualAlloc+", "+sizeName(p.size), float64(p.bytes)/1e6, p.known
			}
		}
		list = append(list, t)
	}
	return append(list, parserTargets(parsers)...)
}

// on applies the rule to the rows that it is about.
func (rule *rowTarget) on(rows []row) []target {
	var list []target
	for i := range rows {
		r := &rows[i]
		if r.layer != rule.layer || rule.recording != "" && rule.recording != r.recording {
			continue
		}
		if share, ok := rule.share(r); ok {
			list = append(list, target{what: rule.what, recording: r.title, limit: rule.limit, unit: rule.unit,
				measured: share, known: true})
		}
	}
	if list == nil {
		return []target{{what: rule.what, recording: "not measured", limit: rule.limit, unit: rule.unit}}
	}
	return list
}

// parserTargets compare the decoding of all tables with the full parse of dissect.etl.
func parserTargets(parsers []compared) []target {
	rule := target{what: "Arrow batches of all tables", recording: "not measured: name the peers' folder", limit: 1000,
		unit: "times dissect.etl"}
	var list []target
	for i := range parsers {
		if c := &parsers[i]; c.parser == peers.Dissect {
			t := rule
			t.recording, t.measured, t.known = c.recording, c.times(c.decode), true
			list = append(list, t)
		}
	}
	if list == nil {
		return []target{rule}
	}
	return list
}

func printTargets(w io.Writer, list []target) {
	fmt.Fprint(w, "## Targets\n\n| target | recording | at | measured | |\n|---|---|---|---:|---|\n")
	for i := range list {
		t := &list[i]
		bound, outcome := "least", "not met"
		if t.most {
			bound = "most"
		}
		switch {
		case !t.known:
			outcome = "not measured"
		case t.met():
			outcome = "met"
		}
		fmt.Fprintf(w, "| %s | %s | %s %s %s | %s | %s |\n", t.what, t.recording, bound, figure(t.limit), t.unit,
			figure(t.measured), outcome)
	}
	fmt.Fprintln(w)
}
