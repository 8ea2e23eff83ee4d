package model

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
)

// This file makes batches and chunks of what a Reader did not decode, such as columns that come back from a file. Views
// read memory without checks, so what they rely on is checked here.

// Texts gives the texts that the codes of a column stand for, by code, if the column is an enumeration: one whose Arrow
// type is a dictionary with uint8 indexes. They must not be changed.
func (t Table) Texts(column string) (texts arrow.Array, ok bool) {
	for i := range tables[t].fields {
		if f := &tables[t].fields[i]; f.arrow.Name == column && f.names != nil {
			return f.names, true
		}
	}
	return nil, false
}

// NewBatch makes a batch of a record. Its fields must be columns of the table, all or some, in the order of the table, with
// the names and types that the table's schema has; its rows must be in the order of seq. Arrays must not be slices
// of larger ones, and those of enumerations must have Texts as their dictionaries. The batch keeps a reference of its
// own. An error names the column that is not as it should be.
func NewBatch(t Table, r arrow.Record) (*Batch, error) {
	if t >= tableCount {
		return nil, fmt.Errorf("model: there is no %v", t)
	}
	names := make([]string, r.NumCols())
	for i := range names {
		names[i] = r.ColumnName(i)
	}
	schema := t.SchemaOf(names)
	for i, name := range names {
		if i >= schema.NumFields() || schema.Field(i).Name != name {
			return nil, fmt.Errorf("model: %q is no column of table %v, or not in its place", name, t)
		}
		if err := checkColumn(t, schema.Field(i), r.Column(i), int(r.NumRows())); err != nil {
			return nil, fmt.Errorf("model: %v.%s: %w", t, name, err)
		}
	}
	return &Batch{table: t, record: array.NewRecord(schema, r.Columns(), r.NumRows())}, nil
}

// checkColumn tells what is wrong with an array that is to be a column of n rows.
func checkColumn(t Table, f arrow.Field, a arrow.Array, n int) error {
	if !arrow.TypeEqual(a.DataType(), f.Type) {
		return fmt.Errorf("type %v, expected %v", a.DataType(), f.Type)
	}
	if a.NullN() > 0 && !f.Nullable {
		return fmt.Errorf("%d nulls, expected none", a.NullN())
	}
	d, ok := a.(*array.Dictionary)
	if !ok {
		return checkFixed(a, n)
	}
	if err := checkFixed(d.Indices(), n); err != nil {
		return err
	}
	if texts, ok := t.Texts(f.Name); ok {
		if !array.Equal(d.Dictionary(), texts) {
			return fmt.Errorf("the dictionary is not that of the column's codes")
		}
	} else if err := checkTexts(d.Dictionary().Data()); err != nil {
		return err
	}
	if d.Indices().DataType().ID() == arrow.UINT8 {
		return checkIndexes[uint8](d)
	}
	return checkIndexes[uint32](d)
}

// checkIndexes checks that the indexes of rows that are not null are those of words.
func checkIndexes[I uint8 | uint32](d *array.Dictionary) error {
	indexes, valid := fixedView[I](d.Indices())
	words := d.Dictionary().Len()
	for i, x := range indexes {
		if uint(x) >= uint(words) && (valid == nil || valid[i>>3]&(1<<(i&7)) != 0) {
			return fmt.Errorf("row %d has index %d in a dictionary of %d", i, x, words)
		}
	}
	return nil
}

// checkFixed checks the memory of an array of fixed-width values.
func checkFixed(a arrow.Array, n int) error {
	data := a.Data()
	if data.Len() != n || data.Offset() != 0 {
		return fmt.Errorf("%d rows from row %d of an array, expected all %d rows", data.Len(), data.Offset(), n)
	}
	width := data.DataType().(arrow.FixedWidthDataType).BitWidth() / 8
	buffers := data.Buffers()
	if n > 0 && (buffers[1] == nil || buffers[1].Len() < n*width) {
		return fmt.Errorf("memory for fewer than %d values of %d bytes", n, width)
	}
	nulls := 0
	if buffers[0] != nil {
		bitmap := buffers[0].Bytes()
		if len(bitmap) < (n+7)/8 {
			return fmt.Errorf("validity of fewer than %d rows", n)
		}
		nulls = n - countOnes(bitmap, n)
	}
	if data.NullN() != nulls {
		return fmt.Errorf("%d nulls are counted, there are %d", data.NullN(), nulls)
	}
	return nil
}

