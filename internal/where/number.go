package where

import (
	"fmt"
	"math/big"
)

// measure is what a number with a unit measures.
type measure uint8

const (
	plain    measure = iota // a number without a unit
	size                    // in bytes
	duration                // in seconds
)

// unit is a unit that numbers may be written with.
type unit struct {
	measure  measure
	num, den int64 // of bytes or seconds
}

var units = map[string]unit{
	"b": {size, 1, 1}, "kib": {size, 1 << 10, 1}, "mib": {size, 1 << 20, 1}, "gib": {size, 1 << 30, 1},
	"tib": {size, 1 << 40, 1},
	"kb":  {size, 1e3, 1}, "mb": {size, 1e6, 1}, "gb": {size, 1e9, 1}, "tb": {size, 1e12, 1},
	"ns": {duration, 1, 1e9}, "us": {duration, 1, 1e6}, "µs": {duration, 1, 1e6}, "ms": {duration, 1, 1e3},
	"s": {duration, 1, 1}, "min": {duration, 60, 1}, "h": {duration, 3600, 1},
}

// maxDigits bounds the length of numbers; no column holds one with more digits.
const maxDigits = 60

// number parses a number, and the unit after it if there is one.
func (p *parser) number(negative bool) (node, error) {
	t := p.take()
	if len(t.text) > maxDigits {
		return nil, p.fault(t, "the number has more than %d digits", maxDigits)
	}
	value, ok := new(big.Rat).SetString(t.text)
	if !ok {
		return nil, p.fault(t, "%s is no number", t)
	}
	n := number{at: t.at, value: value}
	if u := p.peek(); u.kind == wordToken && !keywords[u.text] {
		known, ok := units[u.text]
		switch {
		case !ok && u.at > t.end:
			return nil, p.fault(u, "expected and, or, or the end, not %s", u)
		case !ok:
			return nil, p.fault(u, "there is no unit %q; units are B, KiB, MiB, GiB, TiB, KB, MB, GB, TB for sizes and "+
				"ns, us, ms, s, min, h for durations", u.text)
		}
		p.take()
		n.value.Mul(n.value, big.NewRat(known.num, known.den))
		n.measure, n.unit = known.measure, p.expression[t.at:u.end]
	}
	if negative {
		n.value.Neg(n.value)
	}
	return n, nil
}

// inUnit gives the number in the unit that a column has.
func (n number) inUnit(c *target) (*big.Rat, string) {
	switch {
	case n.measure == plain:
		return n.value, ""
	case n.measure == size && (c.Unit == "bytes" || c.Unit == "address"):
		return n.value, ""
	case n.measure == size && c.Unit == "MiB":
		return new(big.Rat).Mul(n.value, big.NewRat(1, 1<<20)), ""
	case n.measure == duration && c.Unit == "s":
		return n.value, ""
	case n.measure == duration && c.Unit == "ns":
		return new(big.Rat).Mul(n.value, big.NewRat(1e9, 1)), ""
	}
	in := "has no unit"
	if c.Unit != "none" {
		in = "is in " + c.Unit
	}
	what := [...]string{plain: "number", size: "size", duration: "duration"}[n.measure]
	return nil, fmt.Sprintf("%s is a %s, but %s %s", n.unit, what, c.Name, in)
}
