package report

import (
	"fmt"

	"etledger/internal/textform"
	"etledger/trend"
)

// verdictFacts say what was looked at and what it showed, in the order in which package trend asks.
func verdictFacts(r *Report, p *Process, u textform.Units) []fact {
	t := &p.Trend
	return said([]fact{
		{"Time", timeTest(r, p)},
		{"Moved", movedTest(r, p, u)},
		{"Survivors", survivorsTest(p, u)},
		{"Births", birthsTest(p)},
		{"Rate", rateTest(t, u)},
		{"Churn", churnTest(t, u)},
		{"Loss", lossTest(t)},
		{"Check", checkTest(p)},
		{"Forecast", forecastText(t)},
	})
}

// lookedAtS is how long the capture, or the window in it, is.
func (r *Report) lookedAtS() float64 {
	if r.Window != nil {
		return r.Window.ToS - r.Window.FromS
	}
	return r.Capture.DurationS
}

func timeTest(r *Report, p *Process) string {
	seen := fmt.Sprintf("%s of %s were seen", textform.Span(p.LastSeenS-p.FirstSeenS), textform.Span(r.lookedAtS()))
	if r.lookedAtS() < leakMinimumS {
		return seen + fmt.Sprintf("; on less than %d s nothing is called a leak.", leakMinimumS)
	}
	return seen + fmt.Sprintf("; a leak takes at least %d s of observation.", leakMinimumS)
}

func movedTest(r *Report, p *Process, u textform.Units) string {
	v := &p.VirtualAlloc
	switch {
	case r.Capture.has(codeNoMemoryEvents):
		return "not known: the capture has no VirtualAlloc events."
	case v.CommitBytes == 0 && v.FreedBytes == 0:
		return "nothing was committed and nothing given back."
	}
	return fmt.Sprintf("%s committed in %s, %s given back in %s.", u.Size(v.CommitBytes), textform.Plural(v.Allocations, "allocation"),
		u.Size(v.FreedBytes), textform.Plural(v.Frees, "free"))
}

func survivorsTest(p *Process, u textform.Units) string {
	v := &p.VirtualAlloc
	if v.CommitBytes == 0 {
		return ""
	}
	kept := float64(v.OutstandingCommitBytes) / float64(v.CommitBytes)
	return fmt.Sprintf("%s of what was committed are still there, %s.", textform.Percent(kept), u.Size(v.OutstandingCommitBytes))
}

// birthsTest says which of the survivors count.
func birthsTest(p *Process) string {
	const apart = 0.1 // seconds
	t := &p.Trend
	if t.FitFromS == nil || t.FitToS == nil || p.VirtualAlloc.CommitBytes == 0 {
		return ""
	}
	text := fmt.Sprintf("survivors that were taken from %.1f s to %.1f s were judged", *t.FitFromS, *t.FitToS)
	if *t.FitFromS > p.FirstSeenS+apart {
		text += "; what came before came at once or at the beginning"
	}
	if *t.FitToS < p.LastSeenS-apart {
		text += "; what was taken later has not had the time to die"
	}
	return text + "."
}

func rateTest(t *Trend, u textform.Units) string {
	if !t.claims() || t.SlopeBytesPerS == nil {
		return ""
	}
	text := u.Rate(*t.SlopeBytesPerS)
	interval := intervalText(t, u)
	if interval == "" {
		return text + ", without an interval."
	}
	text += ", with 95 % confidence " + interval
	switch low, high := *t.SlopeLowBytesPerS, *t.SlopeHighBytesPerS; {
	case low > 0:
		return text + ": all of the interval is above zero."
	case high < 0:
		return text + ": all of the interval is below zero."
	}
	return text + ": the interval includes zero, so that it may not move at all."
}

func churnTest(t *Trend, u textform.Units) string {
	if orZero(t.ChurnBytes) < 1 {
		return ""
	}
	return "up to " + u.Size(uint64(*t.ChurnBytes)) + " were taken and given back at a time, which is not counted as growth."
}

