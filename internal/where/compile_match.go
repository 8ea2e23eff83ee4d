package where

import (
	"regexp"
	"strings"

	"etledger/model/columns"
)

func (c *compiler) match(n match, negated bool) (program, error) {
	t := c.find(n.of)
	expression := n.pattern.value
	if n.op != "~" {
		expression = likeExpression(n.pattern.value, n.op == "ilike")
	}
	pattern, err := regexp.Compile(expression)
	if err != nil {
		return nil, c.fault(n.pattern, "%v", err)
	}
	if t == nil {
		return constant(false), nil
	}
	if t.Type != columns.Text {
		return nil, c.fault(n, "%s is of type %v; patterns are for texts", t.Name, t.Type)
	}
	return leaf{t.slot, negated, &words{accept: pattern.MatchString}}, nil
}

// likeExpression gives the regular expression for a pattern of "like": % is any text, _ any one character.
func likeExpression(pattern string, fold bool) string {
	var b strings.Builder
	b.WriteString(`(?s)`)
	if fold {
		b.WriteString(`(?i)`)
	}
	b.WriteString(`\A`)
	for _, r := range pattern {
		switch r {
		case '%':
			b.WriteString(`.*`)
		case '_':
			b.WriteString(`.`)
		default:
			b.WriteString(regexp.QuoteMeta(string(r)))
		}
	}
	b.WriteString(`\z`)
	return b.String()
}
