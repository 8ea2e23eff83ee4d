package compare

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"etledger/internal/textform"
	"etledger/report"
)

// textWriter writes the text form.
type textWriter struct {
	b     strings.Builder
	width int
	top   int // below 0 for all
	why   int
	units textform.Units
	paint textform.Paint
}

func newTextWriter(o report.TextOptions) *textWriter {
	t := &textWriter{width: o.Width, top: o.Top, why: o.Why, units: textform.Units{Exact: o.Bytes}, paint: textform.Paint{On: o.Color}}
	if t.width == 0 {
		t.width = 120
	}
	t.width = max(t.width, 60)
	if t.top == 0 {
		t.top = 20
	}
	if t.why == 0 {
		t.why = 5
	}
	return t
}

// WriteText writes the comparison for people: the answer, the two sides, what weakens the comparison, the processes worst
// first, and why the worst have the status that they have. Of the options it honours Width, Top, Why, Bytes and Color.
func (r *Report) WriteText(w io.Writer, o report.TextOptions) error {
	t := newTextWriter(o)
	t.b.WriteString(t.paint.In(textform.Heading, textform.Wrapped("", r.Answer, t.width)))
	t.b.WriteString("\n")
	t.writeSide("Before    ", &r.Before)
	t.writeSide("After     ", &r.After)
	for _, text := range r.Against {
		t.say("Against   ", "%s", text+".")
	}
	for _, text := range r.Notes {
		t.say("Note      ", "%s", text+".")
	}
	t.say("Counts    ", "%s", r.countsText())
	if len(r.Processes) > 0 {
		t.b.WriteString("\n")
		t.writeTable(r)
		t.writeWhy(r)
	}
	if _, err := io.WriteString(w, t.b.String()); err != nil {
		return fmt.Errorf("compare: writing text: %w", err)
	}
	return nil
}

func (t *textWriter) say(lead, format string, args ...any) {
	t.b.WriteString(textform.Wrapped(lead, fmt.Sprintf(format, args...), t.width))
}

// shownCaptures is how many captures of a side are listed.
const shownCaptures = 5

func (t *textWriter) writeSide(lead string, s *Side) {
	for i := range s.Captures[:min(len(s.Captures), shownCaptures)] {
		t.say(lead, "%s", s.Captures[i].text())
		lead = strings.Repeat(" ", len(lead))
	}
	if rest := len(s.Captures) - shownCaptures; rest > 0 {
		t.say(lead, "and %s more", textform.Count(rest))
	}
}

func (c *Capture) text() string {
	parts := []string{filesText(c.Files), c.Start.Format("2006-01-02 15:04:05") + " UTC", textform.Span(c.DurationS)}
	if c.ComputerName != nil {
		parts = append(parts, textform.Printable(*c.ComputerName))
	}
	if c.OSBuild != nil {
		parts = append(parts, fmt.Sprintf("Windows build %d", *c.OSBuild))
	}
	parts = append(parts, textform.Plural(c.Processes, "process"))
	if !c.Stacks {
		parts = append(parts, "no stacks")
	}
	if c.Losses {
		parts = append(parts, "events missing")
	}
	return strings.Join(parts, ", ")
}

func (r *Report) countsText() string {
	var parts []string
	for _, c := range []struct {
		n    int
		name string
	}{
		{r.Counts.Worse, Worse}, {r.Counts.Better, Better}, {r.Counts.Unchanged, Unchanged}, {r.Counts.New, New},
		{r.Counts.Gone, Gone}, {r.Counts.NotComparable, NotComparable},
	} {
		if c.n > 0 {
			parts = append(parts, textform.Count(c.n)+" "+c.name)
		}
	}
	text := strings.Join(parts, ", ")
	if text == "" {
		text = "no processes"
	}
	if r.Tests == 0 {
		return text + "."
	}
	text += fmt.Sprintf("; %s tested at once, with a chance of at most %s that any is called worse or better where nothing changed",
		textform.Counted(uint64(r.Tests), "process", "was", "were"), textform.Percent(r.Level))
	if len(r.Before.used()) == 1 && len(r.After.used()) == 1 {
		text += " and captures of one state are alike"
	}
	return text + "."
}