func lossTest(t *Trend) string {
	if text := lossText(t); text != "" {
		return text + " What lost frees may explain is not counted as growth."
	}
	return "nothing is known to be lost in its time."
}

// checkTest says what independent count agrees with the account.
func checkTest(p *Process) string {
	switch status := p.Reconciliation.Status; status {
	case "exact":
		return "the kernel's counters agree with the account to the byte."
	case "explained":
		return "the kernel's counters agree with the account and what is known beside it."
	case "unexplained":
		return "the kernel's counters do not agree with the account; the residual below says by how much."
	}
	return "no counters to check the account with."
}

// weaknesses lists what lowers the confidence in the verdict.
func weaknesses(r *Report, p *Process) (list []string) {
	t := &p.Trend
	if c := t.Confidence; c != nil && *c > 0 {
		list = append(list, fmt.Sprintf("The confidence of %s is a rule of thumb and no probability: it grows with the time seen and the "+
			"number of allocations, and falls with losses and with the width of the interval.", textform.Percent(*c)))
	}
	if slope, low := orZero(t.SlopeBytesPerS), t.SlopeLowBytesPerS; rises(trend.Verdict(t.Verdict)) && low != nil && slope > 0 {
		list = append(list, fmt.Sprintf("The lower end of the interval is %s below the rate.", textform.Percent(min(1, (slope-*low)/slope))))
	}
	if seen := p.LastSeenS - p.FirstSeenS; seen < 180 {
		list = append(list, "It was seen for "+textform.Span(seen)+" only; three minutes are enough as a rule.")
	}
	if text := lossText(t); text != "" {
		list = append(list, "Loss: "+text)
	}
	if a := p.Audit; a != nil && a.StaleBytes+a.MissedBytes > 0 {
		list = append(list, "The kernel's list of memory at the end differs from the account.")
	}
	if p.Reconciliation.Status == "unexplained" {
		list = append(list, "The counters hold memory that the account does not explain.")
	}
	for _, f := range r.Capture.Findings {
		if f.Severity != SeverityInfo {
			list = append(list, fmt.Sprintf("%s [%s]", textform.Printable(f.Message), f.Code))
		}
	}
	return list
}

// remedies lists what another capture should have to confirm or overturn the verdict.
func remedies(r *Report, p *Process) (list []string) {
	t := &p.Trend
	switch v := trend.Verdict(t.Verdict); {
	case r.Capture.has(codeNoMemoryEvents):
		list = append(list, "A capture with the keyword VIRT_ALLOC, without which there is no account.")
	case p.EndS != nil && v != trend.Steady:
		list = append(list, "A capture of a process like it that goes on running: what one holds when it ends is given back and is no leak.")
	case v == trend.Leak:
		list = append(list, "A longer capture: if the memory is a cache that fills up or is collected later, it will show there as "+
			"warm-up or churn; else the interval becomes narrower.")
	case v == trend.Growth, v == trend.Inconclusive:
		list = append(list, "A longer capture under the same load: only what goes on all through the time, and outlives what is given "+
			"back, is called a leak.")
	case v == trend.Step, v == trend.WarmUp:
		list = append(list, "A longer capture: if what came once comes again and again, it is a leak in steps.")
	default:
		list = append(list, "A longer capture: a leak that is slow beside what is taken and given back shows only after more time.")
	}
	if t.Gaps > 0 || orZero(t.LostShare) > 0 {
		list = append(list, "A capture without loss: more and larger buffers (-BufferSize 1024 -MinBuffers 256), or a faster disk.")
	}
	if rises(trend.Verdict(t.Verdict)) && (len(p.Suspects) == 0 || p.Suspects[0].Module == unknownModule) {
		list = append(list, "Stacks (-stackwalk VirtualAlloc+VirtualFree), which tell which module took the memory.")
	}
	if p.Counters == nil && !p.windowed {
		list = append(list, "Counters (keyword PERF_COUNTER), against which the account can be checked.")
	}
	if p.Reconciliation.Series == nil && p.Reconciliation.Status == "unexplained" {
		list = append(list, "Memory snapshots (keyword MEMINFO_WS), which tell when account and counters part.")
	}
	return list
}
