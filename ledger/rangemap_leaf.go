package ledger

import "math/bits"

const (
	leafFanout = 16
	leastLeaf  = leafFanout / 4     // ranges of every leaf but a root
	mergeLeaf  = leafFanout * 3 / 4 // ranges that two leaves are made one of

	searchStep = 8         // bounds that a search compares at a time
	noBound    = 1<<63 - 1 // above all pages
)

// leaf holds a few ranges, each in a slot of its own where it stays; their order is kept beside them, in one word, which
// is all that changes when ranges come and go. The pointer comes first, so that the garbage collector looks at no more
// than that.
type leaf struct {
	next  *leaf              // to the right
	n     int                // ranges
	order uint64             // slots of the ranges, 4 bits each, in order of address; then 0
	used  uint64             // slots that hold a range, a bit each
	bound [leafFanout]uint64 // ends of the ranges; noBound in slots that are free
	lo    [leafFanout]uint64
	cell  [leafFanout]cell
}

func newLeaf() *leaf {
	n := new(leaf)
	clearBounds(n.bound[:])
	return n
}

func clearBounds(bounds []uint64) {
	for i := range bounds {
		bounds[i] = noBound
	}
}

// countAbove counts the bounds that are above p. It adds up comparisons, because a branch on each could not be foreseen:
// pages and bounds are less than 1<<63, so the sign of the difference tells which is greater.
func countAbove(b *[searchStep]uint64, p uint64) int {
	return int((p-b[0])>>63 + (p-b[1])>>63 + (p-b[2])>>63 + (p-b[3])>>63 +
		(p-b[4])>>63 + (p-b[5])>>63 + (p-b[6])>>63 + (p-b[7])>>63)
}

// search gives the first place, in order of address, whose range ends above p; n when none does.
func (n *leaf) search(p uint64) int {
	return leafFanout - countAbove((*[searchStep]uint64)(n.bound[:searchStep]), p) -
		countAbove((*[searchStep]uint64)(n.bound[searchStep:]), p)
}

// slot gives the slot of the range at a place.
func (n *leaf) slot(at int) int { return int(n.order >> (uint(at) * 4 & 63) & (leafFanout - 1)) }

// extent gives the range at a place, or the first one of the next leaf when the place is the end of the leaf.
func (n *leaf) extent(at int) (extent, bool) {
	if at == n.n {
		n, at = n.next, 0
		if n == nil {
			return extent{}, false
		}
	}
	return n.get(n.slot(at)), true
}

// get gives the range in a slot.
func (n *leaf) get(slot int) extent { return extent{n.lo[slot], n.bound[slot], n.cell[slot]} }

// insert puts a range at a place. There must be room.
func (n *leaf) insert(at int, e extent) {
	slot := bits.TrailingZeros64(^n.used) & (leafFanout - 1)
	n.lo[slot], n.bound[slot], n.cell[slot] = e.lo, e.hi, e.cell
	shift := uint(at) * 4 & 63
	after := n.order >> shift << shift
	n.order = n.order - after + after<<4 + uint64(slot)<<shift
	n.used |= 1 << slot
	n.n++
}

// removeAt takes the range at a place out.
func (n *leaf) removeAt(at int) {
	slot := n.slot(at)
	n.bound[slot] = noBound
	shift := uint(at) * 4 & 63
	after := n.order >> shift << shift
	n.order = n.order - after + after>>4>>shift<<shift
	n.used &^= 1 << slot
	n.n--
}

// take moves the k first ranges of the leaf to the right to the end of this one.
func (n *leaf) take(right *leaf, k int) {
	for range k {
		n.insert(n.n, right.get(right.slot(0)))
		right.removeAt(0)
	}
}

// give moves the k last ranges to the front of the leaf to the right.
func (n *leaf) give(right *leaf, k int) {
	for range k {
		last := n.n - 1
		right.insert(0, n.get(n.slot(last)))
		n.removeAt(last)
	}
}
