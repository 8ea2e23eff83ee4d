package poolsnap

import (
	"bytes"
	"time"
)

// nearLines is how many lines may lie between the two lines of a date and its time of day.
const nearLines = 6

// stampReader collects the times that stand before snapshots.
type stampReader struct {
	timing *timing
	sum    *Summary

	at      time.Time // the time for the next snapshot
	from    TimeSource
	has     bool
	sticky  bool // the debugger's: it stays the time until the machine runs on
	line0   int  // where it stands
	text    []byte
	date    moment // a date that waits for its time of day
	dateAt  int    // its line, 0 for none
	clock   moment // a time of day that waits for its date
	clockAt int
	first   bool // a snapshot has begun
	without bool // the first had no time
	lacking bool // the next snapshot lacks rows
}

// line reads a line that may be a time.
func (s *stampReader) line(b []byte, number int) bool {
	m, ok := readMoment(b)
	if !ok {
		return false
	}
	debugger := bytes.HasPrefix(trimBlanks(b), []byte("Debug session time"))
	switch {
	case m.dated() && (m.clock || m.epoch):
		s.dateAt, s.clockAt = 0, 0
	case m.dated():
		if s.clockAt == 0 || number-s.clockAt > nearLines {
			s.date, s.dateAt, s.clockAt = m, number, 0
			s.keep(b, number)
			return true
		}
		m = together(m, s.clock)
		s.clockAt = 0
	default:
		if s.dateAt == 0 || number-s.dateAt > nearLines {
			s.clock, s.clockAt, s.dateAt = m, number, 0
			s.keep(b, number)
			return true
		}
		m = together(s.date, m)
		s.dateAt = 0
	}
	at, ok := s.timing.resolve(&m, number, b)
	if !ok {
		s.sum.problem(SkipTime, number, b, "expected a date that the calendar has")
		return true
	}
	s.at, s.from, s.has, s.sticky = at, TimeFromText, true, debugger
	s.keep(b, number)
	return true
}

func (s *stampReader) keep(b []byte, number int) {
	s.line0 = number
	s.text = append(s.text[:0], b[:min(len(b), maxShown)]...)
}

// together makes one moment of a date and a time of day.
func together(date, clock moment) moment {
	date.clock, date.hour, date.minute, date.second, date.nano = true, clock.hour, clock.minute, clock.second, clock.nano
	if clock.zoned {
		date.zoned, date.offset = true, clock.offset
	}
	return date
}

// take gives the time for a snapshot that begins, once.
func (s *stampReader) take() (time.Time, TimeSource, bool) {
	defer func() { s.first, s.dateAt, s.clockAt = true, 0, 0 }()
	ok := s.has
	switch {
	case s.has:
		s.has = s.sticky
	case s.dateAt != 0:
		s.at, ok = s.timing.resolve(&s.date, s.line0, s.text)
		s.from = TimeFromText
		if !ok {
			s.sum.problem(SkipTime, s.line0, s.text, "expected a date that the calendar has")
		}
	case s.clockAt != 0:
		s.at, ok = s.timing.ofDay(&s.clock)
		s.from = TimeFromFileName
		if !ok {
			s.sum.problem(SkipTime, s.line0, s.text, "a time of day without a date, here or in the name of the file")
		}
	}
	if !ok && !s.first {
		s.without = true
	}
	return s.at, s.from, ok
}

// resumes tells that the machine under the debugger runs on.
func (s *stampReader) resumes() {
	if s.sticky {
		s.has, s.sticky = false, false
	}
}

// finish notes a time that no snapshot follows.
func (s *stampReader) finish(ownTimes bool) {
	if s.has && !s.sticky && s.without && ownTimes {
		s.sum.remark(s.line0, s.text,
			"no snapshot follows this time, and the first has none: times may stand after their snapshots")
	}
}
