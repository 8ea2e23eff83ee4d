package parquetfile

import "math/bits"

// numberIndex finds numbers in a dictionary. It is a hash table with open addressing; the memory is kept from one row
// group to the next.
type numberIndex[T number] struct {
	entries []T     // the dictionary, in the order in which its numbers were met
	slots   []int32 // index of an entry plus one, 0 in free slots; a power of two of them
	shift   int     // of the hash, which leaves the bits that number the slots
}

// find gives the index of a number, which is added when it is new.
func (d *numberIndex[T]) find(x T) int32 {
	if len(d.entries)*2 >= len(d.slots) {
		d.grow()
	}
	mask := uint64(len(d.slots) - 1)
	at := hashNumber(uint64(x)) >> d.shift
	for {
		s := &d.slots[at&mask]
		switch {
		case *s == 0:
			d.entries = append(d.entries, x)
			*s = int32(len(d.entries))
			return *s - 1
		case d.entries[*s-1] == x:
			return *s - 1
		}
		at++
	}
}

func hashNumber(x uint64) uint64 { return (x ^ x>>32) * 0x9E3779B97F4A7C15 }

func (d *numberIndex[T]) grow() {
	size := max(64, 2*len(d.slots))
	d.slots, d.shift = make([]int32, size), 64-bits.Len(uint(size-1))
	mask := uint64(size - 1)
	for i, x := range d.entries {
		at := hashNumber(uint64(x)) >> d.shift
		for d.slots[at&mask] != 0 {
			at++
		}
		d.slots[at&mask] = int32(i + 1)
	}
}

func (d *numberIndex[T]) reset() {
	if len(d.entries) > 0 {
		clear(d.slots)
		d.entries = d.entries[:0]
	}
}
