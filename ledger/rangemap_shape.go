package ledger

// This file holds what keeps the tree of a rangeMap in shape: splitting full nodes and filling up thin ones.

// splitLeaf splits the full leaf of the path and gives the leaf and place where an entry meant for place at now goes.
// A leaf that grows at its end is split unevenly, so that ranges taken in rising order leave well filled leaves behind.
func (m *rangeMap) splitLeaf(at int) (*leaf, int) {
	left, right := m.leaf, newLeaf()
	keep := leafFanout / 2
	if at == leafFanout {
		keep = leafFanout - leastLeaf
	}
	left.give(right, leafFanout-keep)
	left.next, right.next = right, left.next
	m.adopt(m.height, child{leaf: right}, right.lo[right.slot(0)])
	if at > keep {
		return right, at - keep
	}
	return left, at
}

// adopt puts a new node into the tree, to the right of the path's node at the given level, whose bound it lowers.
func (m *rangeMap) adopt(level int, right child, bound uint64) {
	m.reshaped()
	if level == 0 {
		root := newInner()
		root.kids[0], root.bound[0], root.n = m.root, noBound, 1
		root.split(0, right, bound)
		m.root = child{inner: root}
		m.height++
		return
	}
	parent, at := m.path[level-1].node, m.path[level-1].at
	if parent.n == innerFanout {
		parent, at = m.splitInner(level-1, at)
	}
	parent.split(at, right, bound)
}

// splitInner splits the full inner node of the path at a level and gives the node and place where its child at now is.
func (m *rangeMap) splitInner(level, at int) (*inner, int) {
	left, right := m.path[level].node, newInner()
	left.give(right, innerFanout/2)
	m.adopt(level, child{inner: right}, left.bound[left.n-1])
	if at >= left.n {
		return right, at - left.n
	}
	return left, at
}

// remove takes the ranges [from, to) out of the path's leaf. The path is not valid afterwards.
func (m *rangeMap) remove(leaf *leaf, from, to int) {
	for range to - from {
		leaf.removeAt(from)
	}
	m.count -= to - from
	m.refill()
}

// refill fills up the nodes of the path that have become too thin. The path is not valid afterwards.
func (m *rangeMap) refill() {
	if m.leaf.n >= leastLeaf || m.height == 0 {
		return
	}
	m.reshaped()
	level := m.height - 1
	parent, at := m.path[level].node, m.path[level].at
	merged := parent.refillLeaf(min(at, parent.n-2))
	for merged && level > 0 && parent.n < leastInner {
		level--
		parent, at = m.path[level].node, m.path[level].at
		merged = parent.refillInner(min(at, parent.n-2))
	}
	if m.root.inner.n == 1 {
		m.root = m.root.inner.kids[0]
		m.height--
	}
}

// refillLeaf makes one leaf of the children at and at+1, or, when that would be nearly full, evens them out. It tells
// whether the node has lost a child.
func (n *inner) refillLeaf(at int) bool {
	left, right := n.kids[at].leaf, n.kids[at+1].leaf
	sum := left.n + right.n
	switch k := sum/2 - left.n; {
	case sum <= mergeLeaf:
		left.take(right, right.n)
		left.next = right.next
		n.merge(at)
		return true
	case k > 0:
		left.take(right, k)
	default:
		left.give(right, -k)
	}
	n.bound[at] = left.bound[left.slot(left.n-1)]
	return false
}

// refillInner is refillLeaf for children that are inner nodes.
func (n *inner) refillInner(at int) bool {
	left, right := n.kids[at].inner, n.kids[at+1].inner
	sum := left.n + right.n
	switch k := sum/2 - left.n; {
	case sum <= mergeInner:
		left.take(right, right.n)
		n.merge(at)
		return true
	case k > 0:
		left.take(right, k)
	default:
		left.give(right, -k)
	}
	n.bound[at] = left.bound[left.n-1]
	return false
}
