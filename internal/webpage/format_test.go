package webpage_test

import (
	"encoding/csv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"etledger/internal/textform"
	"etledger/internal/webpage"
	"etledger/internal/webpage/webpagetest"
)

// figures are values around every border at which forms change, exact halves, and many more.
func figures() []float64 {
	list := []float64{0, 0.2, 0.5, 1.5, 2.5, 0.125, 0.375, 12.25, 99.5, 100.5, 1e15, 1 << 53, 9.995, 9.9949, 99.95,
		999.5, 999.4999, 59.95, 3599.5}
	for unit := 1.0; unit < 1e19; unit *= 1024 {
		for _, v := range []float64{
			0.9765625, 0.99, 1, 1.005, 1.125, 1.5, 9.994, 9.995, 9.996, 10.05, 10.25, 99.94, 99.95, 99.96, 100.5, 998.5, 999.4,
			999.5, 1000, 1023,
		} {
			list = append(list, v*unit)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		list = append(list, math.Exp(random.Float64()*44-2), float64(random.IntN(1<<20))/8, float64(random.IntN(4000))/16)
	}
	for _, v := range slices.Clone(list) {
		list = append(list, -v)
	}
	return list
}

// TestNumbersLikeTheProgram: the page prints every number as the text form does.
func TestNumbersLikeTheProgram(t *testing.T) {
	values := figures()
	page := pageOf(t, webpage.Page{Body: "<h1>x</h1>"})
	var got map[string][]string
	webpagetest.Run(t, page, `
		const out = {};
		for (const name of ["size", "rate", "number", "span", "percent"]) out[name] = input.map((v) => format[name](v));
		out.count = input.map((v) => (Math.abs(v) < 2 ** 53 ? format.count(Math.trunc(v)) : ""));
		const both = (n) => format.plural(n, "process") + format.plural(n, "entry");
		out.plural = input.map((v) => (Math.abs(v) < 2 ** 53 ? both(Math.trunc(Math.abs(v))) : ""));
		out.interval = input.map((v) => format.rateInterval(v, v * 0.9, v * 1.1));
		out.range = input.map((v) => format.rateRange(v, v * 0.9, v * 1.1));
		return out;`, values, &got)
	for name, form := range map[string]func(float64) string{
		"size": textform.Size[float64], "rate": textform.Rate, "number": textform.Number, "span": textform.Span, "percent": textform.Percent,
		"count": ifExact(func(v float64) string { return textform.Count(int64(v)) }),
		"plural": ifExact(func(v float64) string {
			n := uint64(math.Abs(v))
			return textform.Plural(n, "process") + textform.Plural(n, "entry")
		}),
		"interval": func(v float64) string { return textform.RateInterval(v, v*0.9, v*1.1) },
		"range":    func(v float64) string { return textform.RateRange(v, v*0.9, v*1.1) },
	} {
		wrong := 0
		for i, v := range values {
			if want := form(v); got[name][i] != want && wrong < 5 {
				t.Errorf("%s(%v) is %q on the page, %q in the program", name, v, got[name][i], want)
				wrong++
			}
		}
	}
}

func ifExact(form func(float64) string) func(float64) string {
	return func(v float64) string {
		if math.Abs(v) >= 1<<53 {
			return ""
		}
		return form(v)
	}
}

// TestPrintableLikeTheProgram: what is hidden in names shows the same way everywhere.
func TestPrintableLikeTheProgram(t *testing.T) {
	texts := append(slices.Clone(hostile), "plain", "söme 名前 😀", "tab\tline\nnull\x00",
		"\u200b\u200f\u00a0\ufeff", "\U000e0041", "مرحبا")
	var got []string
	webpagetest.Run(t, pageOf(t, webpage.Page{Body: "<h1>x</h1>"}), `return input.map(format.printable);`, texts, &got)
	for i, text := range texts {
		if want := textform.Printable(text); got[i] != want {
			t.Errorf("%q is %q on the page, %q in the program", text, got[i], want)
		}
	}
}

// TestCSVCanBeReadBack: another reader of CSV finds the fields that were written, with formulas made text.
func TestCSVCanBeReadBack(t *testing.T) {
	rows := [][]any{
		{"plain", `with "quotes"`, "comma, comma", "line\nbreak", "crlf\r\nbreak", ""},
		{"=1+1", "+cmd", "-2", "@SUM(A1)", "\ttab", "\rreturn"},
		{-12.5, 0, 9007199254740991, nil, "ünïcode", "'"},
	}
	want := [][]string{
		{"plain", `with "quotes"`, "comma, comma", "line\nbreak", "crlf\nbreak", ""}, // encoding/csv makes \r\n in fields \n
		{"'=1+1", "'+cmd", "'-2", "'@SUM(A1)", "'\ttab", "'\rreturn"},
		{"-12.5", "0", "9007199254740991", "", "ünïcode", "'"},
	}
	var got string
	webpagetest.Run(t, pageOf(t, webpage.Page{Body: "<h1>x</h1>"}), `return csv.write(input);`, rows, &got)
	read, err := csv.NewReader(strings.NewReader(got)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if !slices.Equal(read[i], want[i]) {
			t.Errorf("row %d is %q, expected %q", i, read[i], want[i])
		}
	}
	if n := strings.Count(got, "\r\n"); n != 4 { // three lines, and one in a field
		t.Errorf("%d line ends: %q", n, got)
	}
}

// TestTablesOrder: numbers by size, text by the alphabet with numbers in it by size, nothing last, equal ones as they were.
func TestTablesOrder(t *testing.T) {
	type row struct {
		V any `json:"v"`
		N int `json:"n"`
	}
	rows := []row{{nil, 0}, {3.0, 1}, {-1.0, 2}, {3.0, 3}, {"", 4}, {20.0, 5}}
	var got [][]int
	webpagetest.Run(t, pageOf(t, webpage.Page{Body: "<h1>x</h1>"}), `
		const order = (list, down, keep) => tableOrder.arrange(list, { value: (r) => r.v, down, keep }).map((r) => r.n);
		return [order(input, false), order(input, true), order(input, false, (r) => r.v > 0),
			order([{ v: "b10", n: 0 }, { v: "B9", n: 1 }, { v: "a", n: 2 }], false), tableOrder.arrange(input).map((r) => r.n)];`, rows, &got)
	for i, want := range [][]int{{2, 1, 3, 5, 0, 4}, {5, 1, 3, 2, 0, 4}, {1, 3, 5}, {2, 1, 0}, {0, 1, 2, 3, 4, 5}} {
		if !slices.Equal(got[i], want) {
			t.Errorf("order %d is %v, expected %v", i, got[i], want)
		}
	}
}
