package where

import (
	"cmp"

	"etledger/model/columns"
)

// words passes the texts that a function accepts. The function is called once for each text of a batch.
type words struct {
	accept   func(string) bool
	verdicts []bool // of the batch, by index of the text
}

func (w *words) test(v *columns.Values, out []uint64) {
	w.verdicts = w.verdicts[:0]
	for _, text := range v.Words {
		w.verdicts = append(w.verdicts, w.accept(text))
	}
	if v.Uint8 != nil {
		testWords(w.verdicts, v.Uint8, out)
	} else {
		testWords(w.verdicts, v.Uint32, out)
	}
}

// testWords passes the rows whose text did. Indexes of null rows may be of no text.
func testWords[T uint8 | uint32](verdicts []bool, indexes []T, out []uint64) {
	testEach(indexes, out, func(x T) bool { return int(x) < len(verdicts) && verdicts[x] })
}

// pair compares two columns; rows in which one of them is null never pass.
type pair struct {
	left, right int // slots
	ordered     func(order int) bool
	negated     bool
}

func (p *pair) run(m *machine, out []uint64) {
	a, b := &m.values[p.left], &m.values[p.right]
	compare := comparer(a, b)
	for i := range out {
		var word uint64
		both := a.Present(i) & b.Present(i)
		for j := range min(m.rows-64*i, 64) {
			if both&(1<<j) != 0 && p.ordered(compare(64*i+j)) != p.negated {
				word |= 1 << j
			}
		}
		out[i] = word
	}
}

// comparer gives the function that compares two columns in a row, as cmp.Compare does. Their types are comparable.
func comparer(a, b *columns.Values) func(row int) int {
	switch a.Type {
	case columns.Text:
		return func(row int) int { return cmp.Compare(a.Words[a.Index(row)], b.Words[b.Index(row)]) }
	case columns.Float64:
		return func(row int) int { return cmp.Compare(a.Float64[row], b.Float64[row]) }
	}
	left, right := wide(a), wide(b)
	return func(row int) int {
		x, negativeX := left(row)
		y, negativeY := right(row)
		if negativeX != negativeY {
			if negativeX {
				return -1
			}
			return 1
		}
		return cmp.Compare(x, y)
	}
}

// wide gives the function that reads whole numbers of any column: those of one sign are in order as unsigned ones.
func wide(v *columns.Values) func(row int) (x uint64, negative bool) {
	switch v.Type {
	case columns.Uint8:
		return func(row int) (uint64, bool) { return uint64(v.Uint8[row]), false }
	case columns.Uint16:
		return func(row int) (uint64, bool) { return uint64(v.Uint16[row]), false }
	case columns.Uint32:
		return func(row int) (uint64, bool) { return uint64(v.Uint32[row]), false }
	case columns.Uint64:
		return func(row int) (uint64, bool) { return v.Uint64[row], false }
	}
	return func(row int) (uint64, bool) { return uint64(v.Int64[row]), v.Int64[row] < 0 }
}
