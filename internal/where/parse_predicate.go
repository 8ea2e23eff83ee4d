package where

import "unicode/utf8"

// comparators are the operators between two values, as written and as meant.
var comparators = map[string]string{
	"=": "=", "==": "=", "!=": "!=", "<>": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=",
}

func (p *parser) predicate() (node, error) {
	left, err := p.bits()
	if err != nil {
		return nil, err
	}
	op := p.peek()
	compares := op.kind == signToken && (comparators[op.text] != "" || op.text == "~" || op.text == "!~")
	if !compares && !(op.is("is") || op.is("in") || op.is("like") || op.is("ilike") || op.is("not")) {
		return left, nil
	}
	if !isValue(left) {
		return nil, p.fault(op, "a condition cannot be compared; join conditions with and, or")
	}
	p.take()
	switch {
	case op.kind == signToken && comparators[op.text] != "":
		return p.comparison(op, left)
	case op.is("~") || op.is("!~"):
		return p.match(op, "~", left, op.is("!~"))
	case op.is("is"):
		return p.nullness(op, left)
	}
	negated := op.is("not")
	if negated {
		op = p.take()
	}
	switch {
	case op.is("in"):
		return p.membership(op, left, negated)
	case op.is("like") || op.is("ilike"):
		return p.match(op, op.text, left, negated)
	}
	return nil, p.fault(op, "expected in, like or ilike after not, not %s", op)
}

func (p *parser) comparison(op token, left node) (node, error) {
	right, err := p.bits()
	if err != nil {
		return nil, err
	}
	if !isValue(right) {
		return nil, p.faultAt(right, "a condition cannot be compared; join conditions with and, or")
	}
	if t := p.peek(); t.kind == signToken && comparators[t.text] != "" {
		return nil, p.fault(t, "comparisons cannot be chained; join two with and")
	}
	c := comparison{op.at, comparators[op.text], left, right}
	if isLiteral(left) {
		if isLiteral(right) {
			return nil, p.faultAt(left, "one side of %s must be a column; names of columns stand without quotes", op.text)
		}
		c.left, c.right, c.op = right, left, flipped[c.op]
	}
	return c, nil
}

// flipped are the operators for exchanged sides.
var flipped = map[string]string{"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

func isLiteral(n node) bool {
	switch n.(type) {
	case number, text:
		return true
	}
	return false
}

// matched is the column that in, like and their kind are about.
func (p *parser) matched(op token, left node) (column, error) {
	c, ok := left.(column)
	if !ok {
		return column{}, p.faultAt(left, "expected a column before %s; names of columns stand without quotes", op.text)
	}
	return c, nil
}

func (p *parser) nullness(op token, left node) (node, error) {
	c, err := p.matched(op, left)
	if err != nil {
		return nil, err
	}
	negated := p.accept("not")
	if t := p.take(); !t.is("null") {
		return nil, p.fault(t, "expected null after is, not %s", t)
	}
	return nullness{c, negated}, nil
}

func (p *parser) match(op token, meaning string, left node, negated bool) (node, error) {
	c, err := p.matched(op, left)
	if err != nil {
		return nil, err
	}
	t := p.take()
	if t.kind != textToken {
		return nil, p.fault(t, "expected a pattern in quotes after %s, not %s", op.text, t)
	}
	return match{c, meaning, text{t.at, t.text}, negated}, nil
}

func (p *parser) membership(op token, left node, negated bool) (node, error) {
	if isLiteral(left) {
		_, err := p.matched(op, left)
		return nil, err
	}
	if t := p.take(); !t.is("(") {
		return nil, p.fault(t, "expected ( after in, not %s", t)
	}
	m := membership{of: left, negated: negated}
	for {
		at := p.peek()
		n, err := p.primary()
		if err != nil {
			return nil, err
		}
		if !isLiteral(n) {
			return nil, p.fault(at, "expected a number or a text in the list")
		}
		m.list = append(m.list, n)
		if p.accept(")") {
			return m, nil
		}
		if t := p.take(); !t.is(",") {
			return nil, p.fault(t, "expected , or ) in the list, not %s", t)
		}
	}
}

// character is the place of a token, as messages count it.
func (p *parser) character(t token) int { return utf8.RuneCountInString(p.expression[:t.at]) + 1 }
