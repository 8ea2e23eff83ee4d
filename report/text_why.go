package report

import (
	"fmt"
	"strings"

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
		b.WriteString(wrapped(lead, fmt.Sprintf(format, args...), width))
	}
	say("", "Why %s is %q%s", p.name(), p.Trend.Verdict, confidenceText(&p.Trend))
	say("  ", "%s", p.Trend.Reason)
	if p.EndS != nil && trend.Verdict(p.Trend.Verdict) != trend.Growth { // whose reason says so
		say("  ", "It ended at %.3f s; what it held then went back to the system.", *p.EndS)
	}
	say("  Counters: ", "%s", reconciliationText(p))
	if a := p.Audit; a != nil {
		say("  Rundown:  ", "the kernel's list at the end has %s committed; the account agrees on %s of it, and holds "+
			"%s that is not listed.", sizeText(a.CommitBytes), sizeText(a.AgreedBytes), sizeText(a.StaleBytes))
	}
	if actors := actorsText(p); actors != "" {
		say("  Actors:   ", "%s", actors)
	}
	if frees := freesText(&p.VirtualAlloc); frees != "" {
		say("  Frees:    ", "%s", frees)
	}
	writeSuspects(b, p, width)
}

// actorsText names the processes that committed memory in this one: then its own code may not be what leaks.
func actorsText(p *Process) string {
	const shown = 3
	var parts []string
	for _, o := range p.ByOther[:min(len(p.ByOther), shown)] {
		name := "an unknown process"
		if o.Image != nil {
			name = printable(*o.Image)
		}
		parts = append(parts, fmt.Sprintf("%s by %s (%d)", sizeText(o.CommitBytes), name, o.PID))
	}
	if len(parts) == 0 {
		return ""
	}
	text := fmt.Sprintf("of %s committed, %s was committed by other processes: %s", sizeText(p.VirtualAlloc.CommitBytes),
		sizeText(p.VirtualAlloc.ByOtherProcessBytes), strings.Join(parts, ", "))
	if rest := len(p.ByOther) - shown; rest > 0 {
		text += " and " + countText(rest) + " more"
	}
	return text + "."
}

// freesText tells of frees that are not simply frees of what the capture saw committed.
func freesText(v *VirtualAlloc) string {
	var parts []string
	if v.UnknownFreedBytes > 0 {
		parts = append(parts, sizeText(v.UnknownFreedBytes)+" freed that the capture never saw committed")
	}
	if v.InferredFreedBytes > 0 {
		parts = append(parts, sizeText(v.InferredFreedBytes)+" counted as freed because the address was given out again")
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "; ") + "."
}

func confidenceText(t *Trend) string {
	if t.Confidence == nil {
		return ""
	}
	return ", confidence " + percentText(*t.Confidence)
}

// reconciliationText sets the counters against the account as a sum that a reader can check.
func reconciliationText(p *Process) string {
	c, r := p.Counters, &p.Reconciliation
	switch {
	case c == nil:
		return "none recorded for this process, so the account cannot be checked."
	case c.PrivateBytes == nil:
		return fmt.Sprintf("recorded at its exit only, when nothing was left; its private bytes peaked at %s.",
			sizeText(c.PeakPrivateBytes))
	case r.ResidualBytes == nil:
		return fmt.Sprintf("private bytes %s at the end; they cannot be set against the account.",
			sizeText(*c.PrivateBytes))
	}
	initial := "initial " + sizeText(orZero(r.InitialPrivateBytes))
	if r.InitialSource != nil {
		initial += " (" + *r.InitialSource + ")"
	}
	if orZero(r.GivenBackBytes) > 0 {
		initial += " - given back " + sizeText(*r.GivenBackBytes)
	}
	explained := ""
	if orZero(r.ExplainedBytes) != 0 {
		explained = fmt.Sprintf(" + explained %s (%s)", sizeText(*r.ExplainedBytes), orZero(r.ExplainedBy))
	}
	return fmt.Sprintf("private bytes %s = %s + outstanding %s%s + residual %s: %s.", sizeText(*c.PrivateBytes),
		initial,
		sizeText(p.VirtualAlloc.OutstandingCommitBytes), explained, sizeText(*r.ResidualBytes), r.Status)
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
			share = percentText(*s.Share)
		}
		if s.SlopeBytesPerS != nil {
			slope = rateText(*s.SlopeBytesPerS)
		}
		rows = append(rows, []string{printable(where), sizeText(s.OutstandingBytes), share, countText(s.Allocations),
			slope})
	}
	writeTable(b, "  ", []string{"ALLOCATED BY", "OUTSTANDING", "SHARE", "ALLOCATIONS", "SLOPE"}, rows, width, 1, 2, 3,
		4)
	if rest := p.SuspectCount - len(rows); rest > 0 {
		fmt.Fprintf(b, "  ... and %s more.\n", plural(rest, "place"))
	}
	writeStack(b, p.Suspects[0].Stack)
}

func writeStack(b *strings.Builder, stack []string) {
	if len(stack) == 0 {
		return
	}
	b.WriteString("  Stack of the first, innermost frame first:\n")
	for _, frame := range stack[:min(len(stack), shownFrames)] {
		b.WriteString("    " + printable(frame) + "\n")
	}
	if rest := len(stack) - shownFrames; rest > 0 {
		fmt.Fprintf(b, "    ... and %s more\n", plural(rest, "frame"))
	}
}
