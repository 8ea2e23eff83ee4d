package poolsnap

import (
	"bytes"
	"math"
)

// headValue is one of the values of PoolMon's head lines, such as Avail:  96364K.
type headValue struct {
	label []byte
	bytes uint64
	unit  bool // it has one; a value without its K is cut off, or counts something else
}

// headLine says which of the head lines a line is: 1 tells of the memory, 2 of the commit charge and the pools, 0 for
// neither. Both have five values, and all but the third of the first have a unit. That tells them in any language;
// words of English are needed only for lines of which a console cut the end off.
func headLine(b []byte, m *Memory) int {
	var values [8]headValue
	n := headValues(b, &values)
	if n < 1 {
		return 0
	}
	is := func(i int, word string) bool { return i < n && hasPrefixFold(values[i].label, word) }
	which := 0
	switch first, second := is(0, "memory"), is(0, "commit"); {
	case first && (n == 1 || is(1, "avail")):
		which = 1
	case second && (n == 1 || is(1, "limit")):
		which = 2
	case n == 5 && values[0].unit && values[1].unit && values[3].unit && values[4].unit:
		which = 2
		if !values[2].unit {
			which = 1
		}
	}
	var to [5]**uint64
	switch which {
	case 1:
		to = [5]**uint64{&m.Physical, &m.Available}
	case 2:
		to = [5]**uint64{&m.Committed, &m.CommitLimit, &m.CommitPeak, &m.Nonpaged, &m.Paged}
	}
	for i, p := range to {
		if p != nil && i < n && values[i].unit {
			v := values[i].bytes
			*p = &v
		}
	}
	return which
}

// maxCutLabel is how long the beginning of a label can be that the edge of a console left.
const maxCutLabel = 16

// headValues splits a line into labels and values.
func headValues(b []byte, values *[8]headValue) int {
	n := 0
	for n < len(values) {
		colon := bytes.IndexByte(b, ':')
		if colon < 0 {
			break
		}
		label := trimBlanks(b[:colon])
		b = bytes.TrimLeft(b[colon+1:], " \t")
		if n > 0 && len(trimBlanks(b)) == 0 {
			return n // the edge of a console cut the value off
		}
		end := figureEnd(b)
		value, negative, ok := whole(b[:end])
		if !ok || negative {
			return 0
		}
		b = b[end:]
		scale, width := headUnit(b)
		if value > math.MaxUint64/scale {
			return 0
		}
		values[n] = headValue{label, value * scale, width > 0}
		n++
		b = b[width:]
	}
	if b = trimBlanks(b); len(b) > maxCutLabel || bytes.ContainsAny(b, "0123456789") {
		return 0
	}
	return n
}

// figureEnd gives the length of the figure that the text begins with. A plain blank is part of it before three digits
// only.
func figureEnd(b []byte) int {
	i, end := 0, 0
	for i < len(b) {
		if b[i]-'0' <= 9 {
			i++
			end = i
			continue
		}
		kind, width := separatorAt(b[i:])
		if kind == notSeparator || end < i || i == 0 || !threeDigits(b[i+width:]) {
			break
		}
		i += width
	}
	return end
}

func threeDigits(b []byte) bool {
	return len(b) >= 3 && b[0]-'0' <= 9 && b[1]-'0' <= 9 && b[2]-'0' <= 9 && (len(b) == 3 || b[3]-'0' > 9)
}

// headUnit reads K, and what other builds and people write in its place: kB, Ko, MB, GB, К of Cyrillic.
func headUnit(b []byte) (scale uint64, width int) {
	switch {
	case len(b) == 0:
		return 1, 0
	case b[0] == 'K' || b[0] == 'k':
		scale, width = 1<<10, 1
	case b[0] == 'M':
		scale, width = 1<<20, 1
	case b[0] == 'G':
		scale, width = 1<<30, 1
	case len(b) > 1 && b[0] == 0xd0 && (b[1] == 0x9a || b[1] == 0xba):
		scale, width = 1<<10, 2
	default:
		return 1, 0
	}
	for width < len(b) && (b[width] == 'i' || b[width] == 'B' || b[width] == 'b' || b[width] == 'o') {
		width++
	}
	return scale, width
}
