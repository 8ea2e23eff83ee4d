package fleet

import (
	"fmt"
	"strings"

	"etledger/internal/textform"
)

// pageTable is a table of the page.
type pageTable struct {
	ID, Caption string
	Columns     []pageColumn
	Rows        [][]pageCell
}

type pageColumn struct {
	Title           string
	Numeric, Filter bool
}

// pageCell is a cell of a table. Value is the exact figure that the page sorts by and copies, "" for what is not known.
type pageCell struct {
	Text, Badge       string
	Link              string // name of the section that the cell leads to
	Value             any
	HasValue, Numeric bool
	Free              bool // free text, which may be broken anywhere
	Plot              *sharePlot
	Line              *levelLine
}

// newPageTable makes the table of rows. The first column, which names the rows, is that which comes first and is no status.
func newPageTable[T any](id, caption string, columns []column[T], rows []*T) *pageTable {
	if columns[0].badge {
		columns = append([]column[T]{columns[1], columns[0]}, columns[2:]...)
	}
	table := &pageTable{ID: id, Caption: caption}
	for _, c := range columns {
		table.Columns = append(table.Columns, pageColumn{c.head[:1] + strings.ToLower(c.head[1:]), c.numeric, c.filter})
	}
	for _, row := range rows {
		cells := make([]pageCell, len(columns), len(columns)+2)
		for k, c := range columns {
			cell := &cells[k]
			cell.Text, cell.Numeric, cell.Free = c.text(row, textform.Units{}), c.numeric, c.least > 0
			switch {
			case c.value != nil:
				cell.Value, cell.HasValue = cellValue(c.value(row)), true
			case cell.Text == "-":
				cell.Value, cell.HasValue = "", true
			}
			if c.badge {
				cell.Badge = "badge " + badges[cell.Text]
			}
		}
		table.Rows = append(table.Rows, cells)
	}
	return table
}

// add puts a cell at the end of a row; the title is that of its column.
func (t *pageTable) add(row int, title string, cell pageCell) {
	if len(t.Columns) == len(t.Rows[row]) {
		t.Columns = append(t.Columns, pageColumn{Title: title})
	}
	t.Rows[row] = append(t.Rows[row], cell)
}

func cellValue(v any) any {
	if v == nil {
		return ""
	}
	return v
}

func (k *kind) id() string { return strings.ReplaceAll(strings.ToLower(k.heading), " ", "-") }

// Sizes of what is drawn in cells.
const (
	plotWidth  = 120
	lineHeight = 26
)

// sharePlot is a share of one with its interval.
type sharePlot struct{ Label, Low, Width, At string }

func newSharePlot(i *Interval) *sharePlot {
	if i == nil {
		return nil
	}
	at := func(v float64) float64 { return 4 + max(0, min(v, 1))*(plotWidth-8) }
	label := textform.Percent(i.Value)
	if i.Low != i.High {
		label += ", 95 %: " + textform.Percent(i.Low) + " to " + textform.Percent(i.High)
	}
	return &sharePlot{Label: label, Low: coordinate(at(i.Low)), Width: coordinate(max(1, at(i.High)-at(i.Low))),
		At: coordinate(at(i.Value))}
}

// levelLine is the private bytes of a process over time.
type levelLine struct{ Label, Path string }

func newLevelLine(c *Chain) *levelLine {
	n := len(c.Levels)
	if n < 2 {
		return nil
	}
	first, length := c.Levels[0].Time.Time, c.Levels[n-1].Time.Sub(c.Levels[0].Time.Time).Seconds()
	low, high := float64(c.Levels[0].PrivateBytes), float64(c.Levels[0].PrivateBytes)
	for _, l := range c.Levels {
		low, high = min(low, float64(l.PrivateBytes)), max(high, float64(l.PrivateBytes))
	}
	if !(length > 0) {
		return nil
	}
	var b strings.Builder
	for i, l := range c.Levels {
		x, y := 3+l.Time.Sub(first).Seconds()/length*(plotWidth-6), float64(lineHeight)/2
		if high > low {
			y = 3 + (high-float64(l.PrivateBytes))/(high-low)*(lineHeight-6)
		}
		fmt.Fprintf(&b, "%c%.1f %.1f", "ML"[min(i, 1)], x, y)
	}
	return &levelLine{Label: c.levelsText(textform.Units{}), Path: b.String()}
}

func coordinate(v float64) string { return fmt.Sprintf("%.1f", v) }
