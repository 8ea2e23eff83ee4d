package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"etledger/internal/textform"
)

// csvLevels is how many values the column of the history has in CSV.
const csvLevels = 60

// WriteCSV writes the table of processes as CSV (RFC 4180, but that lines end in \n): a line with the fields of Columns,
// then a line for each process, worst first. Numbers are exact and those of the JSON; what is not known is empty. A text
// that a spreadsheet would take for a formula has an apostrophe before it. It honours Top, Sort, Columns, Process and
// Explain of the options, and errors are those of WriteText.
func (r *Report) WriteCSV(w io.Writer, o TextOptions) error {
	top := o.Top
	if top == 0 {
		top = -1
	}
	s, err := r.selected(o, top)
	if err != nil {
		return err
	}
	shown := s.columns
	if len(shown) == 0 {
		for i := range columns {
			if columns[i].of != levels {
				shown = append(shown, &columns[i])
			}
		}
	}
	records := [][]string{make([]string, len(shown))}
	for i, c := range shown {
		records[0][i] = c.field
	}
	for _, p := range s.rows {
		record := make([]string, len(shown))
		for i, c := range shown {
			record[i] = c.exact(p)
		}
		records = append(records, record)
	}
	if err := csv.NewWriter(w).WriteAll(records); err != nil {
		return fmt.Errorf("report: writing CSV: %w", err)
	}
	return nil
}

// exact gives the value for machines, "" for what is not known.
func (c *column) exact(p *Process) string {
	if c.of == levels {
		return exactLevels(p.Level(csvLevels))
	}
	switch v := c.value(p).(type) {
	case string:
		return harmless(textform.Printable(v))
	case bool:
		return strconv.FormatBool(v)
	case uint64:
		return strconv.FormatUint(v, 10)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

// harmless keeps a spreadsheet from taking a text for a formula.
func harmless(s string) string {
	if s != "" && strings.ContainsRune("=+-@", []rune(strings.TrimLeft(s, " "))[0]) {
		return "'" + s
	}
	return s
}

// exactLevels lists levels with blanks between them, "-" where there was none.
func exactLevels(values []float64) string {
	texts := make([]string, len(values))
	known := false
	for i, v := range values {
		texts[i] = "-"
		if !math.IsNaN(v) {
			texts[i], known = strconv.FormatFloat(v, 'f', 0, 64), true
		}
	}
	if !known {
		return ""
	}
	return strings.Join(texts, " ")
}
