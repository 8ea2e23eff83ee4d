package growth

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"etledger/internal/textform"
	"etledger/report"
)

// TextOptions shape the text form. The zero value gives the defaults.
type TextOptions struct {
	Width int  // columns to fill, default 120
	Bytes bool // exact bytes
	Color bool
	ASCII bool // no other characters
	Top   int  // programs in the table, default 20, below 0 for all
	All   bool // also what neither grows nor steps
	Why   int  // programs that are explained, default 5
}

// WriteText writes the report for people: the answer, what was read and what weakens it, the memory of each host, the programs that
// grow, worst first, with why, and when to record a capture.
func (r *Report) WriteText(w io.Writer, o TextOptions) error {
	if o.Width == 0 {
		o.Width = 120
	}
	if o.Top == 0 {
		o.Top = 20
	}
	if o.Why == 0 {
		o.Why = 5
	}
	t := &textWriter{TextOptions: o, units: textform.Units{Exact: o.Bytes}, paint: textform.Paint{On: o.Color}}
	t.b.WriteString(t.paint.In(textform.Heading, textform.Wrapped("", textform.Printable(r.Answer), t.Width)))
	t.b.WriteString("\n")
	t.say("Read      ", t.readText(r))
	for i := range r.Findings {
		t.say("Note      ", textform.Printable(r.Findings[i].Message)+" ["+r.Findings[i].Code+"]")
	}
	for i := range r.Hosts {
		t.writeHost(&r.Hosts[i])
	}
	t.writePrograms(r)
	t.writeAdvice(r.Advice)
	if _, err := io.WriteString(w, t.b.String()); err != nil {
		return fmt.Errorf("growth: writing text: %w", err)
	}
	return nil
}

// textWriter writes the text form.
type textWriter struct {
	b strings.Builder
	TextOptions
	units textform.Units
	paint textform.Paint
}

func (t *textWriter) say(lead, text string) { t.b.WriteString(textform.Wrapped(lead, text, t.Width)) }

func (t *textWriter) heading(text string) {
	t.b.WriteString("\n" + t.paint.In(textform.Heading, textform.Wrapped("", text, t.Width)))
}

// minute writes a moment.
func minute(at *report.Time) string { return at.UTC().Format("2006-01-02 15:04") }

func (t *textWriter) readText(r *Report) string {
	text := fmt.Sprintf("%s of %s, %s", textform.Plural(r.Captures, "capture"), textform.Plural(len(r.Hosts), "host"),
		textform.Plural(r.Snapshots, "snapshot"))
	if r.Start != nil && r.End != nil {
		text += fmt.Sprintf(", %s to %s UTC, %s", minute(r.Start), minute(r.End), span(r.End.Sub(r.Start.Time).Seconds()))
	}
	return text
}

// verdictStyle gives a verdict its colour.
func verdictStyle(verdict string) textform.Style {
	switch verdict {
	case "growth":
		return textform.Bad
	case "step", "warm-up":
		return textform.Note
	case "inconclusive":
		return textform.Doubt
	case "steady", "shrinking":
		return textform.Good
	}
	return textform.Plain
}

// cells are the columns that all levels have: size at the end, rate a day with its interval, swing, course.
func (t *textWriter) cells(l *Level) []string {
	if l == nil {
		return []string{"-", "-", "-", "-", "-"}
	}
	rate, interval, swing := "-", "-", "-"
	if l.PerDay != nil {
		rate = t.change(l.PerDay.Value)
		interval = textform.SizeRange(l.PerDay.Low, l.PerDay.High)
		if t.Bytes {
			interval = t.units.Signed(int64(l.PerDay.Low)) + " to " + t.units.Signed(int64(l.PerDay.High))
		}
	}
	if l.Swing != nil {
		swing = t.units.Size(uint64(*l.Swing))
	}
	return []string{t.units.Size(l.Last), rate, interval, swing, t.course(l)}
}

func (t *textWriter) change(v float64) string { return t.units.Change(int64(v)) }

// course draws a level.
func (t *textWriter) course(l *Level) string {
	const most = 24
	if len(l.Series) < 2 {
		return ""
	}
	n := min(most, len(l.Series))
	low := float64(l.Low)
	values := make([]float64, n)
	for i := range values {
		sum, count := 0.0, 0.0
		for _, v := range l.Series[i*len(l.Series)/n : max(i*len(l.Series)/n+1, (i+1)*len(l.Series)/n)] {
			if v != nil {
				sum, count = sum+float64(*v)-low, count+1
			}
		}
		values[i] = sum / count // NaN where there is none
	}
	return textform.Spark(values, t.ASCII)
}

var levelColumns = []textform.Column{
	{Head: "at the end", Numeric: true, Rank: 2}, {Head: "a day", Numeric: true}, {Head: "interval", Numeric: true, Rank: 1},
	{Head: "daily swing", Numeric: true, Rank: 4}, {Head: "course", Rank: 3},
}

// writeHost writes the memory of a host.
func (t *textWriter) writeHost(h *Host) {
	if len(h.Population) == 0 {
		return
	}
	title := "Memory of " + textform.Printable(h.Name)
	if len(h.Boots) > 1 {
		title += fmt.Sprintf(", %d boots", len(h.Boots))
	}
	t.heading(title)
	grid := textform.Grid{Paint: t.paint, Columns: append([]textform.Column{{Head: "memory"}, {Head: "verdict"}}, levelColumns...)}
	for i := range h.Population {
		p := &h.Population[i]
		grid.Rows = append(grid.Rows, append([]string{p.Name, p.Verdict}, t.cells(&p.Level)...))
	}
	t.draw(&grid)
	if e := h.Explanation; e != nil {
		t.say("  ", e.Reason)
		for _, p := range slices.Concat(e.Parts, e.Programs) {
			t.say("    ", fmt.Sprintf("%s: %s a day, %s of it (%s to %s)", textform.Printable(p.Name), t.change(p.PerDay.Value),
				textform.Percent(p.Share.Value), textform.Percent(p.Share.Low), textform.Percent(p.Share.High)))
		}
		if len(e.Rising) > 0 {
			t.say("    ", "No process is shown to grow singly. Those that rise most:")
		}
		for _, p := range e.Rising {
			t.say("      ", fmt.Sprintf("%s: %s a day (%s)", textform.Printable(p.Name), t.change(p.PerDay.Value),
				textform.SizeRange(p.PerDay.Low, p.PerDay.High)))
		}
	}
	if x := h.Exhaustion; x != nil {
		latest := "maybe never"
		if x.Latest != nil {
			latest = textform.Span(*x.Latest)
		}
		t.say("  ", fmt.Sprintf("At this rate available memory (%s) lasts %s (%s to %s). %s", t.units.Size(x.Available), textform.Span(x.Seconds),
			textform.Span(x.Earliest), latest, x.Note))
	}
}

// draw writes a table whose second column, or the one called verdict, is coloured.
func (t *textWriter) draw(grid *textform.Grid) {
	grid.Style = func(row, k int) textform.Style {
		if grid.Columns[k].Head == "verdict" {
			return verdictStyle(grid.Rows[row][k])
		}
		return textform.Plain
	}
	grid.Write(&t.b, "", t.Width)
}

func (t *textWriter) writeAdvice(a *Advice) {
	if a == nil {
		return
	}
	t.heading("When to record a capture of " + textform.Printable(a.Of) + " on " + textform.Printable(a.Host))
	for _, s := range a.Sentences {
		t.say("  ", textform.Printable(s))
	}
	t.b.WriteString("\n  " + a.Command + "\n")
}
