package report

import (
	"fmt"
	"slices"
	"strings"

	"etledger/internal/textform"
	"etledger/internal/where"
)

// Column tells of one column of the table of processes: the same in text, Markdown and CSV.
type Column struct {
	Name    string // as TextOptions.Columns and TextOptions.Sort take it
	Field   string // its head in CSV: the name that the JSON has for the value
	Meaning string
}

// Columns lists the columns of the table of processes in the order in which a table has them.
func Columns() []Column {
	list := make([]Column, len(columns))
	for i := range columns {
		list[i] = Column{Name: columns[i].name, Field: columns[i].field, Meaning: columns[i].meaning}
	}
	return list
}

// ColumnNames lists the names of Columns.
func ColumnNames() []string {
	names := make([]string, len(columns))
	for i := range columns {
		names[i] = columns[i].name
	}
	return names
}

// ColumnError tells of a column that there is not, or of an order that is none.
type ColumnError struct{ Name, Problem string }

func (e *ColumnError) Error() string { return fmt.Sprintf("report: column %q: %s", e.Name, e.Problem) }

// quantity says what a value of a column measures, and so how people read it.
type quantity int

const (
	words quantity = iota
	bytesOf
	bytesPerSecond
	countOf
	number // without thousands set apart, as of a process
	moment // seconds since the beginning of the capture
	span   // seconds
	share
	levels // over time
)

// column defines a column once, for all forms of the table.
type column struct {
	name, field, head, meaning string
	of                         quantity
	account                    bool // counts what memory events tell, so unknown without them
	// value gives a string, a bool, an integer or a float64, or nil for what is not known.
	value func(*Process) any
	// text says the value in words where its quantity does not tell how.
	text func(*Process, textform.Units) string
	// order gives what is sorted by instead of the value.
	order func(*Process) any
	// In text rank says which columns make way first, 0 none: those without a rank are shown where they are asked for.
	// least is the width to which a column may be shortened.
	rank, least int
	standing    bool // shown whatever the width
}

// columnOf finds a column by its name.
func columnOf(name string) (*column, error) {
	i := slices.IndexFunc(columns, func(c column) bool { return strings.EqualFold(c.name, name) || c.field == name })
	if i < 0 {
		names := ColumnNames()
		return nil, &ColumnError{Name: name, Problem: "there is none of that name" + where.DidYouMean(strings.ToLower(name), names) +
			"; columns are " + strings.Join(names, ", ")}
	}
	return &columns[i], nil
}

// columnsOf finds the columns that were asked for.
func columnsOf(names []string) ([]*column, error) {
	var found []*column
	for _, name := range names {
		c, err := columnOf(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		if !slices.Contains(found, c) {
			found = append(found, c)
		}
	}
	return found, nil
}

// numeric tells whether cells are set flush right.
func (c *column) numeric() bool { return c.of != words && c.of != levels && c.text == nil }

// textOf gives the cell for people, "-" for what is not known.
func (c *column) textOf(p *Process, u textform.Units) string {
	if c.text != nil {
		return c.text(p, u)
	}
	switch v := c.value(p).(type) {
	case nil:
		return "-"
	case string:
		return textform.Printable(v)
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case uint64:
		switch c.of {
		case bytesOf:
			return u.Size(v)
		case number:
			return fmt.Sprint(v)
		}
		return textform.Count(v)
	case int64:
		return u.Signed(v)
	case float64:
		switch c.of {
		case bytesOf:
			return u.Signed(int64(v))
		case bytesPerSecond:
			return u.Rate(v)
		case share:
			return textform.Percent(v)
		case moment:
			return fmt.Sprintf("%.1f s", v)
		case span:
			return textform.Span(v)
		}
	}
	return "-"
}

// valueOf gives what a pointer of the report points to, nil for what is not known.
func valueOf[T string | bool | float64 | int64 | uint64](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

func valueOf32(p *uint32) any {
	if p == nil {
		return nil
	}
	return uint64(*p)
}
