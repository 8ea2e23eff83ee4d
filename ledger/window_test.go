package ledger

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"etledger/etl"
	"etledger/model"
)

// kept is accounts with the lifetimes in the order in which the books began them, which no window changes.
type kept struct {
	*Accounts
	begun []*Lifetime // nil for those that are not among the accounts
}

func begunBooks(l *Ledger, finish func() *Accounts) kept {
	processes := l.processes
	k := kept{Accounts: finish()}
	for _, p := range processes {
		life := p.life
		if !slices.Contains(k.Lifetimes, life) {
			life = nil
		}
		k.begun = append(k.begun, life)
	}
	return k
}

// keepFile keeps the books of a recording, ok is false when it is none.
func keepFile(t *testing.T, path string, options Options) (k kept, ok bool) {
	t.Helper()
	ctx := context.Background()
	capture, err := etl.Open(ctx, etl.Options{}, path)
	if errors.Is(err, etl.ErrNotRecording) || err != nil && filepath.Base(filepath.Dir(path)) == "damaged" {
		return kept{}, false
	}
	if err != nil {
		t.Fatal(err)
	}
	defer capture.Close()
	l := New(options)
	reader := model.NewReader(capture, model.Options{})
	for chunk, err := range reader.Chunks(ctx) {
		if err == nil {
			err = l.Add(chunk)
		}
		if err != nil {
			t.Fatal(err)
		}
		chunk.Release()
	}
	l.Reach(reader.Stats().LastNano)
	return begunBooks(l, l.Finish), true
}

// inRange sums flows over the bins [a, b) as the figures of an account that begins and ends there.
func (f *Flows) inRange(a, b int) (v VirtualAlloc) {
	if f == nil {
		return v
	}
	inside := func(bin int) bool { return a <= bin && bin < b }
	for _, bin := range f.Bins {
		if inside(bin.Bin) {
			v.CommitBytes += bin.Committed
			v.BeforeFreedBytes += bin.BeforeFreed
		}
	}
	for _, p := range f.Freed {
		switch {
		case !inside(p.Freed):
		case inside(p.Committed):
			v.FreedBytes += p.Bytes
		default:
			v.BeforeFreedBytes += p.Bytes
		}
	}
	v.OutstandingCommitBytes = v.CommitBytes - v.FreedBytes
	return v
}

// compareRange holds the accounts of a window against the flows in it of those of the whole capture.
func compareRange(whole, window kept, a, b int) error {
	for i, life := range whole.begun {
		if life == nil {
			return fmt.Errorf("lifetime %d of the whole capture is missing", i)
		}
		want := life.Flows.inRange(a, b)
		var got VirtualAlloc
		if l := window.begun[i]; l != nil {
			v := &l.VirtualAlloc
			got = VirtualAlloc{CommitBytes: v.CommitBytes, FreedBytes: v.FreedBytes,
				OutstandingCommitBytes: v.OutstandingCommitBytes, BeforeFreedBytes: v.BeforeFreedBytes + v.UnknownFreedBytes}
			if err := l.verify(); err != nil {
				return fmt.Errorf("number %d: %w", l.PID, err)
			}
			if text := l.verifyFlows(); text != "" {
				return fmt.Errorf("number %d: flows: %s", l.PID, text)
			}
			from, to := seconds(window.StartNano, window.FromNano), seconds(window.StartNano, window.ToNano)
			in := &l.Evidence
			if l.StartNano < window.FromNano || l.EndNano > window.ToNano || in.CaptureStart != from || in.CaptureEnd != to ||
				in.Start < from || in.End > to {
				return fmt.Errorf("number %d: [%d, %d] and evidence of [%v, %v] are not in the window", l.PID, l.StartNano,
					l.EndNano, in.Start, in.End)
			}
		}
		if !reflect.DeepEqual(got, want) {
			return fmt.Errorf("number %d, bins [%d, %d):\ngot  %+v\nwant %+v", life.PID, a, b, got, want)
		}
	}
	return nil
}

// edges gives a window at the edges of bins.
func (k *kept) edges(a, b int) Window {
	return Window{From: time.Duration(a) * k.FlowWidth, To: time.Duration(b) * k.FlowWidth}
}

// ranges gives ranges of bins: the whole, halves, and some at random.
func ranges(r *rand.Rand, bins, n int) (list [][2]int) {
	list = append(list, [2]int{0, bins}, [2]int{0, (bins + 1) / 2}, [2]int{bins / 2, bins})
	for range n {
		a := r.IntN(bins)
		list = append(list, [2]int{a, a + 1 + r.IntN(bins-a)})
	}
	return list
}

