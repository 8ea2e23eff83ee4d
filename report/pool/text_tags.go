package pool

import (
	"fmt"
	"strings"

	"etledger/internal/textform"
	"etledger/trend"
)

func writeTagsText(b *strings.Builder, m *Machine, o TextOptions) {
	if len(m.Tags) == 0 {
		return
	}
	head := []string{"TAG", "POOL", "VERDICT", "BYTES", "GROWN", "OBJECTS", "FREED", "GROWTH [95 %]"}
	baseline := false
	for i := range m.Tags {
		baseline = baseline || m.Tags[i].Baseline != nil
	}
	if baseline {
		head = append(head, "BASELINE")
	}
	head = append(head, "COMPONENT")
	rows := [][]string{}
	starred := false
	for i := range m.Tags[:min(len(m.Tags), o.Top)] {
		t := &m.Tags[i]
		row := []string{t.Tag, t.Pool, verdictText(t), bytesText(t), grownText(t), objectsText(t), freedText(t), tagRateText(t)}
		starred = starred || strings.Contains(row[7], "*")
		if baseline {
			status := "-"
			if t.Baseline != nil {
				status = t.Baseline.Status
			}
			row = append(row, status)
		}
		rows = append(rows, append(row, componentText(t)))
	}
	textform.Table(b, "", head, rows, o.Width, len(head)-1, 3, 4, 5, 6)
	if rest := len(m.Tags) - len(rows); rest > 0 {
		fmt.Fprintf(b, "... and %s more.\n", textform.Count(rest))
	}
	b.WriteString("\n")
	note := "The worst verdict comes first, not the largest tag. BYTES and OBJECTS are outstanding at the end, GROWN is their " +
		"change of bytes since the first snapshot, FREED the share of all allocations that was freed; - means not told or not claimed."
	if starred {
		note += " * is per hour under workload."
	}
	b.WriteString(textform.Wrapped("", note, o.Width))
	b.WriteString("\n")
}

// verdictText adds to a verdict what it rests on when that is the count, and the role in a group.
func verdictText(t *Tag) string {
	text := t.Verdict
	if t.JudgedBy == "objects" && rises(trend.Verdict(t.Verdict)) {
		text += " by count"
	}
	if t.Role != nil && *t.Role != "member" {
		text += ", " + *t.Role
	}
	return text
}

func bytesText(t *Tag) string {
	switch {
	case t.Bytes != nil:
		return textform.Size(t.Bytes.Last)
	case t.Recorded != nil && t.Source == "recording":
		return textform.Size(t.Recorded.OutstandingBytes)
	}
	return "-"
}

func grownText(t *Tag) string {
	if t.Bytes == nil || t.Bytes.Samples < 2 {
		return "-"
	}
	change := float64(t.Bytes.Last) - float64(t.Bytes.First)
	return changeText(&change)
}

func objectsText(t *Tag) string {
	switch {
	case t.Objects != nil:
		return textform.Count(t.Objects.Last)
	case t.Recorded != nil && t.Source == "recording":
		return textform.Count(t.Recorded.Outstanding)
	}
	return "-"
}

func freedText(t *Tag) string {
	switch {
	case t.FreedShare == nil:
		return "-"
	case t.NeverFreed:
		return "none"
	}
	return textform.Percent(*t.FreedShare)
}

func tagRateText(t *Tag) string {
	switch {
	case t.JudgedBy == "objects":
		return levelRateText(t.Objects, trend.Objects)
	case t.Bytes != nil:
		return levelRateText(t.Bytes, trend.Bytes)
	case t.Recorded != nil && t.Recorded.PerHour != nil && rises(trend.Verdict(t.Verdict)):
		return shortRate(t.Recorded.PerHour, trend.Bytes) + "/h"
	}
	return "-"
}

// componentText names the candidates, a question mark for uncertain ones.
func componentText(t *Tag) string {
	o := t.Owner
	switch {
	case o == nil:
		return "-"
	case len(o.Candidates) == 0:
		return "?"
	case !o.Uncertain:
		return textform.Printable(o.Candidates[0].Name)
	}
	var names []string
	for i := range o.Candidates {
		names = append(names, textform.Printable(o.Candidates[i].Name))
	}
	return strings.Join(names, ", ") + " ?"
}

func writeGroupsText(b *strings.Builder, m *Machine, width int) {
	if len(m.Groups) == 0 {
		return
	}
	b.WriteString("Tags in lockstep\n")
	for i := range m.Groups {
		b.WriteString(textform.Wrapped("  ", m.Groups[i].Reason, width))
	}
	b.WriteString("\n")
}

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
	if l := judgedLevel(t); l != nil && l.Adjusted != nil && rises(trend.Verdict(t.Verdict)) {
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
		return "1e-9"
	}
	return fmt.Sprintf("%.1g", p)
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
