package poolsnap

import "strings"

func newLongReader(a *assembler, sum *Summary) *longReader {
	r := &longReader{a: a, sum: sum}
	r.groups = longGroups{a: a, sum: sum, hosts: map[string]uint32{}}
	r.groups.host(nil)
	return r
}

// endRow makes rows of the fields. A line that cannot be used is a problem, and its snapshot lacks it.
func (r *longReader) endRow(line int, text []byte, timed bool) error {
	row := &r.row
	bad := func(why Skip, reason string) error {
		r.sum.problem(why, line, text, reason)
		r.groups.lacking()
		return nil
	}
	if row.sets[1].has|row.sets[2].has != 0 {
		row.sets[0] = figureSet{} // the sum of both
	}
	has := row.sets[0].has | row.sets[1].has | row.sets[2].has
	switch {
	case row.badTag:
		return bad(SkipTag, "expected a tag of four characters at most, each one byte, or the number of a tag")
	case !row.tagged:
		return bad(SkipTag, "expected a tag")
	case row.badType:
		return bad(SkipType, "expected Nonp, Paged or the like for the pool")
	case row.badValue != noColumn:
		return bad(SkipMalformed, "expected a whole number for "+figureName(row.badValue))
	case row.signProblem() != "":
		return bad(SkipMalformed, row.signProblem())
	case has == 0:
		return bad(SkipCut, "expected at least one of Allocs, Frees, Diff and Bytes")
	}
	host, ok := r.groups.host(row.host)
	if !ok {
		return bad(SkipFull, "the file has more hosts than there is room for")
	}
	key := longKey{host: host, timed: timed}
	if r.timed = r.timed || timed; r.timed {
		if key.at, ok = r.time(line); !ok || !timed {
			return bad(SkipTime, "expected a time")
		}
	}
	if row.tag.ambiguous {
		r.sum.AmbiguousTags++
	}
	for i, pool := range []Pool{row.pool, Nonpaged, Paged} {
		set := &row.sets[i]
		if set.has == 0 {
			continue
		}
		out := Row{Key: Key{row.tag.Tag, pool}, Has: set.has, Allocs: set.allocs, Frees: set.frees, Count: set.count,
			Bytes: set.bytes, Line: line}
		if less := out.Allocs - out.Frees; set.has&(HasAllocs|HasFrees|HasCount) == HasAllocs|HasFrees|HasCount &&
			uint64(out.Count) != less && uint32(out.Count) != uint32(less) {
			r.sum.Inconsistent++
		}
		if err := r.groups.add(&out, variantOf(row.tag), row.driver, key); err != nil {
			return err
		}
	}
	if row.hasUp {
		r.groups.ran(key, row.uptime)
	}
	return nil
}

func figureName(c column) string {
	pool := [...]string{"", "the nonpaged pool's ", "the paged pool's "}[(c-columnAllocs)/4]
	return pool + [...]string{"Allocs", "Frees", "Diff", "Bytes"}[(c-columnAllocs)%4]
}

// readCSV reads rows under a heading of column names.
func readCSV(a *assembler, l *lines, sum *Summary) error {
	r := newLongReader(a, sum)
	var fields splitter
	var columns layout
	var heading string
	for {
		b, long, err := l.next()
		if err != nil {
			if e := r.groups.finish(); e != nil {
				return e
			}
			return err
		}
		if long {
			sum.problem(SkipLong, l.number, b, "the line is longer than any row")
			r.groups.lacking()
			continue
		}
		b = trimRow(b)
		switch {
		case len(trimBlanks(b)) == 0 || ruled(b):
			sum.skip(SkipBlank)
			continue
		case string(b) == heading: // files that were put together repeat it
			sum.skip(SkipHeading)
			continue
		case columns.columns == nil || l.number > 1 && startsLike(b, heading):
			s, layout, ok := csvHeading(b)
			if !ok && columns.columns == nil {
				sum.skip(SkipText) // #TYPE, sep=; and remarks
				continue
			}
			if ok {
				names, _ := s.split(b)
				layout.unusedOf(names, sum)
				fields, columns, heading = s, layout, string(b)
				sum.skip(SkipHeading)
				continue
			}
		}
		values, ok := fields.split(b)
		r.row = longRow{}
		if why, reason := columns.fits(values, ok); reason != "" {
			sum.problem(why, l.number, b, reason)
			r.groups.lacking()
			continue
		}
		for i, c := range columns.columns[:min(len(values), len(columns.columns))] {
			if c != noColumn {
				r.field(c, columns.scales[i], values[i])
			}
		}
		if err := r.endRow(l.number, b, columns.timed()); err != nil {
			return err
		}
	}
}

// fits tells what is wrong with the fields of a row, if anything. The last field of a line with too few is of no use:
// it may be cut.
func (l *layout) fits(values [][]byte, whole bool) (Skip, string) {
	n := len(values)
	switch {
	case !whole:
		return SkipMalformed, "a quoted field does not end on the line"
	case n < len(l.columns) && n-1 <= l.needed():
		return SkipCut, "the line has fewer fields than the heading has columns"
	}
	for _, v := range values[min(n, len(l.columns)):] {
		if len(trimBlanks(v)) > 0 {
			return SkipMalformed, "the line has more fields than the heading has columns"
		}
	}
	return 0, ""
}

// needed gives the last column that something is taken from.
func (l *layout) needed() int {
	last := len(l.columns) - 1
	for last >= 0 && l.columns[last] == noColumn {
		last--
	}
	return last
}

// timed tells whether rows have times.
func (l *layout) timed() bool { return l.has[columnTime] || l.has[columnTimeUTC] }

// startsLike tells whether a line may be a heading with other columns.
func startsLike(b []byte, heading string) bool {
	first, _, _ := strings.Cut(heading, ",")
	return len(first) > 0 && len(b) >= len(first) && string(b[:len(first)]) == first
}

// trimRow takes a control-Z off the end.
func trimRow(b []byte) []byte {
	for len(b) > 0 && b[len(b)-1] == 0x1a {
		b = b[:len(b)-1]
	}
	return b
}
