package model

// Kinds of VirtualAlloc rows.
const (
	VirtualOpAlloc        uint8 = 1 // VirtualAlloc
	VirtualOpFree         uint8 = 2 // VirtualFree
	VirtualOpRundownStart uint8 = 3 // region alive when the capture began
	VirtualOpRundownEnd   uint8 = 4 // region alive when the capture ended
)

// VirtualAllocRows is the view of TableVirtualAlloc. The events carry neither page type nor protection: those columns
// exist because readers look for them, and are null.
type VirtualAllocRows struct {
	Common
	Op  []uint8  `col:"type" as:"virtual" doc:"alloc, free, or region found at the start or end of the capture"`
	PID []uint32 `col:"pid" doc:"owner of the address space that changed; the caller may be another process"`
	ProcessNames
	BaseAddress    []uint64       `col:"base_address" unit:"address" doc:"start of the region, as logged"`
	RegionSize     []uint64       `col:"region_size" unit:"bytes" doc:"size of the region, as logged"`
	AllocFlags     []uint32       `col:"alloc_flags" doc:"MEM_ flags as logged; a bit's meaning differs in allocs and frees"`
	AllocType      Strings        `col:"alloc_type" doc:"names of alloc_flags, such as COMMIT|RESERVE"`
	CommitSize     Values[uint64] `col:"commit_size" unit:"bytes" doc:"committed part; rundowns of Windows 10 and later"`
	PageType       Strings        `col:"page_type" doc:"not recorded by these events: always null"`
	Protection     Strings        `col:"protection" doc:"not recorded by these events: always null"`
	ProtectionMask Values[uint32] `col:"protection_mask" doc:"not recorded by these events: always null"`
}

// Kinds of MapView rows.
const (
	MapOpMap          uint8 = 1
	MapOpUnmap        uint8 = 2
	MapOpRundownStart uint8 = 3 // view alive when the capture began
	MapOpRundownEnd   uint8 = 4 // view alive when the capture ended
)

// Section types of MapView rows.
const (
	SectionData           uint16 = 0x0
	SectionImage          uint16 = 0x4
	SectionImageNoExecute uint16 = 0x8
	SectionPagefile       uint16 = 0xC
	SectionPhysical       uint16 = 0xD
)

// MapViewRows is the view of TableMapView.
type MapViewRows struct {
	Common
	Op  []uint8  `col:"type" as:"map" doc:"map, unmap, or view found at the start or end of the capture"`
	PID []uint32 `col:"pid" doc:"process; 0 and 4 are the kernel"`
	ProcessNames
	ViewBase        []uint64       `col:"view_base" unit:"address" doc:"start of the view"`
	ViewSize        []uint64       `col:"view_size" unit:"bytes" doc:"size of the view"`
	FileKey         []uint64       `col:"file_key" doc:"kernel address that names the file; another object for page-file sections"`
	MiscInfo        []uint64       `col:"misc_info" doc:"packed attributes as logged"`
	Offset          Values[uint64] `col:"offset" unit:"bytes" doc:"where in the file or section the view begins; version 3"`
	SectionType     []uint16       `col:"section_type_code" doc:"misc_info >> 52"`
	SectionTypeName Strings        `col:"section_type" doc:"name of section_type_code; null when it has none"`
	ProtectionIndex []uint8        `col:"protection" as:"protection" doc:"protection, from bits 48 to 51 of misc_info"`
}

// HardFaultRows is the view of TableHardFault.
type HardFaultRows struct {
	Common
	InitialTicks   []int64        `col:"initial_ticks" unit:"ticks" doc:"raw time stamp of when the read began"`
	DurationNS     Values[int64]  `col:"duration" unit:"ns" doc:"from the beginning of the read to the event; null if unknown"`
	ReadOffset     []uint64       `col:"read_offset" unit:"bytes" doc:"offset in the file"`
	VirtualAddress []uint64       `col:"virtual_address" unit:"address" doc:"address that was touched"`
	FileKey        []uint64       `col:"file_key" doc:"kernel address that names the file"`
	TID            []uint32       `col:"tid" doc:"thread that faulted"`
	PID            Values[uint32] `col:"pid" doc:"process of the thread, where a thread row before this one tells it"`
	ProcessNames
	ByteCount []uint32 `col:"byte_count" unit:"bytes" doc:"bytes read"`
}

// Kinds of FileName rows.
const (
	FileOpName    uint8 = 1 // key named (op 0)
	FileOpCreate  uint8 = 2 // key defined
	FileOpDelete  uint8 = 3 // key ends
	FileOpRundown uint8 = 4 // key alive at the end of the capture
)

