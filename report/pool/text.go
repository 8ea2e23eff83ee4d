package pool

import (
	"fmt"
	"io"
	"strings"

	"etledger/internal/textform"
	"etledger/report"
	"etledger/trend"
)

// TextOptions shape the text form. The zero value gives the defaults.
type TextOptions struct {
	Width int // columns to fill, default 120; below 80 counts as 80
	Top   int // tags in the table, default 20
	Why   int // tags whose verdict is explained, default 5
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

// WriteText writes the report for people: the answer, what was read and what weakens it, the populations, the tags worst
// first, and why the worst are judged as they are. It is plain text without colours, to be pasted anywhere.
func (r *Report) WriteText(w io.Writer, o TextOptions) error {
	o = o.withDefaults()
	var b strings.Builder
	b.WriteString(textform.Wrapped("", r.Answer, o.Width))
	b.WriteString("\n")
	if r.Receipt != nil {
		writeReceiptText(&b, r.Receipt, o)
	}
	writeSourcesText(&b, r, o.Width)
	writeFindingsText(&b, r, o.Width)
	for i := range r.Machines {
		if len(r.Machines) > 1 {
			b.WriteString("Machine " + hostText(&r.Machines[i]) + "\n\n")
		}
		writeMachineText(&b, &r.Machines[i], o)
	}
	if len(r.Next) > 0 {
		b.WriteString("What to look at next\n")
		for _, text := range r.Next {
			b.WriteString(textform.Wrapped("  - ", text, o.Width))
		}
	}
	if _, err := io.WriteString(w, strings.TrimRight(b.String(), "\n")+"\n"); err != nil {
		return fmt.Errorf("pool: writing text: %w", err)
	}
	return nil
}

func hostText(m *Machine) string {
	if m.Host == nil {
		return "without a name"
	}
	return textform.Printable(*m.Host)
}

// writeSourcesText says what was read.
func writeSourcesText(b *strings.Builder, r *Report, width int) {
	const shown = 5
	var names []string
	for _, s := range r.Sources {
		if len(names) < shown {
			name := textform.Printable(s.File)
			if s.Role != roleInput {
				name += " (" + s.Role + ")"
			}
			names = append(names, name)
		}
	}
	text := strings.Join(names, ", ")
	if rest := len(r.Sources) - len(names); rest > 0 {
		text += fmt.Sprintf(" and %s more", textform.Count(rest))
	}
	if text != "" {
		b.WriteString(textform.Wrapped("Read      ", text, width))
	}
	m := &r.Machines[0]
	if len(r.Machines) == 1 && m.Host != nil {
		b.WriteString(textform.Wrapped("Machine   ", hostText(m), width))
	}
	b.WriteString(textform.Wrapped("Judged    ", judgedText(m), width))
	b.WriteString("\n")
}

// judgedText says which snapshots were judged.
func judgedText(m *Machine) string {
	text := textform.Plural(m.Snapshots, "snapshot") + " of the pools"
	if m.Snapshots == 0 {
		text = "memory counters"
	}
	if m.Start != nil && m.End != nil && m.DurationS != nil {
		text += fmt.Sprintf(", %s to %s UTC, %s", momentText(m.Start), momentText(m.End), spanText(*m.DurationS))
	}
	if m.UptimeS != nil {
		text += ", up for " + spanText(*m.UptimeS) + " at the end"
	}
	return text
}

func momentText(t *report.Time) string { return t.Format("2006-01-02 15:04:05") }

func writeFindingsText(b *strings.Builder, r *Report, width int) {
	if len(r.Findings) == 0 {
		b.WriteString("What weakens this: nothing that was found.\n\n")
		return
	}
	b.WriteString("What weakens this\n")
	for _, f := range r.Findings {
		b.WriteString(textform.Wrapped(fmt.Sprintf("  %-8s ", f.Severity), f.Message+" ["+f.Code+"]", width))
	}
	const shown = 5
	for _, p := range r.Problems[:min(len(r.Problems), shown)] {
		where := textform.Printable(p.File)
		if p.Line > 0 {
			where += fmt.Sprintf(":%d", p.Line)
		}
		b.WriteString(textform.Wrapped("           ", fmt.Sprintf("%s: %s: %q", where, p.Reason, p.Text), width))
	}
	if rest := r.ProblemCount - min(len(r.Problems), shown); rest > 0 {
		b.WriteString(fmt.Sprintf("           ... and %s more.\n", textform.Plural(rest, "line")))
	}
	b.WriteString("\n")
}

func writeMachineText(b *strings.Builder, m *Machine, o TextOptions) {
	writePopulationsText(b, m, o.Width)
	writeTagsText(b, m, o)
	if len(m.Gone) > 0 {
		b.WriteString(textform.Wrapped("", goneText(m), o.Width))
		b.WriteString("\n")
	}
	writeGroupsText(b, m, o.Width)
	writeWhyText(b, m, o)
	writePhasesText(b, m, o.Width)
	writeProcessesText(b, m, o.Width)
}

// goneText lists the tags of the baseline that are no more there.
func goneText(m *Machine) string {
	const shown = 10
	var names []string
	for i := range m.Gone[:min(len(m.Gone), shown)] {
		g := &m.Gone[i]
		text := fmt.Sprintf("%s (%s", g.Tag, g.Pool)
		if g.Bytes != nil {
			text += ", " + textform.Size(*g.Bytes) + " there"
		}
		names = append(names, text+")")
	}
	if rest := len(m.Gone) - len(names); rest > 0 {
		names = append(names, fmt.Sprintf("%s more", textform.Count(rest)))
	}
	return "In the baseline and gone here: " + joined(names, "and") + "."
}

func writePopulationsText(b *strings.Builder, m *Machine, width int) {
	if len(m.Populations) == 0 {
		return
	}
	rows := [][]string{}
	for i := range m.Populations {
		p := &m.Populations[i]
		rows = append(rows, []string{p.Name, p.Verdict, textform.Size(p.First), textform.Size(p.Last),
			levelRateText(&p.Level, trend.Bytes), p.Source})
	}
	textform.Table(b, "", []string{"POPULATION", "VERDICT", "FIRST", "LAST", "GROWTH [95 %]", "SOURCE"}, rows, width, 5, 2, 3)
	for _, h := range m.Headroom {
		text := fmt.Sprintf("%s of %s (limit from %s): ", textform.Size(h.Level), textform.Size(h.Limit), h.LimitFrom)
		if h.Seconds != nil && h.WorkSeconds == nil {
			text += "full in " + spanText(*h.Seconds)
			if h.Earliest != nil && h.Latest != nil {
				text += fmt.Sprintf(" (95 %%: %s to %s)", spanText(*h.Earliest), spanText(*h.Latest))
			}
			text += " "
		}
		b.WriteString(textform.Wrapped("Headroom  ", h.Population+" "+text+h.Note+".", width))
	}
	b.WriteString("\n")
}

// levelRateText gives the rate where the verdict claims one.
func levelRateText(l *Level, unit trend.Unit) string {
	if l == nil {
		return "-"
	}
	switch v := trend.Verdict(l.Verdict); {
	case !rises(v):
		return "-"
	case l.WorkloadOnly && l.PerWorkHour != nil:
		return shortRate(l.PerWorkHour, unit) + "/h*"
	case l.PerHour != nil:
		return shortRate(l.PerHour, unit) + "/h"
	case l.PerSample != nil:
		return shortRate(l.PerSample, unit) + "/sample"
	}
	return "-"
}

// shortRate writes a rate with its interval as narrow as may be.
func shortRate(r *Rate, unit trend.Unit) string {
	text := quantity(r.Rate, unit)
	if unit == trend.Objects {
		text = textform.Number(r.Rate)
	}
	if r.Low != nil && r.High != nil {
		text += " [" + strings.ReplaceAll(quantities(*r.Low, *r.High, unit), " to ", ", ") + "]"
	}
	return text
}

func writePhasesText(b *strings.Builder, m *Machine, width int) {
	if len(m.Phases) == 0 {
		return
	}
	rows := [][]string{}
	for i := range m.Phases {
		p := &m.Phases[i]
		volume := "-"
		if p.Volume != nil {
			volume = textform.Number(*p.Volume)
		}
		rows = append(rows, []string{textform.Printable(p.Label), p.Kind, momentText(p.Start), spanText(p.DurationS), volume,
			fmt.Sprint(p.Snapshots), changeText(p.Nonpaged), changeText(p.Paged), changeText(p.Commit)})
	}
	textform.Table(b, "", []string{"PHASE", "KIND", "START", "LENGTH", "VOLUME", "SNAPSHOTS", "NONPAGED", "PAGED", "COMMIT"}, rows,
		width, 0, 3, 4, 5, 6, 7, 8)
	b.WriteString("\n")
}

func changeText(v *float64) string {
	switch {
	case v == nil:
		return "-"
	case *v > 0:
		return "+" + textform.Size(*v)
	}
	return textform.Size(*v)
}

func writeProcessesText(b *strings.Builder, m *Machine, width int) {
	if len(m.Processes) == 0 {
		return
	}
	const shown = 10
	rows := [][]string{}
	for i := range m.Processes[:min(len(m.Processes), shown)] {
		p := &m.Processes[i]
		rows = append(rows, []string{textform.Printable(p.Name), p.Verdict, levelRateText(p.Private, trend.Bytes),
			levelRateText(p.Handles, trend.Objects)})
	}
	textform.Table(b, "", []string{"PROCESS", "VERDICT", "PRIVATE BYTES [95 %]", "HANDLES [95 %]"}, rows, width, 0)
	b.WriteString("\n")
}
