package textform

import (
	"math"
	"testing"
)

func TestSizeText(t *testing.T) {
	for _, c := range []struct {
		bytes float64
		want  string
	}{
		{0, "0 B"},
		{1, "1 B"},
		{999, "999 B"},
		{1000, "0.98 KiB"},
		{1024, "1.00 KiB"},
		{4096, "4.00 KiB"},
		{10 * 1024, "10.0 KiB"},
		{9.996 * 1024, "10.0 KiB"},
		{99.96 * 1024, "100 KiB"},
		{999.4 * 1024, "999 KiB"},
		{1000 * 1024, "0.98 MiB"},
		{-4096, "-4.00 KiB"},
		{1.5 * (1 << 30), "1.50 GiB"},
		{1 << 40, "1.00 TiB"},
		{math.MaxUint64, "16.0 EiB"},
		{0.2, "0 B"},
		{-0.2, "0 B"},
	} {
		if got := Size(c.bytes); got != c.want {
			t.Errorf("Size(%v) = %q, want %q", c.bytes, got, c.want)
		}
	}
	if got := Size(uint64(1) << 63); got != "8.00 EiB" {
		t.Errorf("Size(2^63) = %q", got)
	}
}

func TestRateTexts(t *testing.T) {
	const kib = 1024
	if got := RateInterval(205*kib, 198*kib, 212*kib); got != "205 [198,212] KiB/s" {
		t.Errorf("RateInterval = %q", got)
	}
	if got := RateInterval(0, -3, 3); got != "0 [-3,3] B/s" {
		t.Errorf("RateInterval around zero = %q", got)
	}
	if got := RateRange(1.5*kib*kib, 900*kib, 2.5*kib*kib); got != "0.88 to 2.50 MiB/s" {
		t.Errorf("RateRange keeps one unit, got %q", got)
	}
	if got := Rate(-2.5 * kib); got != "-2.50 KiB/s" {
		t.Errorf("Rate = %q", got)
	}
}

func TestCountAndPlural(t *testing.T) {
	for n, want := range map[uint64]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 179474: "179,474", 1234567: "1,234,567",
		math.MaxUint64: "18,446,744,073,709,551,615",
	} {
		if got := Count(n); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
	if got := Count(int64(-1234)); got != "-1,234" {
		t.Errorf("Count(-1234) = %q", got)
	}
	if got := Plural(1, "process") + ", " + Plural(2, "process") + ", " + Plural(0, "event") + ", " + Plural(3,
		"entry"); got !=
		"1 process, 2 processes, 0 events, 3 entries" {
		t.Errorf("plural: %q", got)
	}
}

func TestSpanAndPercent(t *testing.T) {
	for seconds, want := range map[float64]string{
		0: "0.0 s", 12.34: "12.3 s", 59.94: "59.9 s", 59.96: "1 min 0 s", 185: "3 min 5 s", 3599.6: "1.0 h",
		9.42 * 3600:  "9.4 h",
		12.9 * 86400: "12 days", 4000 * 86400: "more than 10 years",
	} {
		if got := Span(seconds); got != want {
			t.Errorf("Span(%v) = %q, want %q", seconds, got, want)
		}
	}
	for share, want := range map[float64]string{0: "0 %", 0.003: "0.3 %", 0.094: "9.4 %", 0.965: "96 %", 1: "100 %"} {
		if got := Percent(share); got != want {
			t.Errorf("Percent(%v) = %q, want %q", share, got, want)
		}
	}
}
