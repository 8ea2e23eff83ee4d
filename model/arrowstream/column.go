package arrowstream

import (
	"fmt"
	"unsafe"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/bitutil"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// column gathers the values of one column for one record.
type column interface {
	// gather adds rows of an array: those from the first index to before the last, or the listed ones.
	gather(arr arrow.Array, rows selection)
	// flush gives what was gathered as an array, whose values are overwritten after the next gather but whose
	// dictionary is not.
	flush() arrow.Array
}

// selection is some rows of a batch: the listed ones or, without a list, all from one to before another.
type selection struct {
	list     []int32
	from, to int
}

func (s selection) len() int {
	if s.list != nil {
		return len(s.list)
	}
	return s.to - s.from
}

func newColumn(t arrow.DataType) column {
	switch t.ID() {
	case arrow.UINT8:
		return &numbers[uint8]{dataType: t}
	case arrow.UINT16:
		return &numbers[uint16]{dataType: t}
	case arrow.UINT32:
		return &numbers[uint32]{dataType: t}
	case arrow.UINT64:
		return &numbers[uint64]{dataType: t}
	case arrow.INT64, arrow.TIMESTAMP:
		return &numbers[int64]{dataType: t}
	case arrow.FLOAT64:
		return &numbers[float64]{dataType: t}
	case arrow.DICTIONARY:
		index := t.(*arrow.DictionaryType).IndexType
		if index.ID() == arrow.UINT8 {
			return &texts[uint8]{dataType: t, indexes: numbers[uint8]{dataType: index}, known: make(map[string]uint8)}
		}
		return &texts[uint32]{dataType: t, indexes: numbers[uint32]{dataType: index}, known: make(map[string]uint32)}
	}
	panic(fmt.Sprintf("arrowstream: no table can have a column of type %v", t))
}

type number interface {
	uint8 | uint16 | uint32 | uint64 | int64 | float64
}

// numbers is a column of fixed-width values, zero where null.
type numbers[T number] struct {
	dataType arrow.DataType
	values   []T
	valid    []byte // bitmap of the rows so far
	nulls    int
}

func (c *numbers[T]) gather(arr arrow.Array, rows selection) {
	data := arr.Data()
	values := slice[T](data)
	begin := len(c.values)
	if rows.list == nil {
		c.values = append(c.values, values[rows.from:rows.to]...)
	} else {
		for _, row := range rows.list {
			c.values = append(c.values, values[row])
		}
	}
	c.mark(data, rows)
	if data.NullN() == 0 {
		return
	}
	for i := begin; i < len(c.values); i++ {
		if !bitutil.BitIsSet(c.valid, i) {
			c.values[i] = 0
		}
	}
}

// mark notes which of the rows that were added last are null.
func (c *numbers[T]) mark(data arrow.ArrayData, rows selection) {
	begin := len(c.values) - rows.len()
	for len(c.valid)*8 < len(c.values) {
		c.valid = append(c.valid, 0)
	}
	if data.NullN() == 0 {
		bitutil.SetBitsTo(c.valid, int64(begin), int64(rows.len()), true)
		return
	}
	bitmap := data.Buffers()[0].Bytes()
	if rows.list == nil {
		bitutil.CopyBitmap(bitmap, data.Offset()+rows.from, rows.len(), c.valid, begin)
		c.nulls += rows.len() - bitutil.CountSetBits(bitmap, data.Offset()+rows.from, rows.len())
		return
	}
	for i, row := range rows.list {
		present := bitutil.BitIsSet(bitmap, data.Offset()+int(row))
		bitutil.SetBitTo(c.valid, begin+i, present)
		if !present {
			c.nulls++
		}
	}
}

func (c *numbers[T]) flush() arrow.Array {
	buffers := []*memory.Buffer{nil, memory.NewBufferBytes(bytesOf(c.values))}
	if c.nulls > 0 {
		buffers[0] = memory.NewBufferBytes(c.valid)
	}
	arr := array.MakeFromData(array.NewData(c.dataType, len(c.values), buffers, nil, c.nulls, 0))
	c.values, c.valid, c.nulls = c.values[:0], c.valid[:0], 0
	return arr
}

// texts is a dictionary-encoded column. Its words are in order of their first use in the record.
type texts[T uint8 | uint32] struct {
	dataType arrow.DataType
	indexes  numbers[T]
	words    []string
	known    map[string]T
	places   []int64 // in words, of the words of the array that is gathered from; -1 when not known yet
}

func (c *texts[T]) gather(arr arrow.Array, rows selection) {
	d := arr.(*array.Dictionary)
	begin := len(c.indexes.values)
	c.indexes.gather(d.Indices(), rows)
	dictionary := d.Dictionary().(*array.String)
	c.places = c.places[:0]
	for range dictionary.Len() {
		c.places = append(c.places, -1)
	}
	indexes := c.indexes.values[begin:]
	for i, index := range indexes {
		if !bitutil.BitIsSet(c.indexes.valid, begin+i) {
			continue
		}
		if c.places[index] < 0 {
			c.places[index] = int64(c.place(dictionary.Value(int(index))))
		}
		indexes[i] = T(c.places[index])
	}
}

// place gives the place of a word among the words of the record.
func (c *texts[T]) place(word string) T {
	at, ok := c.known[word]
	if !ok {
		at = T(len(c.words))
		c.known[word] = at
		c.words = append(c.words, word)
	}
	return at
}

func (c *texts[T]) flush() arrow.Array {
	b := array.NewStringBuilder(memory.DefaultAllocator)
	defer b.Release()
	b.AppendValues(c.words, nil)
	arr := array.NewDictionaryArray(c.dataType, c.indexes.flush(), b.NewArray())
	clear(c.words)
	clear(c.known)
	c.words = c.words[:0]
	return arr
}

// slice gives the values of an array of fixed width.
func slice[T number](data arrow.ArrayData) []T {
	if data.Len() == 0 {
		return nil
	}
	first := (*T)(unsafe.Pointer(unsafe.SliceData(data.Buffers()[1].Bytes())))
	return unsafe.Slice(first, data.Offset()+data.Len())[data.Offset():]
}

func bytesOf[T number](values []T) []byte {
	var zero T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(values))), len(values)*int(unsafe.Sizeof(zero)))
}
