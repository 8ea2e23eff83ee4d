package model

import (
	"fmt"
	"slices"
	"testing"
)

// TestNullableColumns fills nullable columns in various ways and compares the Arrow arrays.
func TestNullableColumns(t *testing.T) {
	for _, set := range [][]int{{}, {0}, {99}, {0, 1, 2, 63, 64, 65, 99}, slices.Collect(upTo(100))} {
		d := newDecoder(nil, Options{ChunkRows: 1000, ChunkBytes: 1 << 20})
		rows := &d.process.rows
		for i := range 100 {
			d.row(&d.process.rowBuffers)
			rows.Op[i] = OpStart
			if slices.Contains(set, i) {
				rows.SessionID.set(i, uint32(i))
				rows.Name.setText(i, fmt.Sprint("n", i%3))
			}
		}
		c := d.flush()
		checkChunk(t, c)
		view := c.Batch(TableProcess).Process()
		for i := range 100 {
			v, ok := view.SessionID.At(i)
			name, named := view.Name.At(i)
			want := slices.Contains(set, i)
			if ok != want || named != want || ok && (v != uint32(i) || name != fmt.Sprint("n", i%3)) {
				t.Errorf("with %d values, row %d is %d, %v and %q, %v", len(set), i, v, ok, name, named)
			}
			if want != ok || !want && (v != 0 || view.SessionID.Raw[i] != 0) {
				t.Errorf("null of row %d is %d", i, view.SessionID.Raw[i])
			}
		}
	}
}

func upTo(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// TestZeros has more rows without values than the shared zeros have room for.
func TestZeros(t *testing.T) {
	for _, n := range []int{1, len(zeroMemory), len(zeroMemory) + 1} {
		z := zeros[uint64](n)
		if len(z) != n || slices.ContainsFunc(z, func(v uint64) bool { return v != 0 }) {
			t.Errorf("%d zeros are %d values", n, len(z))
		}
	}
}

// TestDictionaryIsUnique has one text in two encodings, which must be one word.
func TestDictionaryIsUnique(t *testing.T) {
	var d dictionary
	wide := []byte{'a', 0, 'b', 0}
	indexes := []uint32{
		d.encoded(wideText, wide), d.encoded(narrowText, []byte("ab")), d.text("ab"), d.encoded(wideText, wide),
		d.text("c"), d.encoded(narrowText, []byte("c")),
	}
	if !slices.Equal(indexes, []uint32{0, 0, 0, 0, 1, 1}) || !slices.Equal(d.words, []string{"ab", "c"}) {
		t.Errorf("indexes are %v of words %q", indexes, d.words)
	}
	if first := d.array(); first != d.array() {
		t.Error("the array was made twice")
	}
	d.text("d")
	if n := d.array().Len(); n != 3 {
		t.Errorf("the array has %d words after a third", n)
	}
}

func TestDecodeText(t *testing.T) {
	wide := map[string][]byte{
		"":               {},
		"a€":             {'a', 0, 0xAC, 0x20},
		"\U0001F600":     {0x3D, 0xD8, 0x00, 0xDE},
		"\uFFFDx":        {0x3D, 0xD8, 'x', 0}, // a high surrogate alone
		"\uFFFD":         {0x3D, 0xD8},
		"\uFFFDy":        {0x00, 0xDE, 'y', 0}, // a low one
		"\uFFFD\uFFFD":   {0x00, 0xDE, 0x3D, 0xD8},
		"odd":            {'o', 0, 'd', 0, 'd', 0, 'x'},
		"\uFFFD\uFFFDzz": {0x3D, 0xD8, 0x3D, 0xD8, 'z', 0, 'z', 0},
	}
	for want, b := range wide {
		if got := decodeWide(b); got != want {
			t.Errorf("UTF-16 % x is %q, want %q", b, got, want)
		}
	}
	if got := decodeNarrow([]byte{'a', 0xE9, 0x80}); got != "aé\u0080" {
		t.Errorf("Latin-1 text is %q", got)
	}
}

func TestPayloadTexts(t *testing.T) {
	p := payload{rest: []byte{'a', 0, 'b', 0, 0, 0, 'c', 0}}
	if first, second, third := p.wide(), p.wide(), p.wide(); string(first) != "a\x00b\x00" || string(second) != "c\x00" ||
		third != nil || !p.open || p.bad {
		t.Errorf("texts are %q, %q, %q", first, second, third)
	}
	p = payload{rest: []byte("ab\x00\x00cd")}
	if a, b, c, d := p.narrow(), p.narrow(), p.narrow(), p.narrow(); string(a) != "ab" || b == nil || len(b) != 0 ||
		string(c) != "cd" || d != nil {
		t.Errorf("texts are %q, %q, %q, %q", a, b, c, d)
	}
	p = payload{rest: []byte{1}}
	if v := p.u16(); v != 0 || !p.bad || p.exact() {
		t.Errorf("two bytes of one are %d", v)
	}
}
