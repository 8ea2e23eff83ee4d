package listing

import (
	"fmt"
	"slices"
	"strings"

	"etledger/internal/where"
	"etledger/model"
	"etledger/model/columns"
)

// Format is the form in which rows are written.
type Format string

// The formats. Text is for people: its widths and the columns that it shows may change. The others are for programs.
const (
	Text  Format = "text"
	JSONL Format = "jsonl" // one JSON object a line
	CSV   Format = "csv"   // RFC 4180, with a line of names
	Arrow Format = "arrow" // an Arrow IPC stream
)

// Formats are all formats.
var Formats = []Format{Text, JSONL, CSV, Arrow}

// Request says what to list. The zero value, but for its Format, asks for all.
type Request struct {
	Tables  []model.Table // nil: all tables but that of frames
	Columns []string      // in this order; nil: all or, as text, the main ones
	Where   string        // an expression of package where; empty: all rows
	Limit   uint64        // greatest number of rows; 0: no limit
	Format  Format
}

// Plan is a request that can be fulfilled. It is for one listing at a time.
type Plan struct {
	format Format
	limit  uint64
	tables []*table
}

// table is a table to be listed.
type table struct {
	model.Table
	shown  []shown
	filter *where.Filter // nil: all rows
	idle   bool          // no row of it can be listed

	part // of the chunk at hand
}

// shown is a column that is shown.
type shown struct {
	columns.Column
	frames bool // it is none of the table's own: the addresses of the row's frames
	hex    bool // as text, it is shown in hexadecimal
}

// NewPlan checks a request. Faults in its expression are of type *where.Error.
func NewPlan(r Request) (*Plan, error) {
	p := &Plan{format: r.Format, limit: r.Limit}
	wanted := r.Tables
	if wanted == nil {
		for t := range model.Tables() {
			if t != model.TableFrame {
				wanted = append(wanted, t)
			}
		}
	}
	if (r.Format == CSV || r.Format == Arrow) && len(wanted) != 1 {
		return nil, fmt.Errorf("%s holds one table; name one with --table: %s", r.Format, Names(wanted))
	}
	for t := range model.Tables() {
		if slices.Contains(wanted, t) {
			p.tables = append(p.tables, &table{Table: t})
		}
	}
	if err := p.chooseColumns(r, r.Tables != nil); err != nil {
		return nil, err
	}
	if err := p.chooseRows(r.Where); err != nil {
		return nil, err
	}
	return p, nil
}

// Names lists the names of tables for a message.
func Names(tables []model.Table) string {
	var names []string
	for _, t := range tables {
		names = append(names, t.String())
	}
	return strings.Join(names, ", ")
}

// chooseColumns settles what is shown of each table. Tables that have none of the columns asked for are left out, unless
// they were asked for themselves.
func (p *Plan) chooseColumns(r Request, named bool) error {
	found := make(map[string]bool)
	for _, t := range p.tables {
		names := r.Columns
		if names == nil {
			names = p.usual(t)
		}
		for _, name := range names {
			if s, ok := t.column(name); ok {
				t.shown = append(t.shown, s)
				found[name] = true
			}
		}
		if len(t.shown) == 0 && named {
			return fmt.Errorf("table %v has none of the columns %s; 'etledger events --describe --table %v' lists them", t,
				strings.Join(r.Columns, ", "), t)
		}
	}
	for i, name := range r.Columns {
		if slices.Contains(r.Columns[:i], name) {
			return fmt.Errorf("column %q is named twice", name)
		}
		if !found[name] {
			return p.unknownColumn(name)
		}
		if name == framing && p.format == Arrow {
			return fmt.Errorf("an arrow stream cannot hold the column %q; list the table frame, whose rows follow those of stack",
				framing)
		}
	}
	p.tables = slices.DeleteFunc(p.tables, func(t *table) bool { return len(t.shown) == 0 })
	return nil
}

func (p *Plan) unknownColumn(name string) error {
	var known []string
	for _, t := range p.tables {
		for _, c := range columns.Of(t.Table) {
			known = append(known, c.Name)
		}
	}
	in, describe := "none of the tables has", ""
	if len(p.tables) == 1 {
		in = fmt.Sprintf("table %v does not have", p.tables[0])
		describe = fmt.Sprintf(" --table %v", p.tables[0])
	}
	return fmt.Errorf("%s a column %q%s; 'etledger events --describe%s' lists the columns", in, name,
		where.DidYouMean(name, known), describe)
}

// usual are the columns that are shown when none are asked for.
func (p *Plan) usual(t *table) []string {
	if p.format == Text {
		return tables[t.Table].main
	}
	var names []string
	for _, c := range columns.Of(t.Table) {
		names = append(names, c.Name)
	}
	if t.Table == model.TableStack && p.format == JSONL {
		names = append(names, framing)
	}
	return names
}

func (t *table) column(name string) (shown, bool) {
	if name == framing && t.Table == model.TableStack {
		return shown{Column: columns.Column{Name: framing}, frames: true, hex: true}, true
	}
	for _, c := range columns.Of(t.Table) {
		if c.Name == name {
			return shown{Column: c, hex: c.Unit == "address" || hexadecimal[name]}, true
		}
	}
	return shown{}, false
}

// chooseRows compiles the expression.
func (p *Plan) chooseRows(expression string) error {
	if expression == "" {
		return nil
	}
	e, err := where.Parse(expression)
	if err != nil {
		return err
	}
	described := make([]where.Table, len(p.tables))
	for i, t := range p.tables {
		described[i] = where.Table{Name: t.String(), Columns: columns.Of(t.Table)}
	}
	filters, err := e.Compile(described)
	if err != nil {
		return err
	}
	for i, t := range p.tables {
		t.filter, t.idle = filters[i], filters[i] == nil
	}
	return nil
}

// active are the tables of which rows may be listed.
func (p *Plan) active() []*table {
	return slices.DeleteFunc(slices.Clone(p.tables), func(t *table) bool { return t.idle })
}

// Needs are the tables and columns that have to be read for the listing. There may be none, when no row can be in it.
func (p *Plan) Needs() ([]model.Table, map[model.Table][]string) {
	needed := make([]model.Table, 0, len(p.tables)+1)
	of := make(map[model.Table][]string)
	need := func(t model.Table, names ...string) {
		if !slices.Contains(needed, t) {
			needed = append(needed, t)
		}
		for _, name := range names {
			if !slices.Contains(of[t], name) {
				of[t] = append(of[t], name)
			}
		}
	}
	for _, t := range p.active() {
		need(t.Table, "seq")
		if t.filter != nil {
			need(t.Table, t.filter.Columns()...)
		}
		for _, s := range t.shown {
			if s.frames {
				need(model.TableStack, "frame_count")
				need(model.TableFrame, "address")
			} else {
				need(t.Table, s.Name)
			}
		}
	}
	return needed, of
}
