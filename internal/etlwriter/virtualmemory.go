package etlwriter

// Flags of VirtualAlloc and VirtualFree (MEM_* of winnt.h).
const (
	MemCommit              = 0x1000
	MemReserve             = 0x2000
	MemDecommit            = 0x4000
	MemRelease             = 0x8000
	MemReset               = 0x80000
	MemTopDown             = 0x100000
	MemWriteWatch          = 0x200000
	MemPhysical            = 0x400000
	MemResetUndo           = 0x1000000
	MemLargePages          = 0x20000000
	MemCoalescePlaceholder = 0x1     // frees
	MemPreservePlaceholder = 0x2     // frees
	MemReplacePlaceholder  = 0x4000  // allocations
	MemReservePlaceholder  = 0x40000 // allocations
)

// Virtual is the payload of VirtualAlloc, VirtualFree and their rundowns (MOF PageFault_VirtualAlloc).
type Virtual struct {
	Base, Size uint64 // bytes
	PID        uint32 // owner of the address space
	Flags      uint32 // MEM_* bits
	// CommitSize ends the rundown records of Windows 10 and later; nil leaves it out. Never in VirtualAlloc and
	// VirtualFree.
	CommitSize *uint64
}

// Encode gives the payload: version 2, the only one.
func (v Virtual) Encode(size PointerSize) []byte {
	e := encoder{size: size}
	e.ptr(v.Base, v.Size)
	e.u32(v.PID, v.Flags)
	if v.CommitSize != nil {
		e.ptr(*v.CommitSize)
	}
	return e.b
}

// HardFault is the payload of a hard page fault (MOF PageFault_HardFault).
type HardFault struct {
	InitialTime    uint64 // raw ticks: when the read began
	ReadOffset     uint64
	VirtualAddress uint64
	FileKey        uint64
	TID            uint32
	ByteCount      uint32
}

// Encode gives the payload: version 2, the only one.
func (f HardFault) Encode(size PointerSize) []byte {
	e := encoder{size: size}
	e.u64(f.InitialTime, f.ReadOffset)
	e.ptr(f.VirtualAddress, f.FileKey)
	e.u32(f.TID, f.ByteCount)
	return e.b
}

// Section types of MapView, bits 52 and up of the kernel's MiscInfo.
const (
	SectionData           = 0
	SectionImage          = 4
	SectionImageNoExecute = 8
	SectionPagefile       = 0xC
	SectionPhysical       = 0xD
)

// MapView is the payload of map and unmap of a view and of their rundowns (MOF FileIo_MapFile V2 and V3).
type MapView struct {
	Base, Size  uint64 // bytes
	FileKey     uint64
	SectionType uint16 // Section...
	Protection  uint8  // the memory manager's index, 4 bits
	MiscLow     uint64 // the low 48 bits of MiscInfo, of unknown meaning
	PID         uint32
	Offset      uint64 // bytes into the section; version 3
}

// Encode gives the payload in the layout of the version, 2 or 3.
func (m MapView) Encode(version uint8, size PointerSize) []byte {
	e := encoder{size: size}
	e.ptr(m.Base, m.FileKey)
	e.u64(uint64(m.SectionType)<<52 | uint64(m.Protection&0xF)<<48 | m.MiscLow&(1<<48-1))
	e.ptr(m.Size)
	if version >= 3 {
		e.u64(m.Offset)
	}
	e.u32(m.PID)
	return e.b
}

// FileName gives the payload of the events that tie a file key to an NT path (MOF FileIo_Name).
func FileName(key uint64, name string, size PointerSize) []byte {
	e := encoder{size: size}
	e.ptr(key)
	e.wide(name)
	return e.b
}
