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
	if s := tagAnswer(a.now[0], m); s != "" {
		sentences = append(sentences, upperFirst(s))
	}
	text := strings.Join(sentences, " ")
	if len(r.Machines) > 1 && m.Host != nil {
		text = textform.Printable(*m.Host) + ": " + text
	}
	return text
}

func receiptAnswer(r *Receipt) string {
	return fmt.Sprintf("After the correction: %s. %s", r.Verdict, r.Reason)
}

// populationAnswer says which populations grow, the pools first.
func populationAnswer(m *Machine) string {
	if len(m.Populations) == 0 {
		return "Which population of memory grows cannot be told: there are no whole snapshots and no counters."
	}
	var growing, still []string
	unknown := true
	for i := range m.Populations {
		p := &m.Populations[i]
		if !slices.Contains([]string{nonpagedPool, pagedPool, processCommit, workingSets}, p.Name) {
			continue
		}
		switch trend.Verdict(p.Verdict) {
		case trend.Leak, trend.Growth:
			growing = append(growing, growthText(p))
			unknown = false
		case trend.Inconclusive:
		default:
			still = append(still, fmt.Sprintf("%s (%s)", p.Name, textform.Size(p.Last)))
			unknown = false
		}
	}
	switch {
	case unknown:
		p := &m.Populations[0]
		return fmt.Sprintf("Which population of memory grows cannot be told: %s", lowerFirst(p.Reason))
	case len(growing) == 0:
		return fmt.Sprintf("Nothing grows: %s.", doNotGrow(still))
	case len(still) == 0:
		return upperFirst(strings.Join(growing, "; ")) + "."
	}
	return upperFirst(strings.Join(growing, "; ")) + "; " + doNotGrow(still) + "."
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
func tagAnswer(m *observedMachine, r *Machine) string {
	if len(r.Tags) == 0 {
		return ""
	}
	t := &r.Tags[0]
	switch trend.Verdict(t.Verdict) {
	case trend.Leak:
		text := tagText(t) + " leaks " + rateOfTag(t)
		if more := count(r.Tags, trend.Leak) - 1 - satellites(r, t); more > 0 {
			text += fmt.Sprintf("; %s", textform.Counted(uint64(more), "other tag", "leaks, too", "leak, too"))
		}
		return text + "."
	case trend.Growth:
		text := tagText(t) + " grows " + rateOfTag(t) + "; that it leaks is not shown"
		if more := count(r.Tags, trend.Growth) - 1 - satellites(r, t); more > 0 {
			text += fmt.Sprintf("; %s", textform.Counted(uint64(more), "other tag", "grows, too", "grow, too"))
		}
		return text + "."
	}
	return heldAnswer(m, r)
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

// tagText names a tag with its pool.
func tagText(t *Tag) string { return fmt.Sprintf("tag %q (%s)", t.Tag, t.Pool) }

// rateOfTag says how fast and how sure, by whom, and who comes along.
func rateOfTag(t *Tag) string {
	var parts []string
	unit, level := trend.Bytes, t.Bytes
	if t.JudgedBy == "objects" {
		unit, level = trend.Objects, t.Objects
	}
	switch {
	case level == nil && t.Recorded != nil && t.Recorded.PerHour != nil:
		parts = append(parts, "by "+hourlyText(t.Recorded.PerHour, trend.Bytes))
	case level == nil:
	case level.WorkloadOnly && level.PerWorkHour != nil:
		parts = append(parts, "by "+hourlyText(level.PerWorkHour, unit)+" under workload only")
	case level.PerHour != nil:
		parts = append(parts, "by "+hourlyText(level.PerHour, unit))
	default:
		parts = append(parts, fmt.Sprintf("from %s to %s", quantity(float64(level.First), unit), quantity(float64(level.Last), unit)))
	}
	if level != nil && level.PerOperation != nil && level.PerOperation.Rate > 0 {
		parts = append(parts, quantity(level.PerOperation.Rate, unit)+" per operation")
	}
	if unit == trend.Objects && t.Bytes != nil {
		parts = append(parts, "by count, while its bytes stay at "+textform.Size(t.Bytes.Last))
	}
	if t.ShareOfGrowth != nil && unit == trend.Bytes {
		parts = append(parts, textform.Percent(*t.ShareOfGrowth)+" of what its pool grew")
	}
	if t.NeverFreed && t.Allocations != nil {
		parts = append(parts, fmt.Sprintf("0 of %s freed", textform.Plural(*t.Allocations, "allocation")))
	}
	if t.Owner != nil {
		parts = append(parts, ownerText(t.Owner))
	}
	return strings.Join(parts, ", ")
}

func count(tags []Tag, verdict trend.Verdict) (n int) {
	for i := range tags {
		if tags[i].Verdict == string(verdict) {
			n++
		}
	}
	return n
}

// satellites counts the others of a tag's group with its verdict: they are not leaks of their own.
func satellites(m *Machine, t *Tag) (n int) {
	for i := range m.Tags {
		o := &m.Tags[i]
		if o != t && t.Group != nil && o.Group != nil && *o.Group == *t.Group && o.Verdict == t.Verdict {
			n++
		}
	}
	return n
}

// joined lists words: "a, b and c".
func joined(words []string, conjunction string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " " + conjunction + " " + words[n-1]
	}
	return strings.Join(words, "")
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
