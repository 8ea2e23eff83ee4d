package pool

import (
	"fmt"
	"strings"

	"etledger/internal/textform"
	"etledger/trend"
)

func writeReceiptText(b *strings.Builder, r *Receipt, o TextOptions) {
	b.WriteString("Before and after the correction\n")
	b.WriteString(textform.Wrapped("  Before   ", sideText(&r.Before), o.Width))
	b.WriteString(textform.Wrapped("  After    ", sideText(&r.After), o.Width))
	for _, text := range r.Against {
		b.WriteString(textform.Wrapped("  Against  ", text+".", o.Width))
	}
	b.WriteString("\n")
	rows := [][]string{}
	for i := range r.Tags[:min(len(r.Tags), o.Top)] {
		t := &r.Tags[i]
		rows = append(rows, []string{t.Tag, t.Pool, t.Verdict, receiptRate(t.Before, t), receiptRate(t.After, t),
			receiptRate(t.Difference, t)})
	}
	if len(rows) > 0 {
		textform.Table(b, "", []string{"TAG", "POOL", "VERDICT", "BEFORE [95 %]", "AFTER [95 %]", "DIFFERENCE [95 %]"},
			rows, o.Width, 0)
		if rest := len(r.Tags) - len(rows); rest > 0 {
			fmt.Fprintf(b, "... and %s more.\n", textform.Count(rest))
		}
		b.WriteString(textform.Wrapped("", "Rates are per "+r.Per+".", o.Width))
		said := map[string]bool{}
		for i := range r.Tags[:min(len(r.Tags), o.Why)] {
			if text := componentsText(&r.Tags[i]); !said[text] {
				said[text] = true
				b.WriteString(textform.Wrapped("  ", fmt.Sprintf("%s: %s", r.Tags[i].Tag, text), o.Width))
			}
		}
		b.WriteString("\n")
	}
}

// sideText says what was observed on one side.
func sideText(s *Side) string {
	text := textform.Plural(s.Snapshots, "snapshot")
	if s.Start != nil && s.End != nil && s.DurationS != nil {
		text += fmt.Sprintf(", %s to %s UTC, %s", momentText(s.Start), momentText(s.End), spanText(*s.DurationS))
	}
	if s.WorkS != nil {
		text += ", " + spanText(*s.WorkS) + " under workload"
	}
	if s.Volume != nil {
		text += ", " + textform.Number(*s.Volume) + " operations"
	}
	if len(s.Phases) > 0 {
		text += " (" + textform.Printable(strings.Join(s.Phases, ", ")) + ")"
	}
	return text
}

func receiptRate(r *Rate, t *TagReceipt) string {
	if r == nil {
		return "-"
	}
	unit := trend.Bytes
	if t.Measure == "objects" {
		unit = trend.Objects
	}
	return shortRate(r, unit)
}

// componentsText names the candidates with their versions on both sides.
func componentsText(t *TagReceipt) string {
	var names []string
	for i := range t.Components {
		c := &t.Components[i]
		text := textform.Printable(c.Name)
		if c.Vendor != nil {
			text += " (" + textform.Printable(*c.Vendor) + ")"
		}
		switch {
		case c.Before != nil && c.After != nil && *c.Changed:
			text += fmt.Sprintf(" %s before, %s after", textform.Printable(*c.Before), textform.Printable(*c.After))
		case c.Before != nil && c.After != nil:
			text += fmt.Sprintf(" %s, not changed", textform.Printable(*c.Before))
		case c.Before != nil:
			text += " " + textform.Printable(*c.Before)
		}
		names = append(names, text)
	}
	text := strings.Join(names, "; ")
	switch {
	case text == "":
		return "component not known"
	case t.Uncertain:
		text = "component uncertain: " + text
	}
	return text
}