var statusStyles = map[string]textform.Style{
	Worse: textform.Bad, Better: textform.Good, NotComparable: textform.Doubt, New: textform.Note, Gone: textform.Note,
}

// column is one column of the table, in text, Markdown and for people elsewhere.
type column struct {
	head    string
	numeric bool
	rank    int
	least   int
	text    func(p *Process, u textform.Units) string
}

var columns = []column{
	{"STATUS", false, 0, 0, func(p *Process, _ textform.Units) string { return p.Status }},
	{"PROCESS", false, 0, 12, func(p *Process, _ textform.Units) string { return p.fullName() }},
	{"BEFORE", true, 1, 0, func(p *Process, u textform.Units) string { return slopeText(p.Before, u) }},
	{"AFTER", true, 1, 0, func(p *Process, u textform.Units) string { return slopeText(p.After, u) }},
	{"DIFFERENCE [95 %]", true, 2, 0, func(p *Process, u textform.Units) string { return differenceText(p.SlopeDifference, u) }},
	{"FROM", false, 3, 8, func(p *Process, _ textform.Units) string { return textform.Printable(p.from()) }},
	{"OUTSTANDING", true, 4, 0, func(p *Process, u textform.Units) string {
		return beforeAfter(p, u, func(f *Figures) float64 { return f.Outstanding.Value })
	}},
	{"CHURN", true, 5, 0, func(p *Process, u textform.Units) string {
		return beforeAfter(p, u, func(f *Figures) float64 { return f.Churn.Value })
	}},
}

// slopeText is the slope of a side; "-" where it did not run, "?" where its slope is not known.
func slopeText(f *Figures, u textform.Units) string {
	switch {
	case f == nil:
		return "-"
	case f.Slope == nil:
		return "?"
	}
	return u.Rate(f.Slope.Value)
}

func differenceText(e *Estimate, u textform.Units) string {
	switch {
	case e == nil:
		return "-"
	case e.Low == nil || e.High == nil:
		return u.Rate(e.Value)
	}
	if u.Exact {
		return u.RateInterval(e.Value, *e.Low, *e.High)
	}
	return u.Rate(e.Value) + " [" + textform.SizeRange(*e.Low, *e.High) + "/s]"
}

// beforeAfter is "1.00 MiB > 2.00 MiB".
func beforeAfter(p *Process, u textform.Units, of func(*Figures) float64) string {
	one := func(f *Figures) string {
		if f == nil {
			return "-"
		}
		return u.Signed(int64(of(f)))
	}
	return one(p.Before) + " > " + one(p.After)
}

func (t *textWriter) writeTable(r *Report) {
	shown := r.Processes
	if t.top >= 0 {
		shown = shown[:min(len(shown), t.top)]
	}
	grid := textform.Grid{Paint: t.paint}
	for _, c := range columns {
		grid.Columns = append(grid.Columns, textform.Column{Head: c.head, Numeric: c.numeric, Rank: c.rank, Least: c.least})
	}
	for i := range shown {
		row := make([]string, len(columns))
		for k, c := range columns {
			row[k] = c.text(&shown[i], t.units)
		}
		grid.Rows = append(grid.Rows, row)
	}
	grid.Style = func(row, column int) textform.Style {
		if column == 0 {
			return statusStyles[shown[row].Status]
		}
		return textform.Plain
	}
	left := grid.Write(&t.b, "", t.width)
	if rest := len(r.Processes) - len(shown); rest > 0 {
		t.say("", "... and %s more.", textform.Count(rest))
	}
	t.b.WriteString("\n")
	legend := "BEFORE, AFTER and DIFFERENCE are slopes: bytes per second that are taken and not given back."
	if !slices.Contains(left, 6) {
		legend += " OUTSTANDING is what was left at the end, CHURN what comes and goes, before > after."
	}
	t.say("", "%s", legend)
}
