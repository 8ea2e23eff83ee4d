package report

import (
	"fmt"
	"slices"
	"strings"

	"etledger/internal/textform"
)

// evidenceFacts lists, for one process, what else there is to say beside the reason of its verdict; those without text
// are left out.
func evidenceFacts(p *Process, u textform.Units) []fact {
	return said([]fact{
		{"Forecast", forecastText(&p.Trend)},
		{"Counters", reconciliationText(p, u)},
		{"Series", seriesText(p.Reconciliation.Series, u)},
		{"Rundown", auditText(p.Audit, u)},
		{"Loss", lossText(&p.Trend)},
		{"Actors", actorsText(p, u)},
		{"Frees", freesText(&p.VirtualAlloc, u)},
		{"Lead", leadText(p.Leads)},
	})
}

// said leaves out facts without text.
func said(facts []fact) []fact {
	return slices.DeleteFunc(facts, func(f fact) bool { return f.text == "" })
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
func reconciliationText(p *Process, u textform.Units) string {
	c, r := p.Counters, &p.Reconciliation
	switch {
	case c == nil && p.windowed:
		return "none of this process within the window, so the account cannot be checked."
	case c == nil:
		return "none recorded for this process, so the account cannot be checked."
	case c.PrivateBytes == nil:
		return fmt.Sprintf("recorded at its exit only, when nothing was left; its private bytes peaked at %s.",
			u.Size(c.PeakPrivateBytes))
	case r.ResidualBytes == nil:
		return fmt.Sprintf("private bytes %s at the end; they cannot be set against the account.",
			u.Size(*c.PrivateBytes))
	}
	initial := "initial " + u.Size(orZero(r.InitialPrivateBytes))
	if r.InitialSource != nil {
		initial += " (" + textform.Printable(*r.InitialSource) + ")"
	}
	if orZero(r.GivenBackBytes) > 0 {
		initial += " - given back " + u.Size(*r.GivenBackBytes)
	}
	explained := ""
	if orZero(r.ExplainedBytes) != 0 {
		explained = fmt.Sprintf(" + explained %s (%s)", u.Signed(*r.ExplainedBytes), orZero(r.ExplainedBy))
	}
	return fmt.Sprintf("private bytes %s = %s + outstanding %s%s + residual %s: %s.", u.Size(*c.PrivateBytes),
		initial,
		u.Size(p.VirtualAlloc.OutstandingCommitBytes), explained, u.Signed(*r.ResidualBytes), r.Status)
}

// seriesText tells where the account and the memory snapshots part, if they do.
func seriesText(s *Series, u textform.Units) string {
	if s == nil || s.PartS == nil {
		return ""
	}
	text := fmt.Sprintf("of %d memory snapshots, that at %.1f s is the first to differ from the account; the last differs by %s", s.Samples,
		*s.PartS, u.Change(s.ResidualBytes))
	if s.ChangeS != nil {
		text += fmt.Sprintf(", and the greatest change was %s at %.1f s", u.Change(s.ChangeBytes), *s.ChangeS)
	}
	return text + "."
}

func auditText(a *Audit, u textform.Units) string {
	if a == nil {
		return ""
	}
	text := fmt.Sprintf("of %s that the kernel lists as committed at the end, %s are in the account and %s are from before "+
		"the capture", u.Size(a.CommitBytes), u.Size(a.AgreedBytes), u.Size(a.BeforeBytes))
	if a.MissedBytes > 0 {
		text += fmt.Sprintf("; %s were committed without an event here", u.Size(a.MissedBytes))
	}
	if a.StaleBytes > 0 {
		text += fmt.Sprintf("; %s of the account are not listed, so their frees were lost", u.Size(a.StaleBytes))
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
func actorsText(p *Process, u textform.Units) string {
	const shown = 3
	var parts []string
	for _, o := range p.ByOther[:min(len(p.ByOther), shown)] {
		name := "an unknown process"
		if o.Image != nil {
			name = textform.Printable(*o.Image)
		}
		parts = append(parts, fmt.Sprintf("%s by %s (%d)", u.Size(o.CommitBytes), name, o.PID))
	}
	if len(parts) == 0 {
		return ""
	}
	text := fmt.Sprintf("of %s committed, %s was committed by other processes: %s", u.Size(p.VirtualAlloc.CommitBytes),
		u.Size(p.VirtualAlloc.ByOtherProcessBytes), strings.Join(parts, ", "))
	if rest := len(p.ByOther) - shown; rest > 0 {
		text += " and " + textform.Count(rest) + " more"
	}
	return text + "."
}

// freesText tells of frees that are not simply frees of what the capture saw committed.
func freesText(v *VirtualAlloc, u textform.Units) string {
	var parts []string
	if v.UnknownFreedBytes > 0 {
		parts = append(parts, u.Size(v.UnknownFreedBytes)+" freed that the capture never saw committed")
	}
	if v.InferredFreedBytes > 0 {
		parts = append(parts, u.Size(v.InferredFreedBytes)+" counted as freed because the address was given out again")
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "; ") + "."
}
