package results

import (
	"time"

	"etledger/model/dataset"
)

// Schema names the layout of the tables of results and the meaning of their columns: docs/results.md.
const Schema = "etledger/results/v1"

// Tables of results. That of captures vouches for the others: a capture has results if it has a row there.
const (
	TableLifetimes = "results"          // one row for each lifetime of a process
	TableModules   = "results_modules"  // one row for each module that left memory outstanding in a lifetime
	TablePoolTags  = "results_pool"     // one row for each pool tag of a pool
	TableCaptures  = "results_captures" // one row for each capture
)

// Rows are the results of one capture.
type Rows struct {
	Capture   Capture
	Meta      dataset.Meta // of the columns meta_... that every table of a dataset has
	Lifetimes []Lifetime   // in the order of the report, worst first
	Modules   []Module     // in the order of lifetimes, most outstanding bytes first
	PoolTags  []PoolTag    // in the order of tag and pool
}

// Capture says what was read and what was found, in one row. Pointers are nil, and null in the table, for what the capture
// does not tell.
type Capture struct {
	ID           string     `col:"capture_id" doc:"ID of the capture: c- and the beginning of the SHA-256 of its content"`
	Location     string     `col:"location" doc:"path or URL that it was read from"`
	SHA256       string     `col:"sha256" doc:"of the recording; of several, of their digests in order of time"`
	SizeBytes    uint64     `col:"size_bytes" unit:"bytes" doc:"of all recordings"`
	HostName     string     `col:"host_name" doc:"host that the capture counts for: as metadata names it, else as the capture does, else unknown"`
	ComputerName *string    `col:"computer_name" doc:"as the capture tells it"`
	OSBuild      *uint32    `col:"os_build" doc:"Windows build number"`
	PointerSize  *uint32    `col:"pointer_size" unit:"bytes" doc:"of the kernel that recorded"`
	Processors   *uint32    `col:"processors" unit:"count" doc:"of the machine"`
	Boot         *time.Time `col:"boot_time" unit:"ns" doc:"when the system was started, UTC"`
	Start        time.Time  `col:"start_time" unit:"ns" doc:"first event, UTC"`
	End          time.Time  `col:"end_time" unit:"ns" doc:"last event, UTC"`
	DurationS    float64    `col:"duration_s" unit:"s" doc:"from the first event to the last"`
	Damaged      uint8      `col:"damaged" doc:"1 if parts of the recording could not be read, else 0"`
	EventsLost   uint64     `col:"events_lost" unit:"events" doc:"that the session could not log, by the file headers"`
	BuffersLost  uint64     `col:"buffers_lost" unit:"buffers" doc:"that the session could not write, by the file headers"`
	Findings     string     `col:"findings" doc:"codes of the findings that weaken what is concluded, a JSON array"`
	Answer       string     `col:"answer" doc:"the report's answer in a sentence"`
	Lifetimes    uint64     `col:"lifetimes" unit:"count" doc:"rows of table results"`
	Judged       uint64     `col:"judged" unit:"count" doc:"of them, those that could have been called a leak"`
	Leaking      uint64     `col:"leaking" unit:"count" doc:"of them, those with verdict leak"`
	Stacks       uint8      `col:"stacks" doc:"1 if stacks tell which module allocated, else 0"`
	MemoryBytes  *uint64    `col:"memory_bytes" unit:"bytes" doc:"physical memory of the machine"`
	// The last system-wide memory snapshot of the capture.
	AvailableBytes    *uint64 `col:"available_bytes" unit:"bytes" doc:"physical memory available at the last memory snapshot"`
	CommitBytes       *uint64 `col:"commit_bytes" unit:"bytes" doc:"committed on the machine at the last memory snapshot"`
	PagedPoolBytes    *uint64 `col:"paged_pool_bytes" unit:"bytes" doc:"at the last memory snapshot"`
	NonPagedPoolBytes *uint64 `col:"nonpaged_pool_bytes" unit:"bytes" doc:"at the last memory snapshot"`
}

