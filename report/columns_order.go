package report

import (
	"cmp"
	"slices"
	"strings"

	"etledger/ledger"
)

// selection is the processes that a table is about, in its order, with its columns.
type selection struct {
	processes []*Process // all that were asked for, worst first
	rows      []*Process // of these, those of the table, in its order
	columns   []*column  // those that were asked for; none when that is left to the form
}

// selected finds what the options ask for: a *NoProcessError or *ColumnError when that is not there. Of top processes in
// the table; below 0 means all.
func (r *Report) selected(o TextOptions, top int) (selection, error) {
	var s selection
	var err error
	asked := o.Process
	if o.Explain != "" {
		asked = o.Explain
	}
	for i := range r.Processes {
		if r.Processes[i].isCalled(asked) {
			s.processes = append(s.processes, &r.Processes[i])
		}
	}
	if len(s.processes) == 0 && asked != "" {
		return s, &NoProcessError{Process: asked}
	}
	if s.columns, err = columnsOf(o.Columns); err != nil {
		return s, err
	}
	s.rows = slices.Clone(s.processes)
	if o.Sort != "" {
		if err := sortBy(s.rows, o.Sort); err != nil {
			return s, err
		}
	}
	if top >= 0 {
		s.rows = s.rows[:min(top, len(s.rows))]
	}
	return s, nil
}

// isCalled tells whether a name or number means this process, under the rule of ProfileOptions.Process.
func (p *Process) isCalled(asked string) bool {
	return ProfileOptions{Process: asked}.matches(&ledger.Lifetime{Image: orZero(p.Image), PID: p.PID})
}

// sortBy puts processes in the order that TextOptions.Sort describes; among equals the order stays.
func sortBy(processes []*Process, spec string) error {
	name, direction, said := strings.Cut(strings.TrimSpace(spec), ":")
	c, err := columnOf(name)
	if err != nil {
		return err
	}
	if said && direction != "asc" && direction != "desc" {
		return &ColumnError{Name: name, Problem: "the order is \"asc\" or \"desc\", not \"" + direction + "\""}
	}
	get := c.order
	if get == nil {
		get = c.value
	}
	slices.SortStableFunc(processes, func(a, b *Process) int {
		x, y := get(a), get(b)
		switch {
		case x == nil || y == nil:
			return cmp.Compare(oneIf(x == nil), oneIf(y == nil))
		case direction == "asc", direction == "" && c.of == words && c.order == nil:
			return compareValues(x, y)
		}
		return compareValues(y, x)
	})
	return nil
}

// compareValues compares two values of one column.
func compareValues(a, b any) int {
	switch x := a.(type) {
	case string:
		return cmp.Or(strings.Compare(strings.ToLower(x), strings.ToLower(b.(string))), strings.Compare(x, b.(string)))
	case bool:
		return cmp.Compare(oneIf(x), oneIf(b.(bool)))
	case uint64:
		return cmp.Compare(x, b.(uint64))
	case int64:
		return cmp.Compare(x, b.(int64))
	case float64:
		return cmp.Compare(x, b.(float64))
	}
	return 0
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}
