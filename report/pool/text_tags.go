package pool

import (
	"fmt"
	"strings"

	"etledger/internal/textform"
	"etledger/trend"
)

// shownTags are the first tags, and the one that holds most of a pool wherever it stands.
func shownTags(m *Machine, top int) (list []*Tag) {
	for i := range m.Tags[:min(len(m.Tags), top)] {
		list = append(list, &m.Tags[i])
	}
	largest := map[string]*Tag{}
	for i := range m.Tags {
		t := &m.Tags[i]
		if l := largest[t.Pool]; t.Bytes != nil && (l == nil || t.Bytes.Last > l.Bytes.Last) {
			largest[t.Pool] = t
		}
	}
	for i := range m.Tags[len(list):] {
		if t := &m.Tags[top+i]; largest[t.Pool] == t && t.Verdict == string(trend.Held) {
			list = append(list, t)
		}
	}
	return list
}

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
	shown := shownTags(m, o.Top)
	for _, t := range shown {
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

// componentText names the candidate, or the first of several and how many others there are; a question mark stands for none.
func componentText(t *Tag) string {
	o := t.Owner
	switch {
	case o == nil:
		return "-"
	case len(o.Candidates) == 0:
		return "?"
	}
	name := textform.Printable(o.Candidates[0].Name)
	switch n := len(o.Candidates) - 1; {
	case !o.Uncertain:
		return name
	case n == 0:
		return name + " ?"
	case n == 1:
		return name + " or 1 other"
	default:
		return fmt.Sprintf("%s or %d others", name, n)
	}
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
