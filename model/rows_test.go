package model

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"

	"etledger/etl"
)

// sourceOf delivers events that were made by hand.
func sourceOf(events ...etl.Event) func(context.Context) iter.Seq2[etl.Event, error] {
	return func(context.Context) iter.Seq2[etl.Event, error] {
		return func(yield func(etl.Event, error) bool) {
			for _, e := range events {
				if !yield(e, nil) {
					return
				}
			}
		}
	}
}

// read gives all chunks that a reader makes of events.
func read(t testing.TB, opts Options, events ...etl.Event) ([]*Chunk, Stats) {
	t.Helper()
	r := NewEventReader(sourceOf(events...), []etl.Header{{Clock: etl.ClockPerformanceCounter, PerfFreq: 1e7}}, opts)
	var chunks []*Chunk
	for c, err := range r.Chunks(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		chunks = append(chunks, c)
	}
	return chunks, r.Stats()
}

// row is what a row has in the columns that are not null.
type row map[string]any

// commonColumns is how many columns of a table are those that all tables but that of frames have.
func commonColumns(table Table) int {
	if table == TableFrame {
		return 0
	}
	return 7
}

// tableRows gives the rows of a table, without the columns that all tables have.
func tableRows(t testing.TB, chunks []*Chunk, table Table) []row {
	t.Helper()
	common := commonColumns(table)
	var rows []row
	for _, c := range chunks {
		b := c.Batch(table)
		if b == nil {
			continue
		}
		for i := range b.Len() {
			r := row{}
			for column, a := range b.Record().Columns() {
				if v := arrowValue(t, a, i); v != nil && column >= common {
					r[b.Record().ColumnName(column)] = v
				}
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// oneRow decodes one event, which must give one row of the table and no other.
func oneRow(t testing.TB, table Table, e etl.Event) row {
	t.Helper()
	chunks, stats := read(t, Options{}, e)
	if stats.Malformed != 0 || len(chunks) != 1 {
		t.Fatalf("event %v: %d malformed, %d chunks", KindName(KeyOf(&e)), stats.Malformed, len(chunks))
	}
	if order := chunks[0].Order(); len(order) != 1 || order[0] != table {
		t.Fatalf("event %v: rows of tables %v", KindName(KeyOf(&e)), order)
	}
	return tableRows(t, chunks, table)[0]
}

// arrowValue gives the value of a column as an integer, float or text, nil when it is null.
func arrowValue(t testing.TB, a arrow.Array, i int) any {
	if a.IsNull(i) {
		return nil
	}
	switch a := a.(type) {
	case *array.Uint8:
		return uint64(a.Value(i))
	case *array.Uint16:
		return uint64(a.Value(i))
	case *array.Uint32:
		return uint64(a.Value(i))
	case *array.Uint64:
		return a.Value(i)
	case *array.Int64:
		return a.Value(i)
	case *array.Timestamp:
		return int64(a.Value(i))
	case *array.Float64:
		return a.Value(i)
	case *array.Dictionary:
		return a.Dictionary().(*array.String).Value(a.GetValueIndex(i))
	}
	t.Fatalf("no column should be of type %v", a.DataType())
	return nil
}

// compareRows tells which columns of a row differ from what is wanted. Numbers may be of any type.
func compareRows(t testing.TB, what string, got, want row) {
	t.Helper()
	names := slices.Sorted(maps.Keys(got))
	for name := range want {
		if _, ok := got[name]; !ok {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if g, w := fmt.Sprint(got[name]), fmt.Sprint(want[name]); g != w {
			t.Errorf("%s: %s is %s, want %s", what, name, g, w)
		}
	}
}
