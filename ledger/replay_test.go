package ledger

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"etledger/etl"
	"etledger/model"
)

// replay is the events of private memory of one lifetime, whose pages have numbers without great gaps.
type replay struct {
	events []event
	at     []int64
	pages  int
}

// mostReplayed bounds the pages of a lifetime that is replayed page by page.
const mostReplayed = 200_000

// replaysOf gathers the events of the numbers that a recording uses once, and lists no memory from before of. It walks the
// rows and knows nothing of the books.
func replaysOf(t *testing.T, path string) map[uint32]*replay {
	t.Helper()
	ctx := context.Background()
	capture, err := etl.Open(ctx, etl.Options{}, path)
	if err != nil {
		t.Fatal(err)
	}
	defer capture.Close()
	replays := map[uint32]*replay{}
	starts := map[uint32]int{}
	listed := map[uint32]bool{}
	for chunk, err := range model.NewReader(capture, model.Options{}).Chunks(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		if b := chunk.Batch(model.TableProcess); b != nil {
			rows := b.Process()
			for i, pid := range rows.PID {
				if rows.Op[i] == model.OpStart || rows.Op[i] == model.OpEnd {
					starts[pid]++
				}
			}
		}
		b := chunk.Batch(model.TableVirtualAlloc)
		if b == nil {
			continue
		}
		rows := b.VirtualAlloc()
		for i, pid := range rows.PID {
			r := replays[pid]
			if r == nil {
				r = &replay{}
				replays[pid] = r
			}
			lo, hi := pageRange(rows.BaseAddress[i], rows.RegionSize[i], pageBytes)
			switch rows.Op[i] {
			case model.VirtualOpAlloc:
				r.events = append(r.events, alloc(lo, hi-lo, rows.AllocFlags[i]))
			case model.VirtualOpFree:
				r.events = append(r.events, free(lo, hi-lo, rows.AllocFlags[i]))
			default:
				listed[pid] = true
				continue
			}
			r.at = append(r.at, rows.UnixNano[i])
		}
		chunk.Release()
	}
	for pid, r := range replays {
		if listed[pid] || starts[pid] > 0 || !r.compress() {
			delete(replays, pid)
		}
	}
	return replays
}

// compress numbers the pages anew: those that are next to one another stay so, and of gaps one page is left. It gives
// false when there are too many.
func (r *replay) compress() bool {
	type span struct{ lo, hi uint64 }
	var spans []span
	for _, e := range r.events {
		spans = append(spans, span{e.lo, e.lo + max(e.n, 1)})
	}
	slices.SortFunc(spans, func(a, b span) int {
		if a.lo < b.lo {
			return -1
		}
		return 1
	})
	var joined []span
	var first []uint64 // new number of the first page of each
	for _, s := range spans {
		if n := len(joined); n > 0 && s.lo <= joined[n-1].hi {
			joined[n-1].hi = max(joined[n-1].hi, s.hi)
			continue
		}
		joined = append(joined, s)
	}
	next := uint64(1)
	for _, s := range joined {
		first = append(first, next)
		if next += s.hi - s.lo + 1; next > mostReplayed {
			return false
		}
	}
	for i := range r.events {
		e := &r.events[i]
		at, found := slices.BinarySearchFunc(joined, e.lo, func(s span, lo uint64) int {
			if s.lo <= lo {
				return -1
			}
			return 1
		})
		if !found {
			at--
		}
		e.lo = first[at] + e.lo - joined[at].lo
	}
	r.pages = int(next) + 1
	return true
}

// play gives the figures of the account of a window.
func (r *replay) play(from, until int64) figures {
	b := newBitmap(r.pages, 0)
	begun := false
	for i, e := range r.events {
		if !begun && r.at[i] >= from {
			b.carryOver()
			begun = true
		}
		if r.at[i] >= until {
			break
		}
		b.play(e)
		b.journal = nil
	}
	if !begun {
		b.carryOver()
	}
	return b.figures
}

// TestWindowsAgainstReplay holds the figures of windows, at times of no particular kind, against a replay of the events
// page by page.
func TestWindowsAgainstReplay(t *testing.T) {
	replayed := 0
	for _, path := range recordingsAtHand(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			whole, ok := keepFile(t, path, Options{Flows: true})
			if !ok || whole.Coverage.VirtualAllocEvents == 0 || filepath.Base(path) == "time-goes-back.etl" {
				t.Skip("no private memory, or none in the order of time")
			}
			replays := replaysOf(t, path)
			r := rand.New(rand.NewPCG(3, 4))
			length := max(whole.EndNano-whole.StartNano, 2)
			for range 6 {
				w := Window{From: 1, To: 0}
				for w.From >= w.To {
					w.From, w.To = time.Duration(r.Int64N(length)), time.Duration(r.Int64N(length+1))
				}
				window, _ := keepFile(t, path, Options{Window: w})
				for _, l := range window.Lifetimes {
					events := replays[l.PID]
					if events == nil || l.EndSeen {
						continue
					}
					f := events.play(whole.StartNano+int64(w.From), whole.StartNano+int64(w.To))
					want := (&account{figures: f}).result()
					got := l.VirtualAlloc
					want.ByOtherProcessBytes = got.ByOtherProcessBytes
					want.WriteWatchBytes, want.TopDownBytes, want.PhysicalBytes = got.WriteWatchBytes, got.TopDownBytes, got.PhysicalBytes
					if got != want {
						t.Errorf("number %d in %v:\ngot  %+v\nwant %+v", l.PID, w, got, want)
					}
					replayed++
				}
			}
		})
	}
	if replayed < 30 {
		t.Errorf("only %d accounts were replayed", replayed)
	}
}
