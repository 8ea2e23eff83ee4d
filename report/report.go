// Package report says what was found: from a capture it makes the report of its processes with their accounts and
// verdicts, and renders that as JSON, the stable contract described in docs/report.md, or as text for people. It knows
// nothing of how accounts and verdicts are computed.
package report

// Schema names the layout of the JSON that Report.WriteJSON gives. Fields may be added within a version; none is
// removed, renamed or given another meaning.
const Schema = "etledger/report/v1"

// Edition counts the changes of what a report says within a version of its layout, such as new fields and findings. Reports of
// another edition are not wrong, but say less: what keeps them makes them again.
const Edition = 3

// Report is the contract of "etledger analyze --format json". Sizes are bytes of whole pages where the kernel counts
// pages; times are seconds from the first event of the capture. A nil pointer is null in JSON and means that the
// capture does not say; it never stands for zero.
type Report struct {
	Schema string `json:"schema"`
	// Answer is the finding in one sentence, the first line of the text form.
	Answer  string  `json:"answer"`
	Capture Capture `json:"capture"`
	// Window is the part of the capture that the report is about; left out when that is all of it.
	Window *Window `json:"window,omitempty"`
	// Processes holds one entry per lifetime, worst first; compareProcesses defines the order.
	Processes []Process `json:"processes"`
	System    System    `json:"system"`
	Pool      Pool      `json:"pool"`
	// Details and Process.Details are left out unless Options.Details asks for them.
	Details *Details `json:"details,omitempty"`
}

// Process is one lifetime of a process number: from its start to its exit, or the part of it that the capture saw.
type Process struct {
	PID       uint32  `json:"pid"`
	Image     *string `json:"image"` // file name without path
	ImagePath *string `json:"image_path"`
	// BuildStamp is the time date stamp of the PE header of the image, which with ImageSize, the bytes that it takes in memory,
	// identifies a build: seconds since 1970, or a hash in reproducible builds.
	BuildStamp   *uint32       `json:"build_stamp"`
	ImageSize    *uint64       `json:"image_size"`
	ImageVersion *ImageVersion `json:"image_version"` // null when the capture has no version record of the image
	CommandLine  *string       `json:"command_line"`
	// ProcessKey is the kernel address of the process object: as long as the process lives and the system runs, no other
	// process has it.
	ProcessKey *uint64 `json:"process_key"`
	ParentPID  *uint32 `json:"parent_pid"`
	SessionID  *uint32 `json:"session_id"`
	SID        *string `json:"sid"`
	User       *string `json:"user"` // the account's name where the SID is one of the well-known ones
	// Announced tells that a process event named this lifetime; otherwise only its memory events are known.
	Announced bool `json:"announced"`
	// FirstSeenS and LastSeenS bound what the capture holds of the lifetime.
	FirstSeenS float64  `json:"first_seen_s"`
	LastSeenS  float64  `json:"last_seen_s"`
	StartS     *float64 `json:"start_s"` // null when the process was running before the capture
	EndS       *float64 `json:"end_s"`   // null when it was still running at the end of the capture
	ExitStatus *uint32  `json:"exit_status"`
	// Defunct tells that the process had exited, but something still held its process object.
	Defunct bool `json:"defunct"`

	VirtualAlloc VirtualAlloc `json:"virtual_alloc"`
	// ByOther names the processes that committed VirtualAlloc.ByOtherProcessBytes, the greatest amount first.
	ByOther []OtherProcess `json:"by_other"`
	// Audit is null when the rundown at the end lists no memory of this lifetime.
	Audit          *Audit         `json:"audit"`
	Mapped         Mapped         `json:"mapped"`
	HardFaults     HardFaults     `json:"hard_faults"`
	Counters       *Counters      `json:"counters"`
	Reconciliation Reconciliation `json:"reconciliation"`
	Trend          Trend          `json:"trend"`
	// Suspects are the places that left memory outstanding, at most MaxSuspects of SuspectCount; see docs/report.md for
	// their order.
	SuspectCount int       `json:"suspect_count"`
	Suspects     []Suspect `json:"suspects"`
	// Leads are images whose load the growth followed, at most five, in order of time. They are looked for only in
	// processes that leak or grow and of which no stack is known; a lead is no suspect.
	Leads   []Lead          `json:"leads"`
	Details *ProcessDetails `json:"details,omitempty"`

	level    levelSeries // for Level
	windowed bool        // the report is about a window of the capture
}

