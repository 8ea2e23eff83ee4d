package report

import (
	"fmt"
	"strings"

	"etledger/internal/textform"
	"etledger/trend"
)

// What of the suspects the text shows; JSON has more.
const (
	shownSuspects = 5
	shownFrames   = 16
	quietWhy      = 3 // processes explained when none stands out
)

// writeWhy explains the verdicts of the worst processes; when none stands out, those of the first few that hold memory.
func writeWhy(b *strings.Builder, processes []Process, o TextOptions) {
	chosen := []*Process{}
	for i := range processes {
		if p := &processes[i]; len(chosen) < o.Why && judgedWorth(p) {
			chosen = append(chosen, p)
		}
	}
	if len(chosen) == 0 {
		for i := range processes {
			if p := &processes[i]; len(chosen) < min(o.Why, quietWhy) && p.VirtualAlloc.OutstandingCommitBytes > 0 {
				chosen = append(chosen, p)
			}
		}
	}
	for _, p := range chosen {
		b.WriteString("\n")
		writeProcessWhy(b, p, o.Width)
	}
}

func writeProcessWhy(b *strings.Builder, p *Process, width int) {
	say := func(lead, format string, args ...any) {
		b.WriteString(textform.Wrapped(lead, fmt.Sprintf(format, args...), width))
	}
	say("", "Why %s is %q%s", p.name(), p.Trend.Verdict, confidenceText(&p.Trend))
	say("  ", "%s", p.Trend.Reason)
	if p.EndS != nil && trend.Verdict(p.Trend.Verdict) != trend.Growth { // whose reason says so
		say("  ", "It ended at %.3f s; what it held then went back to the system.", *p.EndS)
	}
	for _, line := range evidenceLines(p) {
		if line.text != "" {
			say(line.lead, "%s", line.text)
		}
	}
	writeSuspects(b, p, width)
}

func confidenceText(t *Trend) string {
	if t.Confidence == nil {
		return ""
	}
	return ", confidence " + textform.Percent(*t.Confidence)
}

func writeSuspects(b *strings.Builder, p *Process, width int) {
	if len(p.Suspects) == 0 {
		return
	}
	rows := [][]string{}
	for _, s := range p.Suspects[:min(len(p.Suspects), shownSuspects)] {
		where, share, slope := s.Module, "-", "-"
		if s.Frame != nil {
			where = *s.Frame
		}
		if s.Share != nil {
			share = textform.Percent(*s.Share)
		}
		if s.SlopeBytesPerS != nil {
			slope = textform.Rate(*s.SlopeBytesPerS)
		}
		rows = append(rows, []string{textform.Printable(where), textform.Size(s.AllocatedBytes), textform.Size(s.OutstandingBytes), share,
			textform.Count(s.Allocations), slope})
	}
	textform.Table(b, "  ", []string{"ALLOCATED BY", "ALLOCATED", "OUTSTANDING", "SHARE", "BLOCKS LEFT", "SLOPE"}, rows, width, 0,
		1, 2, 3, 4, 5)
	if rest := p.SuspectCount - len(rows); rest > 0 {
		fmt.Fprintf(b, "  ... and %s more.\n", textform.Plural(rest, "place"))
	}
	writeStack(b, p.Suspects[0].Stack)
}

func writeStack(b *strings.Builder, stack []string) {
	if len(stack) == 0 {
		return
	}
	b.WriteString("  Stack of the first, innermost frame first:\n")
	for _, frame := range stack[:min(len(stack), shownFrames)] {
		b.WriteString("    " + textform.Printable(frame) + "\n")
	}
	if rest := len(stack) - shownFrames; rest > 0 {
		fmt.Fprintf(b, "    ... and %s more\n", textform.Plural(rest, "frame"))
	}
}
