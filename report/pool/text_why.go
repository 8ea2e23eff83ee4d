package pool

import (
	"fmt"
	"strconv"
	"strings"

	"etledger/internal/textform"
	"etledger/trend"
)

// writeWhyText explains the verdicts of the worst tags; when none rises or is held, nothing needs to be explained.
func writeWhyText(b *strings.Builder, m *Machine, o TextOptions) {
	shown := 0
	for i := range m.Tags {
		t := &m.Tags[i]
		if t.Owner == nil || shown == o.Why || shown > 0 && t.Role != nil && *t.Role == "satellite" {
			continue
		}
		shown++
		writeTagWhy(b, m, t, o.Width)
		b.WriteString("\n")
	}
}

func writeTagWhy(b *strings.Builder, m *Machine, t *Tag, width int) {
	say := func(lead, format string, args ...any) {
		b.WriteString(textform.Wrapped(lead, fmt.Sprintf(format, args...), width))
	}
	say("", "Why %s is %q%s", tagText(t), t.Verdict, confidenceText(t))
	say("  ", "%s", t.Reason)
	if other, name := t.Objects, "Objects"; t.Bytes != nil && other != nil {
		if t.JudgedBy == "objects" {
			other, name = t.Bytes, "Bytes"
		}
		if other.Verdict != t.Verdict {
			say("  "+fmt.Sprintf("%-11s", name+":"), "%s: %s", other.Verdict, other.Reason)
		}
	}
	if l := judgedLevel(t); l != nil && l.Adjusted != nil && *l.Adjusted < 0.5 && rises(trend.Verdict(t.Verdict)) {
		say("  Chance:    ", "at most %s that a level without trend rises like this, allowing for the %d levels judged at once.",
			chanceText(*l.Adjusted), m.LevelsTested)
	}
	if t.Baseline != nil {
		say("  Baseline:  ", "%s.", baselineText(t))
	}
	if t.Recorded != nil && t.Source != "recording" {
		say("  Recording: ", "%s: %s", t.Recorded.Verdict, t.Recorded.Reason)
	}
	writeOwner(b, t.Owner, width)
	for _, text := range t.Next {
		say("  Next:      ", "%s", text)
	}
}

func judgedLevel(t *Tag) *Level {
	if t.JudgedBy == "objects" {
		return t.Objects
	}
	return t.Bytes
}

func chanceText(p float64) string {
	if p < 1e-9 {
		return "1e-09"
	}
	return strconv.FormatFloat(p, 'g', 1, 64)
}

func confidenceText(t *Tag) string {
	if l := judgedLevel(t); l != nil && l.Confidence > 0 {
		return ", confidence " + textform.Percent(l.Confidence)
	}
	return ""
}

func baselineText(t *Tag) string {
	c := t.Baseline
	unit := trend.Bytes
	if c.Measure == "objects" {
		unit = trend.Objects
	}
	per := " per " + c.Per
	text := c.Status
	if c.Before != nil && c.Now != nil {
		text += fmt.Sprintf(": %s%s there and %s%s here", shortRate(c.Before, unit), per, shortRate(c.Now, unit), per)
	}
	return text
}

// writeOwner says which components come into question, with the evidence.
func writeOwner(b *strings.Builder, o *Owner, width int) {
	if o == nil {
		return
	}
	say := func(lead, format string, args ...any) {
		b.WriteString(textform.Wrapped(lead, fmt.Sprintf(format, args...), width))
	}
	if o.Description != nil {
		say("  Tag file:  ", "%s.", textform.Printable(*o.Description))
	}
	if o.Shared != nil {
		say("  Shared:    ", "%s: %s. It depends on %s.", o.Shared.How, o.Shared.About, o.Shared.DependsOn)
	}
	head := "candidate"
	if o.Uncertain {
		head = "uncertain"
	}
	say("  Component: ", "%s: %s.", head, strings.TrimSuffix(textform.Printable(o.Why), "."))
	const shown = 4
	for i := range o.Candidates[:min(len(o.Candidates), shown)] {
		c := &o.Candidates[i]
		say("    ", "%s, %s", candidateText(c), textform.Plural(c.Points, "point"))
		for _, e := range c.Evidence {
			say("      ", "%s", textform.Printable(e.Text))
		}
		for _, n := range c.Notes {
			say("      ", "%s", textform.Printable(n))
		}
	}
	if rest := len(o.Candidates) - min(len(o.Candidates), shown) + o.Left; rest > 0 {
		fmt.Fprintf(b, "    ... and %s more\n", textform.Count(rest))
	}
}
