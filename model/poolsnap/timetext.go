package poolsnap

import (
	"bytes"
	"math"
	"unicode/utf8"
)

// moment is what a piece of text says of a time: a date, a time of day, or both.
type moment struct {
	year, month, day int    // the date, if its parts are named or their order is beyond doubt
	figures          [3]int // a date in figures otherwise
	separator        byte   // of the figures, 0 for none
	shortYear        bool   // the figures have no year of four digits

	clock                      bool
	hour, minute, second, nano int
	noon                       int // 0 where not said

	zoned   bool
	offset  int // seconds east of UTC
	weekday int // -1 where not said

	epoch bool
	unix  int64 // nanoseconds
}

// dated tells whether the text gives a date.
func (m *moment) dated() bool {
	return m.epoch || m.separator != 0 || m.year != 0 && m.month != 0 && m.day != 0
}

// Bounds of the text that a time may stand in.
const (
	maxTimeText    = 240 // bytes of a line
	maxTimeLetters = 60  // of words that are no part of a time
	maxLoose       = 6   // figures that are no part of a time yet
)

// timeScanner reads a moment.
type timeScanner struct {
	b                []byte
	i                int
	m                moment
	dateEnd          int // where the date ends, -1 before
	clockEnd         int
	monthAt          int // where the word for the month stands, -1 for none
	loose            [maxLoose]looseFigure
	n                int
	letters          int  // of words that are no part of a time
	announced        bool // a word such as time or epoch
	maybeMonth, many bool // a word that can be a month or a weekday; more loose figures than a time has
}

type looseFigure struct{ at, value, digits int }

// readMoment reads the time that a line or a field gives, whatever stands around it as long as that is no prose.
func readMoment(text []byte) (moment, bool) {
	if len(text) > maxTimeText {
		return moment{}, false
	}
	s := timeScanner{b: text, dateEnd: -1, clockEnd: -1, monthAt: -1}
	s.scan()
	if !s.m.dated() && !s.m.clock && s.n == 1 && (s.letters == 0 || s.announced) {
		s.m.unix, s.m.epoch = epoch(s.loose[0].value, s.loose[0].digits)
	}
	return s.m, (s.m.dated() || s.m.clock) && s.letters <= maxTimeLetters && !s.many
}

// readName reads the time that the name of a file gives.
func readName(name []byte) (moment, bool) {
	if len(name) > maxTimeText {
		return moment{}, false
	}
	s := timeScanner{b: name, dateEnd: -1, clockEnd: -1, monthAt: -1}
	s.scan()
	for _, f := range s.loose[:s.n] {
		if !s.m.dated() && (f.digits == 10 || f.digits == 13) {
			s.m.unix, s.m.epoch = epoch(f.value, f.digits)
		}
	}
	return s.m, s.m.dated()
}

// scan reads the text.
func (s *timeScanner) scan() {
	text := s.b
	s.m.weekday = -1
	for s.i < len(text) {
		switch c := text[s.i]; {
		case c >= '0' && c <= '9':
			s.number()
		case c >= utf8.RuneSelf || c|0x20 >= 'a' && c|0x20 <= 'z':
			s.word()
		case c == '+' || c == '-':
			if !s.zone(s.i) {
				s.i++
			}
		default:
			s.i++
		}
	}
	s.namedMonth()
	if s.m.noon != 0 && s.m.clock && s.m.hour <= 12 {
		s.m.hour = s.m.hour%12 + 12*(s.m.noon-beforeNoon)
	}
}

// number reads on from a digit.
func (s *timeScanner) number() {
	at := s.i
	value, digits := s.digits()
	if s.cjk(value, digits) {
		return
	}
	if !s.m.dated() && (s.figures(at, value, digits) || s.compact(at, digits)) {
		return
	}
	if !s.m.clock && s.clock(at, value, digits) {
		return
	}
	if s.n == maxLoose {
		s.many = true
		return
	}
	s.loose[s.n] = looseFigure{at, value, digits}
	s.n++
}

