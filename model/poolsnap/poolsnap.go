package poolsnap

import (
	"fmt"
	"time"
)

// Tag is a pool tag: four bytes in the order of memory, the mark of protected pool (bit 7 of the last byte) cleared.
// Tags shorter than four characters are padded with blanks. Tags are case-sensitive.
type Tag [4]byte

// String gives the tag as text, a byte that is no printable ASCII, or is a backslash, as \xNN. Blanks are kept.
func (t Tag) String() string {
	text := make([]byte, 0, 16)
	for _, c := range t {
		if c < ' ' || c > '~' || c == '\\' {
			text = fmt.Appendf(text, `\x%02x`, c)
		} else {
			text = append(text, c)
		}
	}
	return string(text)
}

// Pool says which of the kernel's pools.
type Pool uint8

// The pools.
const (
	PoolUnknown Pool = iota // the text does not say
	Nonpaged
	Paged
)

// String gives nonpaged, paged or unknown.
func (p Pool) String() string {
	switch p {
	case Nonpaged:
		return "nonpaged"
	case Paged:
		return "paged"
	}
	return "unknown"
}

// Key is what a count belongs to.
type Key struct {
	Tag  Tag
	Pool Pool
}

// Row is what a snapshot says of one tag in one pool. What it does not say is told by Has.
type Row struct {
	Key
	Has    Fields
	Allocs uint64 // allocations since the machine started, as counted: a counter of 32 bits may have wrapped
	Frees  uint64 // likewise
	Count  int64  // outstanding allocations (Diff)
	Bytes  uint64 // outstanding
	Mapped string // the driver that the tool named, as it stands, empty for none
	Line   int    // of the file, from 1
}

// Fields says which figures a row has.
type Fields uint8

// The figures of rows.
const (
	HasAllocs Fields = 1 << iota
	HasFrees
	HasCount
	HasBytes
)

// TimeSource says where the time of a snapshot is from, the most dependable first.
type TimeSource uint8

// The sources of times.
const (
	TimeFromText     TimeSource = iota // a line of the text before the snapshot
	TimeFromColumn                     // a column of the row
	TimeFromFileName                   // digits of the file's name
	TimeFromFile                       // the modification time of the file
	TimeUnknown                        // none of these: only the order is known
)

// String says in words where the time is from.
func (s TimeSource) String() string {
	return [...]string{"text", "column", "file name", "file time", "unknown"}[s]
}

// Snapshot is the state of the pools at one time.
type Snapshot struct {
	Time     time.Time // UTC; zero when TimeFrom is TimeUnknown
	TimeFrom TimeSource
	File     string
	Line     int // of the file, where it begins, from 1
	Rows     []Row
	Memory   Memory // what its head lines say of the machine
	// Partial tells that rows are known to be missing: the tool was told to show some tags or one pool only, or the
	// console cut the table off.
	Partial bool
	// Session tells that the rows are of the pools of sessions, not of those that the system shares.
	Session bool
}

// Memory is what is known of a machine's memory at one time, in bytes (Uptime in seconds). Unknown values are nil.
type Memory struct {
	Time                                   time.Time // UTC
	Host                                   string    // empty when not told
	Physical, Available                    *uint64
	Committed, CommitLimit, CommitPeak     *uint64
	Nonpaged, Paged                        *uint64
	NonpagedLimit, PagedLimit              *uint64
	WorkingSets, PrivateBytes, SystemCache *uint64 // WorkingSets, PrivateBytes: of all processes
	NonpagedAllocs, PagedAllocs            *uint64 // outstanding allocations
	FreePTEs                               *uint64 // free system page table entries
	Uptime                                 *float64
	Processes                              map[string]ProcessMemory // by instance name, such as chrome#1
}

// ProcessMemory is what counters say of one process. Unknown values are nil.
type ProcessMemory struct {
	PID                               *uint32
	WorkingSet, PrivateBytes, Virtual *uint64
	Handles                           *uint64
	NonpagedQuota, PagedQuota         *uint64
}

// Problem is a line that could not be used. Everything else of the file is.
type Problem struct {
	File   string
	Line   int    // from 1
	Text   string // the line, shortened to 120 bytes
	Reason string // what was expected
}

// Error says where and what.
func (p *Problem) Error() string {
	return fmt.Sprintf("%s:%d: %s: %q", p.File, p.Line, p.Reason, p.Text)
}
