package compare

import (
	"fmt"
	"slices"
	"strings"

	"etledger/internal/textform"
	"etledger/report"
)

// A change of what is held or churned is worth a note from this on.
const (
	noteFactor = 2.0
	noteBytes  = 1 << 20
)

// processNotes lists what else changed of a process that ran on both sides, and what weakens its comparison.
func processNotes(p *Process, g *group) (list []string) {
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	b, a := p.Before, p.After
	if one, other := instancesText(b), instancesText(a); one != other {
		add("%s before, %s after; their slopes are added up", one, other)
	}
	if one, other := pathsOf(g.sides[0]), pathsOf(g.sides[1]); one != "" && other != "" && !strings.EqualFold(one, other) {
		add("the image is another file: %s before, %s after", textform.Printable(one), textform.Printable(other))
	}
	if grown(b.Churn.Value, a.Churn.Value) {
		add("memory that comes and goes: %s before, %s after", textform.Size(b.Churn.Value), textform.Size(a.Churn.Value))
	}
	if p.d.load == 1 && grown(b.Committed*b.AliveS, a.Committed*a.AliveS) {
		add("committed per second: %s before, %s after", textform.Rate(b.Committed), textform.Rate(a.Committed))
	}
	for side, f := range []*Figures{b, a} {
		if f.LostShare != nil {
			share := "some"
			if *f.LostShare > 0 {
				share = "an estimated " + textform.Percent(*f.LostShare)
			}
			add("%s of its frees were lost %s", share, sideName(side))
		}
		if f.Captures > f.SlopesUsed && f.SlopesUsed > 0 {
			add("of %s %s, only %d tell a slope", textform.Plural(f.Captures, "capture"), sideName(side), f.SlopesUsed)
		}
		if f.I2 != nil && *f.I2 >= 0.5 {
			add("its slopes %s differ from capture to capture by more than their errors explain (I2 %s)", sideName(side),
				textform.Percent(*f.I2))
		}
	}
	return list
}

// grown tells whether one amount is much more than the other, either way.
func grown(one, other float64) bool {
	least, most := min(one, other), max(one, other)
	return most-least >= noteBytes && most >= noteFactor*least
}

// instancesText says how many processes a group had at once in the captures of a side.
func instancesText(f *Figures) string {
	least, most := slices.Min(f.Instances), slices.Max(f.Instances)
	if least == most {
		return textform.Plural(most, "process")
	}
	return fmt.Sprintf("%d to %s", least, textform.Plural(most, "process"))
}

// pathsOf names the one path that all processes of a side have; empty where there are several.
func pathsOf(s groupSide) string {
	var path string
	for _, c := range s {
		for _, p := range c.members {
			is := pathOf(p)
			if path != "" && !strings.EqualFold(path, is) {
				return ""
			}
			path = is
		}
	}
	return path
}

func pathOf(p *report.Process) string { return orZero(p.ImagePath) }
