package ledger

// This file holds what keeps the tree of a rangeMap in shape: splitting full nodes and filling up thin ones.

// open makes room for one entry of a leaf.
func (n *node) open(at int) {
	copy(n.lo[at+1:n.n+1], n.lo[at:n.n])
	copy(n.bound[at+1:n.n+1], n.bound[at:n.n])
	copy(n.cells[at+1:n.n+1], n.cells[at:n.n])
	n.n++
}

// shift moves the k first entries of right to the end of left, or for negative k the -k last ones of left to the front
// of right.
func shift(left, right *node, k int) {
	if k < 0 {
		copy(right.lo[-k:], right.lo[:right.n])
		copy(right.bound[-k:], right.bound[:right.n])
		copy(right.cells[-k:], right.cells[:right.n])
		copyEntries(right, 0, left, left.n+k, left.n)
	} else {
		copyEntries(left, left.n, right, 0, k)
		copy(right.lo[:], right.lo[k:right.n])
		copy(right.bound[:], right.bound[k:right.n])
		copy(right.cells[:], right.cells[k:right.n])
	}
	if left.kids != nil {
		shiftKids(left, right, k)
	}
	left.n += k
	right.n -= k
}

// copyEntries copies the entries [from, to) of src, children apart, to place at of dst.
func copyEntries(dst *node, at int, src *node, from, to int) {
	copy(dst.lo[at:], src.lo[from:to])
	copy(dst.bound[at:], src.bound[from:to])
	copy(dst.cells[at:], src.cells[from:to])
}

// shiftKids is the part of shift that moves children.
func shiftKids(left, right *node, k int) {
	if k < 0 {
		copy(right.kids[-k:], right.kids[:right.n])
		copy(right.kids[:], left.kids[left.n+k:left.n])
		clear(left.kids[left.n+k : left.n])
		return
	}
	copy(left.kids[left.n:], right.kids[:k])
	copy(right.kids[:], right.kids[k:right.n])
	clear(right.kids[right.n-k : right.n])
}

// splitLeaf splits the full leaf of the path and gives the leaf and place where an entry meant for place at now goes.
// A leaf that grows at its end is split unevenly, so that ranges taken in rising order leave well filled leaves behind.
func (m *rangeMap) splitLeaf(at int) (*node, int) {
	leaf := m.path[m.height].node
	keep := fanout / 2
	if at == fanout {
		keep = fanout - leastFill
	}
	right := &node{next: leaf.next}
	shift(leaf, right, keep-fanout)
	leaf.next = right
	m.adopt(m.height, right, right.lo[0])
	if at > keep {
		return right, at - keep
	}
	return leaf, at
}

// adopt puts a new node into the tree, to the right of the path's node at the given level, whose bound it lowers.
func (m *rangeMap) adopt(level int, right *node, bound uint64) {
	if level == 0 {
		root := &node{kids: new([fanout]*node), n: 2}
		root.kids[0], root.kids[1] = m.root, right
		root.bound[0], root.bound[1] = bound, ^uint64(0)
		m.root = root
		m.height++
		return
	}
	parent, at := m.path[level-1].node, m.path[level-1].at
	if parent.n == fanout {
		parent, at = m.splitInner(level-1, at)
	}
	copy(parent.kids[at+2:parent.n+1], parent.kids[at+1:parent.n])
	copy(parent.bound[at+2:parent.n+1], parent.bound[at+1:parent.n])
	parent.kids[at+1] = right
	parent.bound[at+1] = parent.bound[at]
	parent.bound[at] = bound
	parent.n++
}

// splitInner splits the full inner node of the path at a level and gives the node and place where its child at now is.
func (m *rangeMap) splitInner(level, at int) (*node, int) {
	left := m.path[level].node
	right := &node{kids: new([fanout]*node)}
	shift(left, right, -fanout/2)
	m.adopt(level, right, left.bound[left.n-1])
	if at >= left.n {
		return right, at - left.n
	}
	return left, at
}

// remove takes the entries [from, to) out of the path's leaf and fills up what has become too thin. The path is not
// valid afterwards.
func (m *rangeMap) remove(leaf *node, from, to int) {
	copyEntries(leaf, from, leaf, to, leaf.n)
	leaf.n -= to - from
	m.count -= to - from
	for level := m.height; level > 0; level-- {
		if m.path[level].node.n >= leastFill {
			return
		}
		parent, at := m.path[level-1].node, m.path[level-1].at
		if !refill(parent, min(at, parent.n-2)) {
			return
		}
	}
	if m.height > 0 && m.root.n == 1 {
		m.root = m.root.kids[0]
		m.height--
	}
}

// refill makes one node of the children at and at+1, or, when that would be nearly full, evens them out. It tells
// whether the parent has lost a child.
func refill(parent *node, at int) bool {
	left, right := parent.kids[at], parent.kids[at+1]
	if left.n+right.n > mergeFill {
		shift(left, right, (left.n+right.n)/2-left.n)
		parent.bound[at] = left.bound[left.n-1]
		return false
	}
	shift(left, right, right.n)
	left.next = right.next
	copy(parent.kids[at+1:], parent.kids[at+2:parent.n])
	copy(parent.bound[at:], parent.bound[at+1:parent.n])
	parent.n--
	parent.kids[parent.n] = nil
	return true
}
