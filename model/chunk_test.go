package model

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
)

// checkChunk checks what must hold of every chunk, whatever it was made of.
func checkChunk(t testing.TB, c *Chunk) {
	t.Helper()
	counts := map[Table]int{}
	for _, table := range c.Order() {
		counts[table]++
	}
	for table := range Tables() {
		b := c.Batch(table)
		if b == nil {
			if counts[table] != 0 {
				t.Errorf("table %v has no batch, and %d rows in the order", table, counts[table])
			}
			continue
		}
		if table != TableFrame && counts[table] != b.Len() {
			t.Errorf("table %v has %d rows, and %d in the order", table, b.Len(), counts[table])
		}
		checkBatch(t, b)
	}
	if stacks, frames := c.Batch(TableStack), c.Batch(TableFrame); stacks != nil && frames != nil {
		rows := stacks.Stack()
		next := rows.FirstFrame[0]
		for i, first := range rows.FirstFrame {
			if first != next {
				t.Errorf("stack %d has frames from %d on, want %d", i, first, next)
			}
			next += uint64(rows.FrameCount[i])
		}
		if held := next - rows.FirstFrame[0]; held != uint64(frames.Len()) {
			t.Errorf("the stacks have %d frames, the frame table %d", held, frames.Len())
		}
	}
}

// checkBatch checks that a record is sound Arrow data.
func checkBatch(t testing.TB, b *Batch) {
	t.Helper()
	if !b.Record().Schema().Equal(b.Table().Schema()) {
		t.Errorf("table %v has another schema", b.Table())
	}
	for column, a := range b.Record().Columns() {
		field := b.Record().Schema().Field(column)
		nulls := 0
		for i := range a.Len() {
			if a.IsNull(i) {
				nulls++
			}
		}
		if a.Len() != b.Len() || nulls != a.NullN() || nulls > 0 && !field.Nullable {
			t.Errorf("%v.%s has %d of %d rows and %d nulls, counted %d", b.Table(), field.Name, a.Len(), b.Len(), a.NullN(),
				nulls)
		}
		d, ok := a.(*array.Dictionary)
		if !ok {
			continue
		}
		words := d.Dictionary().(*array.String)
		seen := map[string]bool{}
		for i := range words.Len() {
			if w := words.Value(i); !utf8.ValidString(w) || seen[w] {
				t.Errorf("%v.%s has the word %q twice or it is no UTF-8", b.Table(), field.Name, w)
			}
			seen[words.Value(i)] = true
		}
		for i := range a.Len() {
			if a.IsValid(i) && d.GetValueIndex(i) >= words.Len() {
				t.Errorf("%v.%s: row %d has word %d of %d", b.Table(), field.Name, i, d.GetValueIndex(i), words.Len())
			}
		}
	}
}

// TestRecordsSurviveArrowStream writes every table as an Arrow stream and reads it back.
func TestRecordsSurviveArrowStream(t *testing.T) {
	for _, c := range decodeCases() {
		chunks, _ := read(t, Options{}, c.event)
		record := chunks[0].Batch(c.table).Record()
		var stream bytes.Buffer
		w := ipc.NewWriter(&stream, ipc.WithSchema(c.table.Schema()))
		if err := w.Write(record); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if err := w.Close(); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		r, err := ipc.NewReader(&stream)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if !r.Next() || !array.RecordEqual(r.Record(), record) || !r.Schema().Equal(c.table.Schema()) {
			t.Errorf("%s: the record came back changed", c.name)
		}
		r.Release()
	}
}
