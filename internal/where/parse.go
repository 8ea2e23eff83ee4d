package where

import (
	"fmt"
)

const (
	maxLength = 1 << 16 // of an expression, in bytes
	maxDepth  = 200     // of parentheses and "not"
)

// Expression is a parsed expression, which does not know yet what its columns are.
type Expression struct {
	source string
	root   node
}

// Parse parses an expression. Faults in it are of type *Error.
func Parse(expression string) (*Expression, error) {
	if len(expression) > maxLength {
		return nil, &Error{expression, maxLength, fmt.Sprintf("the expression is longer than %d bytes", maxLength)}
	}
	tokens, err := lex(expression)
	if err != nil {
		return nil, err
	}
	p := parser{expression: expression, tokens: tokens}
	root, err := p.condition(p.or)
	if err != nil {
		return nil, err
	}
	if t := p.peek(); t.kind != endToken {
		if t.is(")") {
			return nil, p.fault(t, "there is no ( for this )")
		}
		return nil, p.fault(t, "expected and, or, or the end, not %s", t)
	}
	return &Expression{expression, root}, nil
}

// keywords cannot be names of columns.
var keywords = map[string]bool{"and": true, "or": true, "not": true, "in": true, "is": true, "null": true, "like": true,
	"ilike": true}

// parser parses by recursive descent; each method is a rule of the grammar in doc.go.
type parser struct {
	expression string
	tokens     []token
	depth      int
}

func (p *parser) peek() token { return p.tokens[0] }

func (p *parser) take() token {
	t := p.tokens[0]
	if t.kind != endToken {
		p.tokens = p.tokens[1:]
	}
	return t
}

// accept takes the next token if it is a certain one.
func (p *parser) accept(text string) bool {
	if !p.peek().is(text) {
		return false
	}
	p.take()
	return true
}

func (p *parser) fault(at token, format string, args ...any) error {
	return &Error{p.expression, at.at, fmt.Sprintf(format, args...)}
}

func (p *parser) faultAt(n node, format string, args ...any) error {
	return &Error{p.expression, n.offset(), fmt.Sprintf(format, args...)}
}

// condition parses by a rule what must turn out to be a condition.
func (p *parser) condition(rule func() (node, error)) (node, error) {
	n, err := rule()
	if err != nil || isCondition(n) {
		return n, err
	}
	if c, ok := n.(column); ok {
		return nil, p.fault(p.peek(), "expected a comparison of %[1]s, such as %[1]s = ..., or %[1]s is not null", c.name)
	}
	return nil, p.fault(p.peek(), "expected a comparison with a column")
}

func (p *parser) or() (node, error) { return p.logical(true, "or", p.and) }

func (p *parser) and() (node, error) { return p.logical(false, "and", p.not) }

func (p *parser) logical(or bool, keyword string, rule func() (node, error)) (node, error) {
	first, err := rule()
	if err != nil || !p.peek().is(keyword) {
		return first, err
	}
	if !isCondition(first) {
		return p.condition(func() (node, error) { return first, nil })
	}
	terms := []node{first}
	for p.accept(keyword) {
		term, err := p.condition(rule)
		if err != nil {
			return nil, err
		}
		terms = append(terms, term)
	}
	return logical{or, terms}, nil
}

func (p *parser) not() (node, error) {
	t := p.peek()
	if !p.accept("not") {
		return p.predicate()
	}
	if err := p.deeper(t); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	of, err := p.condition(p.not)
	return negation{of}, err
}

func (p *parser) deeper(t token) error {
	if p.depth++; p.depth > maxDepth {
		return p.fault(t, "the expression is nested more than %d deep", maxDepth)
	}
	return nil
}

func (p *parser) bits() (node, error) {
	left, err := p.primary()
	for err == nil && p.peek().is("&") {
		and := p.take()
		var right node
		if right, err = p.primary(); err == nil {
			left, err = p.mask(and, left, right)
		}
	}
	return left, err
}

// mask makes bits of a column and a number, in either order.
func (p *parser) mask(and token, left, right node) (node, error) {
	if _, ok := left.(number); ok {
		left, right = right, left
	}
	mask, ok := right.(number)
	if !ok || mask.measure != plain || !mask.value.IsInt() || mask.value.Sign() < 0 || !mask.value.Num().IsUint64() {
		return nil, p.fault(and, "& takes a column and a whole number, as in alloc_flags & 0x1000")
	}
	if c, ok := left.(column); ok {
		return masked{c, mask}, nil
	}
	return nil, p.fault(and, "& takes a column and a whole number, as in alloc_flags & 0x1000; join conditions with and")
}

func (p *parser) primary() (node, error) {
	t := p.peek()
	switch {
	case t.kind == numberToken:
		return p.number(false)
	case t.kind == textToken:
		p.take()
		return text{t.at, t.text}, nil
	case p.accept("-"):
		if n := p.peek(); n.kind != numberToken {
			return nil, p.fault(n, "expected a number after -, not %s", n)
		}
		return p.number(true)
	case p.accept("("):
		if err := p.deeper(t); err != nil {
			return nil, err
		}
		defer func() { p.depth-- }()
		n, err := p.or()
		if err == nil && !p.accept(")") {
			err = p.fault(p.peek(), "expected ) for the ( at character %d, not %s", p.character(t), p.peek())
		}
		return n, err
	case t.is("null"):
		return nil, p.fault(t, "nothing is equal to null; write is null")
	case t.kind == wordToken && !keywords[t.text]:
		p.take()
		return column{t.at, t.text}, nil
	}
	return nil, p.fault(t, "expected a column, a number, a text or (, not %s", t)
}
