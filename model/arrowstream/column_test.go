package arrowstream

import (
	"fmt"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// textArray makes a dictionary-encoded array of n rows over a dictionary; rows at each multiple of nullEvery are null.
func textArray(n, nullEvery int, words ...string) arrow.Array {
	t := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Uint32, ValueType: arrow.BinaryTypes.String}
	b := array.NewDictionaryBuilder(memory.DefaultAllocator, t).(*array.BinaryDictionaryBuilder)
	for i := range n {
		if i%nullEvery == 0 {
			b.AppendNull()
		} else if err := b.AppendString(words[(i*7)%len(words)]); err != nil {
			panic(err)
		}
	}
	return b.NewArray()
}

func texted(arr arrow.Array) []string {
	d := arr.(*array.Dictionary)
	all := make([]string, d.Len())
	for i := range all {
		all[i] = "null"
		if d.IsValid(i) {
			all[i] = d.Dictionary().(*array.String).Value(d.GetValueIndex(i))
		}
	}
	return all
}

// Parts of arrays that begin anywhere, listed rows, and dictionaries that differ from array to array.
func TestGatherTexts(t *testing.T) {
	c := newColumn(&arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Uint32, ValueType: arrow.BinaryTypes.String})
	for round := range 3 {
		one, two := textArray(50, 5, "a", "b", "c"), textArray(40, 3, "c", "d", "a", "e")
		sliced := array.NewSlice(two, 7, 33)
		c.gather(one, selection{from: 3, to: 50})
		c.gather(sliced, selection{from: 2, to: 20})
		c.gather(sliced, selection{list: []int32{1, 3, 4, 25}})
		want := append(texted(one)[3:], texted(two)[9:27]...)
		for _, row := range []int{8, 10, 11, 32} {
			want = append(want, texted(two)[row])
		}
		got := c.flush().(*array.Dictionary)
		if !slices.Equal(texted(got), want) {
			t.Errorf("round %d: %v, want %v", round, texted(got), want)
		}
		var seen []string
		for _, word := range want {
			if word != "null" && !slices.Contains(seen, word) {
				seen = append(seen, word)
			}
		}
		if words := got.Dictionary().(*array.String); fmt.Sprint(words) != fmt.Sprintf("%q", seen) {
			t.Errorf("dictionary %v, want %q", words, seen)
		}
		nulls := 0
		for _, word := range want {
			if word == "null" {
				nulls++
			}
		}
		if got.NullN() != nulls {
			t.Errorf("%d nulls, want %d", got.NullN(), nulls)
		}
	}
}

// What a source has in rows that are null does not show.
func TestNullsAreZero(t *testing.T) {
	data := array.NewData(arrow.PrimitiveTypes.Uint32, 3, []*memory.Buffer{memory.NewBufferBytes([]byte{0b101}),
		memory.NewBufferBytes(arrow.Uint32Traits.CastToBytes([]uint32{1, 99, 3}))}, nil, 1, 0)
	c := newColumn(arrow.PrimitiveTypes.Uint32).(*numbers[uint32])
	c.gather(array.MakeFromData(data), selection{to: 3})
	c.gather(array.MakeFromData(data), selection{list: []int32{1, 2}})
	if want := []uint32{1, 0, 3, 0, 3}; !slices.Equal(c.values, want) || c.nulls != 2 {
		t.Errorf("values %v with %d nulls, want %v", c.values, c.nulls, want)
	}
	if arr := c.flush(); arr.NullN() != 2 || !arr.IsNull(3) || arr.IsNull(4) {
		t.Errorf("array %v", arr)
	}
}