// VirtualAlloc is the account of private memory made by VirtualAlloc in one lifetime, in bytes of whole pages.
type VirtualAlloc struct {
	ReserveBytes            uint64 `json:"reserve_bytes"`
	CommitBytes             uint64 `json:"commit_bytes"`
	FreedBytes              uint64 `json:"freed_bytes"`
	OutstandingCommitBytes  uint64 `json:"outstanding_commit_bytes"`
	OutstandingReserveBytes uint64 `json:"outstanding_reserve_bytes"`
	PeakCommitBytes         uint64 `json:"peak_commit_bytes"`
	UnknownFreedBytes       uint64 `json:"unknown_freed_bytes"`
	Allocations             uint64 `json:"allocations"`
	Frees                   uint64 `json:"frees"`
	RepeatCommitBytes       uint64 `json:"repeat_commit_bytes"`
	ByOtherProcessBytes     uint64 `json:"by_other_process_bytes"`
	BeforeCommitBytes       uint64 `json:"before_commit_bytes"`
	BeforeFreedBytes        uint64 `json:"before_freed_bytes"`
	InferredFreedBytes      uint64 `json:"inferred_freed_bytes"`
	ResetBytes              uint64 `json:"reset_bytes"`
	LargePageBytes          uint64 `json:"large_page_bytes"`
	PhysicalBytes           uint64 `json:"physical_bytes"`
}

// OtherProcess is a process that committed memory in another one.
type OtherProcess struct {
	PID         uint32  `json:"pid"`
	Image       *string `json:"image"`
	CommitBytes uint64  `json:"commit_bytes"`
}

// Audit holds the account against the list of private memory that the kernel writes at the end of a capture.
type Audit struct {
	Regions     uint64 `json:"regions"` // listed
	RegionBytes uint64 `json:"region_bytes"`
	CommitBytes uint64 `json:"commit_bytes"` // of RegionBytes, committed
	AgreedBytes uint64 `json:"agreed_bytes"` // of CommitBytes, committed in the account too
	UnseenBytes uint64 `json:"unseen_bytes"` // of CommitBytes, not in the account: BeforeBytes + MissedBytes
	BeforeBytes uint64 `json:"before_bytes"` // from before the capture
	MissedBytes uint64 `json:"missed_bytes"` // committed in the capture, by events that were lost or without one
	StaleBytes  uint64 `json:"stale_bytes"`  // committed in the account, but not listed: its frees were lost
}

// Mapped is the account of mapped views of one lifetime.
type Mapped struct {
	Maps                 uint64 `json:"maps"`
	Unmaps               uint64 `json:"unmaps"`
	MappedBytes          uint64 `json:"mapped_bytes"`
	UnmappedBytes        uint64 `json:"unmapped_bytes"`
	OutstandingBytes     uint64 `json:"outstanding_bytes"`
	OutstandingViews     uint64 `json:"outstanding_views"`
	UnknownUnmappedBytes uint64 `json:"unknown_unmapped_bytes"`
	// OutstandingBySection splits OutstandingBytes by section type: DATA, IMAGE, IMAGE_NO_EXECUTE, PAGEFILE, PHYSICAL.
	OutstandingBySection map[string]uint64 `json:"outstanding_by_section"`
	OutstandingByFile    []MappedFile      `json:"outstanding_by_file"` // the ten with most bytes
}

// MappedFile is a file that views of are outstanding.
type MappedFile struct {
	File  *string `json:"file"` // DOS path where the drive is known, else NT path; null when nothing names it
	Views uint64  `json:"views"`
	Bytes uint64  `json:"bytes"`
}

