package memoryseries

import "time"

// Figure is one of the figures that a series of processes or sessions has.
type Figure uint8

// The figures of processes and sessions.
const (
	Commit Figure = iota
	WorkingSet
	PrivateWorkingSet
	VirtualSize // of processes; of sessions the paged pool
	processFigures
)

// SystemFigure is one of the figures that the series of the system has.
type SystemFigure uint8

// The figures of the system.
const (
	SystemCommit SystemFigure = iota
	PagedPool
	NonpagedPool
	Available // zeroed, free and standby pages
	DriverPages
	ProcessCommit // of all processes of a snapshot
	systemFigures
)

// Set is all that was made of the captures.
type Set struct {
	Machines []*Machine // by host
	Captures int
	// Snapshots of processes, those of the system, and rows of processes that were entered.
	Snapshots, SystemSnapshots, Rows int
	Overlapping                      int           // captures that begin before the end of the ones before
	Skipped                          int           // rows that were left out because of that
	Width                            time.Duration // of the widest bin of a process that there is
}

// Machine is one host.
type Machine struct {
	Host        string
	PageSize    uint64 // bytes; 4096 where PageKnown is false
	PageKnown   bool
	MemoryBytes uint64 // physical memory, 0 when not known
	Processors  uint32
	BiasMinutes int // of its last capture
	Boots       []*Boot
	ClockSets   []int64 // by how much the clock was set, ns, each time
	Slept       []int64 // how long the counter stood still while the clock went on, ns, each time
}

// Boot is one time that a machine ran, as far as captures saw it. Moments are ns since 1970 UTC by the clock of its first capture.
type Boot struct {
	Start, End int64 // first and last snapshot
	Booted     int64 // 0 when not known
	Captures   int
	Assumed    int // captures that are taken for ones of this boot though nothing tells
	Snapshots  int
	Gaps       []Gap
	ShortLived int      // lifetimes that ended too early to have a series
	Short      []*Short // what they held, by image
	Lifetimes  []*Lifetime
	Sessions   []*Session
	System     Series        // of SystemFigure
	Interval   time.Duration // between snapshots, the usual one; 0 with fewer than two
}

// Gap is a time without snapshots.
type Gap struct{ From, To int64 }

// Lifetime is one process from its start to its end, as far as captures saw it.
type Lifetime struct {
	PID         uint32
	Image       string // file name; empty when no row tells
	CommandLine string
	Start       int64 // 0 when it was there before the first capture that saw it
	Created     int64 // as a row tells it; 0 when none does
	End         int64 // 0 when it was there to the end
	Ending      string
	First, Last int64 // snapshots
	Samples     int
	Assumed     int // captures from which on only number and image speak for its being the same
	Series      Series

	gone bool
}

// Session is one terminal session.
type Session struct {
	ID      uint32
	Samples int
	Series  Series
}

// Series is the level of some figures in bins of equal width.
type Series struct {
	Width int64 // of a bin, ns
	First int64 // number of the first bin: it begins at First * Width
	Cells []Cell
	// Figures is how many cells a bin has.
	Figures int
}

// Bins is the number of bins.
func (s *Series) Bins() int {
	if s.Figures == 0 {
		return 0
	}
	return len(s.Cells) / s.Figures
}

// At gives the moment of the middle of a bin, ns since 1970 UTC.
func (s *Series) At(bin int) int64 { return (s.First+int64(bin))*s.Width + s.Width/2 }

// Cell gives the cell of a figure in a bin.
func (s *Series) Cell(bin int, figure int) *Cell { return &s.Cells[bin*s.Figures+figure] }
