package where

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"etledger/model/columns"
)

// operand is the column side of a comparison: a column, or some bits of it.
type operand struct {
	*target
	keys
}

// operand finds the column of a node; its target is nil when the table lacks it.
func (c *compiler) operand(n node) (operand, error) {
	if b, ok := n.(masked); ok {
		t := c.find(b.of)
		if t != nil && t.Type > columns.Uint64 {
			return operand{}, c.fault(n, "%s is of type %v, which has no bits to test", t.Name, t.Type)
		}
		return operand{t, keys{mask: b.mask.value.Num().Uint64()}}, nil
	}
	o := operand{c.find(n.(column)), keys{mask: math.MaxUint64}}
	if o.target != nil && (o.Type == columns.Int64 || o.Type == columns.Timestamp) {
		o.flip = signBit
	}
	return o, nil
}

func (c *compiler) comparison(n comparison, negated bool) (program, error) {
	o, err := c.operand(n.left)
	if err != nil {
		return nil, err
	}
	negated = negated != (n.op == "!=")
	switch right := n.right.(type) {
	case number:
		if o.target == nil {
			return constant(false), nil
		}
		return c.withNumber(n, o, right, negated)
	case text:
		if o.target == nil {
			return constant(false), nil
		}
		return c.withText(n, o, right, negated)
	}
	return c.withColumn(n, o, negated)
}

func (c *compiler) withNumber(n comparison, o operand, right number, negated bool) (program, error) {
	value, err := c.value(o.target, right)
	if err != nil {
		return nil, err
	}
	if o.Type == columns.Float64 {
		return leaf{o.slot, negated, floatBounds(n.op, value)}, nil
	}
	return wholeRange(o, n.op, value, negated), nil
}

// value gives a literal in the unit of a column of numbers.
func (c *compiler) value(t *target, n number) (*big.Rat, error) {
	switch t.Type {
	case columns.Text:
		return nil, c.fault(n, "%s is a text; write what it is compared with in quotes", t.Name)
	case columns.Timestamp:
		return nil, c.fault(n, "%s is a time; write it in quotes, as in '2024-03-05T09:30:00Z', or compare time_s", t.Name)
	}
	value, fault := n.inUnit(t)
	if fault != "" {
		return nil, c.fault(n, "%s", fault)
	}
	return value, nil
}

// orders are the operators in terms of what cmp.Compare gives.
var orders = map[string]func(int) bool{
	"=": func(o int) bool { return o == 0 }, "!=": func(o int) bool { return o == 0 }, // negated elsewhere
	"<": func(o int) bool { return o < 0 }, "<=": func(o int) bool { return o <= 0 },
	">": func(o int) bool { return o > 0 }, ">=": func(o int) bool { return o >= 0 },
}

func (c *compiler) withText(n comparison, o operand, right text, negated bool) (program, error) {
	switch {
	case o.Type == columns.Timestamp:
		nanos, err := c.time(right)
		if err != nil {
			return nil, err
		}
		return wholeRange(o, n.op, new(big.Rat).SetInt64(nanos), negated), nil
	case o.Type != columns.Text:
		return nil, c.fault(right, "%s is a number; write what it is compared with without quotes", o.Name)
	}
	holds := orders[n.op]
	return leaf{o.slot, negated, &words{
		accept: func(word string) bool { return holds(strings.Compare(word, right.value)) },
	}}, nil
}

func (c *compiler) withColumn(n comparison, left operand, negated bool) (program, error) {
	if _, ok := n.left.(masked); ok {
		return nil, c.fault(n.left, "bits can be compared with a number only")
	}
	if _, ok := n.right.(masked); ok {
		return nil, c.fault(n.right, "bits can be compared with a number only; write them on the left")
	}
	right, err := c.operand(n.right)
	if err != nil {
		return nil, err
	}
	if left.target == nil || right.target == nil {
		return constant(false), nil
	}
	if left.Type != right.Type && !(left.isWhole() && right.isWhole()) {
		return nil, c.fault(n, "%s is of type %v and %s of type %v; they cannot be compared", left.Name, left.Type,
			right.Name, right.Type)
	}
	return &pair{left.slot, right.slot, orders[n.op], negated}, nil
}

func (c *compiler) anyBit(n masked, negated bool) (program, error) {
	o, err := c.operand(n)
	if err != nil || o.target == nil {
		return constant(false), err
	}
	return leaf{o.slot, negated, &integerRange{o.keys, 1, math.MaxUint64}}, nil
}

func (c *compiler) membership(n membership, negated bool) (program, error) {
	o, err := c.operand(n.of)
	if err != nil || o.target == nil {
		return constant(false), err
	}
	var members []uint64
	var floats floatSet
	accepted := make(map[string]bool)
	for _, item := range n.list {
		literal, isText := item.(text)
		switch {
		case isText && o.Type == columns.Text:
			accepted[literal.value] = true
		case isText && o.Type == columns.Timestamp:
			nanos, err := c.time(literal)
			if err != nil {
				return nil, err
			}
			members = append(members, o.keyOf(big.NewInt(nanos)))
		case isText:
			return nil, c.fault(item, "%s is a number; write what it is compared with without quotes", o.Name)
		default:
			value, err := c.value(o.target, item.(number))
			if err != nil {
				return nil, err
			}
			if o.Type == columns.Float64 {
				x, _ := value.Float64()
				floats = append(floats, x)
			} else if value.IsInt() && (value.Num().IsUint64() && o.flip == 0 || value.Num().IsInt64() && o.flip != 0) {
				members = append(members, o.keyOf(value.Num()))
			}
		}
	}
	switch o.Type {
	case columns.Text:
		return leaf{o.slot, negated, &words{accept: func(word string) bool { return accepted[word] }}}, nil
	case columns.Float64:
		return leaf{o.slot, negated, floats}, nil
	}
	slices.Sort(members)
	return leaf{o.slot, negated, &integerSet{o.keys, members}}, nil
}
