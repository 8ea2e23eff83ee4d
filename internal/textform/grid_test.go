package textform

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestGridLeavesOutTheHighestRanks(t *testing.T) {
	g := Grid{
		Columns: []Column{
			{Head: "NAME", Least: 6}, {Head: "SIZE", Numeric: true, Rank: 2},
			{Head: "RATE", Numeric: true, Rank: 1}, {Head: "NOTE", Rank: 3, Least: 4},
		},
		Rows: [][]string{{"averylongname", "1,000", "12", "something"}, {"b", "9", "3456", "x"}},
	}
	for _, c := range []struct {
		width int
		left  []int
		want  string
	}{
		{6, []int{1, 2, 3}, "NAME\nave~me\nb\n"},
		{12, []int{1, 3}, "NAME    RATE\nave~me    12\nb       3456\n"},
		{30, nil, "NAME          SIZE  RATE  NOTE\navery~gname  1,000    12  so~g\nb                9  3456  x\n"},
		{60, nil, "NAME            SIZE  RATE  NOTE\naverylongname  1,000    12  something\nb                  9  3456  x\n"},
	} {
		var b strings.Builder
		left := g.Write(&b, "", c.width)
		if !slices.Equal(left, c.left) {
			t.Errorf("%d wide, %v is left out, expected %v", c.width, left, c.left)
		}
		for line := range strings.Lines(b.String()) {
			if Width(strings.TrimSuffix(line, "\n")) > c.width {
				t.Errorf("%d wide: %q", c.width, line)
			}
		}
		if b.String() != c.want {
			t.Errorf("%d wide:\n%s", c.width, b.String())
		}
	}
}

func TestGridDraws(t *testing.T) {
	var widths []int
	g := Grid{
		Columns: []Column{{Head: "A"}, {Head: "B", Rank: 1, Least: 3, Most: 5, Draw: func(_, width int) string {
			widths = append(widths, width)
			return strings.Repeat("x", width)
		}}},
		Rows: [][]string{{"a", ""}},
	}
	var b strings.Builder
	g.Write(&b, "", 7)
	g.Write(&b, "", 70)
	if !slices.Equal(widths, []int{4, 5}) || b.String() != "A  B\na  xxxx\nA  B\na  xxxxx\n" {
		t.Errorf("%v\n%s", widths, b.String())
	}
}

func TestSpark(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		values []float64
		ascii  bool
		want   string
	}{
		{[]float64{nan, 0, 7, 3.5}, false, " ▁█▅"},
		{[]float64{0, 0}, false, "▁▁"},
		{[]float64{5, 5}, false, "██"},
		{[]float64{-7, 0}, false, "▁█"}, // below zero, the least is the floor
		{[]float64{0, 1, 2, 3, 4, 5, 6, 7}, true, "_.:-=+*#"},
		{[]float64{nan, nan}, false, ""},
		{nil, false, ""},
		{[]float64{0, math.Inf(1)}, false, "▁ "},
	} {
		if got := Spark(c.values, c.ascii); got != c.want {
			t.Errorf("%v: %q, expected %q", c.values, got, c.want)
		}
	}
}

func TestUnits(t *testing.T) {
	people, exact := Units{}, Units{Exact: true}
	for _, c := range []struct{ got, want string }{
		{people.Size(1536), "1.50 KiB"}, {exact.Size(1536), "1,536 B"},
		{people.Change(1536), "+1.50 KiB"}, {exact.Change(-1536), "-1,536 B"}, {exact.Change(0), "0 B"},
		{people.Rate(2048), "2.00 KiB/s"}, {exact.Rate(212701.907), "212,702 B/s"}, {exact.Rate(-0.2), "0 B/s"},
		{exact.Rate(math.MaxFloat64), "1.7976931348623157e+308 B/s"},
		{exact.RateInterval(2048, 1024, 4096), "2,048 [1,024 to 4,096] B/s"},
		{people.RateInterval(2048, 1024, 4096), "2.00 [1.00,4.00] KiB/s"},
		{exact.RateRange(2048, 1024, 4096), "1,024 to 4,096 B/s"},
	} {
		if c.got != c.want {
			t.Errorf("%q, expected %q", c.got, c.want)
		}
	}
}

func TestPaint(t *testing.T) {
	if got := (Paint{}).In(Bad, "leak"); got != "leak" {
		t.Errorf("without colours: %q", got)
	}
	if got := (Paint{On: true}).In(Heading, "a b\n  c\n"); got != "\x1b[1ma b\x1b[0m\n  \x1b[1mc\x1b[0m\n" {
		t.Errorf("lines: %q", got)
	}
	if got := Wrapped("  "+(Paint{On: true}).In(Bad, "x")+" ", "one two", 8); got != "  \x1b[1;31mx\x1b[0m one\n    two\n" {
		t.Errorf("a painted lead: %q", got)
	}
}
