package ledger

import "math/bits"

// Bits of the flags of VirtualAlloc and VirtualFree events. The opcode tells an allocation from a free, not the flags:
// some bits mean one thing in the one and another in the other.
const (
	memCommit    = 0x1000
	memReserve   = 0x2000
	memDecommit  = 0x4000     // of frees
	memRelease   = 0x8000     // of frees
	memReset     = 0x80000    // of allocations
	memTopDown   = 0x100000   // of allocations
	memWatch     = 0x200000   // of allocations: MEM_WRITE_WATCH
	memPhysical  = 0x400000   // of allocations: address windowing extensions (AWE)
	memResetUndo = 0x1000000  // of allocations
	memLarge     = 0x20000000 // of allocations: MEM_LARGE_PAGES
	memHuge      = 0x80000000 // of allocations: MEM_4MB_PAGES

	memReplacePlaceholder = 0x4000  // of allocations
	memReservePlaceholder = 0x40000 // of allocations
	memCoalesce           = 0x1     // of frees, with memRelease: joins placeholders
	memPreserve           = 0x2     // of frees, with memRelease: leaves a placeholder, splitting the one it is part of

	memPrivate = 0x20000   // of rundowns: the type of the region
	memMapped  = 0x40000   // of rundowns
	memImage   = 0x1000000 // of rundowns
)

// Flags of the cell of a page range. Each says something of the reservation that the range is part of; those of one
// reservation follow one another in the map without a gap, and only the first of them is its head.
const (
	cellHead        uint8 = 1 << iota // a reservation begins with this range
	cellSeen                          // reserved in the capture, not before it
	cellPlaceholder                   // reserved to be replaced
	cellPartial                       // listed by the start rundown as committed in part, nobody knows which
)

// The account is kept in pages of 4 KiB on every system: the smallest there are.
const (
	pageShift = 12
	pageBytes = 1 << pageShift
	pageLimit = 1 << (64 - pageShift) // one page number past the last
)

// pageRange gives the pages that [base, base+size) touches, rounded outward to the system's pages. It may end at
// pageLimit, and is empty for size 0.
func pageRange(base, size, systemPage uint64) (lo, hi uint64) {
	lo = base &^ (systemPage - 1) >> pageShift
	if size == 0 {
		return lo, lo
	}
	last, carry := bits.Add64(base, size-1, 0)
	if carry != 0 {
		last = ^uint64(0)
	}
	return lo, (last|(systemPage-1))>>pageShift + 1
}

// inBytes is a number of pages in bytes. A number that only a damaged capture gives stays at the greatest value.
func inBytes(pages uint64) uint64 {
	if pages >= pageLimit {
		return ^uint64(0)
	}
	return pages << pageShift
}

// inPages is a number of bytes in pages, rounded up.
func inPages(bytes uint64) uint64 {
	return bytes>>pageShift + min(bytes&(pageBytes-1), 1)
}

// grow adds n to a sum that stays at the greatest value when it would overflow.
func grow(sum *uint64, n uint64) {
	total, carry := bits.Add64(*sum, n, 0)
	if carry != 0 {
		total = ^uint64(0)
	}
	*sum = total
}
