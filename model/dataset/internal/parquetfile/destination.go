package parquetfile

import (
	"fmt"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"
)

// destination takes the values of pages and makes arrays of them.
type destination interface {
	// begin begins an array of n rows.
	begin(n int)
	// open makes a page the one that values come from, and gives how many it has.
	open(p parquet.Page) (int, error)
	// take makes rows at..at+n of the array the page's values from `value` on.
	take(at, value, n int) error
	// array gives the array. valid is its validity, nil when no row is null.
	array(valid []byte, nulls int) arrow.Array
}

func newDestination(f *Field) destination {
	switch f.Type.ID() {
	case arrow.UINT8:
		return &numberDestination[uint8]{field: f}
	case arrow.UINT16:
		return &numberDestination[uint16]{field: f}
	case arrow.UINT32:
		return &numberDestination[uint32]{field: f}
	case arrow.UINT64:
		return &numberDestination[uint64]{field: f}
	case arrow.FLOAT64:
		return &numberDestination[float64]{field: f}
	case arrow.DICTIONARY:
		if f.Texts != nil {
			return newCodeDestination(f)
		}
		return newTextDestination(f)
	}
	return &numberDestination[int64]{field: f}
}

// coded is the part of a page that refers to a dictionary.
type coded struct {
	dictionary parquet.Dictionary
	indexes    []int32
}

// open gives the dictionary's values if the page refers to one that the page before did not.
func (c *coded) open(p parquet.Page) (values encoding.Values, isNew bool) {
	d := p.Dictionary()
	isNew = d != c.dictionary
	c.dictionary, c.indexes = d, nil
	data := p.Data()
	if d == nil {
		return data, true
	}
	c.indexes = data.Int32()
	return d.Page().Data(), isNew
}

// check tells whether the page's indexes are those of a dictionary with so many entries.
func (c *coded) check(f *Field, entries int) error {
	for _, x := range c.indexes {
		if uint(x) >= uint(entries) {
			return fmt.Errorf("%w: column %s: entry %d of a dictionary of %d", ErrDamaged, f.Name, x, entries)
		}
	}
	return nil
}

// numberDestination makes arrays of numbers.
type numberDestination[T number] struct {
	field  *Field
	rows   []T
	values []T // of the page, or of its dictionary
	coded
}

func (d *numberDestination[T]) begin(n int) { d.rows = make([]T, n) }

func (d *numberDestination[T]) open(p parquet.Page) (int, error) {
	if data, isNew := d.coded.open(p); isNew {
		d.values = numbersOf[T](data)
	}
	if d.dictionary == nil {
		return len(d.values), nil
	}
	return len(d.indexes), d.check(d.field, len(d.values))
}

// numbersOf gives the numbers that values are, over the same memory if they have the same size there.
func numbersOf[T number](data encoding.Values) []T {
	var zero T
	switch any(zero).(type) {
	case float64:
		return cast[T](data.Double())
	case uint64, int64:
		return cast[T](data.Int64())
	}
	stored := data.Uint32()
	numbers := make([]T, len(stored))
	for i, x := range stored {
		numbers[i] = T(x)
	}
	return numbers
}

func (d *numberDestination[T]) take(at, value, n int) error {
	rows := d.rows[at : at+n]
	if d.dictionary == nil {
		copy(rows, d.values[value:value+n])
		return nil
	}
	for i, x := range d.indexes[value : value+n] {
		rows[i] = d.values[x]
	}
	return nil
}

func (d *numberDestination[T]) array(valid []byte, nulls int) arrow.Array {
	data := array.NewData(d.field.Type, len(d.rows), fixedBuffers(d.rows, valid), nil, nulls, 0)
	d.rows = nil
	return array.MakeFromData(data)
}

func fixedBuffers[T number](rows []T, valid []byte) []*memory.Buffer {
	var bitmap *memory.Buffer
	if valid != nil {
		bitmap = memory.NewBufferBytes(valid)
	}
	return []*memory.Buffer{bitmap, memory.NewBufferBytes(cast[byte](rows))}
}
