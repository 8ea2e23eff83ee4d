package poolsnap

import (
	"bytes"
	"unicode/utf8"
)

// textReader reads what tools print for people: PoolMon, the debugger, and whatever stands between in a log.
type textReader struct {
	a   *assembler
	l   *lines
	sum *Summary

	row     rowText
	cut     cutRow
	plain   bool // the line has no control characters: what it holds is in one part
	scratch []byte
	g       group
	open    bool // a snapshot has begun
	ended   bool // its table has ended: what comes is of the next
	heads   int  // which head lines it has had, as bits
	session bool // rows are of the pools of sessions
	chosen  bool // the tool was told to show a part

	sessionAsked bool // the tool was told to show sessions
	used         usedTable
	stamps       stampReader
	uptime       *float64 // as the debugger told before
}

func readText(a *assembler, l *lines, sum *Summary) error {
	t := &textReader{a: a, l: l, sum: sum, stamps: stampReader{timing: &a.timing, sum: sum}}
	for {
		b, long, err := l.next()
		if err != nil {
			return t.finish(err)
		}
		if long {
			t.cut.report(t)
			sum.problem(SkipLong, l.number, b, "the line is longer than any row")
			t.lacking()
		} else if err := t.line(b); err != nil {
			return err
		}
	}
}

// line reads a line, whatever it is.
func (t *textReader) line(b []byte) error {
	if t.cut.clipped {
		if t.cut.clipped = false; restOfRow(b) {
			t.sum.skip(SkipText) // all that is wanted of the row stood before the edge
			return nil
		}
	}
	if t.cut.held {
		if done, err := t.rejoin(b); done || err != nil {
			return err
		}
	}
	if t.row.plainRow(b) {
		if tag, ok := t.plainTag(); ok {
			return t.poolRow(b, tag)
		}
	}
	if t.plain = !hasControls(b); t.plain {
		return t.other(b)
	}
	// Control characters may be the tag's own.
	if what, _, _ := t.row.looseRow(b); what == aRow && !hasControls(b[len(t.row.tag):]) {
		if tag, ok := t.a.tags.indented(t.row.tag, t.row.collapsed); ok {
			return t.poolRow(b, tag)
		}
	}
	t.scratch = clean(t.scratch[:0], b)
	parts := 0
	for part := range bytes.SplitSeq(t.scratch, []byte{'\r'}) {
		if len(part) == 0 {
			continue
		}
		if err := t.other(part); err != nil {
			return err
		}
		parts++
	}
	if parts == 0 {
		t.sum.skip(SkipBlank)
	}
	return nil
}

// plainTag gives the tag of a plain row, unless its bytes have to be found from characters.
func (t *textReader) plainTag() (tagText, bool) {
	tag := Tag(t.row.tag)
	if t.a.tags.wide && tag[0]|tag[1]|tag[2]|tag[3] >= utf8.RuneSelf {
		return tagText{}, false
	}
	protected := tag[3]&0x80 != 0
	tag[3] &^= 0x80
	return tagText{Tag: tag, protected: protected}, true
}

// other reads a line that is no plain row.
func (t *textReader) other(b []byte) error {
	if len(trimBlanks(b)) == 0 || ruled(b) {
		t.sum.skip(SkipBlank)
		return nil
	}
	what, why, reason := t.row.looseRow(b)
	if what != noRow {
		tag, ok := t.a.tags.indented(t.row.tag, t.row.collapsed)
		switch {
		case !ok && what == aRow:
			return t.noTag(b)
		case !ok && why != SkipType: // words of prose that happen to name a pool
		case what == aRow:
			return t.poolRow(b, tag)
		case why == SkipCut && t.plain:
			t.cut.hold(b, t.l.number, reason)
			return nil
		default:
			t.badRow(b, why, reason)
			return nil
		}
	}
	if which := t.headLine(b); which != 0 {
		return t.head(which, b)
	}
	if command, ok := prompt(b); ok {
		t.prompt(command)
		return nil
	}
	if done, err := t.debugger(b); done || err != nil {
		return err
	}
	if t.stamps.line(b, t.l.number) {
		t.ended = true
		return nil
	}
	t.text(b)
	return nil
}

