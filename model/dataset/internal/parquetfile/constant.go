package parquetfile

import (
	"slices"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/parquet-go/parquet-go/format"
)

// constant are the values of a column in which all rows are equal that are not null. Its pages are what they would be in any
// other column, but are made once: in a row group all from the second on that have as many values are the same.
type constant struct {
	values
	repeat func(n int) // adds values to the inner ones; nil until the value is known
	apart  bool        // the value is one that is not kept: all goes to the inner values

	count int // values of the page
	pages int // with values, of the row group so far

	made     []byte // page of `of` values
	of       int    // 0 for none
	encoding format.Encoding
	bounds   bounds
}

// maxConstant is how many bytes of a text are kept. So long a one does not close a dictionary.
const maxConstant = 1 << 10

func (v *constant) add(a arrow.Array, from, to int, nulls bool) {
	if v.repeat == nil && !v.apart {
		v.learn(a, from)
	}
	switch {
	case v.apart:
		v.values.add(a, from, to, nulls)
	case nulls:
		eachValid(a, from, to, func(from, to int) { v.count += to - from })
	default:
		v.count += to - from
	}
}

// learn takes the value from the first row that has one, from a row on.
func (v *constant) learn(a arrow.Array, row int) {
	for a.IsNull(row) {
		row++
	}
	switch inner := v.values.(type) {
	case *texts:
		d := a.(*array.Dictionary)
		if word := d.Dictionary().(*array.String).Value(d.GetValueIndex(row)); len(word) <= maxConstant {
			word = strings.Clone(word)
			v.repeat = func(n int) { inner.repeat(word, n) }
		}
	case *numbers[int64]:
		x := rawNumbers[int64](a)[row]
		v.repeat = func(n int) { inner.page = append(inner.page, slices.Repeat([]int64{x}, n)...) }
	}
	v.apart = v.repeat == nil
}

func (v *constant) encode(dst []byte) ([]byte, format.Encoding, bounds) {
	if v.apart || v.count == 0 {
		return v.values.encode(dst)
	}
	n, again := v.count, v.pages > 0
	v.count, v.pages = 0, v.pages+1
	if again && n == v.of {
		return append(dst, v.made...), v.encoding, v.bounds
	}
	v.repeat(n)
	start := len(dst)
	dst, encoding, bounds := v.values.encode(dst)
	if again {
		v.made, v.of, v.encoding, v.bounds = slices.Clone(dst[start:]), n, encoding, bounds
	}
	return dst, encoding, bounds
}

func (v *constant) reset() {
	v.values.reset()
	v.pages = 0
}
