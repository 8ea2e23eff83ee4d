package where

import (
	"math/bits"

	"etledger/model/columns"
)

// Table is a table that an expression may choose rows from.
type Table struct {
	Name    string
	Columns []columns.Column
}

// Filter chooses rows of one table. It is for one goroutine at a time.
type Filter struct {
	columns []string
	root    program
	machine machine
	chosen  []uint64
}

// Columns are the columns of the table that the filter reads, each once, in the order in which the expression names them.
func (f *Filter) Columns() []string { return f.columns }

// Select appends to dst the rows of a batch for which the expression is true, in order. The batch has so many rows, and
// the values are those of the filter's columns, in their order.
func (f *Filter) Select(dst []int32, rows int, values []columns.Values) []int32 {
	f.machine.rows, f.machine.values = rows, values
	words := (rows + 63) / 64
	if cap(f.chosen) < words {
		f.chosen = make([]uint64, words)
	}
	chosen := f.chosen[:words]
	f.root.run(&f.machine, chosen)
	for i, word := range chosen {
		for ; word != 0; word &= word - 1 {
			dst = append(dst, int32(64*i+bits.TrailingZeros64(word)))
		}
	}
	f.machine.values = nil
	return dst
}

// machine is what programs run on: a batch.
type machine struct {
	rows   int
	values []columns.Values
	spare  [][]uint64 // bitmaps for intermediate results
}

// borrow gives a bitmap for the rows of the batch, with any content; giveBack takes it back.
func (m *machine) borrow() []uint64 {
	words := (m.rows + 63) / 64
	if last := len(m.spare) - 1; last >= 0 && cap(m.spare[last]) >= words {
		b := m.spare[last][:words]
		m.spare = m.spare[:last]
		return b
	}
	return make([]uint64, words)
}

func (m *machine) giveBack(b []uint64) { m.spare = append(m.spare, b) }

// program is a condition made ready to run. It sets bit i of out, which has no bits beyond the last row, exactly when the
// condition is true for row i: unknown is not told from false.
type program interface {
	run(m *machine, out []uint64)
}

// constant is true for all rows or for none.
type constant bool

func (c constant) run(m *machine, out []uint64) {
	for i := range out {
		out[i] = 0
		if c {
			out[i] = ^uint64(0) >> (64 - min(m.rows-64*i, 64))
		}
	}
}

// presence is true where a column has a value or, negated, where it has none.
type presence struct {
	slot    int
	negated bool
}

func (p presence) run(m *machine, out []uint64) {
	constant(true).run(m, out)
	v := &m.values[p.slot]
	for i := range out {
		if present := v.Present(i); p.negated {
			out[i] &^= present
		} else {
			out[i] = present
		}
	}
}

// all is true where all of its terms are.
type all []program

func (a all) run(m *machine, out []uint64) {
	a[0].run(m, out)
	scratch := m.borrow()
	for _, term := range a[1:] {
		term.run(m, scratch)
		for i, word := range scratch {
			out[i] &= word
		}
	}
	m.giveBack(scratch)
}

// anyOf is true where one of its terms is.
type anyOf []program

func (a anyOf) run(m *machine, out []uint64) {
	a[0].run(m, out)
	scratch := m.borrow()
	for _, term := range a[1:] {
		term.run(m, scratch)
		for i, word := range scratch {
			out[i] |= word
		}
	}
	m.giveBack(scratch)
}

// leaf is a test of one column whose outcome for present rows may be turned round; null rows never pass.
type leaf struct {
	slot    int
	negated bool
	test    tester
}

// tester sets the bits of rows that pass a test. What it sets for null rows does not matter.
type tester interface {
	test(v *columns.Values, out []uint64)
}

func (l leaf) run(m *machine, out []uint64) {
	v := &m.values[l.slot]
	l.test.test(v, out)
	for i := range out {
		if l.negated {
			out[i] = ^out[i]
		}
		out[i] &= v.Present(i)
	}
}
