package ledger

// account is the page-exact account of the private memory of one lifetime.
//
// Its map holds every page that is known to be reserved; a range is one reservation or a part of one, and has a record
// while its pages are committed. So what is committed is reserved, by construction. The rules that the methods follow
// are those of the package documentation, whose numbers the comments give.
type account struct {
	pages   rangeMap
	records recordTable
	partial []partialRegion // listed by the start rundown as committed in part, in order of address

	figures
	line   timeline // in pages
	deaths deaths
	top    uint64  // end of the highest range seen, in pages
	gone   touched // pages that were known and are no more
	reuse  reuse
	actors map[actor]uint64 // pages committed by other processes
	listed []region         // by the end rundown

	span    *span // that is counted
	turn    int64 // time at which that begins or ends; always when it is over
	carried carried
	flows   *flows // nil unless asked for
}

// figures are the sums of an account, in pages unless they count events.
type figures struct {
	reserved     uint64 // became reserved
	liveReserved uint64 // of reserved, still so
	committed    uint64 // became committed
	live         uint64 // committed in the capture and still so
	peak         uint64 // greatest live
	freed        uint64 // of committed, given back
	inferred     uint64 // of freed, by a free that was lost
	unknown      uint64 // freed without ever having been seen
	repeated     uint64
	byOther      uint64
	reset        uint64
	before       uint64 // committed before the capture, listed by the start rundown
	beforeFreed  uint64
	large        uint64
	physical     uint64
	watched      uint64
	topDown      uint64

	allocations uint64
	frees       uint64
	oddFrees    uint64
	lostFrees   uint64
}

// actor is a process that commits memory in another one.
type actor struct {
	pid   uint32
	owner uint32 // index of its lifetime, 0 when the number had none
}

// newAccount makes an account of all that its lifetime does.
func newAccount(origin int64) *account {
	return newAccountOf(origin, &span{start: origin, from: always, until: never})
}

// newAccountOf makes an account of what its lifetime does in a span.
func newAccountOf(origin int64, s *span) *account {
	a := &account{line: newTimeline(origin, mostBins), span: s, turn: s.from}
	if s.from == always {
		a.begin()
		a.turn = s.until
	}
	return a
}

// allocate enters a VirtualAlloc event. It gives the record of the pages that became committed, 0 when none did.
func (a *account) allocate(now int64, lo, hi uint64, flags uint32) uint32 {
	a.allocations++
	if a.flows != nil {
		a.flows.reach(now)
	}
	if lo == hi {
		return 0
	}
	if flags&(memReset|memResetUndo) != 0 { // rule 7
		grow(&a.reset, hi-lo)
		return 0
	}
	a.top = max(a.top, hi)
	switch {
	case flags&memReplacePlaceholder != 0:
		a.replace(now, lo, hi)
	case flags&memReserve != 0:
		return a.reserve(now, lo, hi, flags)
	}
	if flags&memCommit == 0 {
		return 0
	}
	return a.commit(now, lo, hi, flags)
}

// reserve is rule 1, with the commit that the same event may ask for.
func (a *account) reserve(now int64, lo, hi uint64, flags uint32) uint32 {
	again, lost := a.gone.has(lo), a.lostFrees
	a.evict(now, lo, hi)
	a.reuse.add(again, a.lostFrees > lost)
	c := cell{0, cellHead | cellSeen}
	if flags&memReservePlaceholder != 0 {
		c.flags |= cellPlaceholder
	}
	n := hi - lo
	if flags&memCommit != 0 {
		c.record = a.records.create(now)
		a.addCommit(now, c.record, n, flags)
	}
	a.pages.insertHere(extent{lo, hi, c})
	grow(&a.reserved, n)
	a.liveReserved += n
	if flags&memPhysical != 0 {
		grow(&a.physical, n)
	}
	if flags&memWatch != 0 {
		grow(&a.watched, n)
	}
	if flags&memTopDown != 0 {
		grow(&a.topDown, n)
	}
	return c.record
}

// evict is rule 2: it closes the reservations that a new one overlaps. The map's path is then that of a search for lo.
func (a *account) evict(now int64, lo, hi uint64) {
	for {
		e, ok := a.pages.find(lo)
		if !ok || e.lo >= hi {
			return
		}
		if e.cell.flags&cellPlaceholder == 0 {
			a.lostFrees++
		}
		from := a.base(e)
		a.pages.find(from)
		a.drop(now, from, a.end(from), true)
	}
}

// base gives the first page of the reservation that a range is part of.
func (a *account) base(e extent) uint64 {
	for e.cell.flags&cellHead == 0 && e.lo > 0 {
		before, ok := a.pages.find(e.lo - 1)
		if !ok || before.lo >= e.lo {
			break
		}
		e = before
	}
	return e.lo
}

// end gives the end of the reservation that begins with the page base, where the map's path is.
func (a *account) end(base uint64) uint64 {
	end := base
	a.pages.visitHere(pageLimit, func(lo, hi uint64, c *cell) bool {
		if end != base && (lo != end || c.flags&cellHead != 0) {
			return false
		}
		end = hi
		return true
	})
	return end
}

// commit is rules 3 and 4.
func (a *account) commit(now int64, lo, hi uint64, flags uint32) uint32 {
	id := a.records.create(now)
	var fresh uint64
	for at := lo; at < hi; {
		e, ok := a.pages.find(at)
		switch {
		case !ok || e.lo >= hi:
			a.pages.insertHere(extent{at, hi, cell{id, cellHead}})
			fresh += hi - at
			at = hi
		case e.lo > at:
			a.pages.insertHere(extent{at, e.lo, cell{id, cellHead}})
			fresh += e.lo - at
			at = e.lo
		case e.cell.record != 0:
			to := min(e.hi, hi)
			grow(&a.repeated, to-at)
			at = to
		default:
			to := min(e.hi, hi)
			c := cell{id, e.cell.flags &^ cellPartial}
			if at > e.lo {
				c = c.tail()
			}
			a.pages.put(at, to, c)
			fresh += to - at
			at = to
		}
	}
	if fresh == 0 {
		a.records.drop(id)
		return 0
	}
	a.addCommit(now, id, fresh, flags)
	return id
}

// addCommit enters that pages became committed, all those of a new record.
func (a *account) addCommit(now int64, id uint32, pages uint64, flags uint32) {
	r := a.records.at(id)
	r.pages = pages
	grow(&a.committed, pages)
	a.live += pages
	a.peak = max(a.peak, a.live)
	if flags&(memLarge|memHuge) != 0 {
		grow(&a.large, pages)
	}
	b := a.line.bin(now)
	b.born += float64(pages)
	b.births++
	a.line.move(b, float64(pages))
	if a.flows != nil {
		a.flows.commit(now, id, r.serial, pages)
	}
}