// TestWindowOfRandomRows has the books of windows agree with the flows in those of everything, whatever the rows say, and
// with one another however operations are carried out together.
func TestWindowOfRandomRows(t *testing.T) {
	for seed := range rounds(60) {
		r := rand.New(rand.NewPCG(seed, 21))
		script := make([]byte, 4000)
		for i := range script {
			script[i] = byte(r.Uint32())
		}
		play := func(o Options, most int) kept {
			o.PendingStacks, o.StackFrames, o.Flows = 256, 500, true
			b := newBooks(t, o)
			b.unverified = true
			b.l.inBatchesOf(most)
			var k kept
			b.finisher = func() *Accounts {
				k = begunBooks(b.l, b.l.Finish)
				return k.Accounts
			}
			playScript(b, script)
			return k
		}
		whole := play(Options{Concurrency: 1}, mostSegments)
		plain := play(Options{Concurrency: 3, Window: Window{To: 24 * time.Hour}}, 1)
		if !reflect.DeepEqual(plain, whole) {
			t.Fatalf("seed %d: a window around everything changes the accounts", seed)
		}
		for _, bins := range ranges(r, whole.FlowBins, 4) {
			o := Options{Concurrency: 1, Window: whole.edges(bins[0], bins[1])}
			window := play(o, mostSegments)
			if err := compareRange(whole, window, bins[0], bins[1]); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			o.Concurrency = 3
			if again := play(o, 1+r.IntN(8)); !reflect.DeepEqual(again, window) {
				t.Fatalf("seed %d: the window of bins %v has other accounts when several work", seed, bins)
			}
		}
	}
}

// recordingsAtHand are those that ship, and the shared ones if there are any.
func recordingsAtHand(t *testing.T) []string {
	t.Helper()
	var paths []string
	patterns := []string{"../testdata/*.etl", "../testdata/damaged/*.etl"}
	if root := sharedRoot(); root != "" {
		patterns = append(patterns, filepath.Join(root, "corpus", "*.etl"), filepath.Join(root, "cases", "*.etl"))
	}
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	return paths
}

// TestWindowsOfRecordings holds windows at the edges of bins against the flows of the whole recording.
func TestWindowsOfRecordings(t *testing.T) {
	for _, path := range recordingsAtHand(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			options := Options{Concurrency: 1, Flows: true, Stacks: true}
			whole, ok := keepFile(t, path, options)
			if !ok {
				t.Skip("no recording")
			}
			for _, l := range whole.Lifetimes {
				if text := l.verifyFlows(); text != "" {
					t.Errorf("number %d: %s", l.PID, text)
				}
			}
			around := options
			around.Window, around.Concurrency = Window{To: 1<<63 - 1}, 4
			if k, _ := keepFile(t, path, around); !reflect.DeepEqual(k, whole) {
				t.Error("a window around everything changes the accounts")
			}
			for i, bins := range ranges(rand.New(rand.NewPCG(1, 2)), whole.FlowBins, 4) {
				options.Window = whole.edges(bins[0], bins[1])
				window, _ := keepFile(t, path, options)
				if err := compareRange(whole, window, bins[0], bins[1]); err != nil {
					t.Error(err)
				}
				if i > 2 {
					continue
				}
				four := options
				four.Concurrency = 4
				if again, _ := keepFile(t, path, four); !reflect.DeepEqual(again, window) {
					t.Errorf("the window of bins %v has other accounts when several work", bins)
				}
			}
		})
	}
}

