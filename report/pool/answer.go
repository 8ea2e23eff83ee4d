package pool

import (
	"fmt"
	"slices"
	"strings"

	"etledger/internal/textform"
	"etledger/trend"
)

// answer says which population grows and which tag makes it grow, with figures.
func (a *analysis) answer(r *Report) string {
	m := &r.Machines[0]
	var sentences []string
	if r.Receipt != nil {
		sentences = append(sentences, receiptAnswer(r.Receipt), "Before it:")
	}
	sentences = append(sentences, populationAnswer(m))
	if n := a.in.Now.ProblemCount; len(m.Tags) == 0 && n > 0 && a.options.Tag == nil {
		sentences = append(sentences, fmt.Sprintf("No row of a tag could be used: see what the findings tell of %s.",
			textform.Plural(n, "line")))
	}
	sentences = append(sentences, tagAnswer(a.now[0], m)...)
	text := strings.Join(sentences, " ")
	if len(r.Machines) > 1 && m.Host != nil {
		text = textform.Printable(*m.Host) + ": " + text
	}
	return text
}

func receiptAnswer(r *Receipt) string {
	if r.ledFirst {
		return fmt.Sprintf("After the correction: %s", r.Reason)
	}
	return fmt.Sprintf("After the correction: %s. %s", r.Verdict, r.Reason)
}

// populationAnswer says which populations grow, the pools first.
func populationAnswer(m *Machine) string {
	if len(m.Populations) == 0 {
		return "Which population of memory grows cannot be told: there are no whole snapshots and no counters."
	}
	var growing, still, open []string
	unknown := true
	for i := range m.Populations {
		p := &m.Populations[i]
		if !slices.Contains([]string{nonpagedPool, pagedPool, processCommit, workingSets}, p.Name) {
			continue
		}
		switch v := trend.Verdict(p.Verdict); {
		case rises(v):
			growing = append(growing, growthText(p))
		case v == trend.Inconclusive && p.Samples < 2:
			continue
		case v == trend.Inconclusive:
			open = append(open, fmt.Sprintf("%s (%s, then %s)", p.Name, textform.Size(p.First), textform.Size(p.Last)))
		case stoppedByMuch(p):
			growing = append(growing, stoppedText(p))
		default:
			still = append(still, fmt.Sprintf("%s (%s)", p.Name, textform.Size(p.Last)))
		}
		unknown = false
	}
	if unknown {
		p := &m.Populations[0]
		if !slices.Contains([]string{nonpagedPool, pagedPool, processCommit, workingSets}, p.Name) {
			return "Which population of memory grows cannot be told: neither the pools nor the commit of processes nor working sets " +
				"are known."
		}
		return fmt.Sprintf("Which population of memory grows cannot be told: %s", lowerFirst(p.Reason))
	}
	var rest []string
	if len(still) > 0 {
		rest = append(rest, doNotGrow(still))
	}
	if len(open) > 0 {
		rest = append(rest, "of "+joined(open, "and")+" the samples show no more than demand may differ by")
	}
	switch {
	case len(growing) > 0:
		return upperFirst(strings.Join(append(growing, rest...), "; ")) + "."
	case len(m.Tags) > 0 && rises(trend.Verdict(m.Tags[0].Verdict)):
		return "No population grows as a whole: " + strings.Join(rest, "; ") + "."
	case len(still) == 0:
		return "No population is shown to grow: " + strings.Join(rest, "; ") + "."
	}
	return "Nothing grows: " + strings.Join(rest, "; ") + "."
}

// doNotGrow says so of some populations.
func doNotGrow(names []string) string {
	if len(names) == 1 && !strings.HasPrefix(names[0], workingSets) {
		return names[0] + " does not grow"
	}
	return joined(names, "and") + " do not grow"
}

// growthText says how a population grows.
func growthText(p *Population) string {
	verb := "grows"
	if p.Name == workingSets {
		verb = "grow"
	}
	text := fmt.Sprintf("%s %s from %s to %s", p.Name, verb, textform.Size(p.First), textform.Size(p.Last))
	if p.WorkloadOnly && p.PerWorkHour != nil {
		return text + ", by " + hourlyText(p.PerWorkHour, trend.Bytes) + " under workload only"
	}
	r := p.PerHour
	if r == nil {
		r = p.PerSample
	}
	switch {
	case r == nil || r == p.PerSample && (r.Low == nil || *r.Low > 0):
	case r.Low != nil && *r.Low <= 0:
		return fmt.Sprintf("%s rose from %s to %s, but not at a steady rate", p.Name, textform.Size(p.First), textform.Size(p.Last))
	default:
		text += ", by " + hourlyText(r, trend.Bytes)
	}
	return text
}

