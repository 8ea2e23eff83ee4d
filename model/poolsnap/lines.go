package poolsnap

import (
	"bytes"
	"context"
	"fmt"
	"io"
)

// Bounds of what a reader holds of a file.
const (
	headSize     = 64 << 10 // what the format is told from
	blockSize    = 256 << 10
	maxLine      = 1 << 20  // of snapshots
	maxWideLine  = 16 << 20 // of counters, one column for each counter of each process
	maxIdleReads = 100      // reads in a row that give nothing
)

// lines gives a file line by line, in UTF-8 where it is UTF-16 and otherwise as it stands, without a byte order mark.
type lines struct {
	ctx      context.Context
	name     string
	r        io.Reader
	encoding encoding
	eol      byte // what ends a line: a line feed, or a carriage return where there are no line feeds
	max      int

	buf        []byte
	start, end int
	skipping   bool // the rest of a long line
	err        error
	number     int // of the line given last, from 1
}

// newLines makes a reader of lines. Head holds the first bytes, r the rest.
func newLines(ctx context.Context, name string, head []byte, r io.Reader, maxLine int) *lines {
	e, mark := encodingOf(head)
	l := &lines{ctx: ctx, name: name, encoding: e, eol: lineEnd(decodeHead(head)), max: maxLine,
		buf: make([]byte, blockSize)}
	l.r = io.MultiReader(bytes.NewReader(head[mark:]), r)
	if e == encodingUTF16LE || e == encodingUTF16BE {
		l.r = &utf16Reader{r: l.r, order: e.order()}
	}
	return l
}

// next gives the next line without its end. It is valid until the next call. Of a line longer than the bound its
// beginning is given and long is true. The error is io.EOF at the end.
func (l *lines) next() (line []byte, long bool, err error) {
	for {
		if i := bytes.IndexByte(l.buf[l.start:l.end], l.eol); i >= 0 {
			line = l.buf[l.start : l.start+i]
			l.start += i + 1
			if l.skipping {
				l.skipping = false
				continue
			}
			l.number++
			return trimEnd(line), false, nil
		}
		if l.err != nil {
			return l.rest()
		}
		if l.skipping {
			l.start, l.end = 0, 0
		} else if l.end-l.start >= l.max {
			line = l.buf[l.start : l.start+maxShown]
			l.start, l.skipping = l.end, true
			l.number++
			return line, true, nil
		}
		l.fill()
	}
}

// rest gives what follows the last line end, then the error.
func (l *lines) rest() ([]byte, bool, error) {
	line := l.buf[l.start:l.end]
	l.start = l.end
	if len(line) > 0 && !l.skipping {
		l.number++
		return trimEnd(line), false, nil
	}
	if l.err == io.EOF {
		return nil, false, io.EOF
	}
	return nil, false, fmt.Errorf("%s:%d: %w", l.name, l.number+1, l.err)
}

// fill reads on, making room for at least one byte more.
func (l *lines) fill() {
	if l.err = l.ctx.Err(); l.err != nil {
		return
	}
	if l.start > 0 {
		l.end = copy(l.buf, l.buf[l.start:l.end])
		l.start = 0
	}
	if l.end == len(l.buf) {
		l.buf = append(l.buf, make([]byte, len(l.buf))...)
	}
	for range maxIdleReads {
		n, err := l.r.Read(l.buf[l.end:])
		l.end += n
		if l.err = err; n > 0 || err != nil {
			return
		}
	}
	l.err = io.ErrNoProgress
}

// window gives what is in memory of the lines not given yet, to look ahead in.
func (l *lines) window() []byte {
	if l.end-l.start < headSize && l.err == nil {
		l.fill()
	}
	return l.buf[l.start:l.end]
}

// trimEnd takes carriage returns off the end: text that passed through several programs can have two.
func trimEnd(line []byte) []byte {
	for len(line) > 0 && line[len(line)-1] == '\r' {
		line = line[:len(line)-1]
	}
	return line
}