// digits reads a run of digits. Runs too long for a number give -1.
func (s *timeScanner) digits() (value, digits int) {
	for s.i < len(s.b) && s.b[s.i]-'0' <= 9 {
		if digits++; digits > 19 || value > math.MaxInt/10-1 {
			value = -1
		} else if value >= 0 {
			value = value*10 + int(s.b[s.i]-'0')
		}
		s.i++
	}
	return value, digits
}

// peekDigits reads one or two digits, or up to most, at a place without going there.
func (s *timeScanner) peekDigits(i, most int) (value, digits int) {
	for i < len(s.b) && s.b[i]-'0' <= 9 && digits < most {
		value = value*10 + int(s.b[i]-'0')
		i++
		digits++
	}
	if i < len(s.b) && s.b[i]-'0' <= 9 {
		return 0, 0
	}
	return value, digits
}

// word reads on from a letter.
func (s *timeScanner) word() {
	at := s.i
	for s.i < len(s.b) {
		c := s.b[s.i]
		letter := c >= utf8.RuneSelf || c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (c != '.' || s.i != at+1 || s.i+1 == len(s.b) || s.b[s.i+1] < 'A') {
			break
		}
		s.i++
	}
	word := timeWord(s.b[at:s.i])
	if len(word) == 1 && word != "z" && s.i == at+1 {
		next := s.blanksAfter(s.i + 1)
		if s.m.clock && (word == "a" || word == "p") && next < len(s.b) && s.b[next]|0x20 == 'm' {
			s.m.noon = noonWords[word+"m"] // a. m.
		}
		return // or T between date and time, h after hours
	}
	month, isMonth := monthWords[word]
	weekday, isWeekday := weekdayWords[word]
	noon := noonWords[word]
	switch {
	case isMonth && (s.monthAt < 0 || s.maybeMonth && !isWeekday):
		if s.maybeMonth = isWeekday; isWeekday {
			s.m.weekday = weekday
		}
		s.m.month, s.monthAt = month+1, at
	case isWeekday:
		s.m.weekday = weekday
	case noon != 0:
		s.m.noon = noon
	case word == "utc" || word == "gmt" || word == "z" && s.m.clock && at == s.clockEnd:
		s.m.zoned = true
		s.zone(s.i)
	default:
		s.announced = s.announced || word == "time" || word == "epoch" || word == "unix" || word == "timestamp"
		for _, c := range s.b[at:s.i] {
			if c < 0x80 || c >= 0xc0 {
				s.letters++
			}
		}
	}
}

// namedMonth puts a date together whose month is a word.
func (s *timeScanner) namedMonth() {
	if s.monthAt < 0 {
		return
	}
	if s.m.separator != 0 || s.m.year != 0 {
		if s.m.separator != 0 {
			s.m.month = 0 // mar. 05/03/2024: the word is a weekday
		}
		return
	}
	s.m.weekday = -1
	var before, year, day *looseFigure
	for i := range s.n {
		f := &s.loose[i]
		switch {
		case f.digits == 4 && year == nil && validDate(f.value, 1, 1):
			year = f
		case f.digits <= 2 && f.at < s.monthAt:
			before = f
		case f.digits <= 2 && day == nil && before == nil:
			day = f
		case f.digits == 2 && year == nil && f.at > s.monthAt:
			f.value += 2000
			year = f
		}
	}
	if before != nil {
		day = before
	}
	if year == nil || day == nil || !validDate(year.value, s.m.month, day.value) {
		s.m.month = 0
		return
	}
	s.m.year, s.m.day = year.value, day.value
	s.n -= 2
}

// blanksAfter gives the place of the next byte that is no blank.
func (s *timeScanner) blanksAfter(i int) int {
	i = min(i, len(s.b))
	return i + len(s.b[i:]) - len(bytes.TrimLeft(s.b[i:], " "))
}
