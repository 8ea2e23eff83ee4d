package model

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// TestBatchesOfRecordsAreThoseDecoded takes the records of decoded batches for ones from elsewhere.
func TestBatchesOfRecordsAreThoseDecoded(t *testing.T) {
	for _, c := range decodeCases() {
		chunks, _ := read(t, Options{}, c.event)
		var batches []*Batch
		for table := range Tables() {
			b := chunks[0].Batch(table)
			if b == nil {
				continue
			}
			plain := arrow.NewSchema(b.Record().Schema().Fields(), nil) // without metadata
			again, err := NewBatch(table, array.NewRecord(plain, b.Record().Columns(), b.Record().NumRows()))
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if !again.Record().Schema().Equal(table.Schema()) {
				t.Errorf("%s: another schema", c.name)
			}
			batches = append(batches, again)
		}
		chunk, err := NewChunk(append(batches, nil), chunks[0].Order())
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		checkChunk(t, chunk)
		got, want := tableRows(t, []*Chunk{chunk}, c.table), tableRows(t, chunks, c.table)
		if len(want) == 0 || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", c.name, got, want)
		}
		chunk.Release()
	}
}

// TestBatchOfSomeColumns makes a batch that lacks columns.
func TestBatchOfSomeColumns(t *testing.T) {
	b := build(memory.DefaultAllocator, array.NewUint64Builder, uint64(7), uint64(8))
	r := recordOf(TableVirtualAlloc, map[string]arrow.Array{"seq": b, "base_address": b})
	batch, err := NewBatch(TableVirtualAlloc, r)
	if err != nil {
		t.Fatal(err)
	}
	rows := batch.VirtualAlloc()
	if !slices.Equal(rows.Seq, []uint64{7, 8}) || !slices.Equal(rows.BaseAddress, []uint64{7, 8}) || rows.PID != nil {
		t.Errorf("rows %v, %v, %v", rows.Seq, rows.BaseAddress, rows.PID)
	}
	if _, ok := rows.AllocType.At(1); ok {
		t.Error("a column that is not there has a value")
	}
}

func build[T any, B interface {
	array.Builder
	Append(T)
}](m memory.Allocator, newBuilder func(memory.Allocator) B, values ...T) arrow.Array {
	b := newBuilder(m)
	for _, v := range values {
		b.Append(v)
	}
	return b.NewArray()
}

// recordOf makes a record of some columns of a table, in the table's order.
func recordOf(t Table, columns map[string]arrow.Array) arrow.Record {
	var fields []arrow.Field
	var arrays []arrow.Array
	for _, f := range t.Schema().Fields() {
		if a, ok := columns[f.Name]; ok {
			f.Type = a.DataType()
			fields, arrays = append(fields, f), append(arrays, a)
		}
	}
	return array.NewRecord(arrow.NewSchema(fields, nil), arrays, int64(arrays[0].Len()))
}

// codedTexts makes an array of texts by hand, sound or not.
func codedTexts(t *arrow.DictionaryType, indexes arrow.Array, words arrow.Array) arrow.Array {
	data := array.NewDataWithDictionary(t, indexes.Len(), indexes.Data().Buffers(), 0, 0, words.Data().(*array.Data))
	return array.NewDictionaryData(data)
}

