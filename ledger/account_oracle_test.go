package ledger

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// bitmap keeps the account of a small address space page by page, after the words of the rules and without ranges.
type bitmap struct {
	page []naivePage
	figures
	partial []partialRegion
	next    int // identity of the next reservation
	journal []naiveMove
	clock   int64 // time of the event, or of a later one before it
}

func newBitmap(pages int, start int64) *bitmap {
	return &bitmap{page: make([]naivePage, pages), clock: start}
}

// naiveMove is that one page became committed, or was given back.
type naiveMove struct {
	at, birth    int64
	free, before bool // before: given back of what was not seen committed
}

func (b *bitmap) note(m naiveMove) {
	m.at = b.clock
	b.journal = append(b.journal, m)
}

// carryOver makes all that is committed memory from before.
func (b *bitmap) carryOver() {
	b.figures, b.journal = figures{}, nil
	for p := range b.page {
		page := &b.page[p]
		page.seen = false
		if page.committed {
			page.older = true
			b.before++
		}
	}
	for _, r := range b.partial {
		b.before += r.left
	}
}

type naivePage struct {
	reservation int // identity, 0 when not reserved
	seen        bool
	placeholder bool
	partial     bool
	committed   bool
	older       bool
	birth       int64
}

// base tells whether a reservation begins with the page.
func (b *bitmap) base(p uint64) bool {
	return b.page[p].reservation != 0 && (p == 0 || b.page[p-1].reservation != b.page[p].reservation)
}

func (b *bitmap) end(p uint64) uint64 {
	id := b.page[p].reservation
	for p < uint64(len(b.page)) && b.page[p].reservation == id {
		p++
	}
	return p
}

// uncommit gives a page back if it is committed.
func (b *bitmap) uncommit(p uint64, inferred bool) {
	page := &b.page[p]
	if page.committed {
		page.committed = false
		if page.older {
			page.older = false
			b.beforeFreed++
			b.note(naiveMove{free: true, before: true})
			return
		}
		b.note(naiveMove{free: true, birth: page.birth})
		b.freed++
		b.live--
		if inferred {
			b.inferred++
		}
	} else if page.partial {
		for i := range b.partial {
			if r := &b.partial[i]; r.lo <= p && p < r.hi && r.left > 0 {
				r.left--
				b.beforeFreed++
				b.note(naiveMove{free: true, before: true})
				break
			}
		}
	}
}

func (b *bitmap) drop(p uint64, inferred bool) {
	b.uncommit(p, inferred)
	if b.page[p].seen {
		b.liveReserved--
	}
	b.page[p] = naivePage{}
}

// known makes an unseen page part of a reservation from before.
func (b *bitmap) known(p uint64, id int) bool {
	if b.page[p].reservation != 0 {
		return false
	}
	b.page[p].reservation = id
	return true
}

func (b *bitmap) identity() int {
	b.next++
	return b.next
}

// part gives the pages from p on to the end of their reservation an identity of their own.
func (b *bitmap) part(p uint64) {
	if p >= uint64(len(b.page)) || b.page[p].reservation == 0 || b.base(p) {
		return
	}
	old, id := b.page[p].reservation, b.identity()
	for ; p < uint64(len(b.page)) && b.page[p].reservation == old; p++ {
		b.page[p].reservation = id
	}
}

// unite makes the pages one reservation with borders of its own.
func (b *bitmap) unite(lo, hi uint64) {
	b.part(hi)
	id := b.identity()
	for p := lo; p < hi; p++ {
		b.page[p].reservation = id
	}
}

// fill gives every run of unseen pages an identity of its own.
func (b *bitmap) fill(lo, hi uint64) (n uint64) {
	id := 0
	for p := lo; p < hi; p++ {
		if b.page[p].reservation != 0 {
			id = 0
			continue
		}
		if id == 0 {
			id = b.identity()
		}
		b.known(p, id)
		n++
	}
	return n
}

func (b *bitmap) allocate(lo, hi uint64, flags uint32) {
	b.allocations++
	if lo == hi {
		return
	}
	n := hi - lo
	switch {
	case flags&(memReset|memResetUndo) != 0:
		b.reset += n
		return
	case flags&memReplacePlaceholder != 0:
		b.unite(lo, hi)
		freed := b.freed
		for p := lo; p < hi; p++ {
			b.page[p].placeholder = false
			if b.page[p].committed {
				b.uncommit(p, true)
			}
		}
		if b.freed != freed {
			b.lostFrees++
		}
	case flags&memReserve != 0:
		for p := lo; p < hi; p++ {
			old := b.page[p]
			if old.reservation == 0 {
				continue
			}
			if !old.placeholder {
				b.lostFrees++
			}
			for q := range uint64(len(b.page)) {
				if b.page[q].reservation == old.reservation {
					b.drop(q, true)
				}
			}
		}
		id := b.identity()
		for p := lo; p < hi; p++ {
			b.page[p] = naivePage{reservation: id, seen: true, placeholder: flags&memReservePlaceholder != 0}
		}
		b.reserved += n
		b.liveReserved += n
	}
	if flags&memCommit == 0 {
		return
	}
	b.fill(lo, hi)
	for p := lo; p < hi; p++ {
		page := &b.page[p]
		if page.committed {
			b.repeated++
			continue
		}
		page.committed, page.partial, page.birth = true, false, b.clock
		b.note(naiveMove{})
		b.committed++
		b.live++
		if flags&memLarge != 0 {
			b.large++
		}
	}
	b.peak = max(b.peak, b.live)
}

