package model

import (
	"math/bits"
	"unsafe"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// This file makes Arrow arrays of the slices that a rows struct consists of, and the other way round, without
// copying. While a chunk is being filled, the fields of a rows struct are the column buffers: decoders write straight
// into them.

// column is one column of a rows struct. Rows are written by the methods of the concrete types; this interface is
// used once for each chunk only.
type column interface {
	// grow makes room for n rows. Nullable columns, which grow when a value is set, need not do anything.
	grow(n int)
	// array gives the first n rows as an Arrow array over the same memory.
	array(f *field, n int) arrow.Array
	// view makes the column one over the memory of an Arrow array.
	view(arr arrow.Array)
	// refuse tells that nobody wants the column's values.
	refuse()
	// detach gives away the column's memory, which from now on belongs to the arrays made of it.
	detach() columnMemory
	// attach gives the column memory that detach of the same column gave, for new rows.
	attach(columnMemory)
}

// columnMemory is the memory of a column, nil where it has none.
type columnMemory struct {
	raw   []byte // of values or indexes
	valid []byte
}

// required is a column in which every row has a value. Decoders write it by index.
type required[T element] []T

func (c *required[T]) grow(n int) {
	grown := make([]T, n)
	copy(grown, *c)
	*c = grown
}

func (c *required[T]) array(f *field, n int) arrow.Array {
	return fixedArray(f, (*c)[:n], nil, 0)
}

func (c *required[T]) view(arr arrow.Array) {
	*c, _ = fixedView[T](arr)
}

// refuse does nothing: values are written, since a test for each would cost as much, but to memory that no array gets.
func (c *required[T]) refuse() {}

func (c *required[T]) detach() columnMemory {
	m := columnMemory{raw: bytesOf(*c)}
	*c = nil
	return m
}

func (c *required[T]) attach(m columnMemory) { *c = sliceOf[T](m.raw) }

// set gives row i a value. Rows for which it is not called are null.
func (v *Values[T]) set(i int, x T) {
	if i >= len(v.Raw) && !v.makeRoom(i) {
		return
	}
	v.Raw[i] = x
	v.valid[i>>3] |= 1 << (i & 7)
}

// makeRoom makes room for row i, unless nobody wants it.
func (v *Values[T]) makeRoom(i int) bool {
	if v.unwanted {
		return false
	}
	v.Raw, v.valid = nullableRoom(v.Raw, v.valid, i)
	return true
}

func (v *Values[T]) grow(int) {}

func (v *Values[T]) array(f *field, n int) arrow.Array {
	raw, valid, nulls := nullableRows(v.Raw, v.valid, n)
	return fixedArray(f, raw, valid, nulls)
}

func (v *Values[T]) view(arr arrow.Array) { v.Raw, v.valid = fixedView[T](arr) }

func (v *Values[T]) refuse() { v.unwanted = true }

func (v *Values[T]) detach() columnMemory {
	m := columnMemory{raw: bytesOf(v.Raw), valid: v.valid}
	v.Raw, v.valid = nil, nil
	return m
}

func (v *Values[T]) attach(m columnMemory) {
	m.clear()
	v.Raw, v.valid = sliceOf[T](m.raw), m.valid
}

// setIndex gives row i the word of the dictionary that has index x.
func (s *Strings) setIndex(i int, x uint32) {
	if i >= len(s.index) {
		if s.unwanted {
			return
		}
		s.index, s.valid = nullableRoom(s.index, s.valid, i)
	}
	s.index[i] = x
	s.valid[i>>3] |= 1 << (i & 7)
}

// room gives the indexes of the rows from one to another, exclusive, to be filled; the rows become valid with setBits.
func (s *Strings) room(from, to int) []uint32 {
	for to > len(s.index) {
		s.index, s.valid = nullableRoom(s.index, s.valid, to-1)
	}
	return s.index[from:to]
}

// setBits sets the bits from one to another, exclusive.
func setBits(bitmap []byte, from, to int) {
	for ; from < to && from&7 != 0; from++ {
		bitmap[from>>3] |= 1 << (from & 7)
	}
	for ; from+8 <= to; from += 8 {
		bitmap[from>>3] = 0xFF
	}
	for ; from < to; from++ {
		bitmap[from>>3] |= 1 << (from & 7)
	}
}

// setEncoded gives row i a text as the recording holds it; nil, which stands for a text that is not there, leaves it
// null.
func (s *Strings) setEncoded(i int, e encoding, b []byte) {
	if b != nil && !s.unwanted {
		s.setIndex(i, s.dictionary().encoded(e, b))
	}
}

// setText gives row i a text.
func (s *Strings) setText(i int, text string) {
	if !s.unwanted {
		s.setIndex(i, s.dictionary().text(text))
	}
}

func (s *Strings) dictionary() *dictionary {
	if s.words == nil {
		s.words = new(dictionary)
	}
	return s.words
}

func (s *Strings) grow(int) {}

func (s *Strings) array(f *field, n int) arrow.Array {
	index, valid, nulls := nullableRows(s.index, s.valid, n)
	indices := array.NewData(indexType, n, []*memory.Buffer{bitmapBuffer(valid), sliceBuffer(index)}, nil, nulls, 0)
	return array.NewDictionaryArray(f.arrow.Type, array.MakeFromData(indices), s.dictionary().array())
}

func (s *Strings) view(arr arrow.Array) {
	d := arr.(*array.Dictionary)
	words := d.Dictionary().(*array.String)
	s.dict = make([]string, words.Len())
	for i := range s.dict {
		s.dict[i] = words.Value(i)
	}
	s.index, s.valid = fixedView[uint32](d.Indices())
}

func (s *Strings) refuse() { s.unwanted = true }

func (s *Strings) detach() columnMemory {
	m := columnMemory{raw: bytesOf(s.index), valid: s.valid}
	*s = Strings{unwanted: s.unwanted}
	return m
}

func (s *Strings) attach(m columnMemory) {
	m.clear()
	s.index, s.valid = sliceOf[uint32](m.raw), m.valid
}

// clear makes all rows null, and their values zero, as columns promise.
func (m columnMemory) clear() {
	clear(m.raw)
	clear(m.valid)
}

// bytesOf gives the memory of a slice, all of its capacity.
func bytesOf[T element](s []T) []byte {
	var zero T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), cap(s)*int(unsafe.Sizeof(zero)))
}

