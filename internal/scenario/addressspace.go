package scenario

import (
	"slices"

	"etledger/internal/etlwriter"
)

const granularity = 64 << 10 // reservations begin at multiples of this

// span is a free range of addresses.
type span struct{ base, size uint64 }

// addressSpace gives out addresses as the memory manager does, from the bottom: the first free range that is large
// enough. So an address given back is soon given out again.
type addressSpace struct {
	free []span // in order of address, no two adjacent
}

// newAddressSpace gives the part of the user address space that private memory goes to. The slide stands for address
// space layout randomization.
func newAddressSpace(size etlwriter.PointerSize, slide uint64) *addressSpace {
	if size == etlwriter.Pointer32 {
		return &addressSpace{free: []span{{0x0100_0000, 0x6800_0000}}}
	}
	return &addressSpace{free: []span{{0x1A0_0000_0000 + slide%0x4000*granularity*16, 1 << 40}}}
}

// take gives size bytes, rounded up to the granularity, or 0 when there is no room.
func (s *addressSpace) take(size uint64) uint64 {
	size = roundUp(size, granularity)
	for i := range s.free {
		if f := &s.free[i]; f.size >= size {
			base := f.base
			f.base += size
			f.size -= size
			if f.size == 0 {
				s.free = slices.Delete(s.free, i, i+1)
			}
			return base
		}
	}
	return 0
}

// give takes a range back and joins it with its free neighbours.
func (s *addressSpace) give(base, size uint64) {
	size = roundUp(size, granularity)
	i, _ := slices.BinarySearchFunc(s.free, base, func(f span, b uint64) int {
		if f.base < b {
			return -1
		}
		return 1
	})
	s.free = slices.Insert(s.free, i, span{base, size})
	if i+1 < len(s.free) && s.free[i].base+s.free[i].size == s.free[i+1].base {
		s.free[i].size += s.free[i+1].size
		s.free = slices.Delete(s.free, i+1, i+2)
	}
	if i > 0 && s.free[i-1].base+s.free[i-1].size == s.free[i].base {
		s.free[i-1].size += s.free[i].size
		s.free = slices.Delete(s.free, i, i+1)
	}
}

func roundUp(n, unit uint64) uint64 { return (n + unit - 1) / unit * unit }
