package ledger

import (
	"time"

	"etledger/trend"
)

// Accounts is the state of the books when a capture has been read to its end.
type Accounts struct {
	StartNano, EndNano int64 // first and last event, ns since 1970 UTC
	// FromNano and ToNano are the time that the accounts are about: that of the capture, or its part in the window. ToNano is
	// past the last moment of a window, and the last moment of a capture.
	FromNano, ToNano int64
	Lifetimes        []*Lifetime
	System           System
	Pool             []PoolTag
	Keywords         []string // names of the kernel keywords known to have been in force, sorted
	KeywordsKnown    bool     // the masks were recorded; otherwise Keywords only lists what occurring events prove
	Coverage         Coverage
	// MemorySamples are the system-wide memory snapshots in order of time: all of them, or every second, fourth and so on.
	MemorySamples []MemorySnapshot
	// FlowWidth is the width of the bins of Flows, 2^n ns: bin k covers [k*FlowWidth, (k+1)*FlowWidth) since the first event.
	// FlowBins is the number past the last bin of the accounts' time. Both are 0 unless Options.Flows asks for flows.
	FlowWidth time.Duration
	FlowBins  int
}

// Coverage says what kinds of evidence the capture held, for the findings of a report. Counts are those of the whole
// capture, whatever the window, but for what accounts and lifetimes tell: UnannouncedLifetimes, LostProcessEnds,
// HardFaultsUnclaimed, InferredLostFrees and what follows.
type Coverage struct {
	ProcessRundownStart, ProcessRundownEnd bool
	VirtualAllocEvents                     uint64
	VirtualRundownStart, VirtualRundownEnd uint64
	CounterRecords                         uint64
	Commits                                uint64 // allocations that commit memory
	CommitsWithStack                       uint64 // of these, with a stack or the key of one
	StacksMatched                          uint64 // stack records tied to a memory event
	StacksUnmatched                        uint64 // others: mostly of events of other kinds
	StackKeysUnresolved                    uint64 // stacks whose key no record defines
	StacksDropped                          uint64 // stacks that were not kept, see Options.StackFrames and StackSums
	UnannouncedLifetimes                   int
	LostProcessEnds                        uint64 // lifetimes whose end is known only from what came after
	HardFaultsUnclaimed                    uint64 // hard faults of threads that nothing ties to a process
	InferredLostFrees                      uint64 // allocations at addresses that were live
	InferredLostFreeBytes                  uint64
	OddFrees                               uint64 // frees that are neither decommit nor release, or of an unknown size
}

// Lifetime is one process from its start to its exit, or the part of it that the capture saw.
type Lifetime struct {
	PID, ParentPID uint32
	ParentKnown    bool
	Image          string        // file name without path; empty when never announced
	ImagePath      string        // DOS path where the capture tells the drive, else NT path; empty when no event tells it
	ImageSize      uint64        // bytes in memory; 0 when no image event tells it
	BuildStamp     uint32        // time date stamp of the image's PE header; 0 when no image event tells it
	Version        *ImageVersion // of the image; nil when no record has it
	CommandLine    string
	SID            string
	SessionID      uint32
	ProcessKey     uint64 // kernel address of the process object; 0 when no process event tells it
	Announced      bool   // a process event named this lifetime
	StartNano      int64  // first moment known: its start event, or the capture's start
	StartSeen      bool   // the start event was in the capture
	EndNano        int64  // its end event, or the capture's end
	EndSeen        bool   // the end event was in the capture
	ExitStatus     uint32
	HasExitStatus  bool
	Defunct        bool // the exited process's object was still referenced at the end of the capture

	VirtualAlloc VirtualAlloc
	// ByOther names the processes that committed VirtualAlloc.ByOtherProcessBytes, the greatest amount first.
	ByOther        []OtherProcess
	Audit          *Audit // nil for lifetimes that have ended, and without an end rundown of memory
	Mapped         Mapped
	Counters       *Counters // nil when the capture has none for this lifetime
	Reconciliation Reconciliation
	Series         *Series // the same along the capture; nil without memory snapshots
	HardFaults     HardFaults
	FaultFiles     []FileSum // files that the hard faults read from, the ten with most bytes
	MappedFiles    []FileSum // files that views of are outstanding, the ten with most bytes

	// Evidence is the account as package trend judges it.
	Evidence trend.Input
	// Loads are the images that were loaded while the process ran, in order of time; nil for lifetimes that have ended.
	Loads []ImageLoad
	// Suspects are the sites with outstanding memory, by outstanding bytes, the greatest first.
	Suspects []Suspect
	// Flows is how the account moved over time. It is nil unless Options.Flows asks for it, and when no private memory was
	// seen.
	Flows *Flows
	// Stacks are the distinct stacks that allocated memory, nil unless Options.Stacks asks for them: by outstanding bytes,
	// then by allocated bytes, the greatest first. Memory whose stack is not known is one of them, without frames, so their
	// sums are VirtualAlloc.CommitBytes and OutstandingCommitBytes.
	Stacks []Stack
}

