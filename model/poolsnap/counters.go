package poolsnap

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"time"
)

// ReadCounters reads Performance Monitor text, as typeperf, relog -f csv (and tsv) and logs of Performance Monitor
// have it, and calls each for every sample of every machine, in the order of the file. The sample, with all that it
// points to, is valid until each returns: Clone keeps it. A value that the text leaves out, or gives as -1, is nil. Of
// several counters of available memory the finest is taken. Process(_Total) gives WorkingSets and PrivateBytes, and is
// not among Processes. Lines that cannot be used are counted in the Summary, which tells what was read also when there
// is an error. Errors are those of r, of ctx and of each, and ErrFormat when the file has no heading of counters.
func ReadCounters(
	ctx context.Context, name string, r io.Reader, opts Options, each func(*Memory) error,
) (Summary, error) {
	sum := Summary{File: name}
	head, err := readHead(name, r)
	if err != nil {
		return sum, err
	}
	l := newLines(ctx, name, head, r, maxWideLine)
	sum.Encoding = l.encoding.String()
	c := counterReader{ctx: ctx, l: l, sum: &sum, each: each, timing: timing{opts: opts, sum: &sum}}
	if f := sniffBinary(head); f == FormatNone {
		c.timing.lookAhead(l.window())
		err = c.read()
	} else {
		err = fmt.Errorf("%s: a %s, no counters: %w", name, f, ErrFormat)
	}
	sum.Lines = l.number
	if err != io.EOF {
		return sum, err
	}
	if sum.Format == FormatNone {
		return sum, fmt.Errorf(
			`%s: expected a heading of counters such as \\HOST\Memory\Pool Nonpaged Bytes: %w`, name, ErrFormat)
	}
	return sum, nil
}

// counterReader reads the text of counters.
type counterReader struct {
	ctx  context.Context
	l    *lines
	sum  *Summary
	each func(*Memory) error

	timing   timing
	numbers  decimals
	fields   splitter
	columns  []counterColumn // nil before the heading
	needed   int             // the last column that something is taken from
	hosts    []*counterHost
	zoned    bool
	offset   int // seconds east of UTC, as the heading says
	heading  []byte
	previous time.Time
}

// counterColumn is where the values of a column go.
type counterColumn struct {
	id      counterID
	host    *counterHost
	process *counterProcess
}

func (c *counterReader) read() error {
	for {
		b, long, err := c.l.next()
		if err != nil {
			return err
		}
		if long {
			c.sum.problem(SkipLong, c.l.number, b, "the line is longer than 16 MiB")
			continue
		}
		b = trimRow(b)
		text := trimBlanks(b)
		switch {
		case len(text) == 0:
			c.sum.skip(SkipBlank)
		case c.columns == nil || mayBeHeading(text):
			if bytes.Equal(b, c.heading) {
				c.sum.skip(SkipHeading) // files that were put together
			} else if !c.readHeading(b) {
				c.sum.skip(SkipText)
			}
		default:
			if err := c.sample(b); err != nil {
				return err
			}
		}
	}
}

// mayBeHeading tells a line that a sample cannot be.
func mayBeHeading(text []byte) bool {
	return bytes.HasPrefix(text, []byte(`"(PDH-`)) || bytes.HasPrefix(text, []byte(`(PDH-`))
}

// countersHeading tells whether a line is a heading of counters.
func countersHeading(text []byte) bool {
	_, ok := headingFields(text)
	return ok
}

// headingFields splits a heading of counters: a first column for the time, and names of counters.
func headingFields(b []byte) (splitter, bool) {
	if bytes.IndexByte(b, '\\') < 0 {
		return splitter{}, false
	}
	for _, d := range delimiters {
		s := splitter{delimiter: d}
		fields, ok := s.split(b)
		if !ok || len(fields) < 2 || len(fields[0]) > 0 && fields[0][0] == '\\' {
			continue
		}
		for _, f := range fields[1:] {
			if _, ok := readPath(f); ok {
				return s, true
			}
		}
	}
	return splitter{}, false
}

