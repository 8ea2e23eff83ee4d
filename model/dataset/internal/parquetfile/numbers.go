package parquetfile

import (
	"encoding/binary"
	"math"
	"slices"
	"unsafe"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/parquet-go/parquet-go/bloom/xxhash"
	"github.com/parquet-go/parquet-go/encoding/bytestreamsplit"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"
)

type number interface {
	uint8 | uint16 | uint32 | uint64 | int64 | float64
}

// numbers are the values of a column of numbers.
type numbers[T number] struct {
	sizes sizes
	delta bool
	page  []T

	plain   bool // the dictionary is closed
	indexes numberIndex[T]
	coded   []int32
	scratch []byte
}

func newNumbers[T number](c *Column, s sizes) *numbers[T] {
	return &numbers[T]{sizes: s, delta: c.Delta || c.Type.ID() == arrow.INT64 || c.Type.ID() == arrow.TIMESTAMP}
}

func (v *numbers[T]) add(a arrow.Array, from, to int, nulls bool) {
	raw := rawNumbers[T](a)
	if v.page == nil {
		v.page = make([]T, 0, min(v.sizes.page, 2*(to-from)))
	}
	if !nulls {
		v.page = append(v.page, raw[from:to]...)
		return
	}
	eachValid(a, from, to, func(from, to int) { v.page = append(v.page, raw[from:to]...) })
}

// rawNumbers gives the values of an array as they lie in memory.
func rawNumbers[T number](a arrow.Array) []T {
	data := a.Data()
	if data.Len() == 0 {
		return nil
	}
	all := unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(data.Buffers()[1].Bytes()))), data.Offset()+data.Len())
	return all[data.Offset():]
}

func (v *numbers[T]) full() bool { return false }

func (v *numbers[T]) encode(dst []byte) ([]byte, format.Encoding, bounds) {
	page := v.page
	v.page = page[:0]
	bounds := boundsOf(page)
	var zero T
	switch any(zero).(type) {
	case float64:
		v.scratch, _ = new(bytestreamsplit.Encoding).EncodeDouble(v.scratch, cast[float64](page))
		return append(dst, v.scratch...), format.ByteStreamSplit, bounds
	}
	if v.delta {
		v.scratch, _ = new(delta.BinaryPackedEncoding).EncodeInt64(v.scratch, cast[int64](page))
		return append(dst, v.scratch...), format.DeltaBinaryPacked, bounds
	}
	if len(page) > 0 && !v.plain {
		v.code(page)
		v.plain = len(v.indexes.entries) >= v.sizes.numbers
		v.scratch, _ = new(rle.DictionaryEncoding).EncodeInt32(v.scratch, v.coded)
		return append(dst, v.scratch...), format.RLEDictionary, bounds
	}
	return appendNumbers(dst, page), format.Plain, bounds
}

// boundsOf gives the least and the greatest number of a page. NaN, which has no place in an order, leaves it without.
func boundsOf[T number](page []T) bounds {
	if len(page) == 0 {
		return bounds{}
	}
	least, greatest := page[0], page[0]
	for _, x := range page {
		least, greatest = min(least, x), max(greatest, x)
	}
	if least != least {
		return bounds{}
	}
	return bounds{appendNumber(nil, least), appendNumber(nil, greatest)}
}

// code finds the page's values in the dictionary, to which it adds those that are new.
func (v *numbers[T]) code(page []T) {
	v.coded = slices.Grow(v.coded[:0], len(page))[:len(page)]
	last, index := page[0], v.indexes.find(page[0])
	for i, x := range page {
		if x != last {
			last, index = x, v.indexes.find(x)
		}
		v.coded[i] = index
	}
}

func (v *numbers[T]) dictionary() ([]byte, int) {
	return appendNumbers(nil, v.indexes.entries), len(v.indexes.entries)
}

func (v *numbers[T]) hashes(add func(uint64)) bool {
	if v.plain || v.delta {
		return false
	}
	for _, x := range v.indexes.entries {
		if unsafe.Sizeof(x) == 8 {
			add(xxhash.Sum64Uint64(uint64(x)))
		} else {
			add(xxhash.Sum64Uint32(uint32(x)))
		}
	}
	return true
}

func (v *numbers[T]) reset() {
	v.plain = false
	v.indexes.reset()
}

// appendNumbers appends numbers in PLAIN encoding: little-endian, those of less than 32 bits in 32.
func appendNumbers[T number](dst []byte, page []T) []byte {
	var zero T
	if unsafe.Sizeof(zero) == 8 && littleEndian {
		return append(dst, cast[byte, T](page)...)
	}
	for _, x := range page {
		dst = appendNumber(dst, x)
	}
	return dst
}

var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

func appendNumber[T number](dst []byte, x T) []byte {
	switch x := any(x).(type) {
	case float64:
		return binary.LittleEndian.AppendUint64(dst, math.Float64bits(x))
	case uint64:
		return binary.LittleEndian.AppendUint64(dst, x)
	case int64:
		return binary.LittleEndian.AppendUint64(dst, uint64(x))
	}
	return binary.LittleEndian.AppendUint32(dst, uint32(x))
}

// cast gives the memory of a slice another element type.
func cast[To, From number](s []From) []To {
	var to To
	var from From
	n := len(s) * int(unsafe.Sizeof(from)) / int(unsafe.Sizeof(to))
	return unsafe.Slice((*To)(unsafe.Pointer(unsafe.SliceData(s))), n)
}
