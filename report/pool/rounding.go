package pool

import (
	"math"
	"strconv"
	"time"

	"etledger/report"
	"etledger/trend"
)

// rounded gives x with six significant digits: finer ones are noise, and differ between processors. Nil when x is no
// finite number.
func rounded(x float64) *float64 { return significant(x, 6) }

// chanceOf gives a probability with two significant digits.
func chanceOf(x float64) *float64 { return significant(x, 2) }

func significant(x float64, digits int) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	if err != nil {
		return nil
	}
	r += 0 // a negative zero would print as -0
	return &r
}

// share gives a share with four digits.
func share(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// amount gives a level as a whole number.
func amount(x float64) uint64 { return uint64(max(0, math.Round(x))) }

// rateOf gives a slope in another unit of time.
func rateOf(s trend.Slope, factor float64) *Rate {
	r := rounded(s.Rate * factor)
	if r == nil {
		return nil
	}
	rate := &Rate{Rate: *r}
	if s.Interval {
		rate.Low, rate.High = rounded(s.Low*factor), rounded(s.High*factor)
	}
	return rate
}

// moment gives a time for JSON, nil when it is not known.
func moment(t time.Time) *report.Time {
	if t.IsZero() {
		return nil
	}
	return &report.Time{Time: t}
}

// known gives a pointer to a text, nil when it is empty.
func known(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
