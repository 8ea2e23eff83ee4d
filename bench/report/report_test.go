package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"etledger/bench/layers"
	"etledger/bench/peers"
	"etledger/bench/rounds"
)

// TestMain lets the test be the program that measures in children.
func TestMain(m *testing.M) {
	isChild, err := runTask(context.Background())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if !isChild {
		os.Exit(m.Run())
	}
}

// tiny measures everything on next to nothing.
func tiny() options {
	return options{sizes: []int64{200_000}, plan: rounds.Plan{Least: 1}, pairs: 1, curve: 200_000, cores: 200_000}
}

// TestEveryLayerIsMeasured runs the whole suite, and expects a row for every layer with figures that can be.
func TestEveryLayerIsMeasured(t *testing.T) {
	var out bytes.Buffer
	s := &suite{options: tiny(), folder: t.TempDir(), progress: io.Discard}
	ctx := context.Background()
	if err := s.measure(ctx); err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for i := range s.rows {
		r := &s.rows[i]
		found[r.layer] = true
		for what, v := range map[string]float64{"rate": r.rate(), "events/s": r.eventRate(), "share of the walk": r.ofWalk(),
			"share of the copy": r.ofCopy()} {
			if !(v > 0) || math.IsInf(v, 0) {
				t.Errorf("%s on %s: %s is %g", r.layer, r.title, what, v)
			}
		}
		if r.allocsPerEvent() < 0 || r.Known && r.Peak < 1<<20 {
			t.Errorf("%s on %s: %g allocations for each event, %d bytes at most", r.layer, r.title, r.allocsPerEvent(), r.Peak)
		}
	}
	for _, l := range layers.All() {
		if !found[l.Name] {
			t.Errorf("no row for %s", l.Name)
		}
	}
	pairs, err := s.measureCores(ctx)
	if err != nil || len(pairs) == 0 {
		t.Fatalf("%d layers on two cores, %v", len(pairs), err)
	}
	for i := range pairs {
		if !(pairs[i].speedup() > 0) {
			t.Errorf("%s: %g times faster on two cores", pairs[i].title, pairs[i].speedup())
		}
	}
	if err := s.measureCurves(ctx); err != nil {
		t.Fatal(err)
	}
	if want := (1 + 4 + 3) * len(memoryLayers); len(s.peaks) != want {
		t.Errorf("%d peaks, expected %d", len(s.peaks), want)
	}
	for _, rule := range targets(s.rows, pairs, s.peaks, nil) {
		if rule.known && !(rule.measured > 0) {
			t.Errorf("target %s on %s: measured %g", rule.what, rule.recording, rule.measured)
		}
		if !rule.known && !strings.HasPrefix(rule.what, "peak memory") && !strings.Contains(rule.recording, "peers") {
			t.Errorf("target %s: %s", rule.what, rule.recording)
		}
	}
	printRows(&out, s.rows)
	printCores(&out, pairs)
	printMemory(&out, s.peaks)
	printLayers(&out, s.rows)
	for _, want := range []string{"| header walk | VirtualAlloc, 200 KB |", "## One core and two\n", "| analyze | processors | 64 |",
		"- **header walk**: "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not printed:\n%s", want, out.String())
		}
	}
	if left, err := os.ReadDir(s.folder); err != nil || len(left) > 0 {
		t.Errorf("%d folders of recordings are left, %v", len(left), err)
	}
}

