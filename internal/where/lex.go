package where

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is the kind of a token.
type kind uint8

const (
	endToken    kind = iota // of the expression
	wordToken               // name or keyword, in lower case
	numberToken             // decimal or hexadecimal, without sign and unit
	textToken               // what stands between the quotes
	signToken               // operator or punctuation
)

// token is a part of an expression.
type token struct {
	kind kind
	text string
	at   int // offset in bytes
	end  int
}

// is tells whether the token is a certain operator, punctuation or keyword.
func (t token) is(text string) bool {
	return t.text == text && (t.kind == signToken || t.kind == wordToken)
}

func (t token) String() string {
	switch t.kind {
	case endToken:
		return "the end"
	case textToken:
		return "a text"
	}
	return fmt.Sprintf("%q", t.text)
}

// signs are the operators and punctuation, longer ones before those that they begin with.
var signs = []string{"==", "!=", "<>", "<=", ">=", "!~", "=", "<", ">", "~", "&", "(", ")", ",", "-"}

// foreign are operators of other languages, longer ones first, and what they are called here. None of them begins a
// proper expression, "!=" and "!~" apart.
var foreign = []struct{ sign, here string }{
	{"&&", "and"}, {"||", "or"}, {"=~", "~"}, {"~*", "ilike, or ~ with (?i) in the pattern"}, {"!", "not"},
}

// lex divides an expression into tokens, the last of which is an endToken.
func lex(expression string) ([]token, error) {
	var tokens []token
	for at := 0; ; {
		rest := strings.TrimLeftFunc(expression[at:], unicode.IsSpace)
		at = len(expression) - len(rest)
		t, err := next(expression, at)
		if err != nil {
			return nil, err
		}
		tokens = append(tokens, t)
		if t.kind == endToken {
			return tokens, nil
		}
		at = t.end
	}
}

// next gives the token that begins at an offset.
func next(expression string, at int) (token, error) {
	rest := expression[at:]
	if rest == "" {
		return token{kind: endToken, at: at, end: at}, nil
	}
	switch c := rest[0]; {
	case c == '\'' || c == '"':
		return quoted(expression, at)
	case c >= '0' && c <= '9':
		length := numberLength(rest)
		return token{numberToken, rest[:length], at, at + length}, nil
	case isLetter(c):
		length := 1
		for length < len(rest) && (isLetter(rest[length]) || rest[length] >= '0' && rest[length] <= '9') {
			length++
		}
		return token{wordToken, strings.ToLower(rest[:length]), at, at + length}, nil
	case strings.HasPrefix(rest, "µ"):
		length := len("µ")
		for length < len(rest) && isLetter(rest[length]) {
			length++
		}
		return token{wordToken, rest[:length], at, at + length}, nil
	}
	for _, f := range foreign {
		if strings.HasPrefix(rest, f.sign) && !strings.HasPrefix(rest, "!=") && !strings.HasPrefix(rest, "!~") {
			return token{}, &Error{expression, at, fmt.Sprintf("there is no operator %q; write %s", f.sign, f.here)}
		}
	}
	for _, s := range signs {
		if strings.HasPrefix(rest, s) {
			return token{signToken, s, at, at + len(s)}, nil
		}
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return token{}, &Error{expression, at, fmt.Sprintf("%q cannot stand here; text stands in quotes", r)}
}

func isLetter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }

// numberLength is the length of the number that a text begins with.
func numberLength(s string) int {
	length := 0
	digits := func(set string) {
		for length < len(s) && strings.IndexByte(set, s[length]) >= 0 {
			length++
		}
	}
	if len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x' {
		length = 2
		digits("0123456789abcdefABCDEF")
		return length
	}
	digits("0123456789")
	if length+1 < len(s) && s[length] == '.' && s[length+1] >= '0' && s[length+1] <= '9' {
		length++
		digits("0123456789")
	}
	return length
}

// quoted gives the text that begins with the quote at an offset.
func quoted(expression string, at int) (token, error) {
	quote := expression[at]
	var text strings.Builder
	for i := at + 1; i < len(expression); i++ {
		if expression[i] != quote {
			text.WriteByte(expression[i])
			continue
		}
		if i+1 < len(expression) && expression[i+1] == quote {
			text.WriteByte(quote)
			i++
			continue
		}
		return token{textToken, text.String(), at, i + 1}, nil
	}
	return token{}, &Error{expression, at, fmt.Sprintf("the text has no closing %c", quote)}
}
