package poolsnap

import (
	"bytes"
	"math"
	"strings"
	"time"
)

// longRow is a row of CSV or JSON lines while its fields come in, one after another.
type longRow struct {
	tag      tagText
	tagged   bool
	coded    bool // the tag is from its number
	pool     Pool
	host     []byte
	driver   []byte
	date     []byte
	when     []byte
	utc      bool // the time is in UTC by the name of its column
	uptime   float64
	hasTime  bool
	hasUp    bool
	sets     [3]figureSet // of the pool that the type names, nonpaged, paged
	badTag   bool
	badType  bool
	badValue column
}

type figureSet struct {
	has           Fields
	allocs, frees uint64
	count         int64
	bytes         uint64
	signs         signs
}

// longReader reads fields of CSV and JSON lines, which have the same columns.
type longReader struct {
	a        *assembler
	sum      *Summary
	groups   longGroups
	numbers  decimals
	row      longRow
	lastType []byte // as read last, and what it was
	lastPool Pool
	lastWhen []byte // likewise for times
	lastAt   time.Time
	lastOK   bool
	stampKey []byte
	timed    bool // a row had a time
}

// field takes a field. Its text is valid until the end of the row.
func (r *longReader) field(c column, scale float64, text []byte) {
	row := &r.row
	switch c {
	case noColumn:
	case columnTag:
		if !row.coded && len(text) > 0 {
			row.tag, row.tagged = r.a.tags.field(text)
			row.badTag = !row.tagged
		}
	case columnTagCode:
		r.tagCode(text)
	case columnType:
		if len(text) == len(r.lastType) && bytes.Equal(text, r.lastType) {
			row.pool = r.lastPool
			return
		}
		pool, ok := poolOfField(text)
		if row.pool, row.badType = pool, !ok; ok {
			r.lastType, r.lastPool = append(r.lastType[:0], text...), pool
		}
	case columnTime, columnTimeUTC:
		row.when, row.hasTime, row.utc = text, true, c == columnTimeUTC
	case columnDate:
		row.date = text
	case columnHost:
		row.host = trimBlanks(text)
	case columnDriver:
		row.driver = trimBlanks(text)
	case columnUptime:
		if v, ok := r.numbers.number(trimBlanks(text), false); ok && v >= 0 {
			row.uptime, row.hasUp = v, true
		}
	default:
		r.figure(c, scale, text)
	}
}

// tagCode takes a tag as a number, in decimal or hexadecimal.
func (r *longReader) tagCode(text []byte) {
	text = trimBlanks(text)
	if len(text) == 0 {
		return
	}
	var code uint64
	ok := true
	if len(text) > 2 && text[0] == '0' && text[1]|0x20 == 'x' {
		for _, c := range text[2:] {
			d := hexDigit(c)
			ok = ok && d >= 0 && code <= math.MaxUint32
			code = code<<4 | uint64(max(d, 0))
		}
	} else {
		code, _, ok = whole(text)
	}
	if ok = ok && code <= math.MaxUint32; ok {
		r.row.tag, r.row.tagged, r.row.coded, r.row.badTag = tagOfCode(uint32(code)), true, true, false
	} else if !r.row.tagged {
		r.row.badTag = true
	}
}

// figure takes a figure. An empty one is not given.
func (r *longReader) figure(c column, scale float64, text []byte) {
	if text = trimBlanks(text); len(text) == 0 || text[0] == 'n' && (string(text) == "null" || string(text) == "n/a") {
		return
	}
	set := &r.row.sets[(c-columnAllocs)/4]
	var ok bool
	var has Fields
	switch (c - columnAllocs) % 4 {
	case 0:
		set.allocs, ok = r.counter(text)
		has = HasAllocs
		set.signs.counter = set.signs.counter || isNegative(text)
	case 1:
		set.frees, ok = r.counter(text)
		has = HasFrees
		set.signs.counter = set.signs.counter || isNegative(text)
	case 2:
		if set.count, ok = difference(text); !ok {
			var v float64
			v, ok = r.numbers.number(text, true)
			ok = ok && math.Abs(v) < 1<<62 && v == math.Trunc(v)
			set.count = int64(v)
		}
		has = HasCount
	case 3:
		if scale == 1 {
			text, scale = withUnit(text)
		}
		if scale == 1 {
			set.bytes, ok = r.counter(text)
			set.signs.bytes = isNegative(text)
		} else {
			var v float64
			v, ok = r.numbers.number(text, true)
			v *= scale
			ok = ok && v >= 0 && v < 1<<63
			set.bytes = uint64(v)
		}
		has = HasBytes
	}
	if !ok {
		r.row.badValue = c
		return
	}
	set.has |= has
}

