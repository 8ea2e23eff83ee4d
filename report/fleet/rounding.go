package fleet

import (
	"math"
	"strconv"

	"etledger/trend"
)

// Steps to which figures are rounded, those of package report.
const (
	secondStep = 1e-7
	rateStep   = 1e-3
	shareStep  = 1e-4
)

// rounded gives x to a multiple of step; 0 for what is no finite number, which no figure of a report gives.
func rounded(x, step float64) float64 {
	if !isFinite(x) {
		return 0
	}
	inverse := math.Round(1 / step)
	r := math.Round(x*inverse) / inverse
	if !isFinite(r) {
		r = x
	}
	return r + 0 // a negative zero would print as -0
}

// chanceOf gives a probability with two significant digits.
func chanceOf(x float64) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 1, 64), 64)
	if err != nil || !isFinite(r) {
		return 1
	}
	return r
}

func interval(s trend.Slope, step float64) *Interval {
	return &Interval{Value: rounded(s.Rate, step), Low: rounded(s.Low, step), High: rounded(s.High, step)}
}
