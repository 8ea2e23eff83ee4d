package where

import (
	"slices"

	"etledger/model/columns"
)

// integer is what columns of whole numbers hold.
type integer interface {
	uint8 | uint16 | uint32 | uint64 | int64
}

// signBit, turned round in a signed number, gives an unsigned number with the same order.
const signBit = 1 << 63

// keys makes unsigned numbers of the values of a column, some of whose bits count.
type keys struct {
	mask uint64 // bits that count
	flip uint64 // signBit for signed columns
}

func key[T integer](k keys, x T) uint64 { return uint64(x)&k.mask ^ k.flip }

// integerRange passes keys from low to high.
type integerRange struct {
	keys
	low, high uint64
}

func (r *integerRange) test(v *columns.Values, out []uint64) {
	switch v.Type {
	case columns.Uint8:
		testRange(r, v.Uint8, out)
	case columns.Uint16:
		testRange(r, v.Uint16, out)
	case columns.Uint32:
		testRange(r, v.Uint32, out)
	case columns.Uint64:
		testRange(r, v.Uint64, out)
	default:
		testRange(r, v.Int64, out)
	}
}

func testRange[T integer](r *integerRange, values []T, out []uint64) {
	k, low, span := r.keys, r.low, r.high-r.low
	for i := range out {
		var word uint64
		for j, x := range values[64*i : min(64*i+64, len(values))] {
			if key(k, x)-low <= span {
				word |= 1 << j
			}
		}
		out[i] = word
	}
}

// integerSet passes the keys in a sorted list.
type integerSet struct {
	keys
	members []uint64
}

func (s *integerSet) test(v *columns.Values, out []uint64) {
	switch v.Type {
	case columns.Uint8:
		testSet(s, v.Uint8, out)
	case columns.Uint16:
		testSet(s, v.Uint16, out)
	case columns.Uint32:
		testSet(s, v.Uint32, out)
	case columns.Uint64:
		testSet(s, v.Uint64, out)
	default:
		testSet(s, v.Int64, out)
	}
}

func testSet[T integer](s *integerSet, values []T, out []uint64) {
	for i := range out {
		var word uint64
		for j, x := range values[64*i : min(64*i+64, len(values))] {
			if _, found := slices.BinarySearch(s.members, key(s.keys, x)); found {
				word |= 1 << j
			}
		}
		out[i] = word
	}
}

// floatRange passes values from low to high; floatSet those in a list.
type (
	floatRange struct{ low, high float64 }
	floatSet   []float64
)

func (r floatRange) test(v *columns.Values, out []uint64) {
	testEach(v.Float64, out, func(x float64) bool { return x >= r.low && x <= r.high })
}

func (s floatSet) test(v *columns.Values, out []uint64) {
	testEach(v.Float64, out, func(x float64) bool { return slices.Contains(s, x) })
}

func testEach[T any](values []T, out []uint64, pass func(T) bool) {
	for i := range out {
		var word uint64
		for j, x := range values[64*i : min(64*i+64, len(values))] {
			if pass(x) {
				word |= 1 << j
			}
		}
		out[i] = word
	}
}