// TestWindowRules plays rows at the borders of a window from 10 s to 20 s and looks at what is counted.
func TestWindowRules(t *testing.T) {
	b := newBooks(t, Options{Flows: true, Window: Window{From: 10 * time.Second, To: 20 * time.Second}})
	b.process(model.OpStart, 1, 8, 4, "old.exe")
	b.process(model.OpStart, 2, 12, 4, "gone.exe")
	b.process(model.OpStart, 3, 16, 4, "ends.exe")
	b.alloc(4, 8, codeBase, 16<<12, tid(1), on(0))
	b.alloc(5, 12, codeBase, 16<<12)
	b.alloc(5, 16, codeBase, 16<<12)
	b.image(model.OpStart, 5, 8, codeBase+1<<30, 1<<20, `C:\early.dll`)
	b.alloc(6, 16, codeBase+1<<24, 1<<12, tid(3), on(0))
	b.process(model.OpEnd, 9.999, 12, 4, "gone.exe")
	b.alloc(10, 8, codeBase+1<<24, 4<<12, tid(1), on(0)) // just in
	b.image(model.OpStart, 10.5, 8, codeBase+2<<30, 1<<20, `C:\inside.dll`)
	b.stack(model.StackOpDirect, 10.6, 4, 8, 1, 0, 0, codeBase+1<<30+128) // of an event before the window
	b.free(10.65, 16, codeBase, 0)
	b.stack(model.StackOpDirect, 10.7, 6, 8, 3, 0, 0, codeBase+1<<30+64) // tells who made one before the window
	b.process(model.OpEnd, 11, 16, 4, "ends.exe")
	b.counters(11, 16, true, 0)
	b.process(model.OpStart, 12, 20, 4, "new.exe")
	b.alloc(13, 20, codeBase, 8<<12)
	b.free(14, 8, codeBase, 0)
	b.alloc(19.9, 28, codeBase, 2<<12, by(8)) // for the process that starts just after the window
	b.process(model.OpEnd, 20, 20, 4, "new.exe", func(r *processRow) { r.exit, r.hasExit = 1, true })
	b.counters(20, 20, true, 0)
	b.alloc(20, 8, codeBase+2<<24, 32<<12) // just out
	b.image(model.OpStart, 20, 8, codeBase+3<<30, 1<<20, `C:\late.dll`)
	b.process(model.OpStart, 20.1, 28, 8, "next.exe")
	b.process(model.OpStart, 21, 24, 8, "after.exe")
	b.alloc(22, 24, codeBase, 1<<12)
	b.stack(model.StackOpDirect, 23, 10, 8, 1, 0, 0, codeBase+1<<30+64) // of an event in the window
	b.process(model.OpRundownEnd, 30, 32, 4, "named.exe")
	b.virtual(model.VirtualOpRundownStart, 30, 8, codeBase+4<<24, 1<<20, commit)
	b.virtual(model.VirtualOpRundownEnd, 30, 8, codeBase+4<<24, 1<<20, commit)
	b.counters(30, 8, false, 1<<20)
	a := b.finish(30)
	if len(a.Lifetimes) != 5 || a.FromNano != nanos(10) || a.ToNano != nanos(20) {
		t.Fatalf("%d lifetimes from %d to %d", len(a.Lifetimes), a.FromNano, a.ToNano)
	}
	old, ends, fresh := lifetime(t, a, 8, 0), lifetime(t, a, 16, 0), lifetime(t, a, 20, 0)
	next, named := lifetime(t, a, 28, 0), lifetime(t, a, 32, 0)
	want := VirtualAlloc{ReserveBytes: 4 << 12, CommitBytes: 4 << 12, OutstandingCommitBytes: 4 << 12,
		OutstandingReserveBytes: 4 << 12, PeakCommitBytes: 4 << 12, Allocations: 1, Frees: 1, BeforeCommitBytes: 16 << 12,
		BeforeFreedBytes: 16 << 12}
	if old.VirtualAlloc != want || old.StartSeen || old.StartNano != nanos(10) || old.EndSeen || old.EndNano != nanos(20) {
		t.Errorf("older process: %+v", old)
	}
	if len(old.Loads) != 1 || old.Loads[0].Image.Name != "inside.dll" || old.Counters != nil || old.Audit != nil ||
		old.Reconciliation.Status != ReconNotAvailable {
		t.Errorf("older process: loads %+v, counters %+v", old.Loads, old.Counters)
	}
	if len(old.Stacks) != 1 || len(old.Stacks[0].Frames) != 1 || old.Stacks[0].Frames[0].Address != codeBase+1<<30+64 ||
		old.Stacks[0].Frames[0].Module() != "early.dll" ||
		old.Stacks[0].AllocatedBytes != 4<<12 {
		t.Errorf("older process: stacks %+v", old.Stacks)
	}
	if !ends.EndSeen || ends.EndNano != nanos(11) || ends.Counters == nil || !ends.Counters.AtExit ||
		ends.VirtualAlloc != (VirtualAlloc{BeforeCommitBytes: 17 << 12, BeforeFreedBytes: 16 << 12, Frees: 1}) {
		t.Errorf("process that ends: %+v", ends)
	}
	if !fresh.StartSeen || fresh.StartNano != nanos(12) || fresh.EndSeen || fresh.HasExitStatus || fresh.Counters != nil ||
		fresh.VirtualAlloc.OutstandingCommitBytes != 8<<12 || fresh.Evidence.Start != 12 || fresh.Evidence.Ended {
		t.Errorf("process that starts: %+v", fresh)
	}
	if next.StartSeen || next.StartNano != nanos(19.9) || next.VirtualAlloc.ByOtherProcessBytes != 2<<12 {
		t.Errorf("process of which only its creator's memory is seen: %+v", next)
	}
	if named.Image != "named.exe" || named.StartNano != nanos(10) || named.EndNano != nanos(20) {
		t.Errorf("process that the rundown names: %+v", named)
	}
}