// HardFaults are the hard page faults of a lifetime's threads.
type HardFaults struct {
	Count     uint64      `json:"count"`
	Bytes     uint64      `json:"bytes"`
	DurationS float64     `json:"duration_s"` // waited, summed over the faults
	Files     []FaultFile `json:"files"`      // the ten with most bytes
}

// FaultFile is a file that hard page faults read from.
type FaultFile struct {
	File      *string `json:"file"` // DOS path where the drive is known, else NT path; null when nothing names it
	Count     uint64  `json:"count"`
	Bytes     uint64  `json:"bytes"`
	DurationS float64 `json:"duration_s"`
}

// Counters are the kernel's own counts for a lifetime. Of a process that ended in the capture only the peaks were
// recorded; its current values are null.
type Counters struct {
	AtExit                bool    `json:"at_exit"`
	PrivateBytes          *uint64 `json:"private_bytes"`
	PeakPrivateBytes      uint64  `json:"peak_private_bytes"`
	WorkingSetBytes       *uint64 `json:"working_set_bytes"`
	PeakWorkingSetBytes   uint64  `json:"peak_working_set_bytes"`
	VirtualBytes          *uint64 `json:"virtual_bytes"`
	PeakVirtualBytes      uint64  `json:"peak_virtual_bytes"`
	PagefileBytes         *uint64 `json:"pagefile_bytes"`
	PagedPoolBytes        *uint64 `json:"paged_pool_bytes"`
	PeakPagedPoolBytes    uint64  `json:"peak_paged_pool_bytes"`
	NonPagedPoolBytes     *uint64 `json:"nonpaged_pool_bytes"`
	PeakNonPagedPoolBytes uint64  `json:"peak_nonpaged_pool_bytes"`
	HandleCount           *uint32 `json:"handle_count"`
	PageFaultCount        uint32  `json:"page_fault_count"`
}

// Reconciliation compares the private bytes of the counters with the account:
// private = initial - given back + outstanding commit + explained + residual.
type Reconciliation struct {
	Status              string  `json:"status"` // exact, explained, unexplained, not available
	InitialPrivateBytes *uint64 `json:"initial_private_bytes"`
	InitialSource       *string `json:"initial_source"`   // of the initial value; "inferred" is no measurement
	GivenBackBytes      *uint64 `json:"given_back_bytes"` // of the initial bytes, freed in the capture
	ExplainedBytes      *int64  `json:"explained_bytes"`
	ExplainedBy         *string `json:"explained_by"`
	ResidualBytes       *int64  `json:"residual_bytes"`
	// Series is null when the capture has no memory snapshots of this lifetime.
	Series *Series `json:"series"`
}

// Series holds the account against the memory snapshots all along: the residual of a snapshot is its commit less what
// the account says that it should be.
type Series struct {
	Samples       int      `json:"samples"` // snapshots
	FirstS        float64  `json:"first_s"`
	LastS         float64  `json:"last_s"`
	PartS         *float64 `json:"part_s"`         // the first snapshot with a residual; null when none has one
	ResidualBytes int64    `json:"residual_bytes"` // of the last snapshot
	// ChangeS is the snapshot at which the residual changed most, null when it never did. ChangeBytes is negative for
	// lost frees, positive for lost allocations and memory that no event tells of.
	ChangeS     *float64 `json:"change_s"`
	ChangeBytes int64    `json:"change_bytes"`
}

// Trend is the verdict on a lifetime with its evidence.
type Trend struct {
	Verdict            string   `json:"verdict"`
	SlopeBytesPerS     *float64 `json:"slope_bytes_per_s"`
	SlopeLowBytesPerS  *float64 `json:"slope_low_bytes_per_s"` // 95 % interval
	SlopeHighBytesPerS *float64 `json:"slope_high_bytes_per_s"`
	ChurnBytes         *float64 `json:"churn_bytes"`
	Confidence         *float64 `json:"confidence"` // 0 to 1
	Reason             string   `json:"reason"`
	// FitFromS and FitToS bound the births that the slope was fitted to; null when none was.
	FitFromS *float64 `json:"fit_from_s"`
	FitToS   *float64 `json:"fit_to_s"`
	// Gaps counts the gaps in the recording's sequence of buffers within the time of the lifetime. LostShare estimates the
	// share of its frees that were lost, null when nothing is known to be.
	Gaps                int      `json:"gaps"`
	LostShare           *float64 `json:"lost_share"`
	SecondsToExhaustion *float64 `json:"seconds_to_exhaustion"`
	// The interval of SecondsToExhaustion: at the upper and at the lower end of that of the slope.
	SecondsToExhaustionLow  *float64 `json:"seconds_to_exhaustion_low"`
	SecondsToExhaustionHigh *float64 `json:"seconds_to_exhaustion_high"`
}

