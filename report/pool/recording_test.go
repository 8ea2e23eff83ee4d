package pool

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"etledger/internal/scenario"
	"etledger/model/pooltag"
)

// poolRecording makes a recording of two drivers: one leaks 40 KiB a second, the other gives back what it takes.
func poolRecording(t *testing.T, stacks scenario.StackStyle) (path string, truth []scenario.PoolTruth) {
	t.Helper()
	made, err := scenario.Run(scenario.Options{Seed: 3, Duration: 150 * time.Second, Stacks: stacks, Pool: []scenario.PoolTag{
		{Tag: "Leak", BytesPerSecond: 40 << 10, BlockBytes: 1000, Driver: "tcpip.sys"},
		{Tag: "Busy", Paged: true, BytesPerSecond: 100 << 10, BlockBytes: 500, Lifetime: time.Second, Driver: "fltmgr.sys"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "pool.etl")
	write(t, path, made.File, time.Time{})
	return path, made.Truth.Pool
}

// TestRecordingTellsWhoAllocates: the tag that leaks, how fast, and by stacks from which driver, however stacks are recorded.
func TestRecordingTellsWhoAllocates(t *testing.T) {
	for _, stacks := range []scenario.StackStyle{scenario.DirectStacks, scenario.KeyedStacks} {
		path, truth := poolRecording(t, stacks)
		in := observed(t, ReadOptions{}, path)
		if n := len(in.Recordings); n != 1 || len(in.Recordings[0].Tags) != 2 {
			t.Fatalf("stacks %v: %d recordings", stacks, n)
		}
		r := analyzed(t, Inputs{Now: in}, Options{})
		tag := tagNamed(t, &r.Machines[0], "Leak")
		recorded := tag.Recorded
		if tag.Verdict != "leak" || !near(recorded.PerHour.Rate, 3600*40<<10, 0.1) || recorded.OutstandingBytes != truth[0].OutstandingBytes {
			t.Errorf("stacks %v: %s: %+v", stacks, tag.Reason, recorded)
		}
		if o := tag.Owner; o == nil || o.Uncertain || len(o.Candidates) != 1 || o.Candidates[0].Name != "tcpip.sys" ||
			o.Candidates[0].Evidence[0].Source != pooltag.FromStack.String() {
			t.Errorf("stacks %v: owner %+v", stacks, o)
		}
		if busy := tagNamed(t, &r.Machines[0], "Busy"); busy.Verdict != "returns" {
			t.Errorf("stacks %v: Busy is %s", stacks, busy.Verdict)
		}
		if !strings.Contains(r.Answer, `Tag "Leak" (nonpaged) leaks`) || !strings.Contains(r.Answer, "candidate tcpip.sys") {
			t.Errorf("stacks %v: %s", stacks, r.Answer)
		}
	}
}
