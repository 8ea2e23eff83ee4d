package page

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"etledger/etl"
	"etledger/report"
)

const shipped = "../../testdata/leaky-service.etl"

func analyzed(t *testing.T, path string, o report.Options) *report.Report {
	t.Helper()
	c, err := etl.Open(context.Background(), etl.Options{}, path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r, err := report.Analyze(context.Background(), c, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func pageOf(t *testing.T, r *report.Report, o Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// block is one allocation of a made-up process.
type block struct{ born, died, bytes int } // bins; died -1 for never, born -1 for before the capture

// madeTimeline keeps the books of made-up blocks in the plainest way.
func madeTimeline(first, bins int, blocks []block) *report.Timeline {
	t := &report.Timeline{FirstBin: first, Committed: make([]uint64, bins), BeforeFreed: make([]uint64, bins), Freed: [][3]uint64{},
		Low: make([]int64, bins), High: make([]int64, bins)}
	pairs := make([][]uint64, bins)
	for i := range pairs {
		pairs[i] = make([]uint64, bins)
	}
	for _, b := range blocks {
		if b.born >= 0 {
			t.Committed[b.born] += uint64(b.bytes)
		}
		switch {
		case b.died < 0:
		case b.born < 0:
			t.BeforeFreed[b.died] += uint64(b.bytes)
		default:
			pairs[b.born][b.died] += uint64(b.bytes)
		}
	}
	level := int64(0)
	for i := range bins {
		before := level
		level += int64(t.Committed[i]) - int64(t.BeforeFreed[i])
		for born := range bins {
			level -= int64(pairs[born][i])
			if pairs[i][born] > 0 {
				t.Freed = append(t.Freed, [3]uint64{uint64(i), uint64(born), pairs[i][born]})
			}
		}
		t.Low[i], t.High[i] = min(before, level), max(before, level)+4096
	}
	return t
}

func madeBlocks(random *rand.Rand, bins, n int) []block {
	blocks := make([]block, n)
	for i := range blocks {
		b := block{born: random.IntN(bins+1) - 1, died: -1, bytes: 4096 * (1 + random.IntN(64))}
		if from := max(0, b.born); random.IntN(3) > 0 || b.born < 0 {
			b.died = from + random.IntN(bins-from)
		}
		blocks[i] = b
	}
	return blocks
}

// madeReport is a report of so many processes, the first of which leaks, with details that are as large as they get.
func madeReport(processes, bins int) *report.Report {
	random := rand.New(rand.NewPCG(7, uint64(processes)))
	r := &report.Report{
		Schema: report.Schema, Answer: "proc0.exe (1000) leaks.",
		Capture: report.Capture{
			File: "made.etl", Files: []string{"made.etl"}, DurationS: float64(bins), KeywordsKnown: true, Findings: []report.Finding{},
		},
		Details: &report.Details{
			BinS: 1.073741824, Bins: bins, Frames: []string{}, Gaps: []report.Gap{}, MemoryInfo: []report.MemorySnapshot{},
		},
		Processes: make([]report.Process, processes),
	}
	for i := range 2000 {
		r.Details.Frames = append(r.Details.Frames, fmt.Sprintf("module%d.dll+0x%x", i%40, i*0x123))
	}
	for i := range 1500 {
		at := float64(i)
		r.Details.Gaps = append(r.Details.Gaps, report.Gap{File: "made.etl", FromS: &at, ToS: &at, Buffers: 1, Processor: uint32(i % 4)})
		r.Details.MemoryInfo = append(r.Details.MemoryInfo, report.MemorySnapshot{TimeS: at, AvailableBytes: uint64(i) << 20})
	}
	for i := range 900 {
		r.Pool.Tags = append(r.Pool.Tags, report.PoolTag{Tag: fmt.Sprintf("T%03d", i), Pool: "paged", OutstandingBytes: uint64(900 - i)})
	}
	for i := range r.Processes {
		image, confidence := fmt.Sprintf("proc%d.exe", i), 0.5
		blocks := madeBlocks(random, bins, 60)
		t := madeTimeline(0, bins, blocks)
		p := report.Process{
			PID: uint32(1000 + i), Image: &image, Announced: true, LastSeenS: float64(bins), ByOther: []report.OtherProcess{},
			Suspects: []report.Suspect{}, Leads: []report.Lead{}, Reconciliation: report.Reconciliation{Status: "not available"},
			Trend: report.Trend{Verdict: "churn", Confidence: &confidence, Reason: "It gives back what it takes, all of it and soon."},
			Details: &report.ProcessDetails{Timeline: t, Snapshots: []report.ProcessSnapshot{}, Loads: []report.ImageLoad{}, StackCount: 30,
				Stacks: []report.StackBytes{}},
		}
		if i == 0 {
			p.Trend.Verdict = "leak"
		}
		for s := range 30 {
			stack := report.StackBytes{Frames: []int{}, AllocatedBytes: 1 << 20, OutstandingBytes: uint64(s) << 12, OutstandingCount: 1}
			for range 20 {
				stack.Frames = append(stack.Frames, random.IntN(2000))
			}
			p.Details.Stacks = append(p.Details.Stacks, stack)
		}
		for _, c := range t.Committed {
			p.VirtualAlloc.CommitBytes += c
		}
		for _, f := range t.Freed {
			p.VirtualAlloc.FreedBytes += f[2]
		}
		p.VirtualAlloc.OutstandingCommitBytes = p.VirtualAlloc.CommitBytes - p.VirtualAlloc.FreedBytes
		r.Processes[i] = p
	}
	return r
}