// Suspect is one place in the code that left memory outstanding.
type Suspect struct {
	Module     string  `json:"module"` // "unknown" when no image covers the frame or no stack was recorded
	ModulePath *string `json:"module_path"`
	// ModuleBuildStamp and ModuleFileVersion are of the module, as Process.BuildStamp and ImageVersion.FileVersion are of an
	// image.
	ModuleBuildStamp  *uint32  `json:"module_build_stamp"`
	ModuleFileVersion *string  `json:"module_file_version"`
	Frame             *string  `json:"frame"`           // module+0xoffset or 0xaddress
	AllocatedBytes    uint64   `json:"allocated_bytes"` // became committed, also what was freed since
	OutstandingBytes  uint64   `json:"outstanding_bytes"`
	Allocations       uint64   `json:"allocations"`       // outstanding
	SlopeBytesPerS    *float64 `json:"slope_bytes_per_s"` // null when the process neither leaks nor grows
	Share             *float64 `json:"share"`             // of the process's outstanding commit, 0 to 1
	Stack             []string `json:"stack"`             // innermost first
}

// Lead is an image that was loaded just before growth began: a coincidence in time, which proves nothing.
type Lead struct {
	Module        string  `json:"module"`
	ModulePath    *string `json:"module_path"`
	LoadedS       float64 `json:"loaded_s"`
	GrowthBeginsS float64 `json:"growth_begins_s"` // when the first memory that stayed was taken
}

// System is what the capture says about the machine.
type System struct {
	ComputerName     *string          `json:"computer_name"`
	MemoryBytes      *uint64          `json:"memory_bytes"`
	PageSize         *uint32          `json:"page_size"`
	Processors       *uint32          `json:"processors"`
	MHz              *uint32          `json:"mhz"`
	Architecture     *string          `json:"architecture"`
	WindowsDirectory *string          `json:"windows_directory"`
	Volumes          []Volume         `json:"volumes"`
	MemoryInfo       []MemorySnapshot `json:"memory_info"` // first, last and extremes
}

// Volume maps a device path to a drive.
type Volume struct {
	NTPrefix  string  `json:"nt_prefix"`
	DOSPrefix *string `json:"dos_prefix"`
}

// MemorySnapshot is one system-wide sample of memory information.
type MemorySnapshot struct {
	TimeS             float64 `json:"time_s"`
	AvailableBytes    uint64  `json:"available_bytes"`
	CommitBytes       *uint64 `json:"commit_bytes"`
	PagedPoolBytes    *uint64 `json:"paged_pool_bytes"`
	NonPagedPoolBytes *uint64 `json:"nonpaged_pool_bytes"`
}

// Pool is the account of kernel pool by tag.
type Pool struct {
	Tags []PoolTag `json:"tags"` // by outstanding bytes, the greatest first
}

// PoolTag is the account of one pool tag in one kind of pool.
type PoolTag struct {
	Tag              string `json:"tag"`  // four characters, escaped where they are not printable
	Pool             string `json:"pool"` // paged or nonpaged
	Allocations      uint64 `json:"allocations"`
	Frees            uint64 `json:"frees"`
	AllocatedBytes   uint64 `json:"allocated_bytes"`
	FreedBytes       uint64 `json:"freed_bytes"`
	OutstandingBytes uint64 `json:"outstanding_bytes"`
	OutstandingCount uint64 `json:"outstanding_count"`
	UnknownFrees     uint64 `json:"unknown_frees"`
	LostFrees        uint64 `json:"lost_frees"`
}
