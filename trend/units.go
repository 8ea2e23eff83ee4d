package trend

import (
	"math"
	"strconv"
)

// inBytes writes an amount of bytes in the unit that a person would take, with three significant digits.
func inBytes(v float64) string {
	units := [...]string{"B", "KiB", "MiB", "GiB", "TiB"}
	i := 0
	for math.Abs(v) >= 999.5 && i < len(units)-1 {
		v /= 1024
		i++
	}
	return digits(v) + " " + units[i]
}

// inRate writes an amount per second.
func inRate(v float64) string { return inBytes(v) + "/s" }

// inSeconds writes a time: below two minutes in seconds, then in minutes, hours and days.
func inSeconds(v float64) string {
	switch {
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

func digits(v float64) string {
	decimals := 0
	switch size := math.Abs(v); {
	case size < 9.995 && v != math.Trunc(v):
		decimals = 2
	case size < 99.95 && v != math.Trunc(v):
		decimals = 1
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}
