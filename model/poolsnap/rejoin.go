package poolsnap

import "bytes"

// maxCutRow is how long a row is at most that may go on in the next line.
const maxCutRow = 160

// cutRow is a row that was cut off: a narrow console wraps what does not fit, and what was copied from it has the rest in
// the next line.
type cutRow struct {
	clipped bool // the row before was cut off behind the figures that are wanted of it
	held    bool
	text    []byte
	line    int
	reason  string
}

func (c *cutRow) hold(b []byte, line int, reason string) {
	c.held, c.text, c.line, c.reason = true, append(c.text[:0], b...), line, reason
}

// report notes that the row cannot be used, where one is held.
func (c *cutRow) report(t *textReader) {
	if c.held {
		c.held = false
		t.badRowAt(c.line, c.text, SkipCut, c.reason)
	}
}

// rejoin joins the row that is held with the line after it, and takes it where that is safe: Diff is Allocs less Frees, and
// Bytes over Diff is the figure at the end. It tells whether the line is dealt with.
func (t *textReader) rejoin(b []byte) (done bool, err error) {
	c := &t.cut
	if !restOfRow(b) || len(c.text)+len(b) > maxCutRow {
		c.report(t)
		return false, nil
	}
	n := len(c.text)
	for _, between := range []string{"", " "} { // blanks at the end of a line may have been taken off
		t.scratch = append(append(append(t.scratch[:0], c.text[:n]...), between...), b...)
		if !t.row.plainRow(t.scratch) || !t.row.provesItself() {
			continue
		}
		if tag, ok := t.plainTag(); ok {
			c.held = false
			t.sum.Rejoined++
			second := t.l.number
			t.l.number = c.line
			err := t.poolRow(t.scratch, tag)
			t.l.number = second
			return true, err
		}
	}
	c.reason += "; the next line looks like its rest, but the figures do not prove it"
	c.report(t)
	t.sum.skip(SkipText)
	return true, nil
}

// restOfRow tells whether a line may be the rest of a row: it begins with a blank, a figure or a parenthesis, has nothing but
// figures and changes, and is no whole row.
func restOfRow(b []byte) bool {
	return len(trimBlanks(b)) > 0 && len(bytes.Trim(b, "0123456789 ()-")) == 0
}

// provesItself tells whether the figures of a plain row prove each other.
func (r *rowText) provesItself() bool {
	return r.count > 0 && uint32(r.allocs-r.frees) == uint32(r.count) && r.each == r.bytes/uint64(r.count) && !r.clipped ||
		r.count == 0 && r.allocs == r.frees && r.bytes == 0 && r.each == 0
}
