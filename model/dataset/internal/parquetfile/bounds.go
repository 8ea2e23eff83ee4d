package parquetfile

import (
	"bytes"
	"encoding/binary"
	"math"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go/format"
)

// maxBound is how many bytes of a text statistics keep.
const maxBound = 64

// lowerBound gives a text of at most maxBound bytes that is not greater than s.
func lowerBound(s string) []byte {
	return []byte(s[:boundary(s)])
}

// upperBound gives a text that is not less than s, of about maxBound bytes if that is possible.
func upperBound(s string) []byte {
	if len(s) <= maxBound {
		return []byte(s)
	}
	runes := []rune(s[:boundary(s)])
	for i := len(runes) - 1; i >= 0; i-- {
		if next := runes[i] + 1; utf8.ValidRune(next) {
			return []byte(string(append(runes[:i:i], next)))
		}
	}
	return []byte(s)
}

// boundary is where the first maxBound bytes of s end, in front of a character that they would cut.
func boundary(s string) int {
	n := min(len(s), maxBound)
	for n > 0 && n < len(s) && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

// compareBounds compares two values in the form of bounds as values of their column are ordered.
func compareBounds(c *Column, a, b []byte) int {
	e := c.element()
	switch {
	case c.physical() == format.ByteArray:
		return bytes.Compare(a, b)
	case c.physical() == format.Double:
		return compare(math.Float64frombits(binary.LittleEndian.Uint64(a)), math.Float64frombits(binary.LittleEndian.Uint64(b)))
	case c.physical() == format.Int32:
		return compare(binary.LittleEndian.Uint32(a), binary.LittleEndian.Uint32(b))
	}
	x, y := binary.LittleEndian.Uint64(a), binary.LittleEndian.Uint64(b)
	if i, ok := e.LogicalType.Value.(*format.IntType); ok && !i.IsSigned {
		return compare(x, y)
	}
	return compare(int64(x), int64(y))
}

func compare[T uint32 | uint64 | int64 | float64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// widen makes bounds hold those of another page too.
func (b *bounds) widen(c *Column, page bounds) {
	if page.min == nil {
		return
	}
	if b.min == nil || compareBounds(c, page.min, b.min) < 0 {
		b.min = page.min
	}
	if b.max == nil || compareBounds(c, page.max, b.max) > 0 {
		b.max = page.max
	}
}

// order tells whether the bounds of pages rise or fall, as the page index declares it. Pages without values do not count.
func order(c *Column, pages []page) format.BoundaryOrder {
	ascending, descending := true, true
	var last *bounds
	for i := range pages {
		b := &pages[i].bounds
		if b.min == nil {
			continue
		}
		if last != nil {
			least, greatest := compareBounds(c, last.min, b.min), compareBounds(c, last.max, b.max)
			ascending = ascending && least <= 0 && greatest <= 0
			descending = descending && least >= 0 && greatest >= 0
		}
		last = b
	}
	switch {
	case ascending:
		return format.Ascending
	case descending:
		return format.Descending
	}
	return format.Unordered
}
