package where

import (
	"math"
	"math/big"
)

// wholeRange compares a column of whole numbers with any number, exactly.
func wholeRange(o operand, op string, value *big.Rat, negated bool) program {
	low, high := new(big.Int), new(big.Int).SetUint64(math.MaxUint64)
	if o.flip != 0 {
		low.SetInt64(math.MinInt64)
		high.SetInt64(math.MaxInt64)
	}
	// Div rounds down, since denominators are positive.
	floor := new(big.Int).Div(value.Num(), value.Denom())
	ceiling := new(big.Int).Set(floor)
	if !value.IsInt() {
		ceiling.Add(ceiling, big.NewInt(1))
	}
	switch op {
	case "=", "!=":
		low, high = larger(low, ceiling), smaller(high, floor)
	case "<":
		high = smaller(high, ceiling.Sub(ceiling, big.NewInt(1)))
	case "<=":
		high = smaller(high, floor)
	case ">":
		low = larger(low, floor.Add(floor, big.NewInt(1)))
	case ">=":
		low = larger(low, ceiling)
	}
	if low.Cmp(high) > 0 {
		if negated {
			return presence{o.slot, false}
		}
		return constant(false)
	}
	return leaf{o.slot, negated, &integerRange{o.keys, o.keyOf(low), o.keyOf(high)}}
}

// keyOf gives the key of a number that the column could hold.
func (o *operand) keyOf(n *big.Int) uint64 {
	if n.Sign() < 0 {
		return uint64(n.Int64()) ^ o.flip
	}
	return n.Uint64() ^ o.flip
}

func larger(a, b *big.Int) *big.Int {
	if a.Cmp(b) < 0 {
		return b
	}
	return a
}

func smaller(a, b *big.Int) *big.Int {
	if a.Cmp(b) > 0 {
		return b
	}
	return a
}

// floatBounds gives the range that a comparison with the float nearest to a number stands for.
func floatBounds(op string, value *big.Rat) floatRange {
	x, _ := value.Float64()
	r := floatRange{math.Inf(-1), math.Inf(1)}
	switch op {
	case "=", "!=":
		r = floatRange{x, x}
	case "<":
		r.high = math.Nextafter(x, math.Inf(-1))
	case "<=":
		r.high = x
	case ">":
		r.low = math.Nextafter(x, math.Inf(1))
	case ">=":
		r.low = x
	}
	return r
}
