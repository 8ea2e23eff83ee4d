package growth

import (
	"math"
	"strconv"
)

// Steps to which figures are rounded.
const (
	byteStep   = 1.0 // also of rates per day
	shareStep  = 1e-4
	dayStep    = 1e-3
	secondStep = 1.0
)

// rounded gives x to a multiple of step; 0 for what is no finite number.
func rounded(x, step float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	inverse := math.Round(1 / step)
	return math.Round(x*inverse)/inverse + 0 // a negative zero would print as -0
}

// chanceOf gives a probability with two significant digits.
func chanceOf(x float64) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 1, 64), 64)
	if err != nil || math.IsNaN(r) || math.IsInf(r, 0) {
		return 1
	}
	return r
}
