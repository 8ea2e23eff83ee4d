package report

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"testing"

	"etledger/etl"
	"etledger/internal/schematest"
)

const (
	leakyService      = "../testdata/leaky-service.etl"
	leakyServiceTruth = "../testdata/leaky-service.truth.json"
)

// analyzeFile is what the command does with one capture.
func analyzeFile(t *testing.T, path string) *Report {
	t.Helper()
	c, err := etl.Open(context.Background(), etl.Options{}, path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r, err := Analyze(context.Background(), c, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func inspectFile(t *testing.T, path string) *Info {
	t.Helper()
	c, err := etl.Open(context.Background(), etl.Options{}, path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	i, err := Inspect(context.Background(), c, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return i
}

func TestLeakyServiceGoldens(t *testing.T) {
	r := analyzeFile(t, leakyService)
	var text, js bytes.Buffer
	if err := r.WriteText(&text, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := r.WriteJSON(&js); err != nil {
		t.Fatal(err)
	}
	golden(t, "leaky-service.txt", text.Bytes())
	golden(t, "leaky-service.json", js.Bytes())
	checkPlain(t, text.String(), 120)
	schematest.Keeps(t, schemaOf(t, "report.schema.json"), js.Bytes())

	var info bytes.Buffer
	i := inspectFile(t, leakyService)
	if err := i.WriteText(&info, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	golden(t, "leaky-service-info.txt", info.Bytes())
	checkPlain(t, info.String(), 120)
}

// truth is what the writer of a capture put into it.
type truth struct {
	Lifetimes []struct {
		PID                 uint32  `json:"pid"`
		Image               string  `json:"image"`
		CommandLine         string  `json:"command_line"`
		ParentPID           uint32  `json:"parent_pid"`
		BornInside          bool    `json:"born_inside"`
		EndedInside         bool    `json:"ended_inside"`
		StartS              float64 `json:"start_s"`
		EndS                float64 `json:"end_s"`
		ReserveBytes        uint64  `json:"reserve_bytes"`
		CommitBytes         uint64  `json:"commit_bytes"`
		FreedBytes          uint64  `json:"freed_bytes"`
		OutstandingCommit   uint64  `json:"outstanding_commit_bytes"`
		OutstandingReserve  uint64  `json:"outstanding_reserve_bytes"`
		PeakCommitBytes     uint64  `json:"peak_commit_bytes"`
		UnknownFreedBytes   uint64  `json:"unknown_freed_bytes"`
		RepeatCommitBytes   uint64  `json:"repeat_commit_bytes"`
		ByOtherProcessBytes uint64  `json:"by_other_process_bytes"`
		Allocations         uint64  `json:"allocations"`
		Frees               uint64  `json:"frees"`
		PrivateBytes        uint64  `json:"private_bytes"`
		LeakBytes           uint64  `json:"leak_bytes"`
		LeakRate            float64 `json:"leak_bytes_per_s"`
		LeakModule          string  `json:"leak_module"`
	} `json:"lifetimes"`
}

func readTruth(t *testing.T, path string) truth {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var known truth
	if err := json.Unmarshal(b, &known); err != nil {
		t.Fatal(err)
	}
	return known
}

// The report of a capture whose truth is known tells that truth, to the byte.
func TestReportTellsTheTruth(t *testing.T) {
	known := readTruth(t, leakyServiceTruth)
	r := analyzeFile(t, leakyService)
	if len(r.Processes) != len(known.Lifetimes) {
		t.Fatalf("%d processes, in truth %d", len(r.Processes), len(known.Lifetimes))
	}
	for _, want := range known.Lifetimes {
		p := find(t, r, want.PID)
		v := p.VirtualAlloc
		got := [...]uint64{v.ReserveBytes, v.CommitBytes, v.FreedBytes, v.OutstandingCommitBytes,
			v.OutstandingReserveBytes, v.PeakCommitBytes,
			v.UnknownFreedBytes, v.RepeatCommitBytes, v.ByOtherProcessBytes, v.Allocations, v.Frees}
		if got != [...]uint64{want.ReserveBytes, want.CommitBytes, want.FreedBytes, want.OutstandingCommit,
			want.OutstandingReserve,
			want.PeakCommitBytes, want.UnknownFreedBytes, want.RepeatCommitBytes, want.ByOtherProcessBytes,
			want.Allocations, want.Frees} {
			t.Errorf("%s: account %+v, in truth %+v", p.name(), v, want)
		}
		if p.Image == nil || *p.Image != want.Image || orZero(p.CommandLine) != want.CommandLine {
			t.Errorf("%s: image %v, command line %v", p.name(), p.Image, p.CommandLine)
		}
		if (p.StartS != nil) != want.BornInside || (p.EndS != nil) != want.EndedInside ||
			p.StartS != nil && math.Abs(*p.StartS-want.StartS) > 1e-6 || p.EndS != nil &&
			math.Abs(*p.EndS-want.EndS) > 1e-6 {
			t.Errorf("%s: start %v, end %v, in truth %v and %v", p.name(), p.StartS, p.EndS, want.StartS, want.EndS)
		}
		if p.Counters != nil && p.Counters.PrivateBytes != nil && *p.Counters.PrivateBytes != want.PrivateBytes {
			t.Errorf("%s: private bytes %d, in truth %d", p.name(), *p.Counters.PrivateBytes, want.PrivateBytes)
		}
		if p.Reconciliation.ResidualBytes != nil {
			checkReconciliation(t, p)
			if p.Reconciliation.Status != "exact" || *p.Reconciliation.ResidualBytes != 0 {
				t.Errorf("%s: nothing was lost, and yet %+v", p.name(), p.Reconciliation)
			}
		}
		if leaks := p.Trend.Verdict == "leak"; leaks != (want.LeakRate > 0 && !want.EndedInside) {
			t.Errorf("%s: verdict %s (%s)", p.name(), p.Trend.Verdict, p.Trend.Reason)
		}
	}
	worst := r.Processes[0]
	if *worst.Image != "leaky-service.exe" || worst.Suspects[0].Module != "session-cache.dll" {
		t.Fatalf("the worst is %s from %+v", worst.name(), worst.Suspects[0])
	}
	rate := 0.0
	for _, want := range known.Lifetimes {
		if want.PID == worst.PID {
			rate = want.LeakRate
		}
	}
	if slope := *worst.Trend.SlopeBytesPerS; math.Abs(slope-rate) > rate/20 {
		t.Errorf("slope %.0f, in truth %.0f", slope, rate)
	}
}

func TestSameCaptureSameBytes(t *testing.T) {
	var a, b bytes.Buffer
	for _, to := range []*bytes.Buffer{&a, &b} {
		if err := analyzeFile(t, leakyService).WriteJSON(to); err != nil {
			t.Fatal(err)
		}
		if err := inspectFile(t, leakyService).WriteJSON(to); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error(firstDifference(a.Bytes(), b.Bytes()))
	}
}

func TestContextEndsTheWork(t *testing.T) {
	c, err := etl.Open(context.Background(), etl.Options{}, leakyService)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := Analyze(ctx, c, Options{}); r != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("Analyze: report %v, error %v", r != nil, err)
	}
	if i, err := Inspect(ctx, c, Options{}); i != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("Inspect: info %v, error %v", i != nil, err)
	}
}
