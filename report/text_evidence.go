package report

import (
	"etledger/internal/textform"

	"fmt"
	"strings"
)

// evidenceLine is one line of what supports or weakens a verdict; without text it is left out.
type evidenceLine struct{ lead, text string }

// evidenceLines lists, for one process, what else there is to say beside the reason of its verdict.
func evidenceLines(p *Process) []evidenceLine {
	return []evidenceLine{
		{"  Forecast: ", forecastText(&p.Trend)},
		{"  Counters: ", reconciliationText(p)},
		{"  Series:   ", seriesText(p.Reconciliation.Series)},
		{"  Rundown:  ", auditText(p.Audit)},
		{"  Loss:     ", lossText(&p.Trend)},
		{"  Actors:   ", actorsText(p)},
		{"  Frees:    ", freesText(&p.VirtualAlloc)},
		{"  Lead:     ", leadText(p.Leads)},
	}
}

func forecastText(t *Trend) string {
	if t.SecondsToExhaustion == nil {
		return ""
	}
	text := "at this rate its address space is full in " + textform.Span(*t.SecondsToExhaustion)
	if low, high := t.SecondsToExhaustionLow, t.SecondsToExhaustionHigh; low != nil && high != nil {
		text += fmt.Sprintf(" (%s to %s)", textform.Span(*low), textform.Span(*high))
	}
	return text + "."
}

// reconciliationText sets the counters against the account as a sum that a reader can check.
func reconciliationText(p *Process) string {
	c, r := p.Counters, &p.Reconciliation
	switch {
	case c == nil:
		return "none recorded for this process, so the account cannot be checked."
	case c.PrivateBytes == nil:
		return fmt.Sprintf("recorded at its exit only, when nothing was left; its private bytes peaked at %s.",
			textform.Size(c.PeakPrivateBytes))
	case r.ResidualBytes == nil:
		return fmt.Sprintf("private bytes %s at the end; they cannot be set against the account.",
			textform.Size(*c.PrivateBytes))
	}
	initial := "initial " + textform.Size(orZero(r.InitialPrivateBytes))
	if r.InitialSource != nil {
		initial += " (" + *r.InitialSource + ")"
	}
	if orZero(r.GivenBackBytes) > 0 {
		initial += " - given back " + textform.Size(*r.GivenBackBytes)
	}
	explained := ""
	if orZero(r.ExplainedBytes) != 0 {
		explained = fmt.Sprintf(" + explained %s (%s)", textform.Size(*r.ExplainedBytes), orZero(r.ExplainedBy))
	}
	return fmt.Sprintf("private bytes %s = %s + outstanding %s%s + residual %s: %s.", textform.Size(*c.PrivateBytes),
		initial,
		textform.Size(p.VirtualAlloc.OutstandingCommitBytes), explained, textform.Size(*r.ResidualBytes), r.Status)
}

// seriesText tells where the account and the memory snapshots part, if they do.
func seriesText(s *Series) string {
	if s == nil || s.PartS == nil {
		return ""
	}
	text := fmt.Sprintf("of %d memory snapshots, that at %.1f s is the first to differ from the account; the last differs by %s", s.Samples,
		*s.PartS, signedSizeText(s.ResidualBytes))
	if s.ChangeS != nil {
		text += fmt.Sprintf(", and the greatest change was %s at %.1f s", signedSizeText(s.ChangeBytes), *s.ChangeS)
	}
	return text + "."
}

func signedSizeText(bytes int64) string {
	if bytes > 0 {
		return "+" + textform.Size(bytes)
	}
	return textform.Size(bytes)
}

func auditText(a *Audit) string {
	if a == nil {
		return ""
	}
	text := fmt.Sprintf("of %s that the kernel lists as committed at the end, %s are in the account and %s are from before "+
		"the capture", textform.Size(a.CommitBytes), textform.Size(a.AgreedBytes), textform.Size(a.BeforeBytes))
	if a.MissedBytes > 0 {
		text += fmt.Sprintf("; %s were committed without an event here", textform.Size(a.MissedBytes))
	}
	if a.StaleBytes > 0 {
		text += fmt.Sprintf("; %s of the account are not listed, so their frees were lost", textform.Size(a.StaleBytes))
	}
	return text + "."
}

func lossText(t *Trend) string {
	var parts []string
	if t.Gaps > 0 {
		parts = append(parts, textform.Plural(t.Gaps, "gap")+" in the recording within its time")
	}
	if share := orZero(t.LostShare); share > 0 {
		parts = append(parts, "an estimated "+textform.Percent(share)+" of its frees lost")
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, ", ") + "."
}

func leadText(leads []Lead) string {
	if len(leads) == 0 {
		return ""
	}
	l := leads[0]
	return fmt.Sprintf("%s was loaded at %.1f s, and what grows begins at %.1f s: a coincidence in time, no proof.",
		textform.Printable(l.Module), l.LoadedS, l.GrowthBeginsS)
}

// actorsText names the processes that committed memory in this one: then its own code may not be what leaks.
func actorsText(p *Process) string {
	const shown = 3
	var parts []string
	for _, o := range p.ByOther[:min(len(p.ByOther), shown)] {
		name := "an unknown process"
		if o.Image != nil {
			name = textform.Printable(*o.Image)
		}
		parts = append(parts, fmt.Sprintf("%s by %s (%d)", textform.Size(o.CommitBytes), name, o.PID))
	}
	if len(parts) == 0 {
		return ""
	}
	text := fmt.Sprintf("of %s committed, %s was committed by other processes: %s", textform.Size(p.VirtualAlloc.CommitBytes),
		textform.Size(p.VirtualAlloc.ByOtherProcessBytes), strings.Join(parts, ", "))
	if rest := len(p.ByOther) - shown; rest > 0 {
		text += " and " + textform.Count(rest) + " more"
	}
	return text + "."
}

// freesText tells of frees that are not simply frees of what the capture saw committed.
func freesText(v *VirtualAlloc) string {
	var parts []string
	if v.UnknownFreedBytes > 0 {
		parts = append(parts, textform.Size(v.UnknownFreedBytes)+" freed that the capture never saw committed")
	}
	if v.InferredFreedBytes > 0 {
		parts = append(parts, textform.Size(v.InferredFreedBytes)+" counted as freed because the address was given out again")
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "; ") + "."
}