// TestRun runs the command on one layer and puts the tables into a document.
func TestRun(t *testing.T) {
	document := filepath.Join(t.TempDir(), "performance.md")
	if err := os.WriteFile(document, []byte("Head.\n\n"+tablesBegin+"from before\n"+tablesEnd+"\nTail.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	arguments := []string{"-short", "-events", "2000", "-layers", "header walk", "-corpus", "", "-o", document}
	var out bytes.Buffer
	for range 2 {
		if err := run(ctx, arguments, &out, io.Discard); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	for _, want := range []string{"Head.\n\n" + tablesBegin + "\nMachine: ", tablesEnd + "\nTail.\n", "| header walk | VirtualAlloc, 2,000 events |",
		"`go run ./bench/report -events 2000 -layers \"header walk\" -short -size 2MB`"} {
		if !strings.Contains(text, want) {
			t.Errorf("the document lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "from before") || strings.Count(text, "## Layers") != 1 || out.Len() > 0 {
		t.Errorf("what was printed before is not replaced:\n%s", text)
	}
	for _, wrong := range [][]string{{"left over"}, {"-size", "10"}, {"-size", "xMB"}, {"-nothing"}} {
		if err := run(ctx, wrong, io.Discard, io.Discard); err == nil {
			t.Errorf("%v is taken", wrong)
		}
	}
	if err := putInto(filepath.Join(t.TempDir(), "missing.md"), nil); err == nil {
		t.Error("a document that is not there is written")
	}
}

func TestSizes(t *testing.T) {
	sizes, err := parseSizes("10MB,200MB,4GB,1.5KB")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, n := range sizes {
		names = append(names, sizeName(n))
	}
	if got := strings.Join(names, ", "); got != "10 MB, 200 MB, 4 GB, 1.5 KB" {
		t.Errorf("%v are %s", sizes, got)
	}
}

func TestFigures(t *testing.T) {
	for v, want := range map[float64]string{0: "", 0.0123456: "0.0123", 0.5: "0.500", 7: "7.00", 12.34: "12.3", 456.7: "457",
		999.9: "1000", 1234567.8: "1,234,568", math.Inf(1): "", math.NaN(): ""} {
		if got := figure(v); got != want {
			t.Errorf("%g is %q, expected %q", v, got, want)
		}
	}
}

// TestTargets applies the rules to figures that are known.
func TestTargets(t *testing.T) {
	at := func(layer, recording string, seconds, walk float64) row {
		r := row{layer: layer, recording: recording, title: recording + ", x", walk: []float64{walk}, copied: []float64{1}}
		r.Times = []float64{seconds}
		return r
	}
	packed := at(analyzeLayer, compressed, 4, 1)
	packed.expansion = []float64{2}
	expander := at(expandLayer, compressed, 1, 1)
	expander.bytewise = []float64{2.5}
	rows := []row{at(decodeLayer, virtualAlloc, 4, 1), at(analyzeLayer, virtualAlloc, 100, 1), at(analyzeLayer, otherKinds, 1, 0.6), packed, expander}
	pairs := []pair{{layer: analyzeLayer, title: "x", one: []float64{3, 3, 9}, two: []float64{2, 2, 6}}}
	peaks := []peak{{layer: analyzeLayer, size: 1e6, bytes: 1e9, known: true}, {layer: analyzeLayer, size: 4e9, bytes: 300e6, known: true}}
	parsed := compared{parser: peers.Dissect, theirs: peers.Parsed{Events: 1000, Seconds: 1}, events: 1000, decode: []float64{0.0005}}
	var out bytes.Buffer
	printTargets(&out, targets(rows, pairs, peaks, []compared{parsed}))
	for _, want := range []string{
		"| ordered decode of all tables to Arrow | VirtualAlloc, x | least 0.250 of the walk | 0.250 | met |",
		"| whole analyze | VirtualAlloc, x | least 0.0500 of the walk | 0.0100 | not met |",
		"| whole analyze | nine tenths of other kinds, x | least 0.500 of the walk | 0.600 | met |",
		"| whole analyze, compressed | compressed, x | least 0.700 of decompression and walk | 0.750 | met |",
		"| decompression | compressed, x | least 2.00 times byte by byte | 2.50 | met |",
		"| analyze on two cores | x | least 1.70 times one core | 1.50 | not met |",
		"| peak memory of analyze | VirtualAlloc, 4 GB | most 400 MB | 300 | met |",
		"| Arrow batches of all tables |  | least 1,000 times dissect.etl | 2,000 | met |",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("not printed: %s\n%s", want, out.String())
		}
	}
	out.Reset()
	printTargets(&out, targets(nil, nil, nil, nil))
	if strings.Contains(out.String(), "met |") || strings.Count(out.String(), "| not measured") < 5 {
		t.Errorf("without figures:\n%s", out.String())
	}
}

// TestPeers compares with the other parsers, where they are installed.
func TestPeers(t *testing.T) {
	folder := os.Getenv("ETLEDGER_PEERS")
	if folder == "" {
		t.Skip("ETLEDGER_PEERS does not name a folder made by bench/peers/install.sh")
	}
	s := &suite{options: tiny(), folder: t.TempDir(), progress: io.Discard}
	s.options.peers = folder
	all, err := s.measurePeers(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if c.theirs.Events+2 < c.events || c.theirs.Error != "" {
			t.Errorf("%s, %s: %+v of %d events", c.parser, c.recording, c.theirs, c.events)
		}
		if c.parser == peers.Dissect && c.theirs.Failed > c.events/100 {
			t.Errorf("%s, %s: %d of %d events failed: was the parser mended?", c.parser, c.recording, c.theirs.Failed, c.events)
		}
		if c.times(c.decode) <= 1 {
			t.Errorf("%s: we decode %g times as fast", c.parser, c.times(c.decode))
		}
	}
}