// countOnes counts the ones among the first n bits of a bitmap.
func countOnes(bitmap []byte, n int) (ones int) {
	i := 0
	for ; i+64 <= n; i += 64 {
		ones += bits.OnesCount64(binary.LittleEndian.Uint64(bitmap[i/8:]))
	}
	for ; i < n; i++ {
		ones += int(bitmap[i/8] >> (i % 8) & 1)
	}
	return ones
}

// checkTexts checks the memory of a dictionary of texts.
func checkTexts(data arrow.ArrayData) error {
	if data.NullN() != 0 {
		return fmt.Errorf("the dictionary has %d nulls, expected none", data.NullN())
	}
	if data.Len() == 0 {
		return nil
	}
	buffers := data.Buffers()
	if buffers[1] == nil || buffers[1].Len() < 4*(data.Offset()+data.Len()+1) {
		return fmt.Errorf("offsets of fewer than %d texts", data.Len())
	}
	end := int32(0)
	if buffers[2] != nil {
		end = int32(buffers[2].Len())
	}
	last := int32(0)
	for _, offset := range arrow.Int32Traits.CastFromBytes(buffers[1].Bytes())[:data.Offset()+data.Len()+1] {
		if offset < last || offset > end {
			return fmt.Errorf("a text of the dictionary ends at byte %d of %d, behind one that ends at %d", offset, end, last)
		}
		last = offset
	}
	return nil
}

// NewChunk makes a chunk of batches, at most one of a table and none of those that are nil, and of the order of their rows, as Chunk.Order describes it.
// Frames must be exactly those of the chunk's stack rows. The chunk takes over the slices.
func NewChunk(batches []*Batch, order []Table) (*Chunk, error) {
	c := &Chunk{order: order}
	for _, b := range batches {
		if b == nil {
			continue
		}
		if c.batches[b.table] != nil {
			return nil, fmt.Errorf("model: two batches of table %v for one chunk", b.table)
		}
		c.batches[b.table] = b
	}
	var rows [tableCount]int
	for _, t := range order {
		if t >= tableCount || t == TableFrame {
			return nil, fmt.Errorf("model: %v in the order of a chunk", t)
		}
		rows[t]++
	}
	for t, b := range c.batches {
		have := 0
		if b != nil && Table(t) != TableFrame {
			have = b.Len()
		}
		if have != rows[t] {
			return nil, fmt.Errorf("model: %d rows of table %v in the order of a chunk, %d in its batch", rows[t], Table(t), have)
		}
	}
	if err := c.checkFrames(); err != nil {
		return nil, err
	}
	return c, nil
}

// checkFrames checks that frame rows lie one behind the other, as the stack rows say.
func (c *Chunk) checkFrames() error {
	frames := c.batches[TableFrame]
	if frames == nil {
		return nil
	}
	if c.batches[TableStack] == nil {
		return fmt.Errorf("model: %d frames without a stack", frames.Len())
	}
	stacks := c.batches[TableStack].Stack()
	if len(stacks.FirstFrame) == 0 || len(stacks.FrameCount) == 0 {
		return fmt.Errorf("model: frames without first_frame and frame_count of their stacks")
	}
	next := stacks.FirstFrame[0]
	for i, first := range stacks.FirstFrame {
		if first != next {
			return fmt.Errorf("model: the frames of stack %d begin at %d, expected %d", i, first, next)
		}
		next += uint64(stacks.FrameCount[i])
	}
	if count := next - stacks.FirstFrame[0]; count != uint64(frames.Len()) {
		return fmt.Errorf("model: stacks of %d frames, %d rows of table %v", count, frames.Len(), TableFrame)
	}
	return nil
}
