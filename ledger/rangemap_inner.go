package ledger

const (
	innerFanout = 64
	leastInner  = innerFanout / 4
	mergeInner  = innerFanout * 3 / 4
)

// inner is a node above leaves or above other inner nodes.
type inner struct {
	kids  [innerFanout]child
	n     int
	bound [innerFanout]uint64 // noBound from n on
}

// child is one of the two.
type child struct {
	leaf  *leaf
	inner *inner
}

func newInner() *inner {
	n := new(inner)
	clearBounds(n.bound[:])
	return n
}

// search gives the first place whose bound is above p, n when none is.
func (n *inner) search(p uint64) int {
	at := 0
	for at < innerFanout-searchStep && n.bound[at+searchStep-1] <= p {
		at += searchStep
	}
	return at + searchStep - countAbove((*[searchStep]uint64)(n.bound[at:at+searchStep]), p)
}

// split puts a new node to the right of the child at a place, whose bound it lowers. There must be room.
func (n *inner) split(at int, right child, bound uint64) {
	copy(n.kids[at+2:n.n+1], n.kids[at+1:n.n])
	copy(n.bound[at+2:n.n+1], n.bound[at+1:n.n])
	n.kids[at+1], n.bound[at+1] = right, n.bound[at]
	n.bound[at] = bound
	n.n++
}

// merge takes the child to the right of a place out, whose entries are now in the child at that place.
func (n *inner) merge(at int) {
	copy(n.kids[at+1:], n.kids[at+2:n.n])
	copy(n.bound[at:], n.bound[at+1:n.n])
	n.n--
	n.bound[n.n], n.kids[n.n] = noBound, child{}
}

// take moves the k first children of the node to the right to the end of this one.
func (n *inner) take(right *inner, k int) {
	copy(n.kids[n.n:], right.kids[:k])
	copy(n.bound[n.n:], right.bound[:k])
	n.n += k
	copy(right.kids[:], right.kids[k:right.n])
	copy(right.bound[:], right.bound[k:right.n])
	right.cut(right.n - k)
}

// give moves the k last children to the front of the node to the right.
func (n *inner) give(right *inner, k int) {
	copy(right.kids[k:], right.kids[:right.n])
	copy(right.bound[k:], right.bound[:right.n])
	copy(right.kids[:k], n.kids[n.n-k:n.n])
	copy(right.bound[:k], n.bound[n.n-k:n.n])
	right.n += k
	n.cut(n.n - k)
}

// cut leaves the first entries only.
func (n *inner) cut(left int) {
	clear(n.kids[left:n.n])
	clearBounds(n.bound[left:n.n])
	n.n = left
}
