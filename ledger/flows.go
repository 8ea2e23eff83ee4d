package ledger

import (
	"cmp"
	"math"
	"slices"
)

// Flows is how the private memory of a lifetime moved over time, in bins that are common to all lifetimes of a capture
// (Accounts.FlowWidth). It is exact: its sums are the figures of the account.
type Flows struct {
	Bins  []FlowBin  // those in which something moved, in order of time
	Freed []FlowPair // in order of the commit, then of the free
}

// FlowBin is what moved in one bin, in bytes.
type FlowBin struct {
	Bin         int // counted from the first event of the capture
	Committed   uint64
	BeforeFreed uint64 // given back of what the account did not see committed: BeforeFreedBytes and UnknownFreedBytes
	// Low, High and End are the least, the greatest and the last value in the bin of what was committed less all that was
	// given back, since the account began.
	Low, High, End int64
}

// FlowPair is what was committed in one bin and given back in another, or in the same.
type FlowPair struct {
	Committed, Freed int // bins
	Bytes            uint64
}

const (
	// mostFlowBins is how many bins the time of a ledger may have: they are made wider when there would be more.
	mostFlowBins   = 256
	firstFlowShift = 16 // 65.5 µs
)

// flows collects the flows of one account. What is logged with an earlier time than something before it counts as
// happening at the time of that: so only the latest bin still changes, and memory grows with what occurs.
type flows struct {
	grid  flowGrid
	clock int64     // ns since 1970 UTC, the latest time
	until int64     // end of the latest bin
	bins  []flowBin // in order of time; the last is the latest
	level int64     // pages

	pairs []flowPair // given back before the latest bin
	now   []uint64   // pages given back in the latest bin, by the bin of their commit
	// late are the times of commits that were logged with an earlier one, by record.
	late map[uint32]lateBirth
}

// flowGrid is where bins lie: they are 1<<shift ns wide, aligned to the first event of the capture and counted from the
// one in which the ledger's time begins.
type flowGrid struct {
	start int64 // of the capture, ns since 1970 UTC
	from  int64 // of the ledger's time
	shift uint8
}

type flowBin struct {
	at             int
	committed      uint64 // pages
	before         uint64
	low, high, end int64
}

type flowPair struct {
	commit, free uint16
	pages        uint64
}

type lateBirth struct {
	serial uint32
	birth  int64
}

func newFlows(start, from int64) *flows {
	return &flows{grid: flowGrid{start, from, firstFlowShift}, clock: from, until: math.MinInt64}
}

// first is the number of the bin that the ledger's time begins in, counted from the capture's first event.
func (g *flowGrid) first() int { return int(uint64(g.from-g.start) >> g.shift) }

// at gives the bin of a time, which may be past the last.
func (g *flowGrid) at(t int64) int {
	return int(uint64(max(t, g.from)-g.start)>>g.shift) - g.first()
}

// folded is the number that a bin gets when the bins are joined two by two.
func (g *flowGrid) folded(bin int) int { return (bin + g.first()&1) >> 1 }

// end gives where a bin ends.
func (g *flowGrid) end(bin int) int64 {
	end := uint64(g.first()+bin+1) << g.shift
	if end > uint64(math.MaxInt64-max(g.start, 0)) {
		return math.MaxInt64
	}
	return g.start + int64(end)
}

// commit enters that the pages of a new record became committed.
func (f *flows) commit(now int64, id, serial uint32, pages uint64) {
	b := f.bin(now)
	if now < f.clock {
		if f.late == nil {
			f.late = map[uint32]lateBirth{}
		}
		f.late[id] = lateBirth{serial, f.clock}
	}
	grow(&b.committed, pages)
	f.move(b, signedPages(pages))
}

