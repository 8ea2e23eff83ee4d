package fleet

import (
	"fmt"
	"io"
	"strings"

	"etledger/internal/textform"
)

// textWriter writes the text form.
type textWriter struct {
	b strings.Builder
	TextOptions
	units textform.Units
	paint textform.Paint
}

func newTextWriter(o TextOptions) *textWriter {
	o = o.withDefaults()
	return &textWriter{TextOptions: o, units: textform.Units{Exact: o.Bytes}, paint: textform.Paint{On: o.Color}}
}

// WriteText writes the report for people: the answer, what it is made of and what weakens it, the builds of images, modules
// and pool tags that leak, worst first, with why and which capture to look at, the updates that leaks came or went with, the
// hosts that are nearest to exhaustion, and the processes that grow across captures.
func (r *Report) WriteText(w io.Writer, o TextOptions) error {
	t := newTextWriter(o)
	t.b.WriteString(t.paint.In(textform.Heading, textform.Wrapped("", textform.Printable(r.Answer), t.Width)))
	t.b.WriteString("\n")
	for _, f := range r.facts() {
		t.say(fmt.Sprintf("%-10s", f.label), f.text)
	}
	for i := range r.Findings {
		t.say("Note      ", textform.Printable(r.Findings[i].Message)+" ["+textform.Printable(r.Findings[i].Code)+"]")
	}
	for i, k := range kinds {
		t.writeGroups(r, k)
		if i == 0 {
			t.writeUpdates(r)
		}
	}
	t.writeHosts(r)
	t.writeChains(r)
	t.writeLegend(r)
	if _, err := io.WriteString(w, t.b.String()); err != nil {
		return fmt.Errorf("fleet: writing text: %w", err)
	}
	return nil
}

func (t *textWriter) say(lead, text string) { t.b.WriteString(textform.Wrapped(lead, text, t.Width)) }

func (t *textWriter) heading(text string) {
	t.b.WriteString("\n" + t.paint.In(textform.Heading, textform.Wrapped("", text, t.Width)))
}

// shown gives the first rows of a table.
func shown[T any](t *textWriter, rows []T) []T {
	if t.Top < 0 {
		return rows
	}
	return rows[:min(len(rows), t.Top)]
}

// writeTable writes the first of the rows, and how many there are more.
func writeTable[T any](t *textWriter, columns []column[T], rows []*T) {
	some := shown(t, rows)
	grid := textform.Grid{Paint: t.paint}
	for _, c := range columns {
		grid.Columns = append(grid.Columns, textform.Column{Head: c.head, Numeric: c.numeric, Rank: c.rank, Least: c.least})
	}
	for _, row := range some {
		cells := make([]string, len(columns))
		for k, c := range columns {
			cells[k] = c.text(row, t.units)
		}
		grid.Rows = append(grid.Rows, cells)
	}
	grid.Style = func(row, k int) textform.Style {
		if columns[k].badge {
			return styles[grid.Rows[row][k]]
		}
		return textform.Plain
	}
	grid.Write(&t.b, "", t.Width)
	if rest := len(rows) - len(some); rest > 0 {
		t.say("", "... and "+textform.Count(rest)+" more.")
	}
}

func (t *textWriter) writeGroups(r *Report, k *kind) {
	groups := k.of(r)
	if len(groups) == 0 {
		return
	}
	t.heading(k.heading)
	rows, others := listedGroups(groups, t.All)
	if len(rows) > 0 {
		writeTable(t, k.columns, rows)
	}
	if others != "" {
		t.say("", othersText(len(rows), k.noun, others))
	}
	for _, g := range told(shown(t, rows), t.Why) {
		t.b.WriteString("\n" + t.paint.In(textform.Heading, textform.Wrapped("  ", g.title(), t.Width)))
		t.say("    ", textform.Printable(g.Reason))
		for _, f := range k.facts(g, telling{t.units, t.ASCII, r.Fleet.Period, mostNamed, t.Dataset}) {
			t.say(fmt.Sprintf("    %-10s", f.label), f.text)
		}
	}
}

func (t *textWriter) writeUpdates(r *Report) {
	if len(r.Updates) == 0 {
		return
	}
	t.heading("Leaks that came or went with an update")
	rows := pointers(r.Updates)
	writeTable(t, updateColumns, rows)
	if t.Why > 0 {
		for _, p := range rows[:min(len(rows), t.Why)] {
			t.say("  ", p.sentence())
		}
	}
}

func (t *textWriter) writeHosts(r *Report) {
	rows, rest := r.listedHosts(t.All)
	if len(rows) == 0 && rest == 0 {
		return
	}
	t.heading("Hosts nearest to exhaustion")
	if len(rows) > 0 {
		writeTable(t, hostColumns, rows)
		if t.Why > 0 {
			t.say("  ", textform.Printable(rows[0].Name)+": "+textform.Printable(rows[0].Reason))
		}
	}
	if rest > 0 {
		t.say("", restOfHosts(len(rows), rest))
	}
}

func (t *textWriter) writeChains(r *Report) {
	rows, rest := r.listedChains(t.All)
	if len(rows) == 0 && rest == 0 {
		return
	}
	t.heading("Processes that grow across captures of one host and boot")
	if len(rows) > 0 {
		writeTable(t, chainColumns, rows)
	}
	if t.Why > 0 {
		for _, c := range rows[:min(len(rows), t.Why)] {
			t.say("  ", c.process()+" on "+textform.Printable(c.Host)+": "+textform.Printable(c.Reason))
			if line := c.spark(t.ASCII); line != "" {
				t.say("    ", line+" "+c.spanText())
			}
		}
	}
	if rest > 0 {
		t.say("", restOfChains(len(rows), rest))
	}
}

func (t *textWriter) writeLegend(r *Report) {
	t.b.WriteString("\n")
	for _, line := range r.legend() {
		t.say("", line)
	}
}
