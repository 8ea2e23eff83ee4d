package report

import (
	"fmt"
	"slices"
	"strings"

	"etledger/internal/textform"
	"etledger/trend"
)

// Widths of the drawn history of a process, and the width below which intervals have no room.
const (
	leastHistory   = 8
	mostHistory    = 16
	intervalsFrom  = 80
	exactIntervals = 110 // in exact bytes
	wholeNames     = 18  // of processes, where the table is wide
)

const bytesLegend = "Sizes are bytes, rates bytes per second."

// writeProcessTable writes the table of processes, and below it what its columns mean.
func (t *textWriter) writeProcessTable(s selection) {
	shown := s.columns
	if len(shown) == 0 {
		shown = t.usualColumns(s.rows)
	}
	grid := textform.Grid{Paint: t.paint, Columns: make([]textform.Column, len(shown))}
	for _, p := range s.rows {
		row := make([]string, len(shown))
		for i, c := range shown {
			row[i] = t.cell(c, p)
		}
		grid.Rows = append(grid.Rows, row)
	}
	for i, c := range shown {
		grid.Columns[i] = t.gridColumn(c, s.rows)
		if len(s.columns) > 0 && i > 0 { // what was asked for makes way from the right
			grid.Columns[i].Rank = i
		}
	}
	grid.Style = func(row, column int) textform.Style {
		if shown[column].name == "verdict" {
			return verdictStyle(s.rows[row].Trend.Verdict)
		}
		return textform.Plain
	}
	left := grid.Write(&t.b, "", t.width)
	if rest := len(s.processes) - len(s.rows); rest > 0 {
		fmt.Fprintf(&t.b, "... and %s more.\n", textform.Count(rest))
	}
	below := t.legend(shown, left)
	if len(s.columns) > 0 {
		below = t.missing(shown, left)
	}
	if below != "" {
		t.b.WriteString("\n")
		t.say("", "%s", below)
	}
}

// missing says which of the columns that were asked for have no room, and what the figures of the others are.
func (t *textWriter) missing(shown []*column, left []int) string {
	var parts []string
	if len(left) > 0 {
		names := make([]string, len(left))
		for i, column := range left {
			names[i] = shown[column].name
		}
		parts = append(parts, "No room for: "+strings.Join(names, ", ")+".")
	}
	if t.units.Exact {
		parts = append(parts, bytesLegend)
	}
	return strings.Join(parts, " ")
}

// usualColumns are those that a table has when none were asked for; those of the lowest rank that fit are shown.
func (t *textWriter) usualColumns(rows []*Process) (shown []*column) {
	for i := range columns {
		c := &columns[i]
		if c.rank == 0 || c.of == levels && !slices.ContainsFunc(rows, func(p *Process) bool { return t.spark(p, leastHistory) != "" }) {
			continue
		}
		shown = append(shown, c)
	}
	return shown
}

// gridColumn lays out one column.
func (t *textWriter) gridColumn(c *column, rows []*Process) textform.Column {
	g := textform.Column{Head: c.head, Numeric: c.numeric(), Rank: c.rank, Least: c.least}
	switch {
	case c.standing:
		g.Rank = 0
		if c.least > 0 && t.width >= defaultWidth {
			g.Least = wholeNames
		}
	case c.of == levels:
		g.Least, g.Most = leastHistory, mostHistory
		g.Draw = func(row, width int) string {
			if drawn := t.spark(rows[row], width); drawn != "" {
				return drawn
			}
			return "-"
		}
	case c.name == "slope" && !t.hasIntervals():
		g.Head, g.Numeric = "SLOPE", true
	}
	return g
}

func (t *textWriter) cell(c *column, p *Process) string {
	switch {
	case c.account && t.r.Capture.has(codeNoMemoryEvents): // 0 would say that it is known
		return "-"
	case c.name == "slope" && !t.hasIntervals():
		return t.bare(rateText(p, t.units))
	}
	return t.bare(c.textOf(p, t.units))
}

// bare leaves the unit of exact bytes to the line below the table.
func (t *textWriter) bare(cell string) string {
	if t.units.Exact {
		cell = strings.TrimSuffix(strings.TrimSuffix(cell, " B"), " B/s")
	}
	return cell
}

func (t *textWriter) hasIntervals() bool {
	return t.width >= exactIntervals || !t.units.Exact && t.width >= intervalsFrom
}

// spark draws the history of a process.
func (t *textWriter) spark(p *Process, width int) string {
	return strings.TrimRight(textform.Spark(p.Level(width), t.ascii), " ")
}

// legend says what the columns of the usual table mean, of those that are shown.
func (t *textWriter) legend(columns []*column, left []int) string {
	has := func(name string) bool {
		i := slices.IndexFunc(columns, func(c *column) bool { return c.name == name })
		return i >= 0 && !slices.Contains(left, i)
	}
	var flows []string
	for _, name := range []string{"reserve", "commit", "freed"} {
		if has(name) {
			flows = append(flows, strings.ToUpper(name))
		}
	}
	var parts []string
	switch n := len(flows); {
	case n > 1:
		parts = append(parts, strings.Join(flows[:n-1], ", ")+" and "+flows[n-1]+" are what VirtualAlloc and VirtualFree did in "+
			"the capture, in whole pages;")
	case n == 1:
		parts = append(parts, flows[0]+" is what VirtualAlloc did in the capture, in whole pages;")
	}
	if has("outstanding") {
		if has("commit") && has("freed") {
			parts = append(parts, "OUTSTANDING is COMMIT less FREED.")
		} else {
			parts = append(parts, "OUTSTANDING is what was committed in the capture and not freed.")
		}
	}
	switch {
	case has("private") && has("residual"):
		parts = append(parts, "PRIVATE is what the kernel counted at the end, RESIDUAL the part of it that neither the account nor "+
			"memory from before the capture explains; - means not recorded.")
	case has("private"):
		parts = append(parts, "PRIVATE is what the kernel counted at the end; - means not recorded.")
	default:
		parts = append(parts, "- means not recorded.")
	}
	if has("history") {
		whole := "capture"
		if t.r.Window != nil {
			whole = "window"
		}
		parts = append(parts, "HISTORY is the committed memory over the time of the "+whole+", each row to its own scale.")
	}
	if t.units.Exact {
		parts = append(parts, bytesLegend)
	}
	return strings.Join(parts, " ")
}

func verdictStyle(verdict string) textform.Style {
	switch trend.Verdict(verdict) {
	case trend.Leak:
		return textform.Bad
	case trend.Growth, trend.Inconclusive:
		return textform.Doubt
	case trend.Step, trend.WarmUp:
		return textform.Note
	}
	return textform.Good
}

func severityStyle(s Severity) textform.Style {
	switch s {
	case SeverityError:
		return textform.Bad
	case SeverityWarning:
		return textform.Doubt
	}
	return textform.Note
}
