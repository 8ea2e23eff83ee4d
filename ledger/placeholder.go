package ledger

// This file holds the rules for placeholders (rule 9): reservations made to be replaced by memory or by views, which
// are split and joined by what looks like a release.

// replace turns a placeholder into an ordinary reservation. Memory that it still holds was given back by a free that
// was lost.
func (a *account) replace(now int64, lo, hi uint64) {
	a.unite(lo, hi)
	a.pages.visit(lo, hi, func(_, _ uint64, c *cell) bool {
		c.flags &^= cellPlaceholder
		return true
	})
	freed := a.freed
	a.pages.uncommit(lo, hi, func(e extent) { a.freePiece(now, e, true) })
	if a.freed != freed {
		a.lostFrees++
	}
}

// preserve gives back what is committed in a span and leaves it reserved, a placeholder of its own.
func (a *account) preserve(now int64, lo, hi uint64) {
	a.unite(lo, hi)
	a.pages.visit(lo, hi, func(l, h uint64, c *cell) bool {
		if c.record == 0 && c.flags&cellPartial != 0 {
			a.freePartial(now, l, h)
		}
		c.flags = c.flags&^cellPartial | cellPlaceholder
		return true
	})
	a.pages.uncommit(lo, hi, func(e extent) { a.freePiece(now, e, false) })
}

// coalesce makes one placeholder of those in a span.
func (a *account) coalesce(lo, hi uint64) {
	a.unite(lo, hi)
	a.pages.visit(lo, hi, func(_, _ uint64, c *cell) bool {
		c.flags |= cellPlaceholder
		return true
	})
}

// unite makes a span one reservation with borders of its own. Pages of it that were not known are taken as reserved
// before the capture.
func (a *account) unite(lo, hi uint64) {
	a.fillGaps(lo, hi)
	a.markHead(lo)
	a.markHead(hi)
	a.pages.visit(lo, hi, func(l, _ uint64, c *cell) bool {
		if l != lo {
			c.flags &^= cellHead
		}
		return true
	})
}

// markHead makes a reservation begin at a page, if the page is known at all.
func (a *account) markHead(p uint64) {
	a.pages.cut(p)
	a.pages.visit(p, p+1, func(lo, _ uint64, c *cell) bool {
		if lo == p {
			c.flags |= cellHead
		}
		return false
	})
}
