package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"etledger/internal/textform"
	"etledger/trend"
)

// TextOptions shape the text form. The zero value gives the defaults.
type TextOptions struct {
	Width int // columns to fill, default 120; below 80 counts as 80
	Top   int // processes in the table, default 20
	Why   int // processes whose verdict is explained, default 5
}

func (o TextOptions) withDefaults() TextOptions {
	if o.Width == 0 {
		o.Width = 120
	}
	o.Width = max(o.Width, 80)
	if o.Top <= 0 {
		o.Top = 20
	}
	if o.Why <= 0 {
		o.Why = 5
	}
	return o
}

// WriteText writes the report for people: the answer, the capture and what weakens it, the processes worst first, and
// why the worst are judged as they are. It is plain text without colours, to be pasted anywhere.
func (r *Report) WriteText(w io.Writer, o TextOptions) error {
	o = o.withDefaults()
	var b strings.Builder
	b.WriteString(textform.Wrapped("", r.Answer, o.Width))
	b.WriteString("\n")
	writeCaptureText(&b, r, o.Width)
	writeFindingsText(&b, "What weakens this", r.Capture.Findings, o.Width)
	if len(r.Processes) > 0 {
		writeProcessTable(&b, r, o)
		writeWhy(&b, r.Processes, o)
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("report: writing text: %w", err)
	}
	return nil
}

func writeCaptureText(b *strings.Builder, r *Report, width int) {
	c := &r.Capture
	b.WriteString(textform.Wrapped("Capture   ", filesText(c.Files), width))
	b.WriteString(textform.Wrapped("Machine   ", machineText(c, &r.System), width))
	b.WriteString(textform.Wrapped("Time      ", periodText(c), width))
	b.WriteString(textform.Wrapped("Events    ", eventsText(c), width))
	b.WriteString(textform.Wrapped("Keywords  ", keywordsText(c), width))
	b.WriteString("\n")
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

func machineText(c *Capture, s *System) string {
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
		parts = append(parts, textform.Size(*s.MemoryBytes)+" of memory")
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
	return fmt.Sprintf("%s in %s; lost by the session: %s, %s", textform.Plural(c.Events, "event"), textform.Plural(c.Buffers,
		form+"buffer"),
		textform.Plural(c.EventsLost, "event"), textform.Plural(c.BuffersLost, "buffer"))
}

func keywordsText(c *Capture) string {
	switch {
	case c.KeywordsKnown && len(c.Keywords) == 0:
		return "none of the kernel's"
	case c.KeywordsKnown:
		return strings.Join(c.Keywords, ", ")
	case len(c.Keywords) == 0:
		return "not recorded"
	}
	return "not recorded; in force, judging from events: " + strings.Join(c.Keywords, ", ")
}

// writeFindingsText lists findings under a heading, or says that there are none.
func writeFindingsText(b *strings.Builder, heading string, findings []Finding, width int) {
	if len(findings) == 0 {
		b.WriteString(heading + ": nothing that was found.\n\n")
		return
	}
	b.WriteString(heading + "\n")
	for _, f := range findings {
		b.WriteString(textform.Wrapped(fmt.Sprintf("  %-8s ", f.Severity), f.Message+" ["+f.Code+"]", width))
	}
	b.WriteString("\n")
}

// writeProcessTable writes the table of processes, and below it what its columns mean.
func writeProcessTable(b *strings.Builder, r *Report, o TextOptions) {
	processes := r.Processes
	accountText := textform.Size[uint64]
	if r.Capture.has(codeNoMemoryEvents) { // nothing is known of what the account counts, and 0 would say that it is
		accountText = func(uint64) string { return "-" }
	}
	head := []string{"PROCESS", "PID", "RESERVE", "COMMIT", "FREED", "OUTSTANDING", "PRIVATE", "RESIDUAL", "VERDICT",
		"SLOPE [95 %]"}
	rows := [][]string{}
	for i := range processes[:min(len(processes), o.Top)] {
		p := &processes[i]
		v := p.VirtualAlloc
		rows = append(rows, []string{
			p.imageText(), fmt.Sprint(p.PID), accountText(v.ReserveBytes), accountText(v.CommitBytes),
			accountText(v.FreedBytes), accountText(v.OutstandingCommitBytes), privateText(p.Counters), residualText(&p.Reconciliation),
			p.Trend.Verdict,
			slopeText(&p.Trend),
		})
	}
	textform.Table(b, "", head, rows, o.Width, 0, 1, 2, 3, 4, 5, 6, 7)
	if rest := len(processes) - len(rows); rest > 0 {
		fmt.Fprintf(b, "... and %s more.\n", textform.Count(rest))
	}
	b.WriteString("\n")
	b.WriteString(textform.Wrapped("", "RESERVE, COMMIT and FREED are what VirtualAlloc and VirtualFree did in the capture, in "+
		"whole pages; OUTSTANDING is COMMIT less FREED. PRIVATE is what the kernel counted at the end, RESIDUAL the "+
		"part of it that neither the account nor memory from before the capture explains; - means not recorded.",
		o.Width))
}

// has tells whether the capture has a finding of that code.
func (c *Capture) has(code string) bool {
	return slices.ContainsFunc(c.Findings, func(f Finding) bool { return f.Code == code })
}

func privateText(c *Counters) string {
	if c == nil || c.PrivateBytes == nil {
		return "-"
	}
	return textform.Size(*c.PrivateBytes)
}

func residualText(r *Reconciliation) string {
	if r.ResidualBytes == nil {
		return "-"
	}
	return textform.Size(*r.ResidualBytes)
}

// slopeText gives the slope where the verdict makes a claim about it; in others it is noise about zero, and in JSON.
func slopeText(t *Trend) string {
	switch trend.Verdict(t.Verdict) {
	case trend.Leak, trend.Growth, trend.Shrinking:
	default:
		return "-"
	}
	slope, low, high := t.SlopeBytesPerS, t.SlopeLowBytesPerS, t.SlopeHighBytesPerS
	if slope == nil || low == nil || high == nil {
		return "-"
	}
	return textform.RateInterval(*slope, *low, *high)
}

// judgedWorth tells whether a verdict is of a kind that asks for an explanation unasked.
func judgedWorth(p *Process) bool { return rank(p.Trend.Verdict) <= rank(string(trend.Step)) }
