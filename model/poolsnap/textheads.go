package poolsnap

import "bytes"

// headLine reads a head line of PoolMon without taking it yet.
func (t *textReader) headLine(b []byte) int {
	var m Memory
	return headLine(b, &m)
}

// head takes a head line. The first of them begins a snapshot, and so does either that the snapshot has had.
func (t *textReader) head(which int, b []byte) error {
	again := t.heads&which != 0 || len(t.g.snap.Rows) > 0
	if err := t.begin(t.open && again); err != nil {
		return err
	}
	t.heads |= which
	t.session = t.sessionAsked
	headLine(b, &t.g.snap.Memory)
	t.sum.skip(SkipHeading)
	if t.sum.Format == FormatNone {
		t.sum.Format = FormatPoolMon
	}
	return nil
}

// text deals with a line that is nothing known. Inside a table it is a problem.
func (t *textReader) text(b []byte) {
	inside := t.open && !t.ended && len(t.g.snap.Rows) > 0
	switch {
	case heading(b):
		if t.open && !inside && bytes.Contains(bytes.ToLower(b), []byte("session")) {
			t.session = true
		}
		t.sum.skip(SkipHeading)
	case !inside:
		t.sum.skip(SkipText)
	case len(b) > 3 && ruled(b[:3]) && len(trimBlanks(b[:3])) == 3: // === next ===
		t.ended = true
		t.sum.skip(SkipText)
	default:
		t.sum.problem(SkipMalformed, t.l.number, b, "expected a row of the table, a heading or a time")
		if figureCount(b) > 1 {
			t.g.snap.Partial = true // it may have been a row
		}
	}
}

// figureCount counts runs of digits.
func figureCount(b []byte) (n int) {
	for i, c := range b {
		if c-'0' <= 9 && (i == 0 || b[i-1]-'0' > 9) {
			n++
		}
	}
	return n
}
