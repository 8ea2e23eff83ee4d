package poolsnap

import (
	"bytes"
	"unicode/utf8"
)

// verdict is what a line turned out to be.
type verdict uint8

const (
	noRow  verdict = iota // nothing like a row
	aRow                  // a row with all its figures
	badRow                // a row that cannot be used
)

// The reasons that Problems give for rows.
const (
	cutBeforeAllocs = "the row is cut off: expected Allocs, Frees, Diff and Bytes after the type"
	cutInAllocs     = "the row is cut off: expected the change in parentheses after Allocs"
	cutBeforeFrees  = "the row is cut off: expected Frees and its change after Allocs"
	cutBeforeBytes  = "the row is cut off: expected Diff, Bytes and a change after Frees"
	cutInBytes      = "the row is cut off: expected the change in parentheses after Bytes"
	badFigure       = "expected whole numbers for Allocs, Frees, Diff and Bytes"
	twoReadings     = "the blanks between Diff and Bytes leave more than one reading"
	unknownType     = "expected Nonp or Paged, or what a translated PoolMon writes for them, after the tag"
)

// looseRow reads a row by its shape: a tag, a word for the pool, figures with changes in parentheses after the first,
// the second and the fourth. Figures may have separators of thousands, blanks among them; blanks between columns may
// be collapsed or tabs. Rows without any parentheses, of the older tool PoolSnap, have five figures.
func (r *rowText) looseRow(b []byte) (verdict, Skip, string) {
	b = bytes.TrimRight(b, " \t")
	start, end, pool, ok := findType(b)
	if !ok {
		if likeRow(b) {
			return badRow, SkipType, unknownType
		}
		return noRow, 0, ""
	}
	*r = rowText{tag: b[:start-1], pool: pool}
	b = b[end:]
	r.collapsed = !bytes.Contains(trimBlanks(b), []byte("  ")) && bytes.IndexByte(b, '\t') < 0
	var parts [4][]byte // before, between and after the parentheses
	n := 0
	for ; n < 3; n++ {
		open := bytes.IndexByte(b, '(')
		if open < 0 {
			break
		}
		closed := bytes.IndexByte(b[open:], ')')
		if closed < 0 {
			// All that is wanted of the row stands before the third change.
			if n == 2 {
				parts[2], b, r.clipped = b[:open], nil, true
				n++
			} else {
				parts[n], b = b[:open], b[open:]
			}
			break
		}
		parts[n], b = b[:open], b[open+closed+1:]
	}
	parts[n] = b
	switch {
	case n == 0 && len(trimBlanks(b)) == 0:
		return badRow, SkipCut, cutBeforeAllocs
	case n == 0:
		return r.bareFigures(b)
	case n == 1:
		return badRow, SkipCut, cutBeforeFrees
	case n == 2 && len(trimBlanks(b)) == 0:
		return badRow, SkipCut, cutBeforeBytes
	case n == 2:
		return badRow, SkipCut, cutInBytes
	}
	var oka, okf bool
	r.allocs, oka = counter(trimBlanks(parts[0]))
	r.frees, okf = counter(trimBlanks(parts[1]))
	if !oka || !okf {
		return badRow, SkipMalformed, badFigure
	}
	if r.count, r.bytes, ok = diffAndBytes(parts[2], r.allocs-r.frees); !ok {
		if len(bytes.Fields(parts[2])) > 2 {
			return badRow, SkipMalformed, twoReadings
		}
		return badRow, SkipMalformed, badFigure
	}
	r.has = HasAllocs | HasFrees | HasCount | HasBytes
	minus := 1 // that are not of Bytes
	if r.count >= 0 {
		minus = 0
	}
	r.signs = signs{isNegative(parts[0]) || isNegative(parts[1]), bytes.Count(parts[2], []byte{'-'}) > minus && r.bytes > 0}
	r.afterBytes(parts[3])
	return aRow, 0, ""
}

