package compare

import (
	"strings"

	"etledger/internal/textform"
)

// shownModules is how many modules of a process are listed.
const shownModules = 5

// writeWhy tells of the first processes why they have their status: those that changed or grow, or else the first few.
func (t *textWriter) writeWhy(r *Report) {
	if t.why < 0 {
		return
	}
	chosen := []*Process{}
	for i := range r.Processes {
		if p := &r.Processes[i]; len(chosen) < t.why && (p.rank() <= ranksTold || len(p.Notes) > 0) {
			chosen = append(chosen, p)
		}
	}
	if len(chosen) == 0 && len(r.Processes) == 1 {
		chosen = append(chosen, &r.Processes[0])
	}
	for _, p := range chosen {
		t.b.WriteString("\n")
		t.b.WriteString(t.paint.In(textform.Heading, textform.Wrapped("", p.fullName()+" is "+p.Status, t.width)))
		t.say("  ", "%s", p.Reason)
		for _, note := range p.Notes {
			t.say("  Note: ", "%s", note+".")
		}
		t.writeHeld(p)
		t.writeModules(p)
	}
}

// ranksTold is the last rank of processes that are told of.
const ranksTold = 5

// writeHeld tells what was outstanding and churned with the intervals of their differences.
func (t *textWriter) writeHeld(p *Process) {
	if p.Before == nil || p.After == nil {
		return
	}
	for _, c := range []struct {
		lead          string
		before, after Estimate
		difference    *Estimate
	}{
		{"  Outstanding: ", p.Before.Outstanding, p.After.Outstanding, p.OutstandingDifference},
		{"  Churn: ", p.Before.Churn, p.After.Churn, p.ChurnDifference},
	} {
		t.say(c.lead, "%s.", t.heldText(c.before, c.after, c.difference))
	}
}

// heldText puts two amounts and their difference beside one another.
func (t *textWriter) heldText(before, after Estimate, d *Estimate) string {
	text := t.units.Signed(int64(before.Value)) + " before, " + t.units.Signed(int64(after.Value)) + " after"
	switch {
	case d == nil:
		return text + "; not to be compared"
	case d.Low != nil && d.High != nil:
		return text + "; difference " + t.units.Change(int64(d.Value)) + " (95 %: " + t.units.Signed(int64(*d.Low)) + " to " +
			t.units.Signed(int64(*d.High)) + ")"
	}
	return text + "; difference " + t.units.Change(int64(d.Value))
}

func (t *textWriter) writeModules(p *Process) {
	if p.ModulesReason != nil {
		t.say("  ", "Modules cannot be compared: %s.", *p.ModulesReason)
		return
	}
	if len(p.Modules) == 0 {
		return
	}
	grid := textform.Grid{Paint: t.paint, Columns: []textform.Column{
		{Head: "MODULE", Least: 12}, {Head: "STATUS"}, {Head: "BEFORE", Numeric: true, Rank: 1}, {Head: "AFTER", Numeric: true, Rank: 1},
		{Head: "DIFFERENCE [95 %]", Numeric: true, Rank: 2}, {Head: "OUTSTANDING", Numeric: true, Rank: 3},
	}}
	for i := range p.Modules[:min(len(p.Modules), shownModules)] {
		m := &p.Modules[i]
		grid.Rows = append(grid.Rows, []string{textform.Printable(m.Module), m.Status, t.moduleSlope(m.BeforeSlope),
			t.moduleSlope(m.AfterSlope), differenceText(m.SlopeDifference, t.units), t.moduleBytes(m.BeforeBytes) + " > " +
				t.moduleBytes(m.AfterBytes)})
	}
	grid.Style = func(row, column int) textform.Style {
		if column == 1 {
			return statusStyles[p.Modules[row].Status]
		}
		return textform.Plain
	}
	grid.Write(&t.b, "  ", t.width)
	if rest := p.ModuleCount - len(grid.Rows); rest > 0 {
		t.say("  ", "... and %s more.", strings.TrimSpace(textform.Plural(rest, "module")))
	}
}

func (t *textWriter) moduleSlope(e *Estimate) string {
	if e == nil {
		return "-"
	}
	return t.units.Rate(e.Value)
}

func (t *textWriter) moduleBytes(v *float64) string {
	if v == nil {
		return "-"
	}
	return t.units.Signed(int64(*v))
}
