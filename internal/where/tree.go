package where

import "math/big"

// An expression as it was written is a tree of nodes. Conditions are true or false, values are compared.
type (
	// logical joins conditions by "and" or "or".
	logical struct {
		or    bool
		terms []node
	}
	// negation is "not" before a condition.
	negation struct{ of node }
	// comparison compares two values by =, !=, <, <=, > or >=.
	comparison struct {
		at          int
		op          string
		left, right node
	}
	// membership is "in".
	membership struct {
		of      node
		list    []node // number or text
		negated bool
	}
	// nullness is "is null".
	nullness struct {
		of      column
		negated bool
	}
	// match compares a text with a pattern, by "like", "ilike" or "~".
	match struct {
		of      column
		op      string
		pattern text
		negated bool
	}

	// masked is some bits of a column. As a condition it is true when any of them is set.
	masked struct {
		of   column
		mask number
	}
	column struct {
		at   int
		name string
	}
	number struct {
		at      int
		value   *big.Rat
		measure measure
		unit    string // as written, for messages
	}
	text struct {
		at    int
		value string
	}
)

// node is a part of an expression.
type node interface{ offset() int }

func (n logical) offset() int    { return n.terms[0].offset() }
func (n negation) offset() int   { return n.of.offset() }
func (n comparison) offset() int { return n.at }
func (n membership) offset() int { return n.of.offset() }
func (n nullness) offset() int   { return n.of.at }
func (n match) offset() int      { return n.of.at }
func (n masked) offset() int     { return n.of.at }
func (n column) offset() int     { return n.at }
func (n number) offset() int     { return n.at }
func (n text) offset() int       { return n.at }

// isCondition tells conditions from values. Bits are both.
func isCondition(n node) bool {
	switch n.(type) {
	case logical, negation, comparison, membership, nullness, match, masked:
		return true
	}
	return false
}

// isValue tells what can be compared.
func isValue(n node) bool {
	switch n.(type) {
	case masked, column, number, text:
		return true
	}
	return false
}

// names gives the columns that a tree mentions, in order and each as often as it does.
func names(n node, yield func(column)) {
	switch n := n.(type) {
	case logical:
		for _, t := range n.terms {
			names(t, yield)
		}
	case negation:
		names(n.of, yield)
	case comparison:
		names(n.left, yield)
		names(n.right, yield)
	case membership:
		names(n.of, yield)
	case nullness:
		yield(n.of)
	case match:
		yield(n.of)
	case masked:
		yield(n.of)
	case column:
		yield(n)
	}
}
