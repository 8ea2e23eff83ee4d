package ledger

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"
	"time"

	"etledger/bench/captures"
	"etledger/etl"
	"etledger/internal/etlwriter"
	"etledger/internal/scenario"
	"etledger/model"
)

// keep keeps the books of a recording in batches of a size.
func keep(t *testing.T, path string, concurrency, segments int) *Accounts {
	t.Helper()
	ctx := context.Background()
	capture, err := etl.Open(ctx, etl.Options{}, path)
	if err != nil {
		t.Fatal(err)
	}
	defer capture.Close()
	l := New(Options{Concurrency: concurrency, Stacks: true, PendingStacks: 1 << 10})
	l.inBatchesOf(segments)
	for chunk, err := range model.NewReader(capture, model.Options{ChunkRows: 5000, Concurrency: 1}).Chunks(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Add(chunk); err != nil {
			t.Fatal(err)
		}
		chunk.Release()
	}
	return l.Finish()
}

// TestConcurrencyChangesNothing keeps the books of recordings row by row and in batches of several sizes, with one
// goroutine and with several.
func TestConcurrencyChangesNothing(t *testing.T) {
	paths := recordings(t)
	styles := []scenario.StackStyle{scenario.NoStacks, scenario.DirectStacks, scenario.SplitStacks, scenario.KeyedStacks}
	for _, style := range styles {
		made, err := scenario.Run(machine(style))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), fmt.Sprintf("machine-%v.etl", style))
		if err := os.WriteFile(path, made.File, 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	for _, path := range paths {
		want := keep(t, path, 1, 0)
		for _, concurrency := range []int{1, 2, 5} {
			for _, segments := range []int{1, 7, mostSegments} {
				if got := keep(t, path, concurrency, segments); !reflect.DeepEqual(got, want) {
					t.Errorf("%s: accounts differ: concurrency %d, %d segments in a batch", path, concurrency, segments)
				}
			}
		}
	}
}

// lateStacks writes a recording of many allocations, then of what memory there is at the end, as a rundown lists it,
// and of stack records of the last allocations.
func lateStacks(t *testing.T, allocations, regions, stacks int) string {
	t.Helper()
	session, err := etlwriter.NewSession(etlwriter.Settings{Processors: 1})
	if err != nil {
		t.Fatal(err)
	}
	const pid = 1000
	start := session.Settings().StartTicks
	session.Write(0, start, etlwriter.Kernel{Form: etlwriter.System, Hook: etlwriter.HookProcessDCStart, Version: 4,
		Payload: etlwriter.Process{PID: pid, ImageName: "app.exe"}.Encode(4, etlwriter.Pointer64)})
	at := func(i int) int64 { return start + int64(i+1)*1000 }
	for i := range allocations {
		event := etlwriter.Virtual{PID: pid, Base: uint64(i+1) << 16, Size: 0x1000, Flags: both}
		session.Write(0, at(i), etlwriter.Kernel{Hook: etlwriter.HookVirtualAlloc, Version: 2,
			Payload: event.Encode(etlwriter.Pointer64)})
	}
	for i := range regions {
		region := etlwriter.Virtual{PID: pid, Base: uint64(i+1) << 16, Size: 0x1000, Flags: memPrivate | commit}
		session.Write(0, at(allocations), etlwriter.Kernel{Hook: etlwriter.HookVirtualAllocDCEnd, Version: 2,
			Payload: region.Encode(etlwriter.Pointer64)})
	}
	for i := range stacks {
		described := allocations - stacks + i
		frames := []uint64{codeBase + uint64(i)}
		stack := etlwriter.Stack(at(described), etlwriter.ThreadID{PID: pid, TID: 4}, frames, etlwriter.Pointer64)
		session.Write(0, at(allocations+i), etlwriter.Kernel{Hook: etlwriter.HookStack, Version: 2, Payload: stack})
	}
	file, err := session.Finish()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "late.etl")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestFirstStackComesLate has more stack records than the index of pending events holds before it meets the first one:
// the latest events find theirs, in whatever chunks the rows come.
func TestFirstStackComesLate(t *testing.T) {
	path := lateStacks(t, 2000, 400, 300)
	var want *Accounts
	for _, rows := range []int{1, 300, 700, 2001, 2401, 10000} {
		got := readWith(t, path, model.Options{ChunkRows: rows}, Options{Stacks: true})
		if c := got.Coverage; c.StacksMatched != fewPending || c.StacksUnmatched != 300-fewPending {
			t.Errorf("chunks of %d rows: %d stack records matched, %d not", rows, c.StacksMatched, c.StacksUnmatched)
		}
		if want == nil {
			want = got
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("accounts differ with chunks of %d rows", rows)
		}
	}
}

// TestAbandonedLedger gives ledgers up while batches are under way: their goroutines must end.
func TestAbandonedLedger(t *testing.T) {
	chunks, _ := decode(t, generate(t, captures.Spec{Events: 20_000}))
	before := runtime.NumGoroutine()
	for range 10 {
		l := New(Options{Concurrency: 4})
		l.inBatchesOf(4)
		for _, c := range chunks {
			if err := l.Add(c); err != nil {
				t.Fatal(err)
			}
		}
	}
	for runtime.NumGoroutine() > before { // the test's own limit of time is the limit
		time.Sleep(time.Millisecond)
	}
}

// TestEventsAllocateNothing adds the same rows again and again: once everything has been met, memory is allocated for
// each chunk, not for each event.
func TestEventsAllocateNothing(t *testing.T) {
	for _, stacks := range []bool{false, true} {
		chunks, rows := decode(t, generate(t, captures.Spec{Events: 40_000, Ranges: 2_000, Stacks: stacks}))
		l := New(Options{Concurrency: 1})
		l.inBatchesOf(fewSegments)
		allocated := testing.AllocsPerRun(3, func() {
			for range 3 {
				for _, c := range chunks {
					if err := l.Add(c); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
		if perChunk := allocated / 3 / float64(len(chunks)); perChunk > 300 {
			t.Errorf("stacks %v: %v allocations for each chunk of %d rows", stacks, perChunk, rows/len(chunks))
		}
	}
}
