package poolsnap

import (
	"bytes"
	"strconv"
)

// usedTable is what is known of a table of !poolused while it is read.
type usedTable struct {
	inside  bool // after a heading, before the row of totals
	detail  bool // flag 1: Allocs, Frees, Diff and Used for each pool, instead of Allocs and Used
	pools   int  // of which the table tells: 2, or 1 of old debuggers for the nonpaged pool; 0 when no heading was seen
	session bool // it shows the pool of a session
	told    bool // the snapshot that is open is a table of this kind
	totals  bool // its row of totals was read
	sums    [8]uint64
}

// asked notes the arguments of a command.
func (u *usedTable) asked(arguments [][]byte) {
	*u = usedTable{}
	if len(arguments) > 0 {
		flags, err := strconv.ParseUint(string(bytes.TrimPrefix(arguments[0], []byte("0x"))), 16, 32)
		u.session = err == nil && flags&8 != 0
	}
}

// check marks the snapshot that is given if its table was not read to the end.
func (u *usedTable) check(g *group) {
	if u.told && !u.totals {
		g.snap.Partial = true
	}
	u.told, u.totals, u.sums = false, false, [8]uint64{}
}

// figures is how many figures a row has.
func (u *usedTable) figures() int {
	each := 2
	if u.detail {
		each = 4
	}
	return each * u.pools
}

// debugger reads a line of the debugger, if it is one.
func (t *textReader) debugger(b []byte) (done bool, err error) {
	u := &t.used
	text := trimBlanks(b)
	switch {
	case hasPrefixFold(text, "sorting by "):
		session := bytes.Contains(bytes.ToLower(text), []byte("session"))
		*u = usedTable{inside: true, session: session || u.session, told: u.told, totals: u.totals, sums: u.sums}
		t.ended = true
	case hasPrefixFold(text, "pool used:"):
		if !u.inside {
			t.ended = true
		}
		u.inside = true
	case u.headings(text):
	case hasPrefixFold(text, "system uptime:"):
		return t.systemUptime(text[len("system uptime:"):]), nil
	default:
		return t.usedRow(b)
	}
	t.sum.skip(SkipHeading)
	return true, nil
}

// headings reads the headings of columns, which tell the layout.
func (u *usedTable) headings(text []byte) bool {
	words := bytes.Fields(bytes.ToLower(text))
	count := func(word string) (n int) {
		for _, w := range words {
			if string(w) == word {
				n++
			}
		}
		return n
	}
	switch {
	case len(words) == 2 && string(words[0]) == "nonpaged" && string(words[1]) == "paged":
	case len(words) >= 3 && string(words[0]) == "tag" && count("used") > 0 && count("allocs") == count("used"):
		u.pools, u.detail = min(count("used"), 2), count("frees") > 0
	default:
		return false
	}
	u.inside = true
	return true
}

// systemUptime reads how long the machine has run, as in 3 days 4:05:06.789.
func (t *textReader) systemUptime(b []byte) bool {
	words := bytes.Fields(b)
	if len(words) < 3 || !hasPrefixFold(words[1], "day") {
		return false
	}
	days, err := strconv.ParseFloat(string(words[0]), 64)
	m, ok := readMoment(words[2])
	if err != nil || !ok || !m.clock || m.dated() {
		return false
	}
	s := days*86400 + float64(m.hour*3600+m.minute*60+m.second) + float64(m.nano)/1e9
	t.uptime = &s
	t.sum.skip(SkipHeading)
	return true
}

// usedRow reads a row, or the row of totals.
func (t *textReader) usedRow(b []byte) (done bool, err error) {
	u := &t.used
	n := u.figures()
	if n == 0 { // rows that were pasted without their heading
		if t.sum.Format == FormatPoolMon {
			return false, nil
		}
		for _, n = range []int{8, 4} {
			if tag, _, _, ok := splitUsedRow(b, n); ok && t.looksUsed(tag) {
				u.pools, u.detail, u.inside = 2, n == 8, true
				break
			}
		}
		if u.pools == 0 {
			return false, nil
		}
		n = u.figures()
	}
	text := trimBlanks(b)
	if hasPrefixFold(text, "total") && len(text) > 5 && text[5] == ' ' {
		return true, t.usedTotals(text, n)
	}
	tagText, figures, rest, ok := splitUsedRow(b, n)
	if !ok {
		if u.inside && t.open && !t.ended && t.cutUsedRow(b, n) {
			t.badRow(b, SkipCut, "the row is cut off: expected "+strconv.Itoa(n)+" figures after the tag")
			return true, nil
		}
		return false, nil
	}
	tag, ok := t.a.tags.indented(tagText, false)
	if !ok {
		t.badRow(b, SkipTag, "expected a tag of four characters, each standing for one byte")
		return true, nil
	}
	return true, t.takeUsed(b, tag, figures[:n], rest)
}

