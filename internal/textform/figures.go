package textform

import (
	"math"
	"strconv"
)

// Units says how sizes and rates are printed: in units that people read, or as exact bytes with thousands set apart.
type Units struct{ Exact bool }

// Size prints a size: "1.37 GiB", or "1,471,026,299 B".
func (u Units) Size(bytes uint64) string {
	if u.Exact {
		return Count(bytes) + " B"
	}
	return Size(bytes)
}

// Signed prints a size that may be below zero: "-1.50 KiB", or "-1,536 B".
func (u Units) Signed(bytes int64) string {
	if u.Exact {
		return Count(bytes) + " B"
	}
	return Size(bytes)
}

// Change prints a size with its sign: "+1.50 KiB", or "+1,536 B".
func (u Units) Change(bytes int64) string {
	if bytes > 0 {
		return "+" + u.Signed(bytes)
	}
	return u.Signed(bytes)
}

// Rate prints a rate: "205 KiB/s", or "209,920 B/s".
func (u Units) Rate(bytesPerSecond float64) string {
	if u.Exact {
		return exact(bytesPerSecond) + " B/s"
	}
	return Rate(bytesPerSecond)
}

// RateInterval prints a rate with its interval: "205 [198,212] KiB/s", or "209,920 [202,752 to 217,088] B/s".
func (u Units) RateInterval(rate, low, high float64) string {
	if u.Exact {
		return exact(rate) + " [" + exact(low) + " to " + exact(high) + "] B/s"
	}
	return RateInterval(rate, low, high)
}

// RateRange prints the two ends of an interval around a rate: "198 to 212 KiB/s", or "202,752 to 217,088 B/s".
func (u Units) RateRange(rate, low, high float64) string {
	if u.Exact {
		return exact(low) + " to " + exact(high) + " B/s"
	}
	return RateRange(rate, low, high)
}

// exact prints a rate in whole bytes: what is behind the point of a rate is noise.
func exact(v float64) string {
	if v = math.Round(v); math.Abs(v) < 1<<62 {
		return Count(int64(v))
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
