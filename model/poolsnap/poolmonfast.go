package poolsnap

import "bytes"

// rowText is a row of a PoolMon table as its text gives it. Tag and driver are parts of the line.
type rowText struct {
	tag       []byte // indentation and tag, up to the blank before the type
	pool      Pool
	has       Fields
	allocs    uint64
	frees     uint64
	count     int64
	bytes     uint64
	driver    []byte
	each      uint64 // bytes of each allocation, of plain rows
	signs     signs
	clipped   bool // the last figure, or the driver, is cut off
	collapsed bool // runs of blanks were made one
}

// plainRow reads a row as PoolMon itself writes it: the tag in its column, figures without separators of thousands.
// Nearly all rows are such; whatever is not goes to the slower and more tolerant looseRow. The tag is exactly four
// bytes.
func (r *rowText) plainRow(b []byte) bool {
	i := 0
	switch {
	case len(b) < 24:
		return false
	case b[0] == ' ' && b[5] == ' ':
		i = 6
	case b[4] == ' ' && b[0] != ' ':
		i = 5
	default:
		return false
	}
	if r.tag = b[i-5 : i-1]; r.tag[0] == ' ' {
		return false // the tag's own blank, or indentation
	}
	switch string(b[i : i+5]) {
	case "Nonp ":
		r.pool = Nonpaged
	case "Paged":
		r.pool = Paged
	default:
		return false
	}
	i += 5

	var negative, ok bool
	if r.allocs, negative, i, ok = plainFigure(b, i); !ok || negative {
		return false
	}
	if i = skipDelta(b, i); i < 0 {
		return false
	}
	if r.frees, negative, i, ok = plainFigure(b, i); !ok || negative {
		return false
	}
	if i = skipDelta(b, i); i < 0 {
		return false
	}
	var count uint64
	if count, negative, i, ok = plainFigure(b, i); !ok || i >= len(b) || b[i] != ' ' {
		return false
	}
	if r.count = int64(count); negative {
		r.count = -r.count
	}
	if r.bytes, negative, i, ok = plainFigure(b, i); !ok || negative {
		return false
	}
	if i = skipDelta(b, i); i < 0 {
		return false
	}
	var each uint64
	if each, negative, i, ok = plainFigure(b, i); !ok {
		return false
	}
	r.has = HasAllocs | HasFrees | HasCount | HasBytes
	r.driver, r.clipped, r.collapsed, r.signs, r.each = nil, false, false, signs{}, each
	if i < len(b) && (b[i] != ' ' || !r.readDriver(b[i:])) {
		return false
	}
	r.clipped = r.clipped || r.driver == nil && !negative && cutShort(each, r.bytes, r.count)
	return true
}

// plainFigure reads digits after blanks, at most 18 of them, and gives the place after them.
func plainFigure(b []byte, i int) (value uint64, negative bool, next int, ok bool) {
	for i < len(b) && b[i] == ' ' {
		i++
	}
	if i < len(b) && b[i] == '-' {
		negative = true
		i++
	}
	first := i
	for i < len(b) {
		d := b[i] - '0'
		if d > 9 {
			break
		}
		value = value*10 + uint64(d)
		i++
	}
	return value, negative, i, i > first && i-first <= 18
}

// skipDelta steps over the change since the screen before, in parentheses, and gives the place after it, -1 where it
// is not whole.
func skipDelta(b []byte, i int) int {
	for i < len(b) && b[i] == ' ' {
		i++
	}
	if i >= len(b) || b[i] != '(' {
		return -1
	}
	for i++; i < len(b); i++ {
		switch c := b[i]; {
		case c == ')':
			return i + 1
		case c != ' ' && c != '-' && (c < '0' || c > '9'):
			return -1
		}
	}
	return -1
}

// readDriver takes the driver from what follows the last figure: [driver], or other text as it stands. Digits are
// none, and neither are control characters, which have to be cleaned away first.
func (r *rowText) readDriver(b []byte) bool {
	b = bytes.TrimRight(b, " \t")
	b = bytes.TrimLeft(b, " \t")
	if len(b) == 0 {
		return true
	}
	if d := b[0] - '0'; d <= 9 || b[0] == '-' || b[0] >= 0x80 || hasControls(b) {
		return false
	}
	if b[0] == '[' {
		b = b[1:]
		if n := len(b); n > 0 && b[n-1] == ']' {
			b = b[:n-1]
		} else {
			r.clipped = true
		}
	}
	r.driver = bytes.TrimSpace(b)
	return true
}

// cutShort tells that the bytes of each allocation, the last figure of a row, were cut off at the edge of a console:
// what is left of it are the first digits of what it must have been.
func cutShort(each, bytes uint64, count int64) bool {
	if count <= 0 {
		return false
	}
	whole := bytes / uint64(count)
	if each >= whole {
		return false
	}
	for whole > each {
		whole /= 10
	}
	return whole == each && each > 0
}
