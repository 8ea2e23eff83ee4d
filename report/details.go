package report

import "etledger/ledger"

// Window is the part of the capture that a report is about, when it is not all of it. What was committed before it counts
// as from before the capture, and what happens after it as not seen.
type Window struct {
	FromS float64 `json:"from_s"`
	ToS   float64 `json:"to_s"`
}

// Details is what charts of a report are drawn from. Options.Details asks for it.
type Details struct {
	// BinS is the width in seconds of the bins of all timelines, a power of two of nanoseconds and not rounded. Bin n covers
	// [n*BinS, (n+1)*BinS) in seconds from the first event of the capture, in the report of a window too; Bins is the number
	// past the last. At most 256 bins cover the time that the report is about.
	BinS float64 `json:"bin_s"`
	Bins int     `json:"bins"`
	// Frames are the names that stacks refer to, each once.
	Frames []string `json:"frames"`
	// Gaps are runs of buffers that are missing from the capture, in order of time.
	Gaps []Gap `json:"gaps"`
	// MemoryInfo are system-wide memory snapshots in order of time: all of them, or every second, fourth and so on.
	MemoryInfo []MemorySnapshot `json:"memory_info"`
}

// Gap is a run of buffers that a session numbered but the recording does not hold.
type Gap struct {
	File      string   `json:"file"`
	FromS     *float64 `json:"from_s"` // null when its time is not known
	ToS       *float64 `json:"to_s"`
	Buffers   uint64   `json:"buffers"`
	Processor uint32   `json:"processor"` // of the buffer that follows the gap
}

// ProcessDetails is what charts of one lifetime are drawn from.
type ProcessDetails struct {
	// Timeline is null when nothing is known of the lifetime's private memory over time: the capture holds no VirtualAlloc
	// events.
	Timeline *Timeline `json:"timeline"`
	// Snapshots hold the account against memory snapshots of the process, in order of time: all, or every second, fourth
	// and so on, at most 64.
	Snapshots []ProcessSnapshot `json:"snapshots"`
	Loads     []ImageLoad       `json:"loads"` // while it ran, in order of time; empty for lifetimes that ended
	// Stacks are the distinct stacks that allocated memory, by outstanding bytes, the greatest first, at most MaxStacks of
	// StackCount; the last one, without frames, is memory whose stack is not known.
	StackCount int          `json:"stack_count"`
	Stacks     []StackBytes `json:"stacks"`
}

// Timeline is how the private memory of a lifetime moved, in the bins of Details. It is exact: for every range of bins,
// sums over it are what a report of just that window has. Amounts are bytes.
type Timeline struct {
	// FirstBin is the number of the first bin of the lists below, that of the lifetime's beginning. They end with that of its
	// end, and are empty when nothing moved.
	FirstBin int `json:"first_bin"`
	// Committed became committed in the bin, BeforeFreed was given back in it of memory that had been committed before
	// the capture or its window, as far as the capture tells, or that it never saw committed.
	Committed   []uint64 `json:"committed_bytes"`
	BeforeFreed []uint64 `json:"before_freed_bytes"`
	// Freed lists what was committed in the capture and given back: the bin of the commit and that of the free, both
	// counted from FirstBin, and the bytes. It is in order of the first, then of the second.
	Freed [][3]uint64 `json:"freed"`
	// Low and High are the least and the greatest value in the bin of what was committed, less all that was given back,
	// since the beginning of the lifetime's account. They are below zero where memory from before was given back.
	Low  []int64 `json:"low_bytes"`
	High []int64 `json:"high_bytes"`
}

// ProcessSnapshot is one memory snapshot of a process beside the account at that time.
type ProcessSnapshot struct {
	TimeS         float64 `json:"time_s"`
	CommitBytes   uint64  `json:"commit_bytes"`  // by the snapshot
	AccountBytes  uint64  `json:"account_bytes"` // outstanding commit by the account
	ResidualBytes int64   `json:"residual_bytes"`
}

// ImageLoad is an image that a process loaded while it ran.
type ImageLoad struct {
	Module     string  `json:"module"`
	ModulePath *string `json:"module_path"`
	LoadedS    float64 `json:"loaded_s"`
}

// StackBytes is one distinct stack of a lifetime.
type StackBytes struct {
	Frames           []int  `json:"frames"` // indexes of Details.Frames, innermost first
	AllocatedBytes   uint64 `json:"allocated_bytes"`
	OutstandingBytes uint64 `json:"outstanding_bytes"`
	OutstandingCount uint64 `json:"outstanding_count"`
	LeakingBytes     uint64 `json:"leaking_bytes"` // of OutstandingBytes, as in profiles

	frames []ledger.Frame // until Frames has their numbers
}

// MaxStacks is how many stacks the details of a process have.
const MaxStacks = 200
