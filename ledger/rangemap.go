package ledger

// rangeMap holds disjoint ranges of page numbers, each with a cell, in order of address.
//
// It is a B+-tree: the ranges stand in the leaves, which are linked from left to right, and an inner node knows of each
// child an upper bound of the ends of its ranges. An operation costs a descent of logarithmic depth for each leaf that
// it touches; a range that goes was put in by an earlier operation, so the cost per operation is logarithmic in the
// number of ranges over any run of operations. Leaves are small, because an operation on a range moves others of its leaf
// and reads memory that is in no cache; inner nodes are wide, because they are.
//
// Invariants, for every child i of an inner node: no range in it ends above bound[i], and no range in child i+1 begins
// below bound[i]. Every node but the root holds at least a quarter of what it has room for. A bound may be higher than
// the last end in its child; so when a search finds nothing there, what it looks for is the first range of the next leaf.
//
// The path of the last search stays valid until the map changes; methods named ...Here go on from it. Functions given to
// a method must not call methods of the map.
type rangeMap struct {
	root   child
	height int // inner levels above the leaves
	count  int // ranges

	path [maxHeight]step // down to the leaf
	leaf *leaf
	at   int // place in the leaf
	// A search for any page of [low, high) takes the path's way down to its leaf.
	low, high uint64
}

// maxHeight is enough: the least number of leaves below that many levels is greater than the number of pages.
const maxHeight = 14

// step is one level of the way from the root to a leaf: the node, and the child in it.
type step struct {
	node *inner
	at   int
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

// seek sets the path to the first range that ends above p, and gives its leaf and place. When the leaf that the path
// leads to has no such range, the place is the end of that leaf, and what is looked for is the first range of the next.
// A range that holds p is always found at the path.
func (m *rangeMap) seek(p uint64) (*leaf, int) {
	if p-m.low >= m.high-m.low {
		m.descend(p)
	}
	m.at = m.leaf.search(p)
	return m.leaf, m.at
}

// descend sets the path down to the leaf of a search for p.
func (m *rangeMap) descend(p uint64) {
	if m.height == 0 && m.root.leaf == nil {
		m.root.leaf = newLeaf()
	}
	at := m.root
	m.low, m.high = 0, noBound
	for level := range m.height {
		n := at.inner
		i := n.search(p)
		if i >= n.n-1 {
			i = n.n - 1
		} else {
			m.high = min(m.high, n.bound[i])
		}
		if i > 0 {
			m.low = max(m.low, n.bound[i-1])
		}
		m.path[level] = step{n, i}
		at = n.kids[i]
	}
	m.leaf = at.leaf
}

// reshaped has the next search begin at the root.
func (m *rangeMap) reshaped() { m.low, m.high = 0, 0 }

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
	n, at := m.leaf, m.at
	for ; n != nil; n, at = n.next, 0 {
		for ; at < n.n; at++ {
			if i := n.slot(at); n.lo[i] >= hi || !f(n.lo[i], n.bound[i], &n.cell[i]) {
				return
			}
		}
	}
}

// goesOn tells whether the range at the path is followed by another one of the same reservation.
func (m *rangeMap) goesOn() bool {
	next, ok := m.leaf.extent(m.at + 1)
	return ok && next.lo == m.leaf.bound[m.leaf.slot(m.at)] && next.cell.flags&cellHead == 0
}

// removeHere takes the range at the path out.
func (m *rangeMap) removeHere() {
	m.remove(m.leaf, m.at, m.at+1)
}

// insert adds a range, which must overlap none.
func (m *rangeMap) insert(e extent) {
	m.seek(e.lo)
	m.insertHere(e)
}

// insertHere is insert when the path is that of a search for the start of the range.
func (m *rangeMap) insertHere(e extent) {
	leaf, at := m.leaf, m.at
	for _, s := range m.path[:m.height] {
		s.node.bound[s.at] = max(s.node.bound[s.at], e.hi)
	}
	if leaf.n == leafFanout {
		leaf, at = m.splitLeaf(at)
	}
	leaf.insert(at, e)
	m.count++
}

// put gives the pages [lo, hi) of the range at the path another cell. What is left of the range on either side keeps
// its own.
func (m *rangeMap) put(lo, hi uint64, c cell) {
	leaf, i := m.leaf, m.leaf.slot(m.at)
	e := leaf.get(i)
	if lo > e.lo {
		leaf.bound[i] = lo
		m.insertPiece(leaf, m.at+1, extent{lo, hi, c})
	} else {
		leaf.bound[i], leaf.cell[i] = hi, c
	}
	if hi < e.hi {
		m.insert(extent{hi, e.hi, e.cell.tail()})
	}
}

// insertPiece inserts a part of what was one range up to now, at its place in the leaf when there is room.
func (m *rangeMap) insertPiece(leaf *leaf, at int, e extent) {
	if leaf.n == leafFanout {
		m.insert(e)
		return
	}
	leaf.insert(at, e)
	m.count++
}

// cut makes p a border: a range that holds p and does not begin there becomes two.
func (m *rangeMap) cut(p uint64) {
	leaf, at := m.seek(p)
	i := leaf.slot(at)
	if at == leaf.n || leaf.lo[i] >= p {
		return
	}
	rest := extent{p, leaf.bound[i], leaf.cell[i].tail()}
	leaf.bound[i] = p
	m.insertPiece(leaf, at+1, rest)
}
