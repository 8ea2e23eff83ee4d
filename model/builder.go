package model

import (
	"reflect"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
)

// rowBuffers is the part of a builder that does not depend on its rows struct.
type rowBuffers struct {
	table   Table
	wanted  bool // its rows are delivered; otherwise they serve the columns of other tables only
	needed  bool // its rows are decoded
	n       int  // rows so far
	room    int  // rows that the required columns have room for
	expect  int  // rows that the next chunk is likely to have
	common  *Common
	columns []column
	chosen  []int         // indexes of the columns that are delivered
	schema  *arrow.Schema // of the chosen columns
}

// builder collects the rows of one table for one chunk.
type builder[R any] struct {
	rowBuffers
	rows R
}

// bind makes the builder one of table t, and gives its part that does not depend on the rows struct.
func (b *builder[R]) bind(t Table) *rowBuffers {
	// Every rows struct but that of frames begins with the common columns.
	common, _ := reflect.ValueOf(&b.rows).Elem().Field(0).Addr().Interface().(*Common)
	b.rowBuffers = rowBuffers{table: t, common: common, columns: bind(&b.rows, tables[t].fields)}
	return &b.rowBuffers
}

// choose tells which columns are delivered, by their names; nil means all.
func (b *rowBuffers) choose(names []string) {
	fields := tables[b.table].fields
	b.schema = tables[b.table].schema
	for i := range fields {
		if names == nil || slices.Contains(names, fields[i].arrow.Name) {
			b.chosen = append(b.chosen, i)
		}
	}
	if len(b.chosen) < len(fields) {
		b.schema = b.table.SchemaOf(names)
	}
	if !b.wanted {
		b.chosen = nil
	}
	for i, c := range b.columns {
		if !slices.Contains(b.chosen, i) {
			c.refuse()
		}
	}
}

// makeRoom makes room for one row more.
func (b *rowBuffers) makeRoom() {
	b.room = max(2*b.room, b.expect, leastRoom)
	for _, c := range b.columns {
		c.grow(b.room)
	}
}

// flush gives the rows as a batch, with the memory they are in, and has none afterwards.
func (b *rowBuffers) flush(firstNano int64) (*Batch, *tableMemory) {
	if b.common != nil {
		b.common.fillTimes(b.n, firstNano)
	}
	fields := tables[b.table].fields
	arrays := make([]arrow.Array, len(b.chosen))
	for k, i := range b.chosen {
		arrays[k] = b.columns[i].array(&fields[i], b.n)
	}
	m := &tableMemory{room: b.room, columns: make([]columnMemory, len(b.columns))}
	for i, c := range b.columns {
		m.columns[i] = c.detach()
	}
	batch := &Batch{table: b.table, record: array.NewRecord(b.schema, arrays, int64(b.n))}
	b.expect = b.n + b.n/8
	b.n, b.room = 0, 0
	return batch, m
}

// discard forgets the rows, which nobody wants.
func (b *rowBuffers) discard() { b.n = 0 }

// attach gives the builder memory for new rows.
func (b *rowBuffers) attach(m *tableMemory) {
	for i, c := range b.columns {
		c.attach(m.columns[i])
	}
	b.room = m.room
}

// fillTimes computes the times since the first event.
func (c *Common) fillTimes(n int, firstNano int64) {
	seconds, nano := c.TimeS[:n], c.UnixNano[:n]
	for i := range seconds {
		seconds[i] = float64(nano[i]-firstNano) / 1e9
	}
}
