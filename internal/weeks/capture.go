package weeks

import "time"

// Event is something about a process.
type Event struct {
	At      time.Duration // from the beginning of the capture
	What    What
	PID     uint32
	Key     uint64
	Image   string
	Command string
}

// Reading is what a snapshot says of a process, in bytes.
type Reading struct {
	PID                           uint32
	Commit, Set, Private, Virtual uint64
}

// Snapshot is what is seen of a machine at a moment, in bytes.
type Snapshot struct {
	At                                         time.Duration // from the beginning of the capture
	Commit, Paged, Nonpaged, Available, Driver uint64
	Processes                                  []Reading
}

// Capture is one capture of a machine.
type Capture struct {
	Host   string
	Start  time.Time // by the machine's clock, UTC
	Length time.Duration
	Boot   time.Time // by the machine's clock
	Ticks  int64     // of the performance counter at Start, Frequency in a second
	Bias   time.Duration
	Memory uint64
	Items  []Item // in order of time
}

// Item is an event or a snapshot.
type Item struct {
	Event    *Event
	Snapshot *Snapshot
}
