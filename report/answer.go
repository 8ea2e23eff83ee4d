package report

import (
	"fmt"
	"strings"

	"etledger/internal/textform"
	"etledger/trend"
)

// answerNames is how many processes the answer names; the table has the rest.
const answerNames = 3

// answer says in one sentence what was found: the leaks, or that there are none, or that it cannot be told.
func answer(r *Report, e *evidence) string {
	leaks := withVerdict(r.Processes, trend.Leak)
	switch {
	case len(leaks) > 0:
		return listed(leaks, leakText(textform.Units{})) + "."
	case !e.hasMemoryEvents():
		return "Leaks cannot be judged: the capture holds no VirtualAlloc events."
	case e.window != nil && e.lookedAtS() < leakMinimumS:
		return fmt.Sprintf("Leaks cannot be judged: the window spans only %s, and no leak is called on less than %d s.",
			textform.Span(e.lookedAtS()), leakMinimumS)
	case e.durationS() < leakMinimumS:
		return fmt.Sprintf("Leaks cannot be judged: the capture spans only %s, and no leak is called on less than %d "+
			"s.",
			textform.Span(e.durationS()), leakMinimumS)
	}
	text := fmt.Sprintf("No leak found in %s over %s", textform.Plural(len(r.Processes), "process"), textform.Span(e.lookedAtS()))
	if growing := withVerdict(r.Processes, trend.Growth); len(growing) > 0 {
		text += ", but not ruled out: " + listed(growing, growthText(textform.Units{}))
	}
	if unjudged := len(withVerdict(r.Processes, trend.Inconclusive)); unjudged > 0 {
		text += fmt.Sprintf("; %s could not be judged", textform.Plural(unjudged, "process"))
	}
	if _, lost := e.lostShare(); lost {
		text += "; some events are missing"
	}
	return text + "."
}

// answerFor is the answer with its figures in other units, or the answer for some of the processes alone.
func (r *Report) answerFor(processes []*Process, limited bool, u textform.Units) string {
	if limited && !r.Capture.has(codeNoMemoryEvents) {
		return answerOf(processes, u)
	}
	if !u.Exact {
		return r.Answer
	}
	text := r.Answer
	exactly := func(v trend.Verdict, say func(textform.Units) func(*Process) string) {
		if named := withVerdict(r.Processes, v); len(named) > 0 {
			text = strings.Replace(text, listed(named, say(textform.Units{})), listed(named, say(u)), 1)
		}
	}
	exactly(trend.Leak, leakText)
	exactly(trend.Growth, growthText)
	return text
}

// answerOf says what was found of some processes: which of them leak, or how they are judged.
func answerOf(processes []*Process, u textform.Units) string {
	var leaks []*Process
	for _, p := range processes {
		if p.Trend.Verdict == string(trend.Leak) {
			leaks = append(leaks, p)
		}
	}
	if len(leaks) > 0 {
		return listed(leaks, leakText(u)) + "."
	}
	text := listed(processes, func(p *Process) string {
		switch trend.Verdict(p.Trend.Verdict) {
		case trend.Growth:
			return growthText(u)(p) + ", which is not shown to be a leak"
		case trend.Inconclusive:
			return p.name() + " could not be judged"
		}
		return fmt.Sprintf("no leak found in %s, which is judged %q", p.name(), p.Trend.Verdict)
	}) + "."
	if rest, ok := strings.CutPrefix(text, "no leak"); ok {
		return "No leak" + rest
	}
	return text
}

func withVerdict(processes []Process, v trend.Verdict) []*Process {
	var found []*Process
	for i := range processes {
		if processes[i].Trend.Verdict == string(v) {
			found = append(found, &processes[i])
		}
	}
	return found
}

// listed joins what is to be said of the first processes and counts the rest.
func listed(processes []*Process, say func(*Process) string) string {
	var parts []string
	for _, p := range processes[:min(len(processes), answerNames)] {
		parts = append(parts, say(p))
	}
	text := strings.Join(parts, "; ")
	if rest := len(processes) - len(parts); rest > 0 {
		text += fmt.Sprintf("; and %d more", rest)
	}
	return text
}

func leakText(u textform.Units) func(*Process) string {
	return func(p *Process) string {
		text := p.name() + " leaks " + u.Rate(orZero(p.Trend.SlopeBytesPerS))
		if len(p.Suspects) > 0 && p.Suspects[0].Module != unknownModule {
			text += " from " + textform.Printable(p.Suspects[0].Module)
		}
		if interval := intervalText(&p.Trend, u); interval != "" {
			text += " (95 % interval " + interval + ")"
		}
		if p.Trend.SecondsToExhaustion != nil {
			text += ", which exhausts its limit in " + textform.Span(*p.Trend.SecondsToExhaustion)
		}
		return text
	}
}

func growthText(u textform.Units) func(*Process) string {
	return func(p *Process) string {
		return p.name() + " grows by " + u.Rate(orZero(p.Trend.SlopeBytesPerS))
	}
}

func intervalText(t *Trend, u textform.Units) string {
	if t.SlopeBytesPerS == nil || t.SlopeLowBytesPerS == nil || t.SlopeHighBytesPerS == nil {
		return ""
	}
	return u.RateRange(*t.SlopeBytesPerS, *t.SlopeLowBytesPerS, *t.SlopeHighBytesPerS)
}

// unknownModule is how the account names the module of a frame that no image covers.
const unknownModule = "unknown"

// name is how people are told which lifetime is meant: "leaky-service.exe (4312)".
func (p *Process) name() string { return fmt.Sprintf("%s (%d)", p.imageText(), p.PID) }

// imageText is the image for people; a process that nothing named is called so.
func (p *Process) imageText() string {
	switch {
	case p.Image != nil:
		return textform.Printable(*p.Image)
	case p.Announced:
		return "(no name)"
	}
	return "(unannounced)"
}
