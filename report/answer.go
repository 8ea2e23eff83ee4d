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
		return listed(leaks, leakText) + "."
	case !e.hasMemoryEvents():
		return "Leaks cannot be judged: the capture holds no VirtualAlloc events."
	case e.durationS() < leakMinimumS:
		return fmt.Sprintf("Leaks cannot be judged: the capture spans only %s, and no leak is called on less than %d "+
			"s.",
			textform.Span(e.durationS()), leakMinimumS)
	}
	text := fmt.Sprintf("No leak found in %s over %s", textform.Plural(len(r.Processes), "process"), textform.Span(e.durationS()))
	if growing := withVerdict(r.Processes, trend.Growth); len(growing) > 0 {
		text += ", but not ruled out: " + listed(growing, growthText)
	}
	if unjudged := len(withVerdict(r.Processes, trend.Inconclusive)); unjudged > 0 {
		text += fmt.Sprintf("; %s could not be judged", textform.Plural(unjudged, "process"))
	}
	if _, lost := e.lostShare(); lost {
		text += "; some events are missing"
	}
	return text + "."
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

func leakText(p *Process) string {
	text := p.name() + " leaks " + textform.Rate(orZero(p.Trend.SlopeBytesPerS))
	if len(p.Suspects) > 0 && p.Suspects[0].Module != unknownModule {
		text += " from " + textform.Printable(p.Suspects[0].Module)
	}
	if interval := intervalText(&p.Trend); interval != "" {
		text += " (95 % interval " + interval + ")"
	}
	if p.Trend.SecondsToExhaustion != nil {
		text += ", which exhausts its limit in " + textform.Span(*p.Trend.SecondsToExhaustion)
	}
	return text
}

func growthText(p *Process) string {
	return p.name() + " grows by " + textform.Rate(orZero(p.Trend.SlopeBytesPerS))
}

func intervalText(t *Trend) string {
	if t.SlopeBytesPerS == nil || t.SlopeLowBytesPerS == nil || t.SlopeHighBytesPerS == nil {
		return ""
	}
	return textform.RateRange(*t.SlopeBytesPerS, *t.SlopeLowBytesPerS, *t.SlopeHighBytesPerS)
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