// looksUsed tells whether text before some figures may be a tag of a table without a heading.
func (t *textReader) looksUsed(tag []byte) bool {
	return len(tag) <= 5 && !bytes.ContainsAny(tag, ":/\\")
}

// takeUsed adds the rows for the pools that a line tells of.
func (t *textReader) takeUsed(b []byte, tag tagText, figures []uint64, rest []byte) error {
	u := &t.used
	if err := t.begin(false); err != nil {
		return err
	}
	u.told, t.g.snap.Session = true, u.session
	if t.sum.Format == FormatNone {
		t.sum.Format = FormatPoolUsed
	}
	if tag.ambiguous {
		t.sum.AmbiguousTags++
	}
	var driver []byte
	if _, binary, ok := bytes.Cut(rest, []byte("Binary:")); ok {
		driver = trimBlanks(binary)
	}
	each := len(figures) / u.pools
	for i, pool := range []Pool{Nonpaged, Paged}[:u.pools] {
		f := figures[i*each : (i+1)*each]
		row := Row{Key: Key{tag.Tag, pool}, Has: HasCount | HasBytes, Count: int64(f[0]), Bytes: f[1], Line: t.l.number}
		if u.detail {
			row.Has, row.Allocs, row.Frees = HasAllocs|HasFrees|HasCount|HasBytes, f[0], f[1]
			row.Count, row.Bytes = int64(f[2]), f[3]
			if less := row.Allocs - row.Frees; f[2] != less && uint32(f[2]) != uint32(less) {
				t.sum.Inconsistent++
			}
		}
		if err := t.take(b, &row, variantOf(tag), driver); err != nil {
			return err
		}
		u.told = true
	}
	for i, f := range figures {
		u.sums[i] += f
	}
	return nil
}

// usedTotals reads the row of totals, which ends a table and tells whether rows are missing.
func (t *textReader) usedTotals(text []byte, n int) error {
	t.sum.skip(SkipTotal)
	u := &t.used
	if !t.open || t.ended || !u.told {
		return nil
	}
	totals, _, ok := leadingFigures(text[len("total"):], n)
	u.totals = ok
	for i := range n {
		if ok && u.sums[i] < totals[i] {
			t.g.snap.Partial = true
		}
	}
	t.ended, u.inside = true, false
	return nil
}

// splitUsedRow splits a row into tag, n figures and description. The tag has four columns after a blank; where runs of
// blanks were made one it ends where the figures begin.
func splitUsedRow(b []byte, n int) (tag []byte, figures [8]uint64, rest []byte, ok bool) {
	for _, at := range [2]int{5, 4} {
		if len(b) <= at || b[at] != ' ' || at == 5 && b[0] != ' ' || at == 4 && b[0] == ' ' {
			continue
		}
		if figures, rest, ok = leadingFigures(b[at:], n); ok {
			return b[:at], figures, rest, true
		}
	}
	text := bytes.TrimLeft(b, " ")
	for at := 1; at <= 4 && at < len(text); at++ {
		if text[at] == ' ' || text[at] == '\t' {
			if figures, rest, ok = leadingFigures(text[at:], n); ok {
				return text[:at], figures, rest, true
			}
		}
	}
	return nil, figures, nil, false
}

// leadingFigures reads n figures, each after blanks. What follows the last may be glued to it.
func leadingFigures(b []byte, n int) (figures [8]uint64, rest []byte, ok bool) {
	for i := range n {
		trimmed := bytes.TrimLeft(b, " \t")
		if len(trimmed) == len(b) {
			return figures, nil, false
		}
		end := 0
		for end < len(trimmed) && (trimmed[end]-'0' <= 9 || i < n-1 && trimmed[end] > ' ') {
			end++
		}
		if figures[i], ok = counter(trimmed[:end]); !ok {
			return figures, nil, false
		}
		b = trimmed[end:]
	}
	if len(b) > 0 && (b[0] == ':' || b[0] == '/' || b[0] == '(') {
		return figures, nil, false // a time or a row of another table
	}
	return figures, b, true
}

// cutUsedRow tells a row with some figures of n, but nothing else.
func (t *textReader) cutUsedRow(b []byte, n int) bool {
	for i := n - 1; i > 0; i-- {
		if _, _, rest, ok := splitUsedRow(b, i); ok {
			return len(trimBlanks(rest)) == 0
		}
	}
	return false
}
