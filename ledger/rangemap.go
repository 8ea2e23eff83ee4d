package ledger

// rangeMap holds disjoint ranges of page numbers, each with a cell, in order of address.
//
// It is a B+-tree: the ranges stand in the leaves, which are linked from left to right, and an inner node knows of each
// child an upper bound of the ends of its ranges. An operation costs a descent of logarithmic depth for each leaf that
// it touches; a range that goes was put in by an earlier operation, so the cost per operation is logarithmic in the
// number of ranges over any run of operations.
//
// Invariants, for every child i of an inner node: no range in it ends above bound[i], and no range in child i+1 begins
// below bound[i]. Every node but the root holds at least leastFill entries. A bound may be higher than the last end in
// its child; so when a search finds nothing there, what it looks for is the first range of the next leaf.
//
// The path of the last search stays valid until the map changes; methods named ...Here go on from it. Functions given to
// a method must not call methods of the map.
type rangeMap struct {
	root   *node
	height int // inner levels above the leaves
	count  int // ranges
	path   [maxHeight + 1]step
}

// cell is what a range carries.
type cell struct {
	record uint32 // allocation record that owns the committed pages, 0 when they are not committed
	flags  uint8
}

// tail is the cell of the rest of a range whose front has been cut off or changed.
func (c cell) tail() cell { return cell{c.record, c.flags &^ cellHead} }

// extent is one range with its cell: pages lo up to, not including, hi.
type extent struct {
	lo, hi uint64
	cell   cell
}

const (
	fanout    = 64
	leastFill = fanout / 4
	mergeFill = fanout * 3 / 4
	maxHeight = 14 // leastFill^14 leaves are more than there are pages
)

// node is a leaf or an inner node. Pointers come first, so that the garbage collector looks at no more than them.
type node struct {
	next  *node          // of a leaf: the leaf to the right
	kids  *[fanout]*node // nil in a leaf
	n     int
	bound [fanout]uint64 // of a leaf: ends of the ranges
	lo    [fanout]uint64 // leaf only
	cells [fanout]cell   // leaf only
}

// step is one level of the way from the root to a leaf: the node, and the child or range in it.
type step struct {
	node *node
	at   int
}

