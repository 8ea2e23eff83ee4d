package model

import (
	"fmt"
	"strings"
)

// MEM_ flags of VirtualAlloc events and rundowns (winnt.h). Several bits mean different things in allocations, in
// frees and in the regions that rundowns list: the kind of event tells which.
const (
	MemCommit             = 0x1000
	MemReserve            = 0x2000
	MemReplacePlaceholder = 0x4000  // allocations
	MemReservePlaceholder = 0x40000 // allocations
	MemReset              = 0x80000
	MemTopDown            = 0x100000
	MemWriteWatch         = 0x200000
	MemPhysical           = 0x400000 // AWE
	MemRotate             = 0x800000
	MemResetUndo          = 0x1000000 // allocations
	MemLargePages         = 0x20000000
	Mem4MBPages           = 0x80000000

	MemCoalescePlaceholders = 0x1    // frees, with MemRelease
	MemPreservePlaceholder  = 0x2    // frees, with MemRelease
	MemDecommit             = 0x4000 // frees
	MemRelease              = 0x8000 // frees

	MemPrivate = 0x20000   // regions
	MemMapped  = 0x40000   // regions
	MemImage   = 0x1000000 // regions
)

// flagName names one bit.
type flagName struct {
	bit  uint32
	name string
}

var (
	allocFlagNames = []flagName{
		{MemCommit, "COMMIT"}, {MemReserve, "RESERVE"}, {MemReplacePlaceholder, "REPLACE_PLACEHOLDER"},
		{MemReservePlaceholder, "RESERVE_PLACEHOLDER"}, {MemReset, "RESET"}, {MemTopDown, "TOP_DOWN"},
		{MemWriteWatch, "WRITE_WATCH"}, {MemPhysical, "PHYSICAL"}, {MemRotate, "ROTATE"},
		{MemResetUndo, "RESET_UNDO"}, {MemLargePages, "LARGE_PAGES"}, {Mem4MBPages, "4MB_PAGES"},
	}
	freeFlagNames = []flagName{
		{MemCoalescePlaceholders, "COALESCE_PLACEHOLDERS"}, {MemPreservePlaceholder, "PRESERVE_PLACEHOLDER"},
		{MemDecommit, "DECOMMIT"}, {MemRelease, "RELEASE"},
	}
	regionFlagNames = []flagName{
		{MemCommit, "COMMIT"}, {MemReserve, "RESERVE"}, {MemPrivate, "PRIVATE"}, {MemMapped, "MAPPED"},
		{MemTopDown, "TOP_DOWN"}, {MemWriteWatch, "WRITE_WATCH"}, {MemPhysical, "PHYSICAL"}, {MemRotate, "ROTATE"},
		{MemImage, "IMAGE"}, {MemLargePages, "LARGE_PAGES"}, {Mem4MBPages, "4MB_PAGES"},
	}
)

// AllocFlagNames gives the names of the MEM_ flags of a VirtualAlloc row of kind op (VirtualOpAlloc and so on), by
// rising bits and joined by |, such as COMMIT|RESERVE. Bits without a name are added in hexadecimal. It is empty when
// no bit is set.
func AllocFlagNames(op uint8, flags uint32) string {
	switch op {
	case VirtualOpAlloc:
		return joinFlags(allocFlagNames, flags)
	case VirtualOpFree:
		return joinFlags(freeFlagNames, flags)
	}
	return joinFlags(regionFlagNames, flags)
}

func joinFlags(known []flagName, flags uint32) string {
	var names []string
	for _, f := range known {
		if flags&f.bit != 0 {
			names = append(names, f.name)
			flags &^= f.bit
		}
	}
	if flags != 0 {
		names = append(names, fmt.Sprintf("%#x", flags))
	}
	return strings.Join(names, "|")
}

// SectionTypeName names the section type of a mapped view; it is empty for types without a name.
func SectionTypeName(code uint16) string {
	switch code {
	case SectionData:
		return "DATA"
	case SectionImage:
		return "IMAGE"
	case SectionImageNoExecute:
		return "IMAGE_NO_EXECUTE"
	case SectionPagefile:
		return "PAGEFILE"
	case SectionPhysical:
		return "PHYSICAL"
	}
	return ""
}

// ProtectionName names the protection that a mapped view has, by the memory manager's index 0 to 15, such as
// EXECUTE_WRITECOPY; it is empty for other indexes.
func ProtectionName(index uint8) string {
	if names := enumerations["protection"]; int(index) < len(names) {
		return names[index]
	}
	return ""
}

// Bits of PoolRows.PoolType that tell pools apart (POOL_TYPE of wdm.h, and marks of the kernel's instrumentation).
const (
	PoolPaged   = 0x1
	PoolSession = 0x20
	PoolNx      = 0x200
	PoolBig     = 0x10000000 // served in whole pages
)

// PoolTypeName names a pool: NonPaged, NonPagedNx or Paged, with |Session and |Big where they apply. Bits that only
// modify a request are left out.
func PoolTypeName(code uint32) string {
	name := "NonPaged"
	switch {
	case code&PoolPaged != 0:
		name = "Paged"
	case code&PoolNx != 0:
		name = "NonPagedNx"
	}
	if code&PoolSession != 0 {
		name += "|Session"
	}
	if code&PoolBig != 0 {
		name += "|Big"
	}
	return name
}

// PoolTagText gives the four characters of a pool tag, the first of which is in the lowest byte. The mark of
// protected pool, bit 31, is no part of it; bytes that are no printable ASCII become \xNN.
func PoolTagText(tag uint32) string {
	var text []byte
	tag &^= 1 << 31
	for range 4 {
		if c := byte(tag); c >= 0x20 && c < 0x7F {
			text = append(text, c)
		} else {
			text = fmt.Appendf(text, `\x%02X`, c)
		}
		tag >>= 8
	}
	return string(text)
}
