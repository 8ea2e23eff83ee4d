package poolsnap

import (
	"strings"
	"time"
)

// maxProblems is how many problems a Summary keeps.
const maxProblems = 1000

// maxShown is how many bytes of a line a Problem shows.
const maxShown = 120

// Skip says why a line was not used.
type Skip uint8

// The reasons. Lines skipped for SkipCut and those after it are problems.
const (
	SkipBlank     Skip = iota // nothing in it, or nothing but rules
	SkipHeading               // a heading of a table
	SkipPrompt                // a prompt, with what was typed
	SkipTotal                 // a row of totals
	SkipText                  // other text outside tables
	SkipCut                   // a row that lacks figures, or whose figures are cut off
	SkipMalformed             // a line inside a table that is no row of it
	SkipTag                   // a row whose tag is not four bytes
	SkipType                  // a row whose type names no pool
	SkipTime                  // a time that cannot be read, or lacks its date
	SkipLong                  // a line longer than any row
	SkipFull                  // a row of a snapshot with more rows than any machine has tags
	numSkips
)

// String names the reason.
func (s Skip) String() string {
	return [...]string{"blank", "heading", "prompt", "total", "other text", "cut off", "malformed", "unusable tag",
		"unknown type", "unusable time", "too long", "too many rows"}[s]
}

// Summary says what was read of a file, and what was not.
type Summary struct {
	File     string
	Format   Format
	Encoding string // UTF-8, UTF-16LE, UTF-16BE or bytes (UTF-8 or any code page of one byte for each character)

	Lines     int // of the file
	Snapshots int // given
	Partial   int // of these, known to lack rows
	Rows      int // given
	Samples   int // of counters, given
	Skipped   [numSkips]int
	Problems  []Problem // the first 1,000
	// ProblemCount counts them all.
	ProblemCount int

	// TimesFrom counts snapshots and samples by where their time is from.
	TimesFrom   [TimeUnknown + 1]int
	First, Last time.Time // the least and the greatest time
	// Backward counts times that lie before the one before.
	Backward int
	// DateOnly counts times of which the text gives the day alone: they stand for its first moment.
	DateOnly int
	// ZoneAssumed tells that a time without a zone was taken for UTC, since Options.Zone is nil.
	ZoneAssumed bool
	// DateOrder is how dates in figures were read; DateOrderAssumed, that neither the file nor the options decided it.
	DateOrder        DateOrder
	DateOrderAssumed bool

	// Clipped counts rows of which the edge of a console cut the last figure, Per Alloc, or the driver. What Row holds
	// of them is whole.
	Clipped int
	// Rejoined counts rows of which a narrow console had put the rest into the next line.
	Rejoined int
	// Inconsistent counts rows whose Diff is not Allocs less Frees, not even modulo 2^32.
	Inconsistent int
	// AmbiguousTags counts rows with a character that stands for different bytes in the code pages 1252 and 437, where
	// nothing decided: the byte of 1252 was taken.
	AmbiguousTags int
	// Unused names the columns that are not understood or not needed, the first 1,000 of UnusedCount.
	Unused      []string
	UnusedCount int
}

func (s *Summary) skip(why Skip) { s.Skipped[why]++ }

// problem counts a line that cannot be used and keeps it while there is room.
func (s *Summary) problem(why Skip, line int, text []byte, reason string) {
	s.Skipped[why]++
	s.remark(line, text, reason)
}

// remark keeps a problem that is not about a line that was skipped.
func (s *Summary) remark(line int, text []byte, reason string) {
	s.ProblemCount++
	if len(s.Problems) < maxProblems {
		shown := strings.ToValidUTF8(string(text[:min(len(text), maxShown)]), "\ufffd")
		s.Problems = append(s.Problems, Problem{s.File, line, shown, reason})
	}
}

// timed counts the time of a snapshot or a sample.
func (s *Summary) timed(t time.Time, from TimeSource, previous *time.Time) {
	s.TimesFrom[from]++
	if from == TimeUnknown {
		return
	}
	if s.First.IsZero() || t.Before(s.First) {
		s.First = t
	}
	if t.After(s.Last) {
		s.Last = t
	}
	if !previous.IsZero() && t.Before(*previous) {
		s.Backward++
	}
	*previous = t
}

// unused names a column that nothing is taken from.
func (s *Summary) unused(column string) {
	s.UnusedCount++
	if len(s.Unused) < maxProblems {
		s.Unused = append(s.Unused, column[:min(len(column), 1000)])
	}
}
