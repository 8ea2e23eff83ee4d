package results

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"etledger/internal/scenario"
	"etledger/report/pool"
)

// One driver leaks 40 KiB a second, the other gives back what it takes: the rows must say so.
func TestPoolTags(t *testing.T) {
	made, err := scenario.Run(scenario.Options{Seed: 3, Duration: 150 * time.Second, Pool: []scenario.PoolTag{
		{Tag: "Leak", BytesPerSecond: 40 << 10, BlockBytes: 1000, Driver: "tcpip.sys"},
		{Tag: "Busy", Paged: true, BytesPerSecond: 100 << 10, BlockBytes: 500, Lifetime: time.Second, Driver: "fltmgr.sys"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "pool.etl")
	if err := os.WriteFile(path, made.File, 0o666); err != nil {
		t.Fatal(err)
	}
	s, r := analyze(t, path)
	judged, err := pool.Analyze(context.Background(), pool.Inputs{Now: &pool.Observed{
		Recordings: []pool.Recording{pool.RecordingOf(path, s.Accounts)}}}, pool.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := Of(s, r, judged, About{})
	if err != nil || len(rows.PoolTags) != 2 {
		t.Fatalf("%+v, %v", rows.PoolTags, err)
	}
	busy, leak := rows.PoolTags[0], rows.PoolTags[1]
	if busy.Tag != "Busy" || busy.Pool != "paged" || busy.Verdict != "returns" || busy.Judged != 1 {
		t.Errorf("%+v", busy)
	}
	if leak.Tag != "Leak" || leak.Pool != "nonpaged" || leak.Verdict != "leak" || leak.Judged != 1 || leak.Reason == "" {
		t.Errorf("%+v", leak)
	}
	if math.Abs(*leak.Slope/(40<<10)-1) > 0.1 || *leak.SlopeLow > *leak.Slope || *leak.SlopeHigh < *leak.Slope || *leak.Confidence <= 0 {
		t.Errorf("%v [%v, %v] bytes per second, confidence %v", *leak.Slope, *leak.SlopeLow, *leak.SlopeHigh, *leak.Confidence)
	}
	if leak.OutstandingBytes != made.Truth.Pool[0].OutstandingBytes || leak.AllocatedBytes-leak.FreedBytes != leak.OutstandingBytes {
		t.Errorf("%+v, truth %+v", leak, made.Truth.Pool[0])
	}
}
