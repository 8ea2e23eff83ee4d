package where_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"etledger/internal/where"
	"etledger/model/columns"
)

// The oracle knows three-valued logic and nothing of bitmaps, ranges, dictionaries or negation normal form.
type truth int

const (
	no truth = iota
	unknown
	yes
)

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

// condition is a random expression: its text, how tightly it binds, and what it says of a row.
type condition struct {
	text  string
	binds int // 0 or, 1 and, 2 not, 3 predicate
	says  func(row map[string]value) truth
}

func (c condition) within(binds int) string {
	if c.binds < binds {
		return "(" + c.text + ")"
	}
	return c.text
}

func randomCondition(r *rand.Rand, depth int) condition {
	if depth > 0 && r.IntN(4) > 0 {
		a, b := randomCondition(r, depth-1), randomCondition(r, depth-1)
		switch r.IntN(3) {
		case 0:
			return condition{a.within(0) + " or " + b.within(1), 0, func(row map[string]value) truth {
				return max(a.says(row), b.says(row))
			}}
		case 1:
			return condition{a.within(1) + " AND " + b.within(2), 1, func(row map[string]value) truth {
				return min(a.says(row), b.says(row))
			}}
		}
		return condition{"not " + a.within(2), 2, func(row map[string]value) truth { return yes - a.says(row) }}
	}
	return randomPredicate(r)
}

// present makes a predicate unknown where the column is null.
func present(name string, says func(value) bool) func(map[string]value) truth {
	return func(row map[string]value) truth {
		if row[name] == nil {
			return unknown
		}
		return truthOf(says(row[name]))
	}
}

func randomPredicate(r *rand.Rand) condition {
	c := sampleColumns[r.IntN(len(sampleColumns))]
	if r.IntN(8) == 0 {
		negated := r.IntN(2) == 0
		return condition{c.Name + " is " + map[bool]string{true: "not ", false: ""}[negated] + "null", 3,
			func(row map[string]value) truth { return truthOf((row[c.Name] != nil) == negated) }}
	}
	if r.IntN(8) == 0 {
		return randomPair(r)
	}
	if c.Type == columns.Text {
		return randomTextPredicate(r, c.Name)
	}
	return randomNumberPredicate(r, c)
}

var operators = []string{"=", "==", "!=", "<>", "<", "<=", ">", ">="}

func holds(op string, order int) bool {
	switch op {
	case "=", "==":
		return order == 0
	case "!=", "<>":
		return order != 0
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	}
	return order >= 0
}

// order compares two values of one kind, exactly.
func order(a, b value) int {
	if text, ok := a.(string); ok {
		return strings.Compare(text, b.(string))
	}
	if f, ok := a.(float64); ok {
		switch g := b.(float64); {
		case f < g:
			return -1
		case f > g:
			return 1
		}
		return 0
	}
	return exact(a).Cmp(exact(b))
}

func exact(v value) *big.Rat {
	switch v := v.(type) {
	case uint64:
		return new(big.Rat).SetInt(new(big.Int).SetUint64(v))
	case int64:
		return new(big.Rat).SetInt64(v)
	}
	return v.(*big.Rat)
}

func randomPair(r *rand.Rand) condition {
	whole := []string{"small", "port", "pid", "parent", "size", "ticks", "took"}
	text := []string{"type", "name", "path"}
	names := [][]string{whole, text}[r.IntN(2)]
	a, b, op := names[r.IntN(len(names))], names[r.IntN(len(names))], operators[r.IntN(len(operators))]
	return condition{a + op + b, 3, func(row map[string]value) truth {
		if row[a] == nil || row[b] == nil {
			return unknown
		}
		return truthOf(holds(op, order(row[a], row[b])))
	}}
}

func quote(s string, r *rand.Rand) string {
	q := []string{`'`, `"`}[r.IntN(2)]
	return q + strings.ReplaceAll(s, q, q+q) + q
}

func randomTextPredicate(r *rand.Rand, name string) condition {
	word := sampleTexts[r.IntN(len(sampleTexts))]
	not := []string{"", "not "}[r.IntN(2)]
	negated := not != ""
	switch r.IntN(5) {
	case 0:
		op := operators[r.IntN(len(operators))]
		return condition{name + " " + op + quote(word, r), 3, present(name, func(v value) bool {
			return holds(op, strings.Compare(v.(string), word))
		})}
	case 1:
		list := []string{word, sampleTexts[r.IntN(len(sampleTexts))]}
		return condition{fmt.Sprintf("%s %sin (%s, %s)", name, not, quote(list[0], r), quote(list[1], r)), 3,
			present(name, func(v value) bool { return slices.Contains(list, v.(string)) != negated })}
	case 2:
		op := []string{"~", "!~"}[r.IntN(2)]
		return condition{name + op + quote(`\.`, r), 3, present(name, func(v value) bool {
			return strings.Contains(v.(string), ".") == (op == "~")
		})}
	}
	pattern := []string{"%", "", "a%", "%o_", "_", "%.exe", "%svc%", "a_b", `%\x`, "%%_%", "svchost%"}[r.IntN(11)]
	if r.IntN(2) == 0 {
		return condition{name + " " + not + "like " + quote(pattern, r), 3, present(name, func(v value) bool {
			return like(v.(string), pattern) != negated
		})}
	}
	return condition{name + " " + not + "ilike " + quote(pattern, r), 3, present(name, func(v value) bool {
		return like(strings.ToLower(v.(string)), strings.ToLower(pattern)) != negated
	})}
}

