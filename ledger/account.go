package ledger

// account is the page-exact account of the private memory of one lifetime.
//
// Its map holds every page that is known to be reserved; a range is one reservation or a part of one, and has a record
// while its pages are committed. So what is committed is reserved, by construction. The rules that the methods follow
// are those of the package documentation, whose numbers the comments give.
type account struct {
	pages   rangeMap
	records *recordTable
	partial []partialRegion // listed by the start rundown as committed in part, in order of address

	figures
	line   timeline // in pages
	deaths deaths
	top    uint64  // end of the highest range seen, in pages
	gone   touched // pages that were known and are no more
	reuse  reuse
	actors map[actor]uint64 // pages committed by other processes
	listed []region         // by the end rundown
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

func newAccount(origin int64, records *recordTable) *account {
	return &account{records: records, line: newTimeline(origin, mostBins)}
}

// allocate enters a VirtualAlloc event. It gives the record of the pages that became committed, 0 when none did.
func (a *account) allocate(now int64, lo, hi uint64, flags uint32) uint32 {
	a.allocations++
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
	a.records.at(id).pages = pages
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
}

// free enters a VirtualFree event.
func (a *account) free(now int64, lo, hi uint64, flags uint32) {
	a.frees++
	if flags&(memRelease|memDecommit) == 0 { // rule 8
		a.oddFrees++
		return
	}
	end := lo // of the reservation that begins here
	if e, ok := a.pages.find(lo); ok && e.lo == lo && e.cell.flags&cellHead != 0 {
		end = a.end(lo)
	}
	if lo == hi {
		hi = end
	}
	if lo == hi { // rule 8
		a.oddFrees++
		return
	}
	a.top = max(a.top, hi)
	switch {
	case flags&memRelease == 0:
		a.decommit(now, lo, hi)
	case flags&memPreserve != 0:
		a.preserve(now, lo, hi)
	case flags&memCoalesce != 0:
		a.coalesce(lo, hi)
	case hi <= end:
		a.release(now, lo, end)
	default:
		a.release(now, lo, hi)
		a.markHead(hi)
	}
}

// release is rule 6.
func (a *account) release(now int64, lo, hi uint64) {
	known := a.drop(now, lo, hi, false)
	a.freeUnknown(now, hi-lo-known)
}

// decommit is rule 5.
func (a *account) decommit(now int64, lo, hi uint64) {
	a.freeUnknown(now, a.fillGaps(lo, hi))
	if len(a.partial) > 0 {
		a.pages.visit(lo, hi, func(l, h uint64, c *cell) bool {
			if c.record == 0 && c.flags&cellPartial != 0 {
				a.freePartial(now, max(l, lo), min(h, hi))
			}
			return true
		})
	}
	a.pages.uncommit(lo, hi, func(e extent) { a.freePiece(now, e, false) })
}

// drop takes all pages of a span out of the map, and tells how many it held.
func (a *account) drop(now int64, lo, hi uint64, inferred bool) (known uint64) {
	a.gone.add(lo, hi)
	a.pages.erase(lo, hi, func(e extent) {
		known += e.hi - e.lo
		switch {
		case e.cell.record != 0:
			a.freePiece(now, e, inferred)
		case e.cell.flags&cellPartial != 0:
			a.freePartial(now, e.lo, e.hi)
		}
		if e.cell.flags&cellSeen != 0 {
			a.liveReserved -= e.hi - e.lo
		}
	})
	return known
}

// fillGaps makes the pages of a span that are not known an earlier reservation, and tells how many they were.
func (a *account) fillGaps(lo, hi uint64) (filled uint64) {
	for at := lo; at < hi; {
		e, ok := a.pages.find(at)
		to := hi
		if ok {
			to = min(e.lo, hi)
		}
		if to > at {
			a.pages.insertHere(extent{at, to, cell{0, cellHead}})
			filled += to - at
		}
		if !ok {
			break
		}
		at = e.hi
	}
	return filled
}

// freePiece enters that committed pages were given back.
func (a *account) freePiece(now int64, e extent, inferred bool) {
	n := e.hi - e.lo
	r := a.records.at(e.cell.record)
	if r.older {
		a.freeOlder(now, n, &a.beforeFreed)
		a.records.take(e.cell.record, n)
		return
	}
	grow(&a.freed, n)
	a.live -= n
	if inferred {
		grow(&a.inferred, n)
	} else {
		a.deaths.add(now-r.birth, n)
	}
	a.line.move(a.line.bin(now), -float64(n))
	a.records.take(e.cell.record, n)
}

// freeUnknown enters that pages were given back which nothing had announced.
func (a *account) freeUnknown(now int64, n uint64) {
	a.freeOlder(now, n, &a.unknown)
}

// freeOlder adds pages from before the capture to a sum.
func (a *account) freeOlder(now int64, n uint64, sum *uint64) {
	if n == 0 {
		return
	}
	grow(sum, n)
	b := a.line.bin(now)
	b.older += float64(n)
	a.line.move(b, -float64(n))
}