// FileNameRows is the view of TableFileName.
type FileNameRows struct {
	Common
	Op      []uint8  `col:"type" as:"file" doc:"name and create define a key, delete ends it, rundown lists it at the end"`
	FileKey []uint64 `col:"file_key" doc:"kernel address that names the file; used again after it has ended"`
	Name    Strings  `col:"file_name" doc:"NT path as recorded"`
}

// MemoryInfoRows is the view of TableMemoryInfo. All values are pages; those of the standby and repurposed lists are
// sums over all priorities.
type MemoryInfoRows struct {
	Common
	ZeroPages             []uint64       `col:"zero_pages" unit:"pages" doc:"free and zeroed"`
	FreePages             []uint64       `col:"free_pages" unit:"pages" doc:"free, not zeroed"`
	ModifiedPages         []uint64       `col:"modified_pages" unit:"pages" doc:"to be written before reuse"`
	ModifiedNoWritePages  []uint64       `col:"modified_no_write_pages" unit:"pages" doc:"modified, not to be written yet"`
	BadPages              []uint64       `col:"bad_pages" unit:"pages" doc:"out of use"`
	StandbyPages          []uint64       `col:"standby_pages" unit:"pages" doc:"cached, may be reused; all priorities"`
	RepurposedPages       []uint64       `col:"repurposed_pages" unit:"pages" doc:"standby pages reused so far; all priorities"`
	ModifiedPagefilePages Values[uint64] `col:"modified_pagefile_pages" unit:"pages" doc:"modified, backed by page file"`
	PagedPoolPages        Values[uint64] `col:"paged_pool_pages" unit:"pages" doc:"paged pool"`
	NonPagedPoolPages     Values[uint64] `col:"non_paged_pool_pages" unit:"pages" doc:"nonpaged pool"`
	MdlPages              Values[uint64] `col:"mdl_pages" unit:"pages" doc:"allocated by drivers through MDLs"`
	CommitPages           Values[uint64] `col:"commit_pages" unit:"pages" doc:"system commit charge"`
}

// WorkingSetCounts are the columns that process and session memory snapshots share. All values are pages.
type WorkingSetCounts struct {
	WorkingSetPages     Values[uint64] `col:"working_set_pages" unit:"pages" doc:"working set"`
	CommitPages         Values[uint64] `col:"commit_pages" unit:"pages" doc:"commit charge"`
	VirtualSizePages    Values[uint64] `col:"virtual_size_pages" unit:"pages" doc:"virtual size; processes only"`
	PagedPoolPages      Values[uint64] `col:"paged_pool_pages" unit:"pages" doc:"paged pool; sessions only"`
	PrivateWorkingPages Values[uint64] `col:"private_working_set_pages" unit:"pages" doc:"private part of the working set"`
	StoreSizePages      Values[uint64] `col:"store_size_pages" unit:"pages" doc:"size of the compressed store; version 2"`
	StoredPages         Values[uint64] `col:"stored_pages" unit:"pages" doc:"pages in the compressed store; version 2"`
	CommitDebtPages     Values[uint64] `col:"commit_debt_pages" unit:"pages" doc:"commit debt; version 2"`
	SharedCommitPages   Values[uint64] `col:"shared_commit_pages" unit:"pages" doc:"shared commit; version 2"`
}

// ProcessMemoryInfoRows is the view of TableProcessMemoryInfo.
type ProcessMemoryInfoRows struct {
	Common
	ID []uint32 `col:"pid" doc:"process"`
	ProcessNames
	WorkingSetCounts
}

// SessionMemoryInfoRows is the view of TableSessionMemoryInfo.
type SessionMemoryInfoRows struct {
	Common
	ID []uint32 `col:"session_id" doc:"terminal session"`
	WorkingSetCounts
}

// Kinds of Pool rows.
const (
	PoolOpAlloc uint8 = 1
	PoolOpFree  uint8 = 2
	PoolOpPage  uint8 = 3 // AddPoolPage, BigPoolPage: growth of the pool itself
)

// PoolRows is the view of TablePool.
type PoolRows struct {
	Common
	Op           []uint8        `col:"type" as:"pool" doc:"alloc, free, or page: growth of the pool itself"`
	PoolType     []uint32       `col:"pool_type_code" doc:"POOL_TYPE as logged"`
	PoolTypeName Strings        `col:"pool_type" doc:"NonPaged, Paged or NonPagedNx, with |Session and |Big where they apply"`
	Tag          []uint32       `col:"tag_code" doc:"pool tag as logged, first character in the lowest byte"`
	TagText      Strings        `col:"tag" doc:"pool tag as text; bytes that are no printable ASCII as \\xNN"`
	Bytes        []uint64       `col:"bytes" unit:"bytes" doc:"size; not dependable in frees"`
	Entry        []uint64       `col:"entry" unit:"address" doc:"address given to the caller"`
	SessionID    Values[uint32] `col:"session_id" doc:"session, of session pool"`
}