// Lifetime is what was found about one process from its start to its exit, as far as the capture holds it.
type Lifetime struct {
	Lifetime    uint32  `col:"lifetime" doc:"number of the row in its capture, from 0, in the order of the report"`
	PID         uint32  `col:"pid" doc:"process number"`
	Image       *string `col:"image" doc:"file name without path"`
	ImagePath   *string `col:"image_path" doc:"path of the image"`
	CommandLine *string `col:"command_line" doc:"command line"`
	// Role tells processes of one image apart that run different code, such as the services in svchost.exe.
	Role *string `col:"role" doc:"what a process of an image that hosts other code hosts, by its command line: service group and service of svchost.exe, application pool of w3wp.exe, class of dllhost.exe, library of rundll32.exe"`

	FileVersion    *string `col:"file_version" doc:"of the image, as its version resource has it"`
	ProductName    *string `col:"product_name" doc:"of the image"`
	ProductVersion *string `col:"product_version" doc:"of the image"`
	CompanyName    *string `col:"company_name" doc:"of the image"`
	BuildStamp     *uint32 `col:"build_stamp" doc:"time date stamp of the image's PE header, which tells builds apart: seconds since 1970, or a hash in reproducible builds"`
	ImageSize      *uint64 `col:"image_size" unit:"bytes" doc:"of the image in memory, which with the build stamp identifies it"`

	ParentPID  *uint32    `col:"parent_pid" doc:"process number of the parent"`
	ProcessKey *uint64    `col:"process_key" doc:"kernel address of the process object: with pid the same in all captures of one boot"`
	SessionID  *uint32    `col:"session_id" doc:"terminal session"`
	User       *string    `col:"user" doc:"SID of the account that it runs under"`
	Started    *time.Time `col:"started" unit:"ns" doc:"when it started, UTC; null if it was running before the capture"`
	Ended      *time.Time `col:"ended" unit:"ns" doc:"when it ended, UTC; null if it ran at the end of the capture"`
	FirstSeen  time.Time  `col:"first_seen" unit:"ns" doc:"from when on the capture holds it, UTC"`
	LastSeen   time.Time  `col:"last_seen" unit:"ns" doc:"until when the capture holds it, UTC"`
	ObservedS  float64    `col:"observed_s" unit:"s" doc:"from first_seen to last_seen"`

	Verdict    string   `col:"verdict" doc:"leak, growth, step, warm-up, churn, steady, shrinking or inconclusive"`
	Judged     uint8    `col:"judged" doc:"1 if it could have been called a leak: it was observed for 60 s or more and is not inconclusive; else 0"`
	Confidence *float64 `col:"confidence" doc:"in the verdict, 0 to 1"`
	Slope      *float64 `col:"slope_bytes_per_s" unit:"bytes/s" doc:"rate of what is not given back"`
	SlopeLow   *float64 `col:"slope_low_bytes_per_s" unit:"bytes/s" doc:"lower end of its 95 % interval"`
	SlopeHigh  *float64 `col:"slope_high_bytes_per_s" unit:"bytes/s" doc:"upper end of its 95 % interval"`
	LostShare  *float64 `col:"lost_share" doc:"estimated share of its frees that were lost; null when nothing is known to be"`
	Reason     string   `col:"reason" doc:"of the verdict, a sentence"`
	// Forecast, which is there for 32-bit address spaces.
	ExhaustionS     *float64 `col:"seconds_to_exhaustion" unit:"s" doc:"from the end of the capture until its address space is full"`
	ExhaustionLowS  *float64 `col:"seconds_to_exhaustion_low" unit:"s" doc:"the same at the upper end of the interval of the slope"`
	ExhaustionHighS *float64 `col:"seconds_to_exhaustion_high" unit:"s" doc:"the same at the lower end of the interval of the slope"`

	OutstandingBytes  uint64  `col:"outstanding_commit_bytes" unit:"bytes" doc:"committed in the capture and not given back"`
	CommittedBytes    uint64  `col:"commit_bytes" unit:"bytes" doc:"became committed"`
	FreedBytes        uint64  `col:"freed_bytes" unit:"bytes" doc:"of them, given back"`
	PeakBytes         uint64  `col:"peak_commit_bytes" unit:"bytes" doc:"greatest amount committed in the capture and not given back"`
	UnknownFreedBytes uint64  `col:"unknown_freed_bytes" unit:"bytes" doc:"given back though never seen committed"`
	Allocations       uint64  `col:"allocations" unit:"count" doc:"VirtualAlloc events"`
	Frees             uint64  `col:"frees" unit:"count" doc:"VirtualFree events"`
	PrivateBytes      *uint64 `col:"private_bytes" unit:"bytes" doc:"counter at the end of the capture; null if it ended before"`
	PeakPrivateBytes  *uint64 `col:"peak_private_bytes" unit:"bytes" doc:"counter"`
	WorkingSetBytes   *uint64 `col:"working_set_bytes" unit:"bytes" doc:"counter at the end of the capture"`
	VirtualBytes      *uint64 `col:"virtual_bytes" unit:"bytes" doc:"counter at the end of the capture"`
	HandleCount       *uint32 `col:"handle_count" unit:"count" doc:"counter at the end of the capture"`
	ResidualBytes     *int64  `col:"residual_bytes" unit:"bytes" doc:"private bytes that nothing explains"`
	Reconciliation    string  `col:"reconciliation" doc:"status of the reconciliation with the counters"`
}

