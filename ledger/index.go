package ledger

import "math/rand/v2"

// index finds small numbers other than 0 by keys of 64 bits. It is an open hash table that is never more than half full
// and forgets nothing; a search that finds its key at once, as most do, reads one cache line.
type index struct {
	slots      []indexSlot // a power of two
	used       int
	multiplier uint64 // random, so that no recording can be made to fill the same slots
	shift      uint8
}

type indexSlot struct {
	key   uint64
	value uint32 // 0 in a slot that is free
}

const leastSlotBits = 4

// get gives the number of a key, 0 when it has none.
func (x *index) get(key uint64) uint32 {
	if len(x.slots) == 0 {
		return 0
	}
	return x.slot(key).value
}

// set gives a key a number other than 0, in place of the one that it had.
func (x *index) set(key uint64, value uint32) {
	if 2*x.used >= len(x.slots) {
		x.widen()
	}
	s := x.slot(key)
	if s.value == 0 {
		x.used++
	}
	*s = indexSlot{key, value}
}

// slot gives the slot of a key, or the free one where it belongs. There is always a free one.
func (x *index) slot(key uint64) *indexSlot {
	slots := x.slots
	mask := uint64(len(slots)) - 1
	for i := key * x.multiplier >> (x.shift & 63); ; i++ {
		if s := &slots[i&mask]; s.key == key || s.value == 0 {
			return s
		}
	}
}

func (x *index) widen() {
	old := x.slots
	if old == nil {
		x.multiplier, x.shift = rand.Uint64()|1, 64-leastSlotBits+1
	}
	x.shift--
	x.slots = make([]indexSlot, 1<<(64-x.shift))
	for _, s := range old {
		if s.value != 0 {
			*x.slot(s.key) = s
		}
	}
}
