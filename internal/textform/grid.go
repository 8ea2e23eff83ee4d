package textform

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

const gap = 2 // blanks between columns of a table

// Column is one column of a Grid.
type Column struct {
	Head    string
	Numeric bool // set flush right
	// Rank says what is left out when not all columns fit: those of the highest rank first, of rank 0 never.
	Rank int
	// Least is the width to which the column may be shortened where room is short; 0 means that it may not.
	Least int
	// Draw gives the cell of a row in exactly the width that the column gets, from Least to Most. Without it the cells
	// are those of Grid.Rows.
	Draw func(row, width int) string
	Most int
}

// Grid is a table that fits a width.
type Grid struct {
	Columns []Column
	Rows    [][]string // each as long as Columns; of a column that draws its cells they are not looked at
	Paint   Paint
	Style   func(row, column int) Style // of cells; nil leaves them plain
}

// Width is how many columns of a terminal a text takes.
func Width(s string) int { return text.StringWidthWithoutEscSequences(s) }

// Write writes the table, each line after the indent, and gives the indexes of the columns that were left out.
func (g *Grid) Write(b *strings.Builder, indent string, width int) (left []int) {
	shown, widths := g.fit(width - len(indent))
	t := table.NewWriter()
	t.SetStyle(table.Style{
		Box:     table.BoxStyle{PaddingRight: strings.Repeat(" ", gap)},
		Options: table.OptionsNoBordersAndSeparators,
	})
	t.SuppressTrailingSpaces()
	configs, head := []table.ColumnConfig{}, table.Row{}
	for i, c := range g.Columns {
		if !shown[i] {
			left = append(left, i)
			continue
		}
		head = append(head, g.Paint.In(Heading, c.Head))
		if c.Numeric {
			configs = append(configs, table.ColumnConfig{Number: len(head), Align: text.AlignRight,
				AlignHeader: text.AlignRight})
		}
	}
	t.SetColumnConfigs(configs)
	t.AppendHeader(head)
	for k := range g.Rows {
		row := table.Row{}
		for i := range g.Columns {
			if shown[i] {
				row = append(row, g.cell(k, i, widths[i]))
			}
		}
		t.AppendRow(row)
	}
	for line := range strings.Lines(t.Render()) {
		b.WriteString(indent + line)
	}
	b.WriteString("\n")
	return left
}

// cell gives one cell in at most the width.
func (g *Grid) cell(row, column, width int) string {
	c := &g.Columns[column]
	content := ""
	if c.Draw != nil {
		content = c.Draw(row, width)
	} else {
		content = Shortened(g.Rows[row][column], width)
	}
	if g.Style == nil {
		return content
	}
	return g.Paint.In(g.Style(row, column), content)
}

// fit chooses the columns that fit the width, by rank, and gives what is left over to those that could be wider.
func (g *Grid) fit(width int) (shown []bool, widths []int) {
	shown, widths = make([]bool, len(g.Columns)), make([]int, len(g.Columns))
	full := make([]int, len(g.Columns))
	order := make([]int, len(g.Columns))
	for i := range g.Columns {
		order[i] = i
		widths[i], full[i] = g.extent(i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(g.Columns[a].Rank, g.Columns[b].Rank) })
	rest := width + gap
	for _, i := range order {
		need := widths[i] + gap
		if g.Columns[i].Rank > 0 && need > rest {
			break
		}
		shown[i] = true
		rest -= need
	}
	for _, i := range order {
		if more := min(full[i]-widths[i], rest); shown[i] && more > 0 {
			widths[i] += more
			rest -= more
		}
	}
	return shown, widths
}

// extent gives the least width of a column and the one in which nothing is cut.
func (g *Grid) extent(column int) (least, full int) {
	c := &g.Columns[column]
	full = Width(c.Head)
	if c.Draw != nil {
		return max(c.Least, full), max(c.Least, c.Most, full)
	}
	head := full
	for _, row := range g.Rows {
		full = max(full, Width(row[column]))
	}
	if c.Least == 0 {
		return full, full
	}
	return min(max(c.Least, head), full), full
}

// Table writes rows in columns that fit the width as far as may be: the column named in yielding gives way, down to 12
// columns. Columns named in numeric are set flush right.
func Table(b *strings.Builder, indent string, head []string, rows [][]string, width, yielding int, numeric ...int) {
	g := Grid{Columns: make([]Column, len(head)), Rows: rows}
	for i := range head {
		g.Columns[i] = Column{Head: head[i], Numeric: slices.Contains(numeric, i)}
	}
	g.Columns[yielding].Least = 12
	g.Write(b, indent, width)
}