// noTag deals with a row that has all figures but no tag: a row of totals, or a tag that came to harm.
func (t *textReader) noTag(b []byte) error {
	if name := trimBlanks(t.row.tag); utf8.RuneCount(name) > 4 && !bytes.ContainsRune(name, utf8.RuneError) &&
		!bytes.Contains(name, []byte(`\x`)) && bytes.IndexByte(name, ' ') < 0 {
		t.sum.skip(SkipTotal)
		return nil
	}
	t.badRow(b, SkipTag, "expected a tag of four characters, each standing for one byte")
	return nil
}

// poolRow takes a row of PoolMon.
func (t *textReader) poolRow(b []byte, tag tagText) error {
	r := &t.row
	if problem := r.signs.problem(r.has, r.allocs, r.frees, r.count, r.bytes); problem != "" {
		t.badRow(b, SkipMalformed, problem)
		return nil
	}
	if err := t.begin(false); err != nil {
		return err
	}
	row := Row{Key: Key{tag.Tag, r.pool}, Has: r.has, Allocs: r.allocs, Frees: r.frees, Count: r.count, Bytes: r.bytes,
		Line: t.l.number}
	if r.clipped {
		t.sum.Clipped++
	}
	t.cut.clipped = r.clipped && r.driver == nil
	if tag.ambiguous {
		t.sum.AmbiguousTags++
	}
	if less := r.allocs - r.frees; uint64(r.count) != less && uint32(r.count) != uint32(less) {
		t.sum.Inconsistent++
	}
	if t.sum.Format == FormatNone {
		t.sum.Format = FormatPoolMon
	}
	v := variantOf(tag)
	if t.session {
		v, t.g.snap.Session = anyVariant, true
	}
	return t.take(b, &row, v, r.driver)
}

// take adds a row, to the next snapshot if this one has it already.
func (t *textReader) take(b []byte, row *Row, v variant, driver []byte) error {
	switch t.a.add(&t.g, row, v, driver) {
	case addedAgain:
		t.ended = true
		if err := t.begin(false); err != nil {
			return err
		}
		t.a.add(&t.g, row, v, driver)
	case addedNone:
		t.sum.problem(SkipFull, t.l.number, b, "the snapshot has more rows than any machine has tags")
		t.g.snap.Partial = true
	}
	return nil
}

// badRow notes a row that cannot be used, and that the snapshot lacks it.
func (t *textReader) badRow(b []byte, why Skip, reason string) {
	t.badRowAt(t.l.number, b, why, reason)
}

func (t *textReader) badRowAt(line int, b []byte, why Skip, reason string) {
	t.sum.problem(why, line, b, reason)
	if t.sum.Format == FormatNone {
		t.sum.Format = FormatPoolMon
	}
	t.lacking()
}

// lacking notes that the snapshot which has begun, or begins next, lacks a row.
func (t *textReader) lacking() {
	if t.open && !t.ended {
		t.g.snap.Partial = true
	} else {
		t.stamps.lacking = true
	}
}

// begin begins a snapshot, unless one is open whose table has not ended. Anew begins one in any case.
func (t *textReader) begin(anew bool) error {
	if t.open && !t.ended && !anew {
		return nil
	}
	if err := t.close(false); err != nil {
		return err
	}
	t.a.between()
	t.a.start(&t.g, t.l.number)
	t.open, t.ended, t.heads = true, false, 0
	s := &t.g.snap
	if at, from, ok := t.stamps.take(); ok {
		t.a.timed(&t.g, at, from)
	}
	s.Partial = t.stamps.lacking || t.chosen
	t.stamps.lacking = false
	s.Memory.Uptime, t.uptime = t.uptime, nil
	return nil
}

// close gives the snapshot that is open, if there is anything in it.
func (t *textReader) close(last bool) error {
	if !t.open {
		return nil
	}
	t.open = false
	if len(t.g.snap.Rows) == 0 && t.heads == 0 {
		return nil
	}
	t.used.check(&t.g)
	return t.a.give(&t.g, last)
}

// finish ends the file.
func (t *textReader) finish(err error) error {
	t.cut.report(t)
	if e := t.close(true); e != nil {
		return e
	}
	t.stamps.finish(t.a.ownTimes)
	return err
}
