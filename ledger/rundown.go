package ledger

import "slices"

// region is a range of private memory that a rundown lists.
type region struct {
	lo, hi    uint64
	flags     uint32
	committed uint64 // pages
}

// newRegion makes a region of a rundown row, which is not private memory when ok is false. Without a commit size a
// region with the commit bit is taken as committed throughout.
func newRegion(lo, hi uint64, flags uint32, commitSize uint64, hasCommitSize bool) (r region, ok bool) {
	if lo == hi || flags&memPrivate == 0 && flags&(memMapped|memImage) != 0 {
		return region{}, false
	}
	r = region{lo: lo, hi: hi, flags: flags}
	switch {
	case hasCommitSize:
		r.committed = min(inPages(commitSize), hi-lo)
	case flags&memCommit != 0:
		r.committed = hi - lo
	}
	return r, true
}

// seed enters a region that the start rundown lists (rule 10). What the capture has already seen of it is not from
// before.
func (a *account) seed(r region) {
	a.top = max(a.top, r.hi)
	c := cell{}
	older := uint64(0)
	whole := r.committed == r.hi-r.lo
	if whole {
		c.record = a.records.create(0)
		a.records.at(c.record).older = true
	} else if r.committed > 0 {
		c.flags |= cellPartial
	}
	for at := r.lo; at < r.hi; {
		e, ok := a.pages.find(at)
		to := r.hi
		if ok {
			to = min(e.lo, r.hi)
		}
		if to > at {
			a.pages.insertHere(extent{at, to, c})
			older += to - at
		}
		if !ok {
			break
		}
		at = e.hi
	}
	a.pages.visit(r.lo, r.hi, func(lo, _ uint64, c *cell) bool {
		switch {
		case lo == r.lo:
			c.flags |= cellHead
		case lo > r.lo && c.flags&cellSeen == 0:
			c.flags &^= cellHead
		}
		return true
	})
	switch {
	case whole && older == 0:
		a.records.drop(c.record)
	case whole:
		a.records.at(c.record).pages = older
		grow(&a.before, older)
	case r.committed > 0 && older > 0:
		left := min(r.committed, older)
		if a.addPartial(partialRegion{r.lo, r.hi, left}) {
			grow(&a.before, left)
		}
	}
}

// partialRegion is a region of which only the committed size is known, not which pages: pages that are given back count
// against what is left.
type partialRegion struct {
	lo, hi uint64
	left   uint64
}

// addPartial puts a region at its place among the others, unless it overlaps one of them.
func (a *account) addPartial(r partialRegion) bool {
	i := a.partialAt(r.lo)
	if i < len(a.partial) && a.partial[i].lo < r.hi {
		return false
	}
	a.partial = slices.Insert(a.partial, i, r)
	return true
}

// partialAt gives the index of the first region that ends above a page.
func (a *account) partialAt(p uint64) int {
	i, _ := slices.BinarySearchFunc(a.partial, p, func(r partialRegion, p uint64) int {
		if r.hi <= p {
			return -1
		}
		return 1
	})
	return i
}

// freePartial enters that pages of regions committed in part were given back.
func (a *account) freePartial(now int64, lo, hi uint64) {
	for i := a.partialAt(lo); i < len(a.partial) && a.partial[i].lo < hi; i++ {
		r := &a.partial[i]
		n := min(min(hi, r.hi)-max(lo, r.lo), r.left)
		r.left -= n
		a.freeOlder(now, n, &a.beforeFreed)
	}
}

// audit compares the account with the regions that the end rundown lists (rule 11). A region that overlaps one listed
// before it is left out. older tells that the lifetime is older than the capture.
func (a *account) audit(older bool) *Audit {
	var listed rangeMap
	var regions, size, committed, agreed, before uint64
	words := a.gone.sorted()
	for _, r := range a.listed {
		if e, ok := listed.find(r.lo); ok && e.lo < r.hi {
			continue
		}
		listed.insert(extent{r.lo, r.hi, cell{}})
		regions++
		grow(&size, r.hi-r.lo)
		grow(&committed, r.committed)
		both := min(a.committedIn(r.lo, r.hi), r.committed)
		agreed += both
		if unseen := r.committed - both; older && unseen > 0 {
			before += min(unseen, a.untouchedIn(r.lo, r.hi, words))
		}
	}
	return &Audit{
		Regions: regions, RegionBytes: inBytes(size), CommitBytes: inBytes(committed), AgreedBytes: inBytes(agreed),
		UnseenBytes: inBytes(committed - agreed), BeforeBytes: inBytes(before), MissedBytes: inBytes(committed - agreed - before),
		StaleBytes: inBytes(a.committedIn(0, pageLimit) - agreed),
	}
}

// untouchedIn counts the pages of a span that no event has touched, only the start rundown may have listed. words is
// what a.gone.sorted gives.
func (a *account) untouchedIn(lo, hi uint64, words []uint64) (n uint64) {
	at := lo
	a.pages.visit(lo, hi, func(l, h uint64, c *cell) bool {
		l, h = max(l, lo), min(h, hi)
		n += l - at - a.gone.count(words, at, l)
		if c.flags&cellPartial != 0 {
			n += h - l
		}
		at = h
		return true
	})
	return n + hi - at - a.gone.count(words, at, hi)
}

// committedIn counts the pages of a span that the account holds as committed.
func (a *account) committedIn(lo, hi uint64) (n uint64) {
	a.pages.visit(lo, hi, func(l, h uint64, c *cell) bool {
		if c.record != 0 {
			n += min(h, hi) - max(l, lo)
		}
		return true
	})
	return n
}
