package pooltag

import (
	"debug/pe"
	"encoding/binary"
	"slices"
	"sort"
	"strings"
)

// taggers are the functions of the kernel and its libraries that take a pool tag, as an argument or in a structure that is
// filled in just before the call. Those that free with a tag count too: it must be the tag of the allocation.
var taggers = []string{
	"EngAllocMem", "EngAllocUserMem",
	"ExAllocateCacheAwareRundownProtection", "ExAllocatePool2", "ExAllocatePool3", "ExAllocatePoolWithQuotaTag",
	"ExAllocatePoolWithTag", "ExAllocatePoolWithTagPriority", "ExFreePool2", "ExFreePoolWithTag",
	"ExInitializeLookasideListEx", "ExInitializeNPagedLookasideList", "ExInitializePagedLookasideList",
	"FltAllocatePoolAlignedWithTag", "FltFreePoolAlignedWithTag",
	"FsRtlAllocatePoolWithQuotaTag", "FsRtlAllocatePoolWithTag",
	"IoInitializeRemoveLockEx",
	"MmAllocateMappingAddress", "MmAllocateMappingAddressEx", "MmFreeMappingAddress",
	"NdisAllocateMemoryWithTag", "NdisAllocateMemoryWithTagPriority", "NdisAllocateNetBufferListPool",
	"NdisAllocateNetBufferPool",
	"StorPortExtendedFunction", "VideoPortAllocatePool",
}

// Bounds of import and export tables. The largest of real drivers import some 1,500 functions.
const (
	maxLibraries = 512
	maxImports   = 16384
	maxName      = 256
)

// calls tells where the functions that take tags are reached from.
type calls struct {
	slots   map[uint32]string // RVA of a slot of the import address table → function
	exports map[uint32]string // RVA of a function that the file itself exports → its name
	kernel  bool              // imports from the kernel or its libraries
	wdf     bool              // imports from the loader of the driver framework
}

// any tells whether the file can name a tag to one of the functions at all.
func (c *calls) any() bool { return len(c.slots)+len(c.exports) > 0 }

// names gives the functions, sorted.
func (c *calls) names() []string {
	var list []string
	for _, m := range []map[uint32]string{c.slots, c.exports} {
		for _, name := range m {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// findCalls reads the import table, and the export table of kernel files. Damaged tables give what stands before the damage.
func (m *image) findCalls() *calls {
	c := &calls{slots: map[uint32]string{}, exports: map[uint32]string{}}
	c.kernel = m.subsystem == pe.IMAGE_SUBSYSTEM_NATIVE
	left := maxImports
	table := m.directory(pe.IMAGE_DIRECTORY_ENTRY_IMPORT).VirtualAddress
	for i := uint32(0); table != 0 && i < maxLibraries && left > 0; i++ {
		b, err := m.at(table+20*i, 20)
		if err != nil {
			break
		}
		word := func(at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }
		names, library, slots := word(0), word(12), word(16)
		if library == 0 || slots == 0 {
			break
		}
		if names == 0 {
			names = slots
		}
		from := strings.ToLower(m.text(library, maxName))
		if from == "ntoskrnl.exe" || from == "hal.dll" || strings.HasSuffix(from, ".sys") {
			c.kernel = true
			c.wdf = c.wdf || from == "wdfldr.sys"
			left -= m.findSlots(c, names, slots, left)
		}
	}
	if c.kernel {
		m.findExports(c)
	}
	return c
}

// findSlots walks the functions imported from one library and tells how many there were.
func (m *image) findSlots(c *calls, names, slots uint32, limit int) int {
	width := uint32(4)
	if m.wide {
		width = 8
	}
	for i := range limit {
		b, err := m.at(names+uint32(i)*width, int(width))
		if err != nil {
			return i
		}
		entry := binary.LittleEndian.Uint32(b)
		ordinal := b[width-1]&0x80 != 0
		switch {
		case entry == 0 && !ordinal:
			return i
		case ordinal:
			continue
		}
		if name := m.text(entry+2, maxName); isTagger(name) {
			c.slots[slots+uint32(i)*width] = name
		}
	}
	return limit
}

func isTagger(name string) bool {
	_, found := slices.BinarySearch(taggers, name)
	return found
}

// findExports looks the functions up in the export table, whose names are sorted: the kernel calls its own allocators
// without importing them.
func (m *image) findExports(c *calls) {
	d := m.directory(pe.IMAGE_DIRECTORY_ENTRY_EXPORT)
	if d.VirtualAddress == 0 {
		return
	}
	b, err := m.at(d.VirtualAddress, 40)
	if err != nil {
		return
	}
	word := func(at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }
	functions, count := word(20), min(word(24), 1<<16)
	functionTable, nameTable, ordinals := word(28), word(32), word(36)
	nameOf := func(i uint32) string {
		b, err := m.at(nameTable+4*i, 4)
		if err != nil {
			return ""
		}
		return m.text(binary.LittleEndian.Uint32(b), maxName)
	}
	for _, name := range taggers {
		i := uint32(sort.Search(int(count), func(i int) bool { return nameOf(uint32(i)) >= name }))
		if i >= count || nameOf(i) != name {
			continue
		}
		b, err := m.at(ordinals+2*i, 2)
		if err != nil {
			continue
		}
		ordinal := uint32(binary.LittleEndian.Uint16(b))
		if b, err = m.at(functionTable+4*ordinal, 4); err == nil && ordinal < functions {
			c.exports[binary.LittleEndian.Uint32(b)] = name
		}
	}
}