// hourlyText writes a rate per hour with its interval.
func hourlyText(r *Rate, unit trend.Unit) string {
	text := quantity(r.Rate, unit) + "/h"
	if r.Low != nil && r.High != nil {
		text += fmt.Sprintf(" (95 %%: %s)", quantities(*r.Low, *r.High, unit))
	}
	return text
}

// tagAnswer says which tag is behind it: the first leak, or what grows, or what is held.
func tagAnswer(m *observedMachine, r *Machine) (sentences []string) {
	if len(r.Tags) == 0 {
		return nil
	}
	t := &r.Tags[0]
	v := trend.Verdict(t.Verdict)
	if !rises(v) {
		for _, text := range []string{stoppedAnswer(r), heldAnswer(m, r)} {
			if text != "" {
				return []string{upperFirst(text)}
			}
		}
		return nil
	}
	verb, more := "leaks", "leak"
	if v == trend.Growth {
		verb, more = "grows", "grow"
	}
	text := tagText(t) + " " + verb + " " + rateOfTag(t)
	alone := len(r.Populations) > 0 && !slices.ContainsFunc(r.Populations, func(p Population) bool { return populationMoves(&p) })
	if alone {
		text = "but " + text
	}
	if t.Group != nil && !r.Groups[*t.Group].Leader {
		sentences = append(sentences, openLead(&r.Groups[*t.Group]))
	}
	if v == trend.Growth {
		text += "; that it leaks is not shown"
	}
	if n := count(r.Tags, v) - 1 - satellites(r, t); n > 0 {
		text += fmt.Sprintf("; %s", textform.Counted(uint64(n), "other tag", verb+", too", more+", too"))
	}
	sentences = append(sentences, upperFirst(text)+".")
	if most := holdsMost(r); alone && v == trend.Growth && most != nil {
		sentences = append(sentences, fmt.Sprintf("%s holds most, %s: it is held, not growing.", upperFirst(tagText(most)),
			textform.Size(most.Bytes.Last)))
	}
	return sentences
}

// populationMoves tells whether the answer says of a population that it grows or grew.
func populationMoves(p *Population) bool {
	named := slices.Contains([]string{nonpagedPool, pagedPool, processCommit, workingSets}, p.Name)
	return named && (rises(trend.Verdict(p.Verdict)) || stoppedByMuch(p))
}

// openLead says that tags grow in lockstep and that it is open which of them makes the others.
func openLead(g *Group) string {
	names := make([]string, len(g.Members))
	for i := range g.Members {
		names[i] = fmt.Sprintf("%q", g.Members[i].Tag)
	}
	const shown = 4
	if rest := len(names) - shown; rest > 1 {
		names = append(names[:shown], fmt.Sprintf("%d more", rest))
	}
	return fmt.Sprintf("Tags %s grow in lockstep, %s, and which of them leads is open.", joined(names, "and"), g.Ratio)
}

// heldAnswer speaks of the tag that holds most, where nothing grows: it is what people look at first.
func heldAnswer(m *observedMachine, r *Machine) string {
	var largest *Tag
	for i := range r.Tags {
		if t := &r.Tags[i]; t.Bytes != nil && (largest == nil || t.Bytes.Last > largest.Bytes.Last) {
			largest = t
		}
	}
	switch {
	case largest == nil || m.boot == nil:
		return ""
	case m.boot.Snapshots == 1:
		return fmt.Sprintf("%s holds most, %s, but that does not make it the one that grows.", tagText(largest),
			textform.Size(largest.Bytes.Last))
	case trend.Verdict(largest.Verdict) == trend.Held:
		return fmt.Sprintf("%s holds most, %s: it is held, not leaking.", tagText(largest), textform.Size(largest.Bytes.Last))
	}
	return "No tag leaks or grows."
}
