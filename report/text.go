package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"etledger/internal/textform"
)

// textWriter gathers the text of a report or of information.
type textWriter struct {
	b     strings.Builder
	r     *Report // nil for information
	width int
	units textform.Units
	paint textform.Paint
	ascii bool
}

func (o TextOptions) writer(r *Report) *textWriter {
	return &textWriter{r: r, width: o.Width, units: textform.Units{Exact: o.Bytes}, paint: textform.Paint{On: o.Color}, ascii: o.ASCII}
}

// say writes a paragraph, its first line after the lead.
func (t *textWriter) say(lead, format string, args ...any) {
	t.b.WriteString(textform.Wrapped(lead, fmt.Sprintf(format, args...), t.width))
}

// head writes a heading.
func (t *textWriter) head(format string, args ...any) {
	t.b.WriteString(t.paint.In(textform.Heading, textform.Wrapped("", fmt.Sprintf(format, args...), t.width)))
}

func (t *textWriter) to(w io.Writer) error {
	if _, err := io.WriteString(w, t.b.String()); err != nil {
		return fmt.Errorf("report: writing text: %w", err)
	}
	return nil
}

// WriteText writes the report for people: the answer, the capture and what weakens it, the processes worst first, and
// why the worst are judged as they are. Without colours it is plain text, to be pasted anywhere. It is a *NoProcessError
// or a *ColumnError, and nothing is written, when the options ask for what is not there.
func (r *Report) WriteText(w io.Writer, o TextOptions) error {
	o = o.withDefaults()
	s, err := r.selected(o, o.Top)
	if err != nil {
		return err
	}
	t := o.writer(r)
	if o.Explain != "" {
		t.writeExplanations(s.processes, o.Why)
		return t.to(w)
	}
	t.head("%s", r.answerFor(s.processes, o.Process != "", t.units))
	t.b.WriteString("\n")
	t.writeCapture()
	t.writeFindings("What weakens this", r.Capture.Findings)
	if len(s.rows) > 0 {
		t.writeProcessTable(s)
	}
	t.writeWhy(s.processes, o)
	return t.to(w)
}

func (t *textWriter) writeCapture() {
	for _, f := range captureFacts(t.r, t.units) {
		t.say(fmt.Sprintf("%-10s", f.label), "%s", f.text)
	}
	t.b.WriteString("\n")
}

// fact is a line with a label.
type fact struct{ label, text string }

// captureFacts say what was read.
func captureFacts(r *Report, u textform.Units) []fact {
	c := &r.Capture
	facts := []fact{
		{"Capture", filesText(c.Files)},
		{"Machine", machineText(c, &r.System, u)},
		{"Time", periodText(c)},
		{"Events", eventsText(c)},
		{"Keywords", keywordsText(c)},
	}
	if r.Window == nil {
		return facts
	}
	return append([]fact{{"Window", windowText(r.Window)}}, facts...)
}

// windowText says which part of the capture a report is about.
func windowText(w *Window) string {
	return fmt.Sprintf("only %.1f s to %.1f s of the capture, %s; memory from before counts as from before the capture", w.FromS, w.ToS,
		textform.Span(w.ToS-w.FromS))
}

// filesText names the first recordings and counts the rest.
func filesText(files []string) string {
	const shown = 5
	text := textform.Printable(strings.Join(files[:min(len(files), shown)], ", "))
	if rest := len(files) - shown; rest > 0 {
		text += fmt.Sprintf(" and %d more", rest)
	}
	return text
}

func machineText(c *Capture, s *System, u textform.Units) string {
	var parts []string
	if c.OSBuild != nil {
		parts = append(parts, fmt.Sprintf("Windows build %d", *c.OSBuild))
	}
	switch {
	case s.Architecture != nil:
		parts = append(parts, textform.Printable(*s.Architecture))
	case c.PointerSize != nil:
		parts = append(parts, fmt.Sprintf("recorded by a %d-bit program", 8**c.PointerSize))
	}
	if c.Processors != nil {
		parts = append(parts, textform.Plural(uint64(*c.Processors), "processor"))
	}
	if s.MemoryBytes != nil {
		parts = append(parts, u.Size(*s.MemoryBytes)+" of memory")
	}
	if len(parts) == 0 {
		return "not recorded"
	}
	return strings.Join(parts, ", ")
}

func periodText(c *Capture) string {
	const layout = "2006-01-02 15:04:05"
	return fmt.Sprintf("%s to %s UTC, %s, %s clock", c.Start.Format(layout), c.End.Format(layout),
		textform.Span(c.DurationS), c.Clock)
}

func eventsText(c *Capture) string {
	form := ""
	if c.Compressed {
		form = "compressed "
	}
	return fmt.Sprintf("%s in %s; lost by the session: %s, %s", textform.Plural(c.Events, "event"),
		textform.Plural(c.Buffers, form+"buffer"), textform.Plural(c.EventsLost, "event"), textform.Plural(c.BuffersLost, "buffer"))
}

func keywordsText(c *Capture) string {
	names := textform.Printable(strings.Join(c.Keywords, ", "))
	switch {
	case c.KeywordsKnown && len(c.Keywords) == 0:
		return "none of the kernel's"
	case c.KeywordsKnown:
		return names
	case len(c.Keywords) == 0:
		return "not recorded"
	}
	return "not recorded; in force, judging from events: " + names
}

// writeFindings lists findings under a heading, or says that there are none.
func (t *textWriter) writeFindings(heading string, findings []Finding) {
	if len(findings) == 0 {
		t.b.WriteString(t.paint.In(textform.Heading, heading) + ": nothing that was found.\n\n")
		return
	}
	t.head("%s", heading)
	for _, f := range findings {
		severity := t.paint.In(severityStyle(f.Severity), string(f.Severity))
		t.say("  "+severity+strings.Repeat(" ", max(1, 9-len(f.Severity))), "%s [%s]", f.Message, f.Code)
	}
	t.b.WriteString("\n")
}

// has tells whether the capture has a finding of that code.
func (c *Capture) has(code string) bool {
	return slices.ContainsFunc(c.Findings, func(f Finding) bool { return f.Code == code })
}