// sliceOf gives memory that bytesOf took from a slice back as one of its capacity.
func sliceOf[T element](b []byte) []T {
	var zero T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(zero)))
}

// leastRoom is the number of rows that the first allocation of a nullable column has room for.
const leastRoom = 64

// nullableRoom gives copies of the parts of a nullable column that have room for row i.
func nullableRoom[T element](raw []T, valid []byte, i int) ([]T, []byte) {
	room := max(2*len(raw), (i+leastRoom)&^7, leastRoom)
	grownRaw, grownValid := make([]T, room), make([]byte, room/8)
	copy(grownRaw, raw)
	copy(grownValid, valid)
	return grownRaw, grownValid
}

// nullableRows gives the first n rows of a nullable column, which may have been filled not so far, or not at all.
func nullableRows[T element](raw []T, valid []byte, n int) (rows []T, bitmap []byte, nulls int) {
	if raw == nil {
		return zeros[T](n), zeros[uint8]((n + 7) / 8), n
	}
	for len(raw) < n {
		raw, valid = nullableRoom(raw, valid, n)
	}
	present := 0
	for _, b := range valid[:(n+7)/8] {
		present += bits.OnesCount8(b)
	}
	if present == n {
		return raw[:n], nil, 0
	}
	return raw[:n], valid[:(n+7)/8], n - present
}

// zeroMemory backs the columns that no row has a value in. It is never written.
var zeroMemory [1 << 17]uint64

func zeros[T element](n int) []T {
	var zero T
	size := int(unsafe.Sizeof(zero))
	if n*size > len(zeroMemory)*8 {
		return make([]T, n)
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&zeroMemory)), n)
}

func fixedArray[T element](f *field, raw []T, valid []byte, nulls int) arrow.Array {
	buffers := []*memory.Buffer{bitmapBuffer(valid), sliceBuffer(raw)}
	if f.names == nil {
		return array.MakeFromData(array.NewData(f.arrow.Type, len(raw), buffers, nil, nulls, 0))
	}
	indices := array.NewData(f.arrow.Type.(*arrow.DictionaryType).IndexType, len(raw), buffers, nil, nulls, 0)
	return array.NewDictionaryArray(f.arrow.Type, array.MakeFromData(indices), f.names)
}

func fixedView[T element](arr arrow.Array) (raw []T, valid []byte) {
	if d, ok := arr.(*array.Dictionary); ok {
		arr = d.Indices()
	}
	data := arr.Data()
	if data.NullN() > 0 {
		valid = data.Buffers()[0].Bytes()
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(data.Buffers()[1].Bytes()))), data.Len()), valid
}

func bitmapBuffer(valid []byte) *memory.Buffer {
	if valid == nil {
		return nil
	}
	return memory.NewBufferBytes(valid)
}

func sliceBuffer[T element](raw []T) *memory.Buffer {
	var zero T
	size := int(unsafe.Sizeof(zero))
	return memory.NewBufferBytes(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(raw))), len(raw)*size))
}