// signProblem tells what makes figures below zero unusable, empty where nothing does.
func (row *longRow) signProblem() string {
	for i := range row.sets {
		s := &row.sets[i]
		if p := s.signs.problem(s.has, s.allocs, s.frees, s.count, s.bytes); p != "" {
			return p
		}
	}
	return ""
}

// withUnit takes the unit off a figure such as 12 KB.
func withUnit(text []byte) (figure []byte, scale float64) {
	n := len(text)
	for n > 0 && text[n-1]|0x20 >= 'a' && text[n-1]|0x20 <= 'z' {
		n--
	}
	if n == 0 || n == len(text) {
		return text, 1
	}
	if scale = unitScale(strings.ToLower(string(text[n:]))); scale == 0 {
		return text, 1
	}
	return trimBlanks(text[:n]), scale
}

// counter reads a whole number, also one that a spreadsheet gave decimals or an exponent.
func (r *longReader) counter(text []byte) (uint64, bool) {
	if v, ok := counter(text); ok {
		return v, true
	}
	v, ok := r.numbers.number(text, true)
	return uint64(v), ok && v >= 0 && v < 1<<63 && v == math.Trunc(v)
}

// time gives the time of the row, and whether it has one that can be read.
func (r *longReader) time(line int) (time.Time, bool) {
	row := &r.row
	key := append(r.stampKey[:0], row.date...)
	key = append(append(key, ' '), row.when...)
	r.stampKey = key
	if bytes.Equal(key, r.lastWhen) {
		return r.lastAt, r.lastOK
	}
	r.lastWhen = append(r.lastWhen[:0], key...)
	r.lastAt, r.lastOK = r.read(row, bytes.TrimSpace(key), line)
	return r.lastAt, r.lastOK
}

func (r *longReader) read(row *longRow, text []byte, line int) (time.Time, bool) {
	if at, ok := fractionalEpoch(text); ok {
		return at, true
	}
	m, ok := readMoment(text)
	if !ok {
		return time.Time{}, false
	}
	if !m.dated() {
		return r.a.timing.ofDay(&m)
	}
	if row.utc && !m.zoned {
		m.zoned = true
	}
	return r.a.timing.resolve(&m, line, text)
}

// fractionalEpoch reads seconds since 1970 with decimals, and the /Date(1709631000123)/ of older PowerShell.
func fractionalEpoch(text []byte) (time.Time, bool) {
	text = bytes.TrimSuffix(bytes.TrimPrefix(text, []byte("/Date(")), []byte(")/"))
	head, tail, _ := bytes.Cut(text, []byte{'.'})
	value, negative, ok := whole(head)
	if !ok || negative || value > math.MaxInt64 ||
		bytes.IndexFunc(head, notDigit) >= 0 || bytes.IndexFunc(tail, notDigit) >= 0 {
		return time.Time{}, false
	}
	nano, ok := epoch(int(value), len(head))
	if ok && len(tail) > 0 {
		if len(head) > 10 {
			return time.Time{}, false
		}
		scale := int64(100_000_000)
		for _, c := range tail[:min(len(tail), 9)] {
			nano += int64(c-'0') * scale
			scale /= 10
		}
	}
	return time.Unix(0, nano).UTC(), ok
}

func notDigit(r rune) bool { return r < '0' || r > '9' }
