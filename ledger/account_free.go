package ledger

// free enters a VirtualFree event.
func (a *account) free(now int64, lo, hi uint64, flags uint32) {
	a.frees++
	if a.flows != nil {
		a.flows.reach(now)
	}
	if flags&(memRelease|memDecommit) == 0 { // rule 8
		a.oddFrees++
		return
	}
	end := lo // of the reservation that begins here
	e, ok := a.pages.find(lo)
	if ok && e.lo == lo && e.cell.flags&cellHead != 0 {
		end = e.hi
		if a.pages.goesOn() {
			end = a.end(lo)
		}
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
	case hi <= end && end == e.hi: // as most are
		a.dropPiece(now, e, false)
		a.gone.add(lo, end)
		a.pages.removeHere()
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
		a.dropPiece(now, e, inferred)
	})
	return known
}

// dropPiece enters that pages are known no more.
func (a *account) dropPiece(now int64, e extent, inferred bool) {
	switch {
	case e.cell.record != 0:
		a.freePiece(now, e, inferred)
	case e.cell.flags&cellPartial != 0:
		a.freePartial(now, e.lo, e.hi)
	}
	if e.cell.flags&cellSeen != 0 {
		a.liveReserved -= e.hi - e.lo
	}
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
	if a.flows != nil {
		a.flows.free(now, e.cell.record, r, n)
	}
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
	if a.flows != nil {
		a.flows.freeBefore(now, n)
	}
}
