package poolsnap

import "time"

// Options say what the text of a file does not. The zero value reads any file.
type Options struct {
	// ModTime is when the file was last written, zero when not known.
	ModTime time.Time
	// Zone is the zone of times that come without one. Nil is UTC, and Summary.ZoneAssumed then tells whether it
	// mattered.
	Zone *time.Location
	// DateOrder is how dates such as 03/05/2024 are read when nothing in the file decides it.
	DateOrder DateOrder
	// CodePage is the code page that whoever turned the text into UTF-8 or UTF-16 took tags to be in: 437, 850 or 1252.
	// 0 leaves it to the characters: see Summary.AmbiguousTags.
	CodePage int
	// MaxHeldRows is how many rows are held when CSV or JSON lines are not in the order of time. 0 is 2 Mi, some 128
	// MiB.
	MaxHeldRows int
}

func (o Options) heldRows() int {
	if o.MaxHeldRows > 0 {
		return o.MaxHeldRows
	}
	return 2 << 20
}

// DateOrder is the order of the parts of a date that is written in figures.
type DateOrder uint8

// The orders.
const (
	DateOrderUnknown DateOrder = iota
	MonthDayYear
	DayMonthYear
	YearMonthDay
)

// String names the order, such as month/day/year.
func (o DateOrder) String() string {
	return [...]string{"unknown", "month/day/year", "day/month/year", "year/month/day"}[o]
}

// Format is what a file holds.
type Format uint8

// The formats.
const (
	FormatNone      Format = iota // none of those below
	FormatPoolMon                 // screens or snapshot files of PoolMon: Read
	FormatPoolUsed                // output of the debugger's !poolused: Read
	FormatCSV                     // rows of tags and figures, with a heading of column names: Read
	FormatJSON                    // JSON objects of tags and figures, one a line: Read
	FormatCounters                // Performance Monitor text: ReadCounters
	FormatRecording               // a recording of events, or an archive that may hold some
	FormatDataset                 // a table file of a dataset
)

// String names the format.
func (f Format) String() string {
	return [...]string{"not recognised", "PoolMon text", "!poolused text", "pool CSV", "pool JSON lines",
		"Performance Monitor text", "recording", "dataset file"}[f]
}
