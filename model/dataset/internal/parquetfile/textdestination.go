package parquetfile

import (
	"fmt"
	"math"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/parquet-go/parquet-go"
)

// pageTexts are the texts of a page, or of its dictionary.
type pageTexts struct {
	data    []byte
	offsets []uint32 // one more than there are texts
	coded
}

func (t *pageTexts) open(p parquet.Page) (isNew bool) {
	values, isNew := t.coded.open(p)
	if isNew {
		t.data, t.offsets = values.ByteArray()
	}
	return isNew
}

func (t *pageTexts) len() int { return max(0, len(t.offsets)-1) }

func (t *pageTexts) text(i int) []byte { return t.data[t.offsets[i]:t.offsets[i+1]] }

// textDestination makes arrays of texts, each with the dictionary that it needs.
type textDestination struct {
	field *Field
	rows  []uint32
	pageTexts
	codes []uint32 // of the page's dictionary, as words of the array plus one; 0 when not looked for yet

	index map[string]uint32 // of the words of the array
	words []byte
	ends  []int32
}

func newTextDestination(f *Field) *textDestination { return &textDestination{field: f} }

func (d *textDestination) begin(n int) {
	d.rows = make([]uint32, n)
	clear(d.codes)
	d.index, d.words, d.ends = make(map[string]uint32), nil, []int32{0}
}

func (d *textDestination) open(p parquet.Page) (int, error) {
	isNew := d.pageTexts.open(p)
	if d.dictionary == nil {
		return d.len(), nil
	}
	if isNew {
		d.codes = make([]uint32, d.len())
	}
	return len(d.indexes), d.check(d.field, d.len())
}

func (d *textDestination) take(at, value, n int) error {
	rows := d.rows[at : at+n]
	for i := range rows {
		if d.dictionary == nil {
			code, err := d.code(d.text(value + i))
			if err != nil {
				return err
			}
			rows[i] = code
			continue
		}
		x := d.indexes[value+i]
		if d.codes[x] == 0 {
			code, err := d.code(d.text(int(x)))
			if err != nil {
				return err
			}
			d.codes[x] = code + 1
		}
		rows[i] = d.codes[x] - 1
	}
	return nil
}

// code gives the index of a text among the words of the array.
func (d *textDestination) code(text []byte) (uint32, error) {
	if i, ok := d.index[string(text)]; ok {
		return i, nil
	}
	if len(d.words)+len(text) > math.MaxInt32 {
		return 0, fmt.Errorf("%w: column %s: more than %d bytes of texts", ErrDamaged, d.field.Name, math.MaxInt32)
	}
	i := uint32(len(d.ends) - 1)
	d.index[string(text)] = i
	d.words = append(d.words, text...)
	d.ends = append(d.ends, int32(len(d.words)))
	return i, nil
}

func (d *textDestination) array(valid []byte, nulls int) arrow.Array {
	buffers := []*memory.Buffer{nil, memory.NewBufferBytes(arrow.GetBytes(d.ends)), memory.NewBufferBytes(d.words)}
	words := array.MakeFromData(array.NewData(arrow.BinaryTypes.String, len(d.ends)-1, buffers, nil, 0, 0))
	return codedArray(d.field, d.rows, valid, nulls, words)
}

func codedArray[I uint8 | uint32](f *Field, rows []I, valid []byte, nulls int, words arrow.Array) arrow.Array {
	index := f.Type.(*arrow.DictionaryType).IndexType
	data := array.NewData(index, len(rows), fixedBuffers(rows, valid), nil, nulls, 0)
	return array.NewDictionaryArray(f.Type, array.MakeFromData(data), words)
}

// codeDestination makes arrays of codes, whose texts are the same for all.
type codeDestination struct {
	field *Field
	rows  []uint8
	pageTexts
	codes []uint8 // of the page's dictionary

	known map[string]uint8
}

func newCodeDestination(f *Field) *codeDestination {
	d := &codeDestination{field: f, known: make(map[string]uint8)}
	texts := f.Texts.(*array.String)
	for i := range texts.Len() {
		d.known[texts.Value(i)] = uint8(i)
	}
	return d
}

func (d *codeDestination) begin(n int) { d.rows = make([]uint8, n) }

func (d *codeDestination) open(p parquet.Page) (int, error) {
	isNew := d.pageTexts.open(p)
	if isNew {
		d.codes = d.codes[:0]
		for i := range d.len() {
			code, ok := d.known[string(d.text(i))]
			if !ok {
				return 0, fmt.Errorf("%w: column %s: %q is no value of it", ErrDamaged, d.field.Name, d.text(i))
			}
			d.codes = append(d.codes, code)
		}
	}
	if d.dictionary == nil {
		return d.len(), nil
	}
	return len(d.indexes), d.check(d.field, d.len())
}

func (d *codeDestination) take(at, value, n int) error {
	rows := d.rows[at : at+n]
	if d.dictionary == nil {
		copy(rows, d.codes[value:value+n])
		return nil
	}
	for i, x := range d.indexes[value : value+n] {
		rows[i] = d.codes[x]
	}
	return nil
}

func (d *codeDestination) array(valid []byte, nulls int) arrow.Array {
	return codedArray(d.field, d.rows, valid, nulls, d.field.Texts)
}
