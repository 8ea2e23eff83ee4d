package compare

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
	byteStep   = 1
)

// rounded gives x to a multiple of step; 0 for what is no finite number, which no figure of a report gives.
func rounded(x, step float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	inverse := math.Round(1 / step)
	r := math.Round(x*inverse) / inverse
	if math.IsInf(r, 0) {
		r = x
	}
	return r + 0 // a negative zero would print as -0
}

func rateEstimate(s trend.Slope) *Estimate { return estimate(s, rateStep) }

func sizeEstimate(s trend.Slope) *Estimate { return estimate(s, byteStep) }

func estimate(s trend.Slope, step float64) *Estimate {
	e := &Estimate{Value: rounded(s.Rate, step)}
	if s.Interval {
		low, high := rounded(s.Low, step), rounded(s.High, step)
		e.Low, e.High = &low, &high
	}
	return e
}

// chanceOf gives a probability with two significant digits.
func chanceOf(x float64) *float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 1, 64), 64)
	if err != nil || math.IsNaN(r) {
		return nil
	}
	return &r
}
