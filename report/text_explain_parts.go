package report

import (
	"fmt"
	"slices"
	"strings"

	"etledger/internal/textform"
)

// identityFacts say which process it is.
func identityFacts(r *Report, p *Process) []fact {
	return said([]fact{
		{"Program", printed(p.ImagePath)},
		{"Command line", printed(p.CommandLine)},
		{"Parent", parentText(r, p)},
		{"Session", numberOf(p.SessionID)},
		{"User", userText(p)},
		{"Lifetime", lifetimeText(p)},
	})
}

func printed(s *string) string { return textform.Printable(orZero(s)) }

func numberOf(n *uint32) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}

// parentText names the parent where the capture holds it and it lived when the process began.
func parentText(r *Report, p *Process) string {
	if p.ParentPID == nil {
		return ""
	}
	for i := range r.Processes {
		q := &r.Processes[i]
		if q.PID == *p.ParentPID && q != p && q.FirstSeenS <= p.FirstSeenS && q.LastSeenS >= p.FirstSeenS {
			return q.name()
		}
	}
	return fmt.Sprint(*p.ParentPID)
}

func userText(p *Process) string {
	if p.User != nil && p.SID != nil {
		return printed(p.User) + " (" + printed(p.SID) + ")"
	}
	return printed(p.SID)
}

// period is what the report is about.
func (p *Process) period() string {
	if p.windowed {
		return "the window"
	}
	return "the capture"
}

func lifetimeText(p *Process) string {
	text := "it was running when " + p.period() + " began"
	if p.StartS != nil {
		text = fmt.Sprintf("it started at %.3f s", *p.StartS)
	}
	switch {
	case p.EndS != nil && p.ExitStatus != nil:
		text += fmt.Sprintf(" and ended at %.3f s with status 0x%x", *p.EndS, *p.ExitStatus)
	case p.EndS != nil:
		text += fmt.Sprintf(" and ended at %.3f s", *p.EndS)
	case p.Defunct:
		text += "; it had exited, but something still held its process object"
	default:
		text += " and was still running at the end"
	}
	if !p.Announced {
		text += "; no process event names it"
	}
	return text + fmt.Sprintf("; seen for %s, from %.3f s to %.3f s.", textform.Span(p.LastSeenS-p.FirstSeenS), p.FirstSeenS, p.LastSeenS)
}

// accountSum is the account as a sum.
func accountSum(r *Report, p *Process) []term {
	v := &p.VirtualAlloc
	if r.Capture.has(codeNoMemoryEvents) || v.CommitBytes == 0 {
		return nil
	}
	return []term{
		{"", int64(v.CommitBytes), "became committed, in whole pages, a page twice committed once"},
		{"-", int64(v.FreedBytes), "of that given back"},
		{"=", int64(v.OutstandingCommitBytes), "outstanding at the end"},
	}
}

func accountFacts(p *Process, u textform.Units) []fact {
	v := &p.VirtualAlloc
	if v.Allocations+v.Frees == 0 && len(p.ByOther) == 0 {
		return nil
	}
	before := ""
	if v.BeforeCommitBytes > 0 || v.BeforeFreedBytes > 0 {
		before = fmt.Sprintf("%s committed before %s are known, of which %s were given back in it.", u.Size(v.BeforeCommitBytes),
			p.period(), u.Size(v.BeforeFreedBytes))
	}
	return said([]fact{
		{"Calls", fmt.Sprintf("%s and %s.", textform.Plural(v.Allocations, "allocation"), textform.Plural(v.Frees, "free"))},
		{"Reserved", fmt.Sprintf("%s became reserved, %s still are.", u.Size(v.ReserveBytes), u.Size(v.OutstandingReserveBytes))},
		{"Peak", u.Size(v.PeakCommitBytes) + " were outstanding at one time."},
		{"Before", before},
		{"Frees", freesText(v, u)},
		{"Actors", actorsText(p, u)},
	})
}