// free enters that pages of a record were given back.
func (f *flows) free(now int64, id uint32, r *record, pages uint64) {
	b := f.bin(now)
	birth := r.birth
	if len(f.late) > 0 {
		if late, ok := f.late[id]; ok && late.serial == r.serial {
			birth = late.birth
		}
	}
	commit := f.grid.at(birth)
	if commit >= len(f.now) {
		f.now = append(f.now, make([]uint64, commit+1-len(f.now))...)
	}
	grow(&f.now[commit], pages)
	f.move(b, -signedPages(pages))
}

// freeBefore enters that pages were given back which the account had not seen committed.
func (f *flows) freeBefore(now int64, pages uint64) {
	b := f.bin(now)
	grow(&b.before, pages)
	f.move(b, -signedPages(pages))
}

// reach enters that it is a time, or later.
func (f *flows) reach(now int64) { f.clock = max(f.clock, now) }

// bin gives the bin of a time, or the latest when that is later.
func (f *flows) bin(now int64) *flowBin {
	f.reach(now)
	if f.clock >= f.until {
		f.advance()
	}
	return &f.bins[len(f.bins)-1]
}

// advance begins the bin of the clock.
func (f *flows) advance() {
	for f.grid.at(f.clock) >= mostFlowBins {
		f.fold()
	}
	at := f.grid.at(f.clock)
	f.until = f.grid.end(at)
	if n := len(f.bins); n > 0 && f.bins[n-1].at == at {
		return
	}
	f.closeBin()
	f.bins = append(f.bins, flowBin{at: at, low: f.level, high: f.level, end: f.level})
}

// closeBin enters what was given back in the latest bin among the pairs.
func (f *flows) closeBin() {
	for commit, pages := range f.now {
		if pages > 0 {
			f.pairs = append(f.pairs, flowPair{uint16(commit), uint16(f.bins[len(f.bins)-1].at), pages})
			f.now[commit] = 0
		}
	}
}

const mostLevel = 1 << 50 // pages; only a damaged capture gives more

func signedPages(pages uint64) int64 { return int64(min(pages, mostLevel)) }

func (f *flows) move(b *flowBin, by int64) {
	f.level = max(-mostLevel, min(mostLevel, f.level+by))
	b.low, b.high, b.end = min(b.low, f.level), max(b.high, f.level), f.level
}

// fold joins bins two by two.
func (f *flows) fold() {
	kept := f.bins[:0]
	for _, b := range f.bins {
		b.at = f.grid.folded(b.at)
		if n := len(kept); n > 0 && kept[n-1].at == b.at {
			kept[n-1].join(b)
		} else {
			kept = append(kept, b)
		}
	}
	f.bins = kept
	for i := range f.pairs {
		p := &f.pairs[i]
		p.commit, p.free = uint16(f.grid.folded(int(p.commit))), uint16(f.grid.folded(int(p.free)))
	}
	f.pairs = sumPairs(f.pairs)
	for commit, pages := range f.now {
		f.now[commit] = 0
		grow(&f.now[f.grid.folded(commit)], pages)
	}
	f.grid.shift++
	if n := len(f.bins); n > 0 {
		f.until = f.grid.end(f.bins[n-1].at)
	}
}

// join adds the next bin to this one.
func (b *flowBin) join(next flowBin) {
	grow(&b.committed, next.committed)
	grow(&b.before, next.before)
	b.low, b.high, b.end = min(b.low, next.low), max(b.high, next.high), next.end
}

// sumPairs puts pairs in order and adds up those of the same bins.
func sumPairs(pairs []flowPair) []flowPair {
	slices.SortFunc(pairs, func(a, b flowPair) int {
		return cmp.Or(cmp.Compare(a.commit, b.commit), cmp.Compare(a.free, b.free))
	})
	kept := pairs[:0]
	for _, p := range pairs {
		if n := len(kept); n > 0 && kept[n-1].commit == p.commit && kept[n-1].free == p.free {
			grow(&kept[n-1].pages, p.pages)
		} else {
			kept = append(kept, p)
		}
	}
	return kept
}
