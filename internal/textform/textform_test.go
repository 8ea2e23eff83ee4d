package textform

import (
	"strings"
	"testing"
)

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Size(uint64(0)), "0 B"},
		{Size(uint64(4096)), "4.00 KiB"},
		{Size(-1536.0), "-1.50 KiB"},
		{Size(uint64(1471026299)), "1.37 GiB"},
		{SizeRange(198*1024, 212*1024), "198 to 212 KiB"},
		{SizeRange(-1024, 3<<20), "0.00 to 3.00 MiB"},
		{Number(0.5), "0.50"},
		{Number(2), "2"},
		{Number(12.345), "12.3"},
		{Number(312000.4), "312,000"},
		{Number(-1234), "-1,234"},
		{Count(uint64(1234567)), "1,234,567"},
		{Plural(1, "entry"), "1 entry"},
		{Plural(2, "entry"), "2 entries"},
		{Plural(1500, "row"), "1,500 rows"},
		{Counted(1, "row", "was", "were"), "1 row was"},
		{Counted(2, "row", "was", "were"), "2 rows were"},
		{Span(12.34), "12.3 s"},
		{Span(185), "3 min 5 s"},
		{Span(9.4 * 3600), "9.4 h"},
		{Span(12 * 86400), "12 days"},
		{Percent(0.97), "97 %"},
		{Percent(0.003), "0.3 %"},
	} {
		if c.got != c.want {
			t.Errorf("%q, expected %q", c.got, c.want)
		}
	}
}

func TestLayout(t *testing.T) {
	if got := Wrapped("To: ", "one two  three", 11); got != "To: one two\n    three\n" {
		t.Errorf("%q", got)
	}
	if got := Shortened("abcdefghij", 7); got != "abc~hij" {
		t.Errorf("%q", got)
	}
	if got := Printable("a\x1b[2J\u202eb"); got != `a\u001b[2J\u202eb` {
		t.Errorf("%q", got)
	}
	var b strings.Builder
	Table(&b, "  ", []string{"TAG", "BYTES", "OWNER"}, [][]string{{"Abcd", "1", strings.Repeat("x", 60)}, {"E", "1,000", "y"}}, 40,
		2, 1)
	want := "  TAG   BYTES  OWNER\n  Abcd      1  xxxxxxxxxxxx~xxxxxxxxxxxx\n  E     1,000  y\n"
	if b.String() != want {
		t.Errorf("%q, expected %q", b.String(), want)
	}
}
