// Package columns gives the columns of any table as Go slices, for programs that learn only at run time which tables and
// columns they are to deal with. Programs that know the table use the typed views of package model.
package columns

import (
	"fmt"

	"github.com/apache/arrow/go/v17/arrow"

	"etledger/model"
)

// Type is the type of a column's values.
type Type uint8

// The types of columns. A Timestamp is an int64: nanoseconds since 1970 UTC. A Text column holds the texts once, and
// for each row an index; whether the index is a uint8 (enumerations) or a uint32 does not matter to its meaning.
const (
	Uint8 Type = iota
	Uint16
	Uint32
	Uint64
	Int64
	Float64
	Timestamp
	Text
)

var typeNames = [...]string{"uint8", "uint16", "uint32", "uint64", "int64", "float64", "timestamp", "text"}

// String names the type, such as uint64.
func (t Type) String() string { return typeNames[t] }

// Column describes a column of a table.
type Column struct {
	Name        string
	Type        Type
	Nullable    bool   // rows may lack a value; others never do
	Unit        string // such as bytes or address; "none" for values without one
	Description string
}

// Of describes the columns of a table, in its order.
func Of(t model.Table) []Column {
	fields := t.Schema().Fields()
	columns := make([]Column, len(fields))
	for i, f := range fields {
		columns[i] = Column{Name: f.Name, Type: typeOf(f.Type), Nullable: f.Nullable}
		columns[i].Unit, _ = f.Metadata.GetValue("unit")
		columns[i].Description, _ = f.Metadata.GetValue("description")
	}
	return columns
}

func typeOf(t arrow.DataType) Type {
	switch t.ID() {
	case arrow.UINT8:
		return Uint8
	case arrow.UINT16:
		return Uint16
	case arrow.UINT32:
		return Uint32
	case arrow.UINT64:
		return Uint64
	case arrow.INT64:
		return Int64
	case arrow.FLOAT64:
		return Float64
	case arrow.TIMESTAMP:
		return Timestamp
	case arrow.DICTIONARY:
		return Text
	}
	panic(fmt.Sprintf("columns: no table can have a column of type %v", t))
}