// like matches by trying every length for each %.
func like(s, pattern string) bool {
	if pattern == "" {
		return s == ""
	}
	if pattern[0] == '%' {
		for i := 0; i <= len(s); i++ {
			if like(s[i:], pattern[1:]) {
				return true
			}
		}
		return false
	}
	if s == "" {
		return false
	}
	if pattern[0] == '_' {
		_, size := utf8.DecodeRuneInString(s)
		return like(s[size:], pattern[1:])
	}
	return s[0] == pattern[0] && like(s[1:], pattern[1:])
}

// literal gives a random number for a column: its text, and its value in the column's unit.
func literal(r *rand.Rand, c columns.Column) (string, value) {
	whole := sampleWhole[r.IntN(len(sampleWhole))]
	rat := func(text string, scale *big.Rat) (string, value) {
		n, _ := new(big.Rat).SetString(text)
		return text, n.Mul(n, scale)
	}
	one := big.NewRat(1, 1)
	switch {
	case c.Type == columns.Timestamp:
		return quote(time.Unix(0, int64(whole)).UTC().Format(time.RFC3339Nano), r), int64(whole)
	case c.Type == columns.Float64:
		x := float64(r.IntN(80)) / 16
		if r.IntN(2) == 0 {
			return fmt.Sprintf("%gms", x*1000), x
		}
		return fmt.Sprint(x), x
	case c.Unit == "ns" && r.IntN(2) == 0:
		text, v := rat(fmt.Sprint(r.IntN(5), ".", r.IntN(9)), big.NewRat(60e9, 1))
		return text + "min", v
	case (c.Unit == "bytes" || c.Unit == "MiB") && r.IntN(2) == 0:
		scale := big.NewRat(1<<20, 1)
		if c.Unit == "MiB" {
			scale = one
		}
		text, v := rat(fmt.Sprint(r.IntN(5), ".", r.IntN(9)), scale)
		return text + " MiB", v
	}
	switch r.IntN(4) {
	case 0:
		return fmt.Sprintf("%#x", whole), exact(whole)
	case 1:
		return rat(fmt.Sprintf("%d.5", whole), one)
	case 2:
		text, v := rat(fmt.Sprintf("-%d", whole), one)
		return text, v
	}
	return fmt.Sprint(whole), exact(whole)
}

func randomNumberPredicate(r *rand.Rand, c columns.Column) condition {
	text, v := literal(r, c)
	if c.Type <= columns.Uint64 && r.IntN(3) == 0 {
		mask := sampleWhole[r.IntN(len(sampleWhole))]
		masked := fmt.Sprintf("%s & %d", c.Name, mask)
		if r.IntN(2) == 0 {
			return condition{masked, 3, present(c.Name, func(v value) bool { return v.(uint64)&mask != 0 })}
		}
		op := operators[r.IntN(len(operators))]
		text, v := literal(r, columns.Column{Unit: "none"})
		return condition{masked + " " + op + " " + text, 3, present(c.Name, func(x value) bool {
			return holds(op, order(x.(uint64)&mask, v))
		})}
	}
	if r.IntN(4) == 0 {
		text2, v2 := literal(r, c)
		not := []string{"", "not "}[r.IntN(2)]
		return condition{fmt.Sprintf("%s %sIN (%s,%s)", c.Name, not, text, text2), 3, present(c.Name, func(x value) bool {
			return (order(x, v) == 0 || order(x, v2) == 0) != (not != "")
		})}
	}
	op := operators[r.IntN(len(operators))]
	if r.IntN(3) == 0 {
		return condition{text + op + c.Name, 3, present(c.Name, func(x value) bool { return holds(op, order(v, x)) })}
	}
	return condition{c.Name + op + text, 3, present(c.Name, func(x value) bool { return holds(op, order(x, v)) })}
}

func TestAgainstRowwiseOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		n := r.IntN(300)
		batch, rows := sampleRows(r, n)
		c := randomCondition(r, 4)
		e, err := where.Parse(c.text)
		if err != nil {
			t.Fatalf("%s\n%v", c.text, err)
		}
		filters, err := e.Compile([]where.Table{sampleTable})
		if err != nil {
			t.Fatalf("%s\n%v", c.text, err)
		}
		var want []int32
		for i, row := range rows {
			if c.says(row) == yes {
				want = append(want, int32(i))
			}
		}
		for range 2 { // the second time with memory that the first has used
			if got := choose(filters[0], batch, n); !slices.Equal(got, want) {
				t.Fatalf("%s\nchooses %v, want %v", c.text, got, want)
			}
		}
	}
}