// search gives the first index whose bound is above p, n when none is.
func (n *node) search(p uint64) int {
	lo, hi := 0, n.n
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if n.bound[mid] > p {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

// extent gives the range at a place, or the first one of the next leaf when the place is the end of the leaf.
func (n *node) extent(at int) (extent, bool) {
	if at == n.n {
		n, at = n.next, 0
		if n == nil {
			return extent{}, false
		}
	}
	return extent{n.lo[at], n.bound[at], n.cells[at]}, true
}

// seek sets the path to the first range that ends above p, and gives its leaf and place. When the leaf that the path
// leads to has no such range, the place is the end of that leaf, and what is looked for is the first range of the next.
// A range that holds p is always found at the path.
func (m *rangeMap) seek(p uint64) (*node, int) {
	n := m.root
	if n == nil {
		n = new(node)
		m.root = n
	}
	for level := range m.height {
		at := min(n.search(p), n.n-1)
		m.path[level] = step{n, at}
		n = n.kids[at]
	}
	at := n.search(p)
	m.path[m.height] = step{n, at}
	return n, at
}

// find gives the first range that ends above p, and sets the path as seek does.
func (m *rangeMap) find(p uint64) (extent, bool) {
	n, at := m.seek(p)
	return n.extent(at)
}

// visit calls f for every range that overlaps [lo, hi), until f gives false. It may change the cell.
func (m *rangeMap) visit(lo, hi uint64, f func(lo, hi uint64, c *cell) bool) {
	m.seek(lo)
	m.visitHere(hi, f)
}

// visitHere is visit from the path on.
func (m *rangeMap) visitHere(hi uint64, f func(lo, hi uint64, c *cell) bool) {
	n, at := m.path[m.height].node, m.path[m.height].at
	for ; n != nil; n, at = n.next, 0 {
		for ; at < n.n; at++ {
			if n.lo[at] >= hi || !f(n.lo[at], n.bound[at], &n.cells[at]) {
				return
			}
		}
	}
}

// insert adds a range, which must overlap none.
func (m *rangeMap) insert(e extent) {
	m.seek(e.lo)
	m.insertHere(e)
}

// insertHere is insert when the path is that of a search for the start of the range.
func (m *rangeMap) insertHere(e extent) {
	leaf, at := m.path[m.height].node, m.path[m.height].at
	for _, s := range m.path[:m.height] {
		s.node.bound[s.at] = max(s.node.bound[s.at], e.hi)
	}
	if leaf.n == fanout {
		leaf, at = m.splitLeaf(at)
	}
	leaf.open(at)
	leaf.lo[at], leaf.bound[at], leaf.cells[at] = e.lo, e.hi, e.cell
	m.count++
}

// put gives the pages [lo, hi) of the range at the path another cell. What is left of the range on either side keeps
// its own.
func (m *rangeMap) put(lo, hi uint64, c cell) {
	leaf, at := m.path[m.height].node, m.path[m.height].at
	e, _ := leaf.extent(at)
	if lo > e.lo {
		leaf.bound[at] = lo
		m.insertPiece(leaf, at+1, extent{lo, hi, c})
	} else {
		leaf.bound[at], leaf.cells[at] = hi, c
	}
	if hi < e.hi {
		m.insert(extent{hi, e.hi, e.cell.tail()})
	}
}

// insertPiece inserts a part of what was one range up to now, at its place in the leaf when there is room.
func (m *rangeMap) insertPiece(leaf *node, at int, e extent) {
	if leaf.n == fanout {
		m.insert(e)
		return
	}
	leaf.open(at)
	leaf.lo[at], leaf.bound[at], leaf.cells[at] = e.lo, e.hi, e.cell
	m.count++
}

// cut makes p a border: a range that holds p and does not begin there becomes two.
func (m *rangeMap) cut(p uint64) {
	leaf, at := m.seek(p)
	if at == leaf.n || leaf.lo[at] >= p {
		return
	}
	rest := extent{p, leaf.bound[at], leaf.cells[at].tail()}
	leaf.bound[at] = p
	m.insertPiece(leaf, at+1, rest)
}

// erase takes all pages of [lo, hi) out and calls f for each piece taken.
func (m *rangeMap) erase(lo, hi uint64, f func(extent)) {
	for {
		leaf, from := m.seek(lo)
		if from == leaf.n {
			if leaf.next == nil || leaf.next.lo[0] >= hi {
				return
			}
			lo = leaf.next.lo[0]
			continue
		}
		if e := (extent{leaf.lo[from], leaf.bound[from], leaf.cells[from]}); e.lo < lo {
			f(extent{lo, min(hi, e.hi), e.cell})
			leaf.bound[from] = lo
			if e.hi > hi {
				m.insertPiece(leaf, from+1, extent{hi, e.hi, e.cell.tail()})
				return
			}
			from++
		}
		to := from
		for ; to < leaf.n && leaf.bound[to] <= hi; to++ {
			f(extent{leaf.lo[to], leaf.bound[to], leaf.cells[to]})
		}
		last := to < leaf.n
		if last && leaf.lo[to] < hi {
			f(extent{leaf.lo[to], hi, leaf.cells[to]})
			leaf.lo[to], leaf.cells[to] = hi, leaf.cells[to].tail()
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
			if leaf.next == nil || leaf.next.lo[0] >= hi {
				return
			}
			lo = leaf.next.lo[0]
			continue
		}
		to := from
		for ; to < leaf.n && leaf.lo[to] < hi; to++ {
			if leaf.cells[to].record != 0 {
				f(extent{leaf.lo[to], leaf.bound[to], leaf.cells[to]})
				leaf.cells[to].record = 0
			}
		}
		last := to < leaf.n
		lo = leaf.bound[leaf.n-1]
		m.join(leaf, max(from-1, 0), min(to+1, leaf.n))
		if last {
			return
		}
	}
}

// join joins uncommitted neighbours of one reservation among the places [from, to) of the path's leaf.
func (m *rangeMap) join(leaf *node, from, to int) {
	kept := from
	for i := from + 1; i < to; i++ {
		if leaf.lo[i] == leaf.bound[kept] && leaf.cells[i].flags == leaf.cells[kept].flags&^cellHead &&
			leaf.cells[i].record == 0 && leaf.cells[kept].record == 0 {
			leaf.bound[kept] = leaf.bound[i]
			continue
		}
		kept++
		leaf.lo[kept], leaf.bound[kept], leaf.cells[kept] = leaf.lo[i], leaf.bound[i], leaf.cells[i]
	}
	if kept+1 < to {
		m.remove(leaf, kept+1, to)
	}
}
