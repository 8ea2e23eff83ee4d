package where

import (
	"fmt"
	"slices"
	"strings"

	"etledger/model/columns"
)

// Compile checks the expression against the columns of tables and gives a filter for each; it is nil for a table of which
// no row can be chosen. A column that some of the tables lack is null in all their rows. Faults are of type *Error: a
// column that none of the tables has, or a comparison that its type does not allow.
func (e *Expression) Compile(tables []Table) ([]*Filter, error) {
	if err := e.checkNames(tables); err != nil {
		return nil, err
	}
	filters := make([]*Filter, len(tables))
	for i, t := range tables {
		c := compiler{source: e.source, table: t}
		root, err := c.compile(e.root, false)
		if err != nil {
			return nil, err
		}
		if root == constant(false) {
			continue
		}
		filters[i] = &Filter{columns: c.columns, root: root}
	}
	return filters, nil
}

func (e *Expression) checkNames(tables []Table) error {
	var err error
	names(e.root, func(c column) {
		if err != nil || slices.ContainsFunc(tables, func(t Table) bool { return t.has(c.name) }) {
			return
		}
		var known []string
		for _, t := range tables {
			for _, c := range t.Columns {
				known = append(known, c.Name)
			}
		}
		where := "in none of the tables"
		if len(tables) == 1 {
			where = "not in table " + tables[0].Name
		}
		err = &Error{e.source, c.at, fmt.Sprintf("column %q is %s%s", c.name, where, DidYouMean(c.name, known))}
	})
	return err
}

func (t *Table) has(name string) bool {
	return slices.ContainsFunc(t.Columns, func(c columns.Column) bool { return c.Name == name })
}

// compiler makes programs for one table.
type compiler struct {
	source  string
	table   Table
	columns []string // that the programs read: the slots
}

// target is a column that a table has.
type target struct {
	columns.Column
	slot int
}

// isWhole tells whether a column holds whole numbers.
func (t *target) isWhole() bool { return t.Type <= columns.Int64 }

// find gives a column of the table, nil when the table lacks it.
func (c *compiler) find(of column) *target {
	for _, described := range c.table.Columns {
		if described.Name != of.name {
			continue
		}
		slot := slices.Index(c.columns, of.name)
		if slot < 0 {
			slot = len(c.columns)
			c.columns = append(c.columns, of.name)
		}
		return &target{described, slot}
	}
	return nil
}

func (c *compiler) fault(at node, format string, args ...any) error {
	return &Error{c.source, at.offset(), fmt.Sprintf(format, args...)}
}

// compile makes the program of a condition or, when negated, of its contrary.
func (c *compiler) compile(n node, negated bool) (program, error) {
	switch n := n.(type) {
	case logical:
		return c.logical(n, negated)
	case negation:
		return c.compile(n.of, !negated)
	case comparison:
		return c.comparison(n, negated)
	case membership:
		return c.membership(n, n.negated != negated)
	case nullness:
		t := c.find(n.of)
		if t == nil {
			return constant(n.negated == negated), nil
		}
		return presence{t.slot, n.negated == negated}, nil
	case match:
		return c.match(n, n.negated != negated)
	case masked:
		return c.anyBit(n, negated)
	}
	return nil, c.fault(n, "expected a condition")
}

// logical joins its terms, exchanging "and" and "or" under a "not", and leaves out what is known before any row is seen.
func (c *compiler) logical(n logical, negated bool) (program, error) {
	or := n.or != negated
	var terms []program
	decided := false
	for _, term := range n.terms {
		p, err := c.compile(term, negated)
		if err != nil {
			return nil, err
		}
		if known, ok := p.(constant); !ok {
			terms = append(terms, p)
		} else if bool(known) == or {
			decided = true
		}
	}
	switch {
	case decided:
		return constant(or), nil
	case len(terms) == 0:
		return constant(!or), nil
	case len(terms) == 1:
		return terms[0], nil
	case or:
		return anyOf(terms), nil
	}
	return all(terms), nil
}

// DidYouMean suggests the known name that is nearest to a wrong one, if any is near.
func DidYouMean(wrong string, known []string) string {
	best, nearest := "", 3
	for _, name := range known {
		d := distance(wrong, name)
		if len(wrong) > 2 && (strings.HasPrefix(name, wrong) || strings.HasSuffix(name, wrong)) {
			d = min(d, 1)
		}
		if d < nearest {
			best, nearest = name, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// distance is the number of letters to insert, take out or exchange that make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := corner
			if a[i] != b[j] {
				change++
			}
			corner = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
