package pool

import (
	"fmt"
	"strings"

	"etledger/internal/textform"
	"etledger/trend"
)

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
	if o := t.Objects; unit == trend.Bytes && o != nil && rises(trend.Verdict(o.Verdict)) && o.PerOperation != nil &&
		o.PerOperation.Rate > 0 {
		parts = append(parts, quantity(o.PerOperation.Rate, trend.Objects)+" per operation")
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
