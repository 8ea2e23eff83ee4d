package textform

import (
	"math"
	"strconv"
	"strings"
)

var byteUnits = [...]string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}

// scale gives the unit in which a size reads best: the index into byteUnits, so that three digits say it.
func scale(bytes float64) int {
	unit := 0
	for v := math.Abs(bytes); unit < len(byteUnits)-1 && v >= 999.5; v /= 1024 {
		unit++
	}
	return unit
}

// inUnit prints a size in the given unit with three significant digits, whole bytes without decimals.
func inUnit(bytes float64, unit int) string {
	v := bytes / math.Pow(1024, float64(unit))
	decimals := 2
	switch magnitude := math.Abs(v); {
	case unit == 0 || magnitude >= 99.95:
		decimals = 0
	case magnitude >= 9.995:
		decimals = 1
	}
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return text
}

// Size prints a size: "0 B", "4.00 KiB", "1.37 GiB".
func Size[T uint64 | int64 | float64](bytes T) string {
	unit := scale(float64(bytes))
	return inUnit(float64(bytes), unit) + " " + byteUnits[unit]
}

// SizeRange prints two sizes in the unit of the greater: "198 to 212 KiB".
func SizeRange(low, high float64) string {
	unit := max(scale(low), scale(high))
	return inUnit(low, unit) + " to " + inUnit(high, unit) + " " + byteUnits[unit]
}

// Number prints a number with three significant digits, or all of those before the point, thousands set apart.
func Number(v float64) string {
	switch magnitude := math.Abs(v); {
	case magnitude >= 99.95 && magnitude < 1<<62:
		return Count(int64(math.Round(v)))
	case v == math.Trunc(v):
		return strconv.FormatFloat(v, 'f', 0, 64)
	case magnitude >= 9.995:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}

// Rate prints a rate: "205 KiB/s".
func Rate(bytesPerSecond float64) string { return Size(bytesPerSecond) + "/s" }

// RateInterval prints a rate with its interval in one unit: "205 [198,212] KiB/s".
func RateInterval(rate, low, high float64) string {
	unit := scale(rate)
	return inUnit(rate, unit) + " [" + inUnit(low, unit) + "," + inUnit(high, unit) + "] " + byteUnits[unit] + "/s"
}

// RateRange prints the two ends of an interval of rates in the unit of the rate that they enclose: "198 to 212 KiB/s".
func RateRange(rate, low, high float64) string {
	unit := scale(rate)
	return inUnit(low, unit) + " to " + inUnit(high, unit) + " " + byteUnits[unit] + "/s"
}

// Count prints a count with its thousands set apart: "179,474".
func Count[T int | int64 | uint64](n T) string {
	digits := strconv.FormatInt(int64(n), 10)
	if n > 0 {
		digits = strconv.FormatUint(uint64(n), 10)
	}
	sign := ""
	if digits[0] == '-' {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// Plural prints a count with its noun: "1 event", "2 events".
func Plural[T int | int64 | uint64](n T, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		return Count(n) + " " + stem + "ies"
	}
	if strings.HasSuffix(noun, "s") {
		return Count(n) + " " + noun + "es"
	}
	return Count(n) + " " + noun + "s"
}

// Counted prints a count with its noun and the verb that agrees with it: "1 event was", "2 events were".
func Counted(n uint64, noun, one, many string) string {
	if n == 1 {
		return "1 " + noun + " " + one
	}
	return Plural(n, noun) + " " + many
}

// Span prints a length of time with the precision that people use: "12.3 s", "3 min 5 s", "9.4 h", "3.5 days", "12 days".
func Span(seconds float64) string {
	switch {
	case seconds < 59.95:
		return strconv.FormatFloat(seconds, 'f', 1, 64) + " s"
	case seconds < 3599.5:
		whole := int64(math.Round(seconds))
		return strconv.FormatInt(whole/60, 10) + " min " + strconv.FormatInt(whole%60, 10) + " s"
	case seconds < 48*3600:
		return strconv.FormatFloat(seconds/3600, 'f', 1, 64) + " h"
	case seconds < 10*86400:
		return strconv.FormatFloat(seconds/86400, 'f', 1, 64) + " days"
	case seconds < 10*365*86400:
		return Count(int64(seconds/86400)) + " days"
	}
	return "more than 10 years"
}

// Percent prints a share of one: "97 %", "0.3 %".
func Percent(share float64) string {
	percent := share * 100
	decimals := 0
	if percent != 0 && math.Abs(percent) < 9.5 {
		decimals = 1
	}
	return strconv.FormatFloat(percent, 'f', decimals, 64) + " %"
}