// VirtualAlloc is the account of private memory made by VirtualAlloc, in bytes of whole pages. The JSON names and exact
// meanings are those of the report contract.
type VirtualAlloc struct {
	ReserveBytes            uint64 // became reserved
	CommitBytes             uint64 // became committed
	FreedBytes              uint64 // seen committed in the capture, then decommitted or released
	OutstandingCommitBytes  uint64 // CommitBytes - FreedBytes
	OutstandingReserveBytes uint64
	PeakCommitBytes         uint64 // greatest value of outstanding commit
	UnknownFreedBytes       uint64 // released or decommitted, never seen reserved or committed
	RepeatCommitBytes       uint64 // committed again while committed
	ByOtherProcessBytes     uint64 // of CommitBytes, committed by another process
	ResetBytes              uint64 // MEM_RESET and MEM_RESET_UNDO: change no commit
	Allocations             uint64 // VirtualAlloc events
	Frees                   uint64 // VirtualFree events
	BeforeCommitBytes       uint64 // listed as committed by the start rundown
	BeforeFreedBytes        uint64 // of BeforeCommitBytes, freed in the capture
	InferredFreedBytes      uint64 // of FreedBytes, freed by a free that was lost, inferred from reuse of the address
	LargePageBytes          uint64 // of CommitBytes, in large pages
	PhysicalBytes           uint64 // of ReserveBytes, AWE reservations
	WriteWatchBytes         uint64 // of ReserveBytes, with write watch
	TopDownBytes            uint64 // of ReserveBytes, asked for at the highest address
	LostFrees               uint64 // reservations closed because a new one was made over them
}

// OtherProcess is a process that committed memory in another one.
type OtherProcess struct {
	PID         uint32
	Image       string // of the lifetime that had the number at the time; empty when never announced
	CommitBytes uint64
}

// Audit compares the account with what the end rundown of the capture lists as committed.
type Audit struct {
	Regions     uint64 // private regions listed
	RegionBytes uint64
	CommitBytes uint64 // of RegionBytes, committed
	AgreedBytes uint64 // of CommitBytes, committed in the account too
	UnseenBytes uint64 // of CommitBytes, not in the account: BeforeBytes and MissedBytes
	BeforeBytes uint64 // from before the capture: of a lifetime that is older, where no event has touched the address
	MissedBytes uint64 // the rest: committed in the capture, by events that were lost or without one
	StaleBytes  uint64 // committed in the account, not listed: given back unseen
}

// Mapped is the account of mapped views.
type Mapped struct {
	Maps, Unmaps         uint64
	MappedBytes          uint64
	UnmappedBytes        uint64
	OutstandingBytes     uint64
	OutstandingViews     uint64
	UnknownUnmappedBytes uint64
	BeforeBytes          uint64 // listed by the start rundown
	BeforeUnmappedBytes  uint64 // of BeforeBytes, unmapped in the capture
	LostUnmaps           uint64 // views mapped where one was: its unmapping was lost
	ListedViews          uint64 // listed by the end rundown
	ListedUnseenBytes    uint64 // of these, never seen mapped
	// OutstandingBySection is OutstandingBytes by section type: DATA, IMAGE, IMAGE_NO_EXECUTE, PAGEFILE, PHYSICAL.
	OutstandingBySection map[string]uint64
}

// Counters are the kernel's own counts for a process (ProcessCounters), in bytes.
type Counters struct {
	AtExit                bool // recorded at process end: the current values are 0 there and only peaks count
	PrivateBytes          uint64
	PeakPrivateBytes      uint64 // peak page file usage
	WorkingSetBytes       uint64
	PeakWorkingSetBytes   uint64
	VirtualBytes          uint64
	PeakVirtualBytes      uint64
	PagefileBytes         uint64
	PagedPoolBytes        uint64
	NonPagedPoolBytes     uint64
	PeakPagedPoolBytes    uint64
	PeakNonPagedPoolBytes uint64
	HandleCount           uint32
	PageFaultCount        uint32
}

// ReconciliationStatus tells how the counters and the account agree.
type ReconciliationStatus string