// TestWindowOfOtherCounts has views, faults and pool begin anew with the window.
func TestWindowOfOtherCounts(t *testing.T) {
	b := newBooks(t, Options{Window: Window{From: 10 * time.Second, To: 20 * time.Second}})
	b.process(model.OpStart, 1, 8, 4, "a.exe")
	b.thread(model.OpStart, 1, 8, 5, 0, 0)
	view := func(at float64, op uint8, base uint64) {
		b.l.viewRow(&viewRow{nano: b.stamp(at).nano, op: op, process: 8, base: base, size: 1 << 16, section: model.SectionData})
	}
	fault := func(at float64) {
		b.l.faultRow(&faultRow{nano: b.stamp(at).nano, process: 8, thread: 5, bytes: 4096})
	}
	pool := func(at float64, op uint8, entry uint64) {
		b.l.poolRow(&poolRow{nano: b.stamp(at).nano, op: op, tag: 0x41414141, bytes: 100, entry: entry, session: noNumber})
	}
	b.l.faultRow(&faultRow{nano: b.stamp(8).nano, process: noNumber, thread: 6, bytes: 4096})
	for i, at := range []float64{9, 9.5, 10, 15, 19, 20, 25} {
		if at == 10 {
			b.thread(model.OpRundownStart, 10, 8, 6, 0, 0)
		}
		if at == 15 {
			view(15, model.MapOpUnmap, 0)
			view(15, model.MapOpUnmap, 2<<20)
			pool(15, model.PoolOpFree, 1)
			pool(15, model.PoolOpFree, 3)
			continue
		}
		view(at, model.MapOpMap, uint64(i)<<20)
		fault(at)
		pool(at, model.PoolOpAlloc, uint64(i+1))
	}
	a := b.finish(30)
	l := lifetime(t, a, 8, 0)
	m := l.Mapped
	m.OutstandingBySection = nil
	if want := (Mapped{Maps: 2, Unmaps: 2, MappedBytes: 2 << 16, UnmappedBytes: 1 << 16, OutstandingBytes: 1 << 16,
		OutstandingViews: 1, BeforeBytes: 2 << 16, BeforeUnmappedBytes: 1 << 16}); !reflect.DeepEqual(m, want) {
		t.Errorf("views: %+v, want %+v", m, want)
	}
	if l.HardFaults.Count != 2 || len(a.Pool) != 1 {
		t.Fatalf("faults %+v, pool %+v", l.HardFaults, a.Pool)
	}
	if p := a.Pool[0]; p.Allocations != 2 || p.Frees != 2 || p.UnknownFrees != 1 || p.OutstandingBytes != 100 ||
		p.Evidence.Start != 10 || p.Evidence.End != 20 {
		t.Errorf("pool %+v", p)
	}
}

// TestWindowLeavesEarlierStacksOut has events of before the window leave the index of those that may get a stack in it.
func TestWindowLeavesEarlierStacksOut(t *testing.T) {
	b := newBooks(t, Options{PendingStacks: fewPending, Window: Window{From: 10 * time.Second}})
	b.process(model.OpStart, 1, 8, 4, "a.exe")
	for i := range 2 * fewPending {
		at := 10 + float64(i-fewPending)/fewPending
		b.alloc(at, 8, codeBase+uint64(i)<<16, 1<<12, tid(1), on(0))
		b.stack(model.StackOpDirect, at+0.001, at, 8, 1, 0, 0, codeBase+64)
	}
	l := lifetime(t, b.finish(12), 8, 0)
	if len(l.Stacks) != 1 || l.Stacks[0].Allocations != fewPending || l.Stacks[0].AllocatedBytes != fewPending<<12 {
		t.Errorf("stacks %+v", l.Stacks)
	}
}