func TestRecordsThatAreNoBatch(t *testing.T) {
	m := memory.DefaultAllocator
	seq := build(m, array.NewUint64Builder, uint64(1), uint64(2))
	pid := build(m, array.NewUint32Builder, uint32(4), uint32(4))
	words := build(m, array.NewStringBuilder, "a", "b")
	withNull := array.NewUint32Builder(m)
	withNull.AppendNull()
	withNull.Append(1)
	ragged := array.MakeFromData(array.NewData(arrow.BinaryTypes.String, 2, []*memory.Buffer{
		nil, memory.NewBufferBytes(arrow.GetBytes([]int32{0, 9, 2})), memory.NewBufferBytes([]byte("ab")),
	}, nil, 0, 0))
	short := array.MakeFromData(array.NewData(arrow.PrimitiveTypes.Uint64, 2, []*memory.Buffer{nil, nil}, nil, 0, 0))
	fewer := array.MakeFromData(array.NewData(arrow.PrimitiveTypes.Uint64, 9, []*memory.Buffer{
		memory.NewBufferBytes([]byte{0xFF}), memory.NewBufferBytes(make([]byte, 9*8)),
	}, nil, 1, 0))
	codes := build(m, array.NewUint8Builder, uint8(1), uint8(9))
	ops, _ := TableVirtualAlloc.Texts("type")
	fields := TableVirtualAlloc.Schema()
	swapped := array.NewRecord(arrow.NewSchema([]arrow.Field{fields.Field(8), fields.Field(0)}, nil),
		[]arrow.Array{pid, seq}, 2)
	one := func(name string, a arrow.Array) arrow.Record {
		return recordOf(TableVirtualAlloc, map[string]arrow.Array{name: a})
	}
	for _, c := range []struct {
		name   string
		table  Table
		record arrow.Record
		want   string
	}{
		{"table", tableCount, one("seq", seq), "no table 19"},
		{"name", TablePool, one("base_address", seq), `"base_address" is no column of table pool`},
		{"order", TableVirtualAlloc, swapped, `"pid" is no column of table virtual_alloc, or not in its place`},
		{"type", TableVirtualAlloc, one("seq", pid), "virtual_alloc.seq: type uint32, expected uint64"},
		{"null", TableVirtualAlloc, one("pid", withNull.NewArray()), "virtual_alloc.pid: 1 nulls, expected none"},
		{"slice", TableVirtualAlloc, one("seq", array.NewSlice(seq, 1, 2)), "virtual_alloc.seq: 1 rows from row 1"},
		{"memory", TableVirtualAlloc, one("seq", short), "virtual_alloc.seq: memory for fewer than 2 values"},
		{"validity", TableVirtualAlloc, one("commit_size", fewer), "validity of fewer than 9 rows"},
		{"index", TableVirtualAlloc, one("alloc_type", codedTexts(textType, build(m, array.NewUint32Builder, uint32(1), uint32(2)),
			words)), "virtual_alloc.alloc_type: row 1 has index 2 in a dictionary of 2"},
		{"texts", TableVirtualAlloc, one("alloc_type", codedTexts(textType, pid, ragged)), "ends at byte 9 of 2"},
		{"other codes", TableVirtualAlloc, one("type", codedTexts(enumType, codes, words)), "not that of the column's codes"},
		{"code", TableVirtualAlloc, one("type", codedTexts(enumType, codes, ops)), "row 1 has index 9 in a dictionary of 5"},
	} {
		b, err := NewBatch(c.table, c.record)
		if b != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v", c.name, b, err)
		}
	}
}

func TestBatchesThatAreNoChunk(t *testing.T) {
	m := memory.DefaultAllocator
	batch := func(t Table, columns map[string]arrow.Array) *Batch {
		b, err := NewBatch(t, recordOf(t, columns))
		if err != nil {
			panic(err)
		}
		return b
	}
	seq := build(m, array.NewUint64Builder, uint64(1), uint64(2))
	count := build(m, array.NewUint32Builder, uint32(1), uint32(1))
	allocs := batch(TableVirtualAlloc, map[string]arrow.Array{"seq": seq})
	frames := batch(TableFrame, map[string]arrow.Array{"seq": seq})
	stacks := batch(TableStack, map[string]arrow.Array{"first_frame": seq, "frame_count": count})
	gap := batch(TableStack, map[string]arrow.Array{
		"first_frame": build(m, array.NewUint64Builder, uint64(1), uint64(3)), "frame_count": count})
	many := batch(TableStack, map[string]arrow.Array{
		"first_frame": seq, "frame_count": build(m, array.NewUint32Builder, uint32(1), uint32(2))})
	bare := batch(TableStack, map[string]arrow.Array{"seq": seq})
	two := []Table{TableStack, TableStack}
	for _, c := range []struct {
		name    string
		batches []*Batch
		order   []Table
		want    string
	}{
		{"order", []*Batch{allocs}, []Table{TableVirtualAlloc}, "1 rows of table virtual_alloc in the order of a chunk, 2 in its"},
		{"no batch", nil, []Table{TablePool}, "1 rows of table pool in the order of a chunk, 0 in its"},
		{"twice", []*Batch{allocs, allocs}, nil, "two batches of table virtual_alloc"},
		{"no table", nil, []Table{tableCount}, "table 19 in the order"},
		{"frame", []*Batch{stacks, frames}, []Table{TableStack, TableStack, TableFrame}, "frame in the order"},
		{"frames alone", []*Batch{frames}, nil, "2 frames without a stack"},
		{"bare stacks", []*Batch{bare, frames}, two, "frames without first_frame"},
		{"gap", []*Batch{gap, frames}, two, "the frames of stack 1 begin at 3, expected 2"},
		{"too few", []*Batch{many, frames}, two, "stacks of 3 frames, 2 rows"},
	} {
		if chunk, err := NewChunk(c.batches, c.order); err == nil || !strings.Contains(err.Error(), c.want) || chunk != nil {
			t.Errorf("%s: %v, %v", c.name, chunk, err)
		}
	}
	if c, err := NewChunk([]*Batch{stacks, frames}, two); err != nil || c.Batch(TableFrame).Len() != 2 {
		t.Errorf("a chunk of frames: %v", err)
	}
}