// readHeading reads the names of the columns.
func (c *counterReader) readHeading(b []byte) bool {
	s, ok := headingFields(b)
	if !ok {
		return false
	}
	c.sum.Format = FormatCounters
	c.sum.skip(SkipHeading)
	c.heading = append(c.heading[:0], b...)
	c.fields = s
	names, _ := c.fields.split(b)
	c.firstColumn(names[0])
	c.columns, c.hosts, c.needed = make([]counterColumn, len(names)), nil, 0
	hosts := map[string]*counterHost{}
	for i, name := range names[1:] {
		path, ok := readPath(name)
		if !ok || path.id == noCounter {
			if len(trimBlanks(name)) > 0 {
				c.sum.unused(strings.ToValidUTF8(string(trimBlanks(name)), "\ufffd"))
			}
			continue
		}
		host := hosts[path.host]
		if host == nil {
			host = newCounterHost(path.host)
			hosts[path.host] = host
			c.hosts = append(c.hosts, host)
		}
		column := counterColumn{id: path.id, host: host}
		if path.object == objectProcess {
			column.process = host.process(path.instance)
		}
		c.columns[i+1], c.needed = column, i+1
	}
	return true
}

// firstColumn reads the zone from the name of the first column: (PDH-CSV 4.0) (Pacific Standard Time)(480), in minutes
// that UTC is ahead.
func (c *counterReader) firstColumn(name []byte) {
	c.zoned, c.timing.usual = false, DateOrderUnknown
	if !bytes.Contains(name, []byte("(PDH-")) {
		return
	}
	c.timing.usual = MonthDayYear // in all languages
	name = bytes.TrimRight(name, " )")
	open := bytes.LastIndexByte(name, '(')
	if bias, ok := difference(name[open+1:]); ok && bias > -24*60 && bias < 24*60 {
		c.zoned, c.offset = true, int(-bias)*60
	}
}

// sample reads a line of values.
func (c *counterReader) sample(b []byte) error {
	values, ok := c.fields.split(b)
	if len(values) < 2 || !bytes.ContainsAny(b, "0123456789") {
		c.sum.skip(SkipText) // what typeperf says at the end
		return nil
	}
	bad := func(why Skip, reason string) error {
		c.sum.problem(why, c.l.number, b, reason)
		return nil
	}
	m, timed := readMoment(trimBlanks(values[0]))
	switch {
	case !ok:
		return bad(SkipCut, "a quoted value does not end on the line")
	case !timed || !m.dated():
		return bad(SkipTime, "expected a date and a time in the first column")
	case len(values) <= c.needed:
		return bad(SkipCut, "the line has fewer values than the heading has counters")
	}
	for _, v := range values[min(len(values), len(c.columns)):] {
		if len(trimBlanks(v)) > 0 {
			return bad(SkipMalformed, "the line has more values than the heading has counters")
		}
	}
	if c.zoned && !m.zoned {
		m.zoned, m.offset = true, c.offset
	}
	at, ok := c.timing.resolve(&m, c.l.number, values[0])
	if !ok {
		return bad(SkipTime, "expected a date that the calendar has")
	}
	for _, h := range c.hosts {
		h.clear()
	}
	for i, column := range c.columns {
		if column.id == noCounter {
			continue
		}
		text := trimBlanks(values[i])
		if len(text) == 0 || string(text) == "-1" {
			continue
		}
		v, ok := c.numbers.number(text, column.id != systemUptime)
		if !ok {
			c.sum.remark(c.l.number, values[i], "expected a number, or a blank, in column "+fmt.Sprint(i+1))
			continue
		}
		if v >= 0 && v < 1<<63 {
			column.host.set(column, v)
		}
	}
	return c.give(at)
}

// give gives the samples of the machines that have values.
func (c *counterReader) give(at time.Time) error {
	for _, h := range c.hosts {
		if !h.any {
			continue
		}
		if err := c.ctx.Err(); err != nil {
			return err
		}
		c.sum.Samples++
		c.sum.timed(at, TimeFromColumn, &c.previous)
		if err := c.each(h.memory(at)); err != nil {
			return err
		}
	}
	return nil
}
