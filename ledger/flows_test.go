package ledger

import (
	"cmp"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// flowsOf works flows out from the moves of single pages: bins are 1<<shift ns wide since start.
func (b *bitmap) flowsOf(start int64, shift uint8) *Flows {
	f := &Flows{Bins: []FlowBin{}}
	pairs := map[[2]int]uint64{}
	var level int64
	for i, m := range b.journal {
		bin := int((m.at - start) >> shift)
		if n := len(f.Bins); n == 0 || f.Bins[n-1].Bin != bin {
			f.Bins = append(f.Bins, FlowBin{Bin: bin, Low: level, High: level})
		}
		at := &f.Bins[len(f.Bins)-1]
		switch {
		case !m.free:
			at.Committed += pageBytes
			level += pageBytes
		case m.before:
			at.BeforeFreed += pageBytes
			level -= pageBytes
		default:
			pairs[[2]int{int((m.birth - start) >> shift), bin}] += pageBytes
			level -= pageBytes
		}
		if i+1 == len(b.journal) || b.journal[i+1].free != m.free || b.journal[i+1].at != m.at {
			at.Low, at.High = min(at.Low, level), max(at.High, level)
		}
		at.End = level
	}
	for bins, bytes := range pairs {
		f.Freed = append(f.Freed, FlowPair{bins[0], bins[1], bytes})
	}
	slices.SortFunc(f.Freed, func(x, y FlowPair) int {
		return cmp.Or(cmp.Compare(x.Committed, y.Committed), cmp.Compare(x.Freed, y.Freed))
	})
	return f
}

// times makes times for events: mostly a little later than the one before, sometimes much, sometimes earlier.
func times(r *rand.Rand, start int64, n int) []int64 {
	list := make([]int64, n)
	now := start
	for i := range list {
		switch r.IntN(20) {
		case 0:
			now += r.Int64N(1 << (10 + r.IntN(30)))
		case 1:
			list[i] = max(start, now-r.Int64N(1<<30))
			continue
		default:
			now += r.Int64N(1 << 20)
		}
		list[i] = now
	}
	return list
}

// TestFlowsAgainstBitmap plays random events, in windows of random times too, and compares flows and figures with what
// the moves of single pages come to.
func TestFlowsAgainstBitmap(t *testing.T) {
	const start = 1_000_000_007
	for seed := range rounds(400) {
		r := rand.New(rand.NewPCG(seed, 11))
		events := randomEvents(r, 200)
		at := times(r, start, len(events))
		end := slices.Max(at)
		s := span{start: start, from: always, until: never, flows: true}
		if seed%2 == 1 {
			s.from = start + 1 + r.Int64N(end-start)
			if seed%4 == 1 {
				s.until = s.from + 1 + r.Int64N(end-s.from+1)
			}
		}
		a, b := newAccountOf(start, &s), newBitmap(256, start)
		over, begun := false, false
		for i, e := range events {
			if e.rundown && (e.n == 0 || e.committed > e.n || !b.unseen(e.lo, e.lo+e.n)) {
				continue
			}
			if !e.rundown {
				b.clock = max(b.clock, at[i])
			}
			if !begun && b.clock >= s.from && s.from != always {
				b.carryOver()
				begun = true
			}
			over = over || b.clock >= s.until
			if !e.rundown && at[i] >= a.turn && a.turnTo(at[i]) == over {
				t.Fatalf("seed %d, event %d: the window is over: %v", seed, i, over)
			}
			if over {
				continue
			}
			a.play(at[i], e)
			b.play(e)
			if err := cmp.Or(a.verify(), b.compare(a)); err != nil {
				t.Fatalf("seed %d, after event %d, %+v: %v", seed, i, e, err)
			}
		}
		if !a.carried.begun {
			continue
		}
		shift := a.flows.grid.shift + uint8(r.IntN(3))
		got := a.flows.result(shift)
		if n := len(got.Bins); n > 0 && got.Bins[n-1].Bin-int((s.begin()-start)>>shift) >= mostFlowBins {
			t.Errorf("seed %d: bins %+v", seed, got.Bins)
		}
		if want := b.flowsOf(start, shift); !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: shift %d, span %+v\ngot  %+v\nwant %+v", seed, shift, s, got, want)
		}
	}
}

// verifyFlows checks that flows sum up to the account.
func (l *Lifetime) verifyFlows() string {
	v := &l.VirtualAlloc
	if l.Flows == nil {
		if v.CommitBytes+v.BeforeFreedBytes+v.UnknownFreedBytes != 0 {
			return "there are none"
		}
		return ""
	}
	var committed, before, freed uint64
	var level int64
	survivors := map[int]uint64{}
	for _, b := range l.Flows.Bins {
		committed += b.Committed
		before += b.BeforeFreed
		survivors[b.Bin] = b.Committed
		if b.Low > level || b.High < level || b.Low > b.End || b.High < b.End {
			return "a bin does not hold the level before and after it"
		}
		level = b.End
	}
	for _, p := range l.Flows.Freed {
		freed += p.Bytes
		if p.Bytes > survivors[p.Committed] || p.Freed < p.Committed {
			return "more was given back than committed in a bin"
		}
		survivors[p.Committed] -= p.Bytes
	}
	if committed != v.CommitBytes || freed != v.FreedBytes || before != v.BeforeFreedBytes+v.UnknownFreedBytes ||
		level != int64(committed)-int64(freed)-int64(before) {
		return "sums differ from the account"
	}
	return ""
}
