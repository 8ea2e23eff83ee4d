package trend

import (
	"math"
	"strconv"
)

var byteUnits = [...]string{"B", "KiB", "MiB", "GiB", "TiB"}

// inBytes writes an amount of bytes in the unit that a person would take, with three significant digits.
func inBytes(v float64) string {
	unit := byteUnit(v)
	return inUnit(v, unit) + " " + byteUnits[unit]
}

// inRate writes an amount per second.
func inRate(v float64) string { return inBytes(v) + "/s" }

// inRates writes two amounts per second in the unit of the second one.
func inRates(low, high float64) string {
	unit := byteUnit(high)
	return inUnit(low, unit) + " to " + inUnit(high, unit) + " " + byteUnits[unit] + "/s"
}

// byteUnit is the index of the unit that suits an amount.
func byteUnit(v float64) int {
	unit := 0
	for v = math.Abs(v); v >= 999.5 && unit < len(byteUnits)-1; unit++ {
		v /= 1024
	}
	return unit
}

func inUnit(v float64, unit int) string { return digits(v / math.Exp2(float64(10*unit))) }

// inSeconds writes a time: milliseconds below a second, seconds below two minutes, then minutes, hours and days.
func inSeconds(v float64) string {
	switch {
	case v < 0.9995 && v != 0:
		return digits(v*1000) + " ms"
	case v < 120:
		return digits(v) + " s"
	case v < 7200:
		return digits(v/60) + " min"
	case v < 2*86400:
		return digits(v/3600) + " h"
	}
	return digits(v/86400) + " days"
}

// inPercent writes a share.
func inPercent(share float64) string { return digits(100*share) + " %" }

// digits writes a number with three significant digits, or all of those before the point; whole numbers without point.
func digits(v float64) string {
	decimals := 0
	switch size := math.Abs(v); {
	case v == math.Trunc(v):
	case size < 9.995:
		decimals = 2
	case size < 99.95:
		decimals = 1
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}
