package scenario

import "etledger/internal/etlwriter"

// Capture is a written capture and the truth about it.
type Capture struct {
	File  []byte
	Truth Truth
}

// Truth is what really happened on the machine, whether the file shows it or not: with lost buffers the two differ.
type Truth struct {
	Seed        uint64      `json:"seed"`
	DurationS   float64     `json:"duration_s"`
	BuffersLost int         `json:"buffers_lost"` // data buffers that the file lacks
	Lifetimes   []Lifetime  `json:"lifetimes"`    // in order of start, those from before the capture first
	Pool        []PoolTruth `json:"pool,omitempty"`
}

// Lifetime is the truth about one process. Sizes are bytes of whole pages, times seconds from the first event. The
// account counts what happened during the capture, as if every event of it had been seen.
type Lifetime struct {
	PID         uint32  `json:"pid"`
	ParentPID   uint32  `json:"parent_pid"`
	Image       string  `json:"image"`
	CommandLine string  `json:"command_line"`
	Kind        string  `json:"kind"`
	StartS      float64 `json:"start_s"` // 0 for those that ran before
	EndS        float64 `json:"end_s"`   // the capture's end for those that still run
	BornInside  bool    `json:"born_inside"`
	EndedInside bool    `json:"ended_inside"`
	ExitStatus  uint32  `json:"exit_status"`

	ReserveBytes            uint64 `json:"reserve_bytes"`             // became reserved
	CommitBytes             uint64 `json:"commit_bytes"`              // became committed
	FreedBytes              uint64 `json:"freed_bytes"`               // of CommitBytes, given back
	OutstandingCommitBytes  uint64 `json:"outstanding_commit_bytes"`  // CommitBytes - FreedBytes, at exit or at the end
	OutstandingReserveBytes uint64 `json:"outstanding_reserve_bytes"` // of ReserveBytes, still reserved
	PeakCommitBytes         uint64 `json:"peak_commit_bytes"`         // greatest CommitBytes - FreedBytes
	// UnknownFreedBytes were given back though reserved or committed before the capture: unknown to a reader unless a
	// rundown of private memory at the start told of them.
	UnknownFreedBytes   uint64 `json:"unknown_freed_bytes"`
	RepeatCommitBytes   uint64 `json:"repeat_commit_bytes"`    // committed again while committed
	ByOtherProcessBytes uint64 `json:"by_other_process_bytes"` // of CommitBytes, committed by another process
	Allocations         uint64 `json:"allocations"`            // VirtualAlloc events
	Frees               uint64 `json:"frees"`                  // VirtualFree events

	InitialPrivateBytes uint64 `json:"initial_private_bytes"` // when the capture began; 0 for those born inside
	PrivateBytes        uint64 `json:"private_bytes"`         // at exit or at the end, as the kernel counts
	PeakPrivateBytes    uint64 `json:"peak_private_bytes"`
	UnloggedBytes       uint64 `json:"unlogged_bytes"` // of PrivateBytes, what no event shows

	Maps           uint64 `json:"maps"`
	Unmaps         uint64 `json:"unmaps"`
	MappedBytes    uint64 `json:"mapped_bytes"`
	UnmappedBytes  uint64 `json:"unmapped_bytes"`
	HardFaults     uint64 `json:"hard_faults"`
	HardFaultBytes uint64 `json:"hard_fault_bytes"`

	// LeakBytes is what leaking behaviours committed and never gave back, LeakBytesPerSecond that over the time in
	// which they leaked, and LeakRate the rate that they were set to. All 0 for a process that does not leak.
	LeakBytes          uint64  `json:"leak_bytes"`
	LeakBytesPerSecond float64 `json:"leak_bytes_per_s"`
	LeakRate           float64 `json:"leak_rate_bytes_per_s"`
	LeakModule         string  `json:"leak_module"`

	// OutstandingByModule is OutstandingCommitBytes by the module that asked for the memory.
	OutstandingByModule map[string]uint64 `json:"outstanding_by_module"`
}

// Find gives the lifetimes of an image, in order of start.
func (t *Truth) Find(image string) []*Lifetime {
	var found []*Lifetime
	for i := range t.Lifetimes {
		if t.Lifetimes[i].Image == image {
			found = append(found, &t.Lifetimes[i])
		}
	}
	return found
}

// seconds converts raw ticks of a session to seconds since its first event.
func seconds(s etlwriter.Settings, ticks int64) float64 {
	return float64(ticks-s.StartTicks) / float64(s.TicksPerSecond())
}
