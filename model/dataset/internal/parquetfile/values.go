package parquetfile

import (
	"github.com/apache/arrow/go/v17/arrow"
	"github.com/parquet-go/parquet-go/format"
)

// values are the present values of a column: those of the page being filled, and the dictionary of the row group.
type values interface {
	// add takes over the present ones of rows from..to of an array, which has nulls among these rows or has none.
	add(a arrow.Array, from, to int, nulls bool)
	// full tells that the page should end though it could take more rows.
	full() bool
	// encode appends the values of the page to dst and begins the next page. The bounds are in the form that statistics
	// have, nil when the page has no values.
	encode(dst []byte) (page []byte, encoding format.Encoding, bounds bounds)
	// dictionary gives the dictionary that the pages of the row group refer to, in PLAIN encoding, and its number of entries,
	// 0 when no page refers to one.
	dictionary() (content []byte, entries int)
	// hashes adds all values of the row group to a Bloom filter's hashes, unless there are too many of them to be worth it.
	hashes(add func(hash uint64)) bool
	// reset begins the next row group.
	reset()
}

// bounds are the least and the greatest value of a page or of a column chunk.
type bounds struct{ min, max []byte }

// newValues makes the values of a column.
func newValues(c *Column, s sizes) values {
	if c.Constant {
		other := *c
		other.Constant = false
		return &constant{values: newValues(&other, s)}
	}
	switch c.Type.ID() {
	case arrow.UINT8:
		return newNumbers[uint8](c, s)
	case arrow.UINT16:
		return newNumbers[uint16](c, s)
	case arrow.UINT32:
		return newNumbers[uint32](c, s)
	case arrow.UINT64:
		return newNumbers[uint64](c, s)
	case arrow.FLOAT64:
		return newNumbers[float64](c, s)
	case arrow.DICTIONARY:
		return &texts{sizes: s, index: make(map[string]int32)}
	}
	return newNumbers[int64](c, s)
}

// eachValid calls do for each run of present rows among from..to.
func eachValid(a arrow.Array, from, to int, do func(from, to int)) {
	for i := from; i < to; {
		if a.IsNull(i) {
			i++
			continue
		}
		end := i + 1
		for end < to && a.IsValid(end) {
			end++
		}
		do(i, end)
		i = end
	}
}
