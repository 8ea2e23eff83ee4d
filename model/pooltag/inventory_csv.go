package pooltag

import (
	"encoding/csv"
	"io"
	"strings"

	"etledger/model/poolsnap"
)

// layout says what the columns of a table are.
type layout struct {
	columns int
	fields  []field // by column
	ranks   []int   // by column: where two mean the same, the lower goes first
	kind    string
	words   int // columns known by name
}

// sampled is how many records are looked at where the columns' names do not tell.
const sampled = 64

// row is a record with the line that it begins in.
type row struct {
	cells []string
	line  int
}

// readCSV reads a table.
func (v *Inventory) readCSV(text *lines) error {
	r := &rows{text: text, inventory: v}
	var sample []row
	for len(sample) < sampled {
		next, err := r.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		sample = append(sample, next)
	}
	if len(sample) == 0 {
		v.Kind = "CSV"
		return nil
	}
	table, header := layoutOf(sample)
	v.Kind = table.kind
	if header {
		sample = sample[1:]
	}
	defer v.settleDates()
	for i := 0; ; i++ {
		next, err := row{}, error(nil)
		if i < len(sample) {
			next = sample[i]
		} else if next, err = r.next(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		// A second table may follow, or the same header again: the files of several machines put together.
		if other := byWords(next.cells); other.words >= 3 && 2*other.words >= min(len(next.cells), 6) {
			table = other
			continue
		}
		v.take(next, &table)
	}
}

// take reads a record by a layout.
func (v *Inventory) take(r row, table *layout) {
	if len(r.cells) != table.columns {
		v.problem(r.line, strings.Join(r.cells, ","), "expected as many columns as the header has")
		return
	}
	var rec record
	var rank [fields]int
	for i, cell := range r.cells {
		f := table.fields[i]
		if cell = strings.TrimSpace(cell); f == noField || cell == "" || cell == "N/A" {
			continue
		}
		if rec[f] == "" || table.ranks[i] < rank[f] {
			rec[f], rank[f] = cell, table.ranks[i]
		}
	}
	v.keep(rec.item(), r.line)
}

func (v *Inventory) problem(line int, text, reason string) {
	if len(v.Problems) == maxProblems {
		v.More++
		return
	}
	v.Problems = append(v.Problems, poolsnap.Problem{File: v.Name, Line: line, Text: shorten(text), Reason: reason})
}

// rows cuts lines into records.
type rows struct {
	text      *lines
	inventory *Inventory
	comma     rune
	held      []row // lines read ahead while the end of a quoted field was looked for, as they stand
}

// Bounds of a record that goes over several lines.
const (
	maxRecordLines = 64
	maxRecord      = 256 << 10 // bytes
)

func (r *rows) line() (string, int, error) {
	if len(r.held) > 0 {
		first := r.held[0]
		r.held = r.held[1:]
		return first.cells[0], first.line, nil
	}
	for {
		text, err := r.text.next()
		if err == errLong {
			r.inventory.problem(r.text.number, "", "expected a line of at most 32 KiB")
			continue
		}
		return text, r.text.number, err
	}
}

// next gives the next record. A quote that is not closed within some lines is reported, and its line is left out.
func (r *rows) next() (row, error) {
	for {
		text, line, err := r.line()
		if err != nil {
			return row{}, err
		}
		if strings.TrimSpace(text) == "" || strings.HasPrefix(text, "#TYPE") || text == "\x1a" {
			continue
		}
		if r.comma == 0 {
			r.comma = separator(text)
		}
		whole, ahead := text, []row(nil)
		for strings.Count(whole, `"`)%2 == 1 && len(ahead) < maxRecordLines && len(whole) < maxRecord {
			more, at, err := r.line()
			if err != nil && err != io.EOF {
				return row{}, err
			}
			if err == io.EOF {
				break
			}
			ahead = append(ahead, row{[]string{more}, at})
			whole += "\n" + more
		}
		if strings.Count(whole, `"`)%2 == 1 {
			r.held = append(ahead, r.held...)
			r.inventory.problem(line, text, "expected a closing quote within some lines")
			continue
		}
		parser := csv.NewReader(strings.NewReader(whole))
		parser.Comma, parser.LazyQuotes, parser.FieldsPerRecord = r.comma, true, -1
		cells, err := parser.Read()
		if err != nil {
			r.inventory.problem(line, text, "expected comma-separated values")
			continue
		}
		return row{cells, line}, nil
	}
}

// separator finds what stands between the columns of a line.
func separator(line string) rune {
	best, most := ',', 0
	for _, c := range ",;\t" {
		n, quoted := 0, false
		for _, r := range line {
			switch {
			case r == '"':
				quoted = !quoted
			case r == c && !quoted:
				n++
			}
		}
		if n > most {
			best, most = c, n
		}
	}
	return best
}
