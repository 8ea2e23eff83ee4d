package page

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"etledger/internal/webpage/webpagetest"
	"etledger/report"
)

// sums are the numbers of a range of bins.
type sums struct {
	Committed   uint64 `json:"committed"`
	Outstanding uint64 `json:"outstanding"`
	MadeFreed   uint64 `json:"madeFreed"`
	BeforeFreed uint64 `json:"beforeFreed"`
}

// sumsOf counts the blocks of a range one by one.
func sumsOf(blocks []block, first, a, b int) (s sums) {
	for _, k := range blocks {
		born, died := k.born+first, k.died+first
		bornIn := k.born >= 0 && born >= a && born < b
		diedIn := k.died >= 0 && died >= a && died < b
		bytes := uint64(k.bytes)
		switch {
		case bornIn && diedIn:
			s.MadeFreed += bytes
		case bornIn:
			s.Outstanding += bytes
		case diedIn:
			s.BeforeFreed += bytes
		}
		if bornIn {
			s.Committed += bytes
		}
	}
	return s
}

// TestRangesCountBlocks: the page's numbers of a range are those of the blocks in it, also after bins were folded.
func TestRangesCountBlocks(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	type question struct {
		T    *report.Timeline `json:"t"`
		A, B int
	}
	var questions []question
	var want []sums
	for range 40 {
		first, bins := random.IntN(7), 1+random.IntN(30)
		blocks := madeBlocks(random, bins, 200)
		line := madeTimeline(first, bins, blocks)
		for fold := range 3 {
			for range 6 {
				a := random.IntN(40 >> fold)
				b := a + 1 + random.IntN(20>>fold)
				questions = append(questions, question{line, a, b})
				want = append(want, sumsOf(blocks, first, a<<fold, b<<fold))
			}
			line = line.Joined()
		}
	}
	var got []sums
	webpagetest.Run(t, pageOf(t, madeReport(1, 4), Options{}), `return input.map(({ t, A, B }) => timelines.sums(t, A, B));`, questions, &got)
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("question %d: %+v, the blocks say %+v", i, got[i], want[i])
		}
	}
}

// TestRangesAreWindows: the numbers of a range are, to the byte, those of the report of just that part of the capture.
func TestRangesAreWindows(t *testing.T) {
	whole := analyzed(t, shipped, report.Options{Details: true})
	page := pageOf(t, whole, Options{})
	bins := whole.Details.Bins
	ranges := [][2]int{{0, bins}, {0, bins / 2}, {bins / 3, bins / 2}, {bins - 20, bins}, {40, 41}}
	var got []struct {
		Command string
		Numbers map[string]sums
	}
	webpagetest.Run(t, page, `return input.ranges.map((r) => ({ Command: range.command(input.data.report, r, input.data.page.bin_ns),
		Numbers: Object.fromEntries(range.rows(input.data.report.processes, r).map((row) => [row.p.pid, row])) }));`,
		map[string]any{"ranges": ranges, "data": anyOf(t, webpagetest.Data(t, page))}, &got)
	for i, r := range ranges {
		binNS := heldBy(t, page).Page.BinNS
		window := report.Window{FromS: float64(int64(r[0])*binNS) / 1e9, ToS: float64(int64(r[1])*binNS) / 1e9}
		part := analyzed(t, shipped, report.Options{Window: &window})
		if want := fmt.Sprintf("etledger analyze %s --from %v --to %v", shipped, window.FromS, window.ToS); got[i].Command != want {
			t.Errorf("the command is %q, expected %q", got[i].Command, want)
		}
		found := 0
		for k := range part.Processes {
			p := &part.Processes[k]
			v := &p.VirtualAlloc
			want := sums{v.CommitBytes, v.OutstandingCommitBytes, v.FreedBytes, v.BeforeFreedBytes + v.UnknownFreedBytes}
			n := got[i].Numbers[fmt.Sprint(p.PID)]
			if n != want {
				t.Errorf("bins %v of %s: the page has %+v, the report %+v", r, p.Name(), n, want)
			}
			if want != (sums{}) {
				found++
			}
		}
		if found != len(got[i].Numbers) || found == 0 {
			t.Errorf("bins %v: %d processes on the page, %d in the report", r, len(got[i].Numbers), found)
		}
	}
}

// TestRangesSnap: a span becomes the bins that hold it, and their edges are exact.
func TestRangesSnap(t *testing.T) {
	var got []any
	webpagetest.Run(t, pageOf(t, madeReport(1, 4), Options{}), `const bin = 1073741824; return [
		timelines.snap(1.1, 2.0, 10, bin), timelines.snap(0, 0, 10, bin), timelines.snap(-5, 500, 10, bin),
		timelines.snap(2.147483648, 4.294967296, 10, bin),
		timelines.snap(100, 200, 10, bin), timelines.decimal(0, bin), timelines.decimal(1, bin), timelines.decimal(125000000, 8),
		timelines.decimal(1, 1),
		timelines.decimal(4096, 1073741824)].map((v) => (Array.isArray(v) ? v.join("-") : v));`, nil, &got)
	want := "[1-2 0-1 0-10 2-4 9-10 0 1.073741824 1 0.000000001 4398.046511104]"
	if fmt.Sprint(got) != want {
		t.Errorf("%v, expected %s", got, want)
	}
}

// TestCommandsAreSafe: a name that a shell would take for more than a name does not get into a command.
func TestCommandsAreSafe(t *testing.T) {
	names := []string{"a.etl", "dir/a-b.etl", `C:\My traces\a.etl`, "two words.etl", "$(rm -rf).etl",
		"`x`.etl", `a".etl`, "-o", "%PATH%.etl", "a!b", "x\ny", "naïve.etl",
		`ends\`, ""}
	var got []string
	webpagetest.Run(t, pageOf(t, madeReport(1, 4), Options{}), `return input.map(range.quoted);`, names, &got)
	want := []string{"a.etl", "dir/a-b.etl", `"C:\My traces\a.etl"`, `"two words.etl"`, "CAPTURE",
		"CAPTURE", "CAPTURE", "CAPTURE", "CAPTURE", "CAPTURE", "CAPTURE", `"naïve.etl"`, "CAPTURE", "CAPTURE"}
	for i := range names {
		if got[i] != want[i] {
			t.Errorf("%q is written %s, expected %s", names[i], got[i], want[i])
		}
	}
}