// bridge leads from the private bytes at the beginning to those at the end.
func bridge(p *Process) []term {
	r := &p.Reconciliation
	if p.Counters == nil || p.Counters.PrivateBytes == nil || r.ResidualBytes == nil || r.InitialPrivateBytes == nil {
		return nil
	}
	initial := "private bytes when the account begins"
	if r.InitialSource != nil {
		initial += " (" + printed(r.InitialSource) + ")"
	}
	explained := "explained"
	if r.ExplainedBy != nil {
		explained += " by " + printed(r.ExplainedBy)
	}
	sum := []term{
		{"", int64(*r.InitialPrivateBytes), initial},
		{"-", int64(orZero(r.GivenBackBytes)), "of these given back in the capture"},
		{"+", int64(p.VirtualAlloc.OutstandingCommitBytes), "outstanding, by the account"},
		{"+", orZero(r.ExplainedBytes), explained},
		{"+", *r.ResidualBytes, "residual, which nothing explains"},
		{"=", int64(*p.Counters.PrivateBytes), "private bytes at the end, by the kernel's counters"},
	}
	return slices.DeleteFunc(sum, func(t term) bool { return t.bytes == 0 && (t.sign == "-" || t.what == "explained") })
}

func counterFacts(p *Process, u textform.Units) []fact {
	c := p.Counters
	facts := []fact{{"Result", string(p.Reconciliation.Status) + "."}}
	if len(bridge(p)) == 0 {
		facts[0].text = reconciliationText(p, u)
	}
	if c == nil {
		return facts
	}
	var parts []string
	add := func(what string, now *uint64, peak uint64) {
		if now != nil && peak == 0 {
			parts = append(parts, what+" "+u.Size(*now))
		} else if now != nil {
			parts = append(parts, fmt.Sprintf("%s %s (peak %s)", what, u.Size(*now), u.Size(peak)))
		} else if peak > 0 {
			parts = append(parts, fmt.Sprintf("%s at most %s", what, u.Size(peak)))
		}
	}
	add("private", c.PrivateBytes, c.PeakPrivateBytes)
	add("working set", c.WorkingSetBytes, c.PeakWorkingSetBytes)
	add("virtual", c.VirtualBytes, c.PeakVirtualBytes)
	add("paged pool", c.PagedPoolBytes, c.PeakPagedPoolBytes)
	add("nonpaged pool", c.NonPagedPoolBytes, c.PeakNonPagedPoolBytes)
	if c.HandleCount != nil {
		parts = append(parts, textform.Plural(uint64(*c.HandleCount), "handle"))
	}
	parts = append(parts, textform.Plural(uint64(c.PageFaultCount), "page fault"))
	return append(facts, fact{"Counters", strings.Join(parts, ", ") + "."})
}

func mappedText(m *Mapped, u textform.Units) string {
	if m.Maps == 0 && m.OutstandingViews == 0 {
		return ""
	}
	return fmt.Sprintf("%s mapped, %s unmapped; %s in %s are left.", u.Size(m.MappedBytes), u.Size(m.UnmappedBytes),
		u.Size(m.OutstandingBytes), textform.Plural(m.OutstandingViews, "view"))
}

func mappedFilesText(m *Mapped, u textform.Units) string {
	var parts []string
	for _, f := range m.OutstandingByFile {
		parts = append(parts, fmt.Sprintf("%s (%s in %s)", fileName(f.File), u.Size(f.Bytes), textform.Plural(f.Views, "view")))
	}
	return strings.Join(parts, "; ")
}

func faultsText(h *HardFaults, u textform.Units) string {
	if h.Count == 0 {
		return ""
	}
	return fmt.Sprintf("%s read %s, and its threads waited %s for them.", textform.Plural(h.Count, "hard fault"), u.Size(h.Bytes),
		textform.Span(h.DurationS))
}

func faultFilesText(h *HardFaults, u textform.Units) string {
	var parts []string
	for _, f := range h.Files {
		parts = append(parts, fmt.Sprintf("%s (%s)", fileName(f.File), u.Size(f.Bytes)))
	}
	return strings.Join(parts, "; ")
}

func fileName(path *string) string {
	if path == nil {
		return "a file without a name"
	}
	return textform.Printable(*path)
}

func leadTexts(leads []Lead) []string {
	var texts []string
	for i := range leads {
		texts = append(texts, leadText(leads[i:i+1]))
	}
	return texts
}
