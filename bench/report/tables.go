package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"etledger/bench/layers"
	"etledger/bench/rounds"
)

// figure gives three digits, without an exponent and without a sign for what was not measured.
func figure(v float64) string {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	if v >= 1000 {
		return grouped(int64(v + 0.5))
	}
	digits := max(0, 2-int(math.Floor(math.Log10(v))))
	return strconv.FormatFloat(v, 'f', min(digits, 6), 64)
}

// grouped sets commas between thousands.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func megabytes(bytes uint64, known bool) string {
	if !known {
		return "unknown"
	}
	return figure(float64(bytes) / 1e6)
}

func printRows(w io.Writer, rows []row) {
	if len(rows) == 0 {
		return
	}
	fmt.Fprint(w, "## Layers\n\nOn one core. Each took turns with the header walk and the memory copy; shares are medians over the "+
		"turns. MB/s are of the recording as it is stored, of decompression of what comes out. Peak memory is that of a process "+
		"that makes one pass and nothing else.\n\n"+
		"| layer | recording | MB/s | million events/s | allocations/event | peak MB | of the walk | of the copy |\n"+
		"|---|---|---:|---:|---:|---:|---:|---:|\n")
	for i := range rows {
		r := &rows[i]
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", r.layer, r.title, figure(r.rate()/1e6),
			figure(r.eventRate()/1e6), allocations(r.allocsPerEvent()), megabytes(r.Peak, r.Known), figure(r.ofWalk()),
			figure(r.ofCopy()))
	}
	fmt.Fprintln(w)
	printWaited(w, rows)
}

// printWaited tells how much the layers were disturbed.
func printWaited(w io.Writer, rows []row) {
	var waited []float64
	for _, r := range rows {
		if r.Waited >= 0 {
			waited = append(waited, r.Waited)
		}
	}
	if len(waited) > 0 {
		fmt.Fprintf(w, "The machine's other work: for each second measured the threads waited %.2f s for a core in the median of the "+
			"rows, %.2f s at most.\n\n", rounds.Median(waited), slices.Max(waited))
	}
}

// allocations tells less than one in a thousand events as none to speak of.
func allocations(v float64) string {
	if v < 0.001 {
		return "0"
	}
	return figure(v)
}

func printCores(w io.Writer, pairs []pair) {
	if len(pairs) == 0 {
		return
	}
	fmt.Fprint(w, "## One core and two\n\nProcesses with GOMAXPROCS 1 and 2 in turn.\n\n"+
		"| layer | recording | seconds on one | seconds on two | times faster | seconds waited for a core, of each |\n"+
		"|---|---|---:|---:|---:|---:|\n")
	for i := range pairs {
		p := &pairs[i]
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s |\n", p.layer, p.title, figure(rounds.Median(p.one)),
			figure(rounds.Median(p.two)), figure(p.speedup()), figure(max(0, rounds.Median(p.waited))))
	}
	fmt.Fprintln(w)
}

func printMemory(w io.Writer, peaks []peak) {
	if len(peaks) == 0 {
		return
	}
	fmt.Fprint(w, "## Peak memory\n\nOf a process that does it once, on all cores; VirtualAlloc only.\n\n"+
		"| layer | over | | recording | peak MB |\n|---|---|---:|---:|---:|\n")
	for _, p := range peaks {
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s |\n", p.layer, p.over, p.value, sizeName(p.size), megabytes(p.bytes, p.known))
	}
	fmt.Fprintln(w)
}

// printLayers says what the layers are that were measured.
func printLayers(w io.Writer, rows []row) {
	measured := map[string]bool{}
	for _, r := range rows {
		measured[r.layer] = true
	}
	if len(measured) == 0 {
		return
	}
	fmt.Fprint(w, "## What a pass of each layer does\n\n")
	for _, l := range layers.All() {
		if measured[l.Name] {
			fmt.Fprintf(w, "- **%s**: %s.\n", l.Name, strings.TrimSuffix(l.About, "."))
		}
	}
	fmt.Fprintln(w)
}