func (b *bitmap) free(lo, hi uint64, flags uint32) {
	b.frees++
	if lo == hi && b.base(lo) {
		hi = b.end(lo)
	}
	if lo == hi || flags&(memRelease|memDecommit) == 0 {
		b.oddFrees++
		return
	}
	switch {
	case flags&memRelease == 0:
		for range b.fill(lo, hi) {
			b.unknown++
			b.note(naiveMove{free: true, before: true})
		}
		for p := lo; p < hi; p++ {
			b.uncommit(p, false)
		}
	case flags&memPreserve != 0:
		b.unite(lo, hi)
		for p := lo; p < hi; p++ {
			b.uncommit(p, false)
			b.page[p].partial, b.page[p].placeholder = false, true
		}
	case flags&memCoalesce != 0:
		b.unite(lo, hi)
		for p := lo; p < hi; p++ {
			b.page[p].placeholder = true
		}
	default:
		if b.base(lo) {
			hi = max(hi, b.end(lo))
		}
		b.part(hi)
		for p := lo; p < hi; p++ {
			if b.page[p].reservation == 0 {
				b.unknown++
				b.note(naiveMove{free: true, before: true})
				continue
			}
			b.drop(p, false)
		}
	}
}

// play enters an event. Rundowns are entered only where nothing is known, to keep the oracle simple.
func (b *bitmap) play(e event) {
	lo, hi := e.lo, e.lo+e.n
	switch {
	case e.rundown:
		id := b.identity()
		for p := lo; p < hi; p++ {
			whole := e.committed == e.n
			b.page[p] = naivePage{reservation: id, committed: whole, older: whole, partial: !whole && e.committed > 0}
		}
		b.before += e.committed
		if e.committed > 0 && e.committed < e.n {
			b.partial = append(b.partial, partialRegion{lo, hi, e.committed})
		}
	case e.free:
		b.free(lo, hi, e.flags)
	default:
		b.allocate(lo, hi, e.flags)
	}
}

// unseen tells whether nothing is known of the pages, nor of an earlier region that was listed there.
func (b *bitmap) unseen(lo, hi uint64) bool {
	for p := lo; p < hi; p++ {
		if b.page[p].reservation != 0 {
			return false
		}
	}
	for _, r := range b.partial {
		if r.lo < hi && lo < r.hi {
			return false
		}
	}
	return true
}

func (b *bitmap) compare(a *account) error {
	if a.figures != b.figures {
		return fmt.Errorf("figures %+v, want %+v", a.figures, b.figures)
	}
	var got [256]naivePage
	a.pages.visit(0, pageLimit, func(lo, hi uint64, c *cell) bool {
		for p := lo; p < hi; p++ {
			id := int(lo) + 1
			if (p > lo || c.flags&cellHead == 0) && p > 0 {
				id = got[p-1].reservation
			}
			got[p] = naivePage{reservation: id, seen: c.flags&cellSeen != 0, placeholder: c.flags&cellPlaceholder != 0,
				partial: c.flags&cellPartial != 0, committed: c.record != 0}
			if c.record != 0 {
				got[p].older = a.records.at(c.record).older
			}
		}
		return true
	})
	for p := range got {
		want := b.page[p]
		want.reservation, want.birth = got[p].reservation, 0
		if got[p] != want || got[p].reservation != 0 != (b.page[p].reservation != 0) {
			return fmt.Errorf("page %d: %+v, want %+v", p, got[p], b.page[p])
		}
		if head := got[p].reservation == p+1; head != b.base(uint64(p)) {
			return fmt.Errorf("page %d: a reservation begins here: %v, want %v", p, head, b.base(uint64(p)))
		}
	}
	return nil
}

func playBoth(t *testing.T, events []event) {
	a := newAccount(0)
	b := newBitmap(256, 0)
	for i, e := range events {
		if e.rundown && (e.n == 0 || e.committed > e.n || !b.unseen(e.lo, e.lo+e.n)) {
			continue
		}
		a.play(int64(i)*1e7, e)
		b.play(e)
		err := a.verify()
		if err == nil {
			err = b.compare(a)
		}
		if err != nil {
			t.Fatalf("after event %d, %+v: %v", i, e, err)
		}
	}
}

// rounds is how often a test of random rows runs: less often where time is short, as under the race detector.
func rounds(n uint64) uint64 {
	if testing.Short() {
		return n / 10
	}
	return n
}

func TestAccountAgainstBitmap(t *testing.T) {
	for seed := range rounds(300) {
		playBoth(t, randomEvents(rand.New(rand.NewPCG(seed, 3)), 300))
	}
}

func FuzzAccount(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8})
	allocs := []uint32{reserve, commit, both, holder, replace, memReset, both | memLarge, 0}
	frees := []uint32{decommit, release, preserve, coalesce, 0}
	f.Fuzz(func(t *testing.T, script []byte) {
		var events []event
		for ; len(script) >= 4 && len(events) < 500; script = script[4:] {
			lo, n := uint64(script[1])%220, uint64(script[2])%36
			what := int(script[3])
			switch script[0] % 8 {
			case 0:
				events = append(events, listed(lo, n, uint64(what%36)))
			case 1, 2, 3:
				events = append(events, free(lo, n, frees[what%len(frees)]))
			default:
				events = append(events, alloc(lo, n, allocs[what%len(allocs)]))
			}
		}
		playBoth(t, events)
	})
}
