package ledger

// This file holds what takes ranges, or their records, out of a rangeMap.

// erase takes all pages of [lo, hi) out and calls f for each piece taken.
func (m *rangeMap) erase(lo, hi uint64, f func(extent)) {
	for {
		leaf, from := m.seek(lo)
		if from == leaf.n {
			first, ok := leaf.extent(from)
			if !ok || first.lo >= hi {
				return
			}
			lo = first.lo
			continue
		}
		i := leaf.slot(from)
		if e := leaf.get(i); e.lo < lo {
			f(extent{lo, min(hi, e.hi), e.cell})
			leaf.bound[i] = lo
			if e.hi > hi {
				m.insertPiece(leaf, from+1, extent{hi, e.hi, e.cell.tail()})
				return
			}
			from++
		}
		to := from
		for ; to < leaf.n && leaf.bound[leaf.slot(to)] <= hi; to++ {
			f(leaf.get(leaf.slot(to)))
		}
		last := to < leaf.n
		if i := leaf.slot(to); last && leaf.lo[i] < hi {
			f(extent{leaf.lo[i], hi, leaf.cell[i]})
			leaf.lo[i], leaf.cell[i] = hi, leaf.cell[i].tail()
		}
		if to > from {
			m.remove(leaf, from, to)
		}
		if last {
			return
		}
	}
}

// uncommit clears the record of all committed pages in [lo, hi), calls f for each piece that had one, and joins the
// uncommitted ranges of one reservation that come to lie side by side in a leaf.
func (m *rangeMap) uncommit(lo, hi uint64, f func(extent)) {
	m.cut(lo)
	m.cut(hi)
	for {
		leaf, from := m.seek(lo)
		if from == leaf.n {
			first, ok := leaf.extent(from)
			if !ok || first.lo >= hi {
				return
			}
			lo = first.lo
			continue
		}
		to := from
		for ; to < leaf.n && leaf.lo[leaf.slot(to)] < hi; to++ {
			i := leaf.slot(to)
			if leaf.cell[i].record != 0 {
				f(leaf.get(i))
				leaf.cell[i].record = 0
			}
		}
		last := to < leaf.n
		lo = leaf.bound[leaf.slot(leaf.n-1)]
		m.join(leaf, max(from-1, 0), min(to+1, leaf.n))
		if last {
			return
		}
	}
}

// join joins uncommitted neighbours of one reservation among the places [from, to) of the path's leaf.
func (m *rangeMap) join(leaf *leaf, from, to int) {
	for to--; to > from; to-- {
		i, left := leaf.slot(to), leaf.slot(to-1)
		if leaf.cell[i].record == 0 && leaf.lo[i] == leaf.bound[left] && leaf.cell[i] == leaf.cell[left].tail() {
			leaf.bound[left] = leaf.bound[i]
			leaf.removeAt(to)
			m.count--
		}
	}
	m.refill()
}
