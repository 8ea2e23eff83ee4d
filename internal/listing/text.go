package listing

import (
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/jedib0t/go-pretty/v6/text"

	"etledger/model/columns"
)

// appendText appends the value of a row as people read it: addresses and flags in hexadecimal, times since the first event
// to 100 ns, nothing that could move a cursor or reorder a line. Null is empty.
func (t *table) appendText(b []byte, clock *clock, column, row int) []byte {
	s := &t.shown[column]
	if s.frames {
		for i, address := range t.frames[row] {
			if i > 0 {
				b = append(b, ' ')
			}
			b = strconv.AppendUint(append(b, "0x"...), address, 16)
		}
		return b
	}
	v := &t.values[column]
	switch {
	case v.Null(row):
		return b
	case v.Type == columns.Text:
		return appendPrintable(b, v.Words[v.Index(row)])
	case v.Type == columns.Timestamp:
		return clock.append(b, v.Int64[row])
	case v.Type == columns.Float64:
		return strconv.AppendFloat(b, v.Float64[row], 'f', 7, 64)
	case s.hex:
		return appendHex(b, v, row)
	}
	return appendNumber(b, v, row)
}

func appendHex(b []byte, v *columns.Values, row int) []byte {
	b = append(b, "0x"...)
	switch v.Type {
	case columns.Uint8:
		return strconv.AppendUint(b, uint64(v.Uint8[row]), 16)
	case columns.Uint16:
		return strconv.AppendUint(b, uint64(v.Uint16[row]), 16)
	case columns.Uint32:
		return strconv.AppendUint(b, uint64(v.Uint32[row]), 16)
	case columns.Uint64:
		return strconv.AppendUint(b, v.Uint64[row], 16)
	}
	return strconv.AppendUint(b, uint64(v.Int64[row]), 16)
}

// appendPrintable appends a text with its control and formatting characters as \uXXXX.
func appendPrintable(b []byte, text string) []byte {
	for _, r := range text {
		if unicode.IsPrint(r) {
			b = append(b, string(r)...)
			continue
		}
		escaped := strconv.FormatUint(uint64(r), 16)
		b = append(b, `\u`...)
		b = append(b, strings.Repeat("0", max(4-len(escaped), 0))...)
		b = append(b, escaped...)
	}
	return b
}

// alignedWriter writes the rows of one table as a table. The first rows tell how wide the columns are; later values that
// are wider move what follows them on their line.
type alignedWriter struct {
	output
	clock  clock
	cells  [][]string // of the first line and the first rows, while they are gathered
	widths []int      // nil while they are not settled
	left   []bool     // columns that are aligned to the left
}

// settlingRows is the number of rows that settle the widths.
const settlingRows = 500

func newAlignedWriter(w io.Writer, t *table) *alignedWriter {
	a := &alignedWriter{output: output{w: w}}
	var names []string
	for _, s := range t.shown {
		names = append(names, strings.ToUpper(s.Name))
		a.left = append(a.left, s.frames || s.Type == columns.Text || s.Type == columns.Timestamp)
	}
	a.cells = [][]string{names}
	return a
}

func (a *alignedWriter) rows(t *table, rows []int32) error {
	var cell []byte
	for _, row := range rows {
		line := make([]string, len(t.shown))
		for i := range t.shown {
			cell = t.appendText(cell[:0], &a.clock, i, int(row))
			line[i] = string(cell)
		}
		if a.widths != nil {
			a.line(line)
		} else if a.cells = append(a.cells, line); len(a.cells) > settlingRows {
			a.settle()
		}
		if err := a.flushFull(); err != nil {
			return err
		}
	}
	return nil
}

// settle fixes the widths and writes what was gathered.
func (a *alignedWriter) settle() {
	a.widths = make([]int, len(a.left))
	for _, line := range a.cells {
		for i, cell := range line {
			a.widths[i] = max(a.widths[i], text.StringWidthWithoutEscSequences(cell))
		}
	}
	for _, line := range a.cells {
		a.line(line)
	}
	a.cells = nil
}

func (a *alignedWriter) line(cells []string) {
	begin := len(a.b)
	for i, cell := range cells {
		if i > 0 {
			a.b = append(a.b, "  "...)
		}
		pad := strings.Repeat(" ", max(a.widths[i]-text.StringWidthWithoutEscSequences(cell), 0))
		if a.left[i] {
			a.b = append(append(a.b, cell...), pad...)
		} else {
			a.b = append(append(a.b, pad...), cell...)
		}
	}
	for len(a.b) > begin && a.b[len(a.b)-1] == ' ' {
		a.b = a.b[:len(a.b)-1]
	}
	a.b = append(a.b, '\n')
}

func (a *alignedWriter) end() error {
	if a.widths == nil {
		a.settle()
	}
	return a.flush()
}

// mixedWriter writes rows of several tables, each on a line: time, table, and the columns that are not null as NAME=VALUE.
type mixedWriter struct {
	output
	clock clock
	texts []byte
}

func newMixedWriter(w io.Writer) *mixedWriter { return &mixedWriter{output: output{w: w}} }

const (
	timeWidth = 12 // of seconds, to 100 ns, in a recording of less than three hours
	nameWidth = 19 // of the longest name of a table
)

func (m *mixedWriter) rows(t *table, rows []int32) error {
	name := t.String() + strings.Repeat(" ", max(nameWidth-len(t.String()), 0))
	for _, row := range rows {
		begin := len(m.b)
		for i, s := range t.shown {
			if s.Name == "time_s" {
				m.texts = t.appendText(m.texts[:0], &m.clock, i, int(row))
				m.b = append(m.b, strings.Repeat(" ", max(timeWidth-len(m.texts), 0))...)
				m.b = append(append(m.b, m.texts...), ' ', ' ')
			}
		}
		m.b = append(m.b, name...)
		for i, s := range t.shown {
			if s.Name != "time_s" {
				m.pair(t, s.Name, i, int(row))
			}
		}
		for len(m.b) > begin && m.b[len(m.b)-1] == ' ' {
			m.b = m.b[:len(m.b)-1]
		}
		m.b = append(m.b, '\n')
		if err := m.flushFull(); err != nil {
			return err
		}
	}
	return nil
}

// pair appends NAME=VALUE unless the value is null. A text that could be taken for several words stands in quotes.
func (m *mixedWriter) pair(t *table, name string, column, row int) {
	frames := t.shown[column].frames
	if !frames && t.values[column].Null(row) || frames && len(t.frames[row]) == 0 {
		return
	}
	m.texts = t.appendText(m.texts[:0], &m.clock, column, row)
	m.b = append(append(append(m.b, ' '), name...), '=')
	if value := string(m.texts); value == "" || strings.ContainsAny(value, ` "=`) {
		m.b = append(append(append(m.b, '"'), strings.ReplaceAll(value, `"`, `""`)...), '"')
	} else {
		m.b = append(m.b, value...)
	}
}

func (m *mixedWriter) end() error { return m.flush() }