// The states of a reconciliation.
const (
	ReconExact        ReconciliationStatus = "exact"
	ReconExplained    ReconciliationStatus = "explained"
	ReconUnexplained  ReconciliationStatus = "unexplained"
	ReconNotAvailable ReconciliationStatus = "not available"
)

// Reconciliation compares the private bytes that the counters show at the end with the account.
type Reconciliation struct {
	Status              ReconciliationStatus
	InitialPrivateBytes uint64 // before the capture's first event of this lifetime
	InitialKnown        bool
	// InitialSource is "born inside", "start rundown", "memory snapshot", "end rundown", "inferred", "", or "committed before
	// the window" when the capture, but not the window, holds the start of the lifetime.
	InitialSource  string
	ExplainedBytes int64 // of the residual, by ExplainedBy
	ExplainedBy    string
	ResidualBytes  int64 // private bytes - initial - outstanding commit - explained
}

// HardFaults are the hard page faults of a lifetime's threads.
type HardFaults struct {
	Count      uint64
	Bytes      uint64
	DurationNS uint64
}

// FileSum is what a lifetime did with one file.
type FileSum struct {
	Path       string // DOS path where the capture tells the drive, else NT path; empty when nothing names the file
	Count      uint64 // hard faults, or mapped views
	Bytes      uint64
	DurationNS uint64 // of hard faults
}

// Suspect is one place in the code that left memory outstanding: the frame that a stack is charged to, whatever called
// it. The suspects of a lifetime sum up to its outstanding commit; memory whose stack is not known is the last of them,
// with module "unknown" and no frame. A lifetime of which no stack is known has no suspects.
type Suspect struct {
	Module           string // file name of the responsible frame's module; "unknown" when no image covers it
	ModulePath       string
	ModuleStamp      uint32        // time date stamp of the PE header of that module; 0 when not known
	ModuleVersion    *ImageVersion // nil when not known
	Frame            string        // module+0xoffset, or 0xaddress
	AllocatedBytes   uint64        // became committed in the capture, also what was freed since
	Allocations      uint64        // that made AllocatedBytes committed
	OutstandingBytes uint64
	Count            uint64   // outstanding allocations
	Stacks           int      // distinct stacks with outstanding memory
	Stack            []string // the one with most bytes, whole, innermost first, in the form of Frame
	// Cohorts are the outstanding bytes by time of birth (Born = Surviving), in at most 64 bins of equal width that cover
	// the window of Lifetime.Evidence. It is nil for lifetimes that have ended and beyond Options.SuspectCohorts.
	Cohorts []trend.Cohort
}

// Stack is one distinct stack of a lifetime: equal addresses in the same images.
type Stack struct {
	Frames           []Frame // innermost first: those in the kernel, then those in user mode; none when not known
	Suspect          int     // index in Lifetime.Suspects of the place that it is charged to, -1 when it is none of them
	AllocatedBytes   uint64  // became committed in the capture, also what was freed since
	Allocations      uint64  // that made AllocatedBytes committed
	OutstandingBytes uint64
	Count            uint64 // outstanding allocations
	// Cohorts are as in Suspect.
	Cohorts []trend.Cohort
}

// Frame is one address of a stack.
type Frame struct {
	Address uint64
	Image   *Image // that was there when the memory was committed; nil when none is known
	Kernel  bool   // in the kernel's address space
}

// Image is a module at its place in an address space. Frames in one image share it.
type Image struct {
	Name string // file name
	Path string // DOS path where the capture tells the drive, else NT path
	Base uint64
	Size uint64 // bytes of whole pages
}

// System is what the capture says about the machine.
type System struct {
	ComputerName     string
	MemoryBytes      uint64
	PageSize         uint32 // 4096 when not recorded
	Processors       uint32
	MHz              uint32
	Architecture     string
	WindowsDirectory string
	Volumes          []Volume
	MemoryInfo       []MemorySnapshot // first, last and extremes, not every sample
}

// Volume maps an NT prefix to a DOS prefix.
type Volume struct{ NTPrefix, DOSPrefix string }

// MemorySnapshot is one system-wide memory-information sample, in bytes.
type MemorySnapshot struct {
	Nano                        int64
	AvailableBytes              uint64
	CommitBytes, PagedPoolBytes uint64
	NonPagedPoolBytes           uint64
	CommitKnown                 bool
}

// PoolTag is the account of one pool tag.
type PoolTag struct {
	Tag                uint32
	Name               string // four characters, escaped
	Paged              bool
	Allocations, Frees uint64
	AllocatedBytes     uint64
	FreedBytes         uint64
	OutstandingBytes   uint64
	OutstandingCount   uint64
	UnknownFrees       uint64
	LostFrees          uint64
	Evidence           trend.Input // the account as package trend judges it
}