// Module is what one module left outstanding in one lifetime: all suspects of a module together.
type Module struct {
	Lifetime         uint32   `col:"lifetime" doc:"row of table results in the same capture"`
	PID              uint32   `col:"pid" doc:"process number"`
	Image            *string  `col:"image" doc:"of the process"`
	Verdict          string   `col:"verdict" doc:"on the process"`
	Rank             uint32   `col:"rank" doc:"place among the modules of the lifetime by outstanding bytes, from 1"`
	Module           string   `col:"module" doc:"file name, or unknown where no image covers the code or no stack was recorded"`
	ModulePath       *string  `col:"module_path" doc:"path of the module"`
	FileVersion      *string  `col:"file_version" doc:"of the module"`
	BuildStamp       *uint32  `col:"build_stamp" doc:"time date stamp of the module's PE header"`
	Frame            *string  `col:"frame" doc:"place in the module that left most"`
	OutstandingBytes uint64   `col:"outstanding_bytes" unit:"bytes" doc:"left outstanding"`
	Allocations      uint64   `col:"allocations" unit:"count" doc:"outstanding"`
	Share            *float64 `col:"share" doc:"of the outstanding commit of the process, 0 to 1"`
	Slope            *float64 `col:"slope_bytes_per_s" unit:"bytes/s" doc:"rate; null when the process neither leaks nor grows"`
}

// PoolTag is what was found about one tag in one pool.
type PoolTag struct {
	Tag              string   `col:"tag" doc:"four characters, those that are not printable as \\xNN"`
	Pool             string   `col:"pool" doc:"paged or nonpaged"`
	Verdict          string   `col:"verdict" doc:"leak, growth, held, returns, steady or inconclusive"`
	Judged           uint8    `col:"judged" doc:"1 if it could have been called a leak, else 0"`
	Confidence       *float64 `col:"confidence" doc:"in the verdict, 0 to 1"`
	Slope            *float64 `col:"slope_bytes_per_s" unit:"bytes/s" doc:"rate of its level"`
	SlopeLow         *float64 `col:"slope_low_bytes_per_s" unit:"bytes/s" doc:"lower end of its 95 % interval"`
	SlopeHigh        *float64 `col:"slope_high_bytes_per_s" unit:"bytes/s" doc:"upper end of its 95 % interval"`
	Reason           string   `col:"reason" doc:"of the verdict, a sentence"`
	Component        *string  `col:"component" doc:"driver or part of Windows that the tag may belong to"`
	AllocatedBytes   uint64   `col:"allocated_bytes" unit:"bytes" doc:"in the capture"`
	FreedBytes       uint64   `col:"freed_bytes" unit:"bytes" doc:"of them"`
	OutstandingBytes uint64   `col:"outstanding_bytes" unit:"bytes" doc:"their difference at the end"`
	OutstandingCount uint64   `col:"outstanding_count" unit:"count" doc:"allocations that were not freed"`
}