// afterBytes reads the bytes of each allocation and the driver. A number of a session may stand between them.
func (r *rowText) afterBytes(b []byte) {
	b = trimBlanks(b)
	i := 0
	for i < len(b) {
		if d := b[i] - '0'; d <= 9 || b[i] == '-' {
			i++
			continue
		}
		if _, width := separatorAt(b[i:]); width > 0 {
			i += width
			continue
		}
		if w := blankWidth(b[i:]); w > 0 {
			i += w
			continue
		}
		break
	}
	figure := trimBlanks(b[:i])
	r.readDriver(b[i:])
	if len(figure) == 0 {
		r.clipped = true
		return
	}
	each, negative, ok := whole(figure)
	if !ok { // the number of a session follows, or a group of digits is cut
		first, _, _ := bytes.Cut(figure, []byte{' '})
		each, negative, ok = whole(first)
		ok = ok && r.count > 0 && each == r.bytes/uint64(r.count)
	}
	if r.driver == nil && !negative {
		r.clipped = r.clipped || !ok || cutShort(each, r.bytes, r.count)
	}
}

// bareFigures reads a row that has no parentheses. The last of its five figures is there to prove that the fourth is
// whole.
func (r *rowText) bareFigures(b []byte) (verdict, Skip, string) {
	var figures [5][]byte
	n := 0
	for b = trimBlanks(b); n < 5 && len(b) > 0; n++ {
		end := bytes.IndexAny(b, " \t")
		if end < 0 {
			end = len(b)
		}
		figures[n], b = b[:end], bytes.TrimLeft(b[end:], " \t")
	}
	if n == 1 {
		return badRow, SkipCut, cutInAllocs
	}
	if n < 5 {
		return badRow, SkipCut, cutBeforeBytes
	}
	var ok [5]bool
	r.allocs, ok[0] = counter(figures[0])
	r.frees, ok[1] = counter(figures[1])
	r.count, ok[2] = difference(figures[2])
	r.bytes, ok[3] = counter(figures[3])
	r.signs = signs{isNegative(figures[0]) || isNegative(figures[1]), isNegative(figures[3])}
	_, _, ok[4] = whole(figures[4])
	if ok != [5]bool{true, true, true, true, true} {
		return badRow, SkipMalformed, badFigure
	}
	r.has = HasAllocs | HasFrees | HasCount | HasBytes
	r.readDriver(b)
	return aRow, 0, ""
}

// diffAndBytes splits text into two figures. Where blanks separate thousands too, a wider gap or a tab tells them
// apart, or else that Diff must be Allocs less Frees, which is given.
func diffAndBytes(b []byte, expected uint64) (diff int64, size uint64, ok bool) {
	b = trimBlanks(b)
	both := func(left, right []byte) bool {
		var okd, okb bool
		diff, okd = difference(trimBlanks(left))
		size, okb = counter(trimBlanks(right))
		return okd && okb
	}
	var gaps [8]int // the blanks that may be the border
	n, wide := 0, -1
	for i := 0; i < len(b); {
		if c := b[i]; c > ' ' && c < utf8.RuneSelf {
			i++
			continue
		}
		w := blankWidth(b[i:])
		if w == 0 {
			i++
			continue
		}
		first := i
		tab := false
		for i < len(b) {
			w := blankWidth(b[i:])
			if w == 0 {
				break
			}
			tab = tab || b[i] == '\t'
			i += w
		}
		if tab || i-first > w {
			if wide >= 0 {
				return 0, 0, false
			}
			wide = first
		}
		if n == len(gaps) {
			return 0, 0, false
		}
		gaps[n] = first
		n++
	}
	if wide >= 0 {
		return diff, size, both(b[:wide], b[wide:])
	}
	readings, matching := 0, 0
	var lastGap, matchingGap int
	for _, gap := range gaps[:n] {
		if !both(b[:gap], b[gap:]) {
			continue
		}
		readings++
		lastGap = gap
		if uint64(diff) == expected || uint32(diff) == uint32(expected) {
			matching++
			matchingGap = gap
		}
	}
	switch {
	case readings == 1:
		ok = both(b[:lastGap], b[lastGap:])
	case matching == 1:
		ok = both(b[:matchingGap], b[matchingGap:])
	}
	return diff, size, ok
}
