package trend

import "math"

// Change is how one slope compares with another.
type Change string

// The changes.
const (
	Faster   Change = "faster"
	Same     Change = "same" // no difference is shown, or none that matters
	Slower   Change = "slower"
	Unproven Change = "unproven" // one of the two has no interval
)

// Difference is a slope less another, with the 95 % interval of the difference: the halves of the two intervals are added
// as the deviations of independent estimates are.
func Difference(before, after Slope) (Slope, Change) {
	d := Slope{Rate: after.Rate - before.Rate, Interval: before.Interval && after.Interval}
	if !d.Interval {
		return d, Unproven
	}
	d.Low = d.Rate - math.Hypot(after.Rate-after.Low, before.High-before.Rate)
	d.High = d.Rate + math.Hypot(after.High-after.Rate, before.Rate-before.Low)
	const matters = 0.05 // of the greater rate: even the narrowest intervals do not make less a difference
	switch {
	case math.Abs(d.Rate) <= matters*max(math.Abs(before.Rate), math.Abs(after.Rate)):
		return d, Same
	case d.Low > 0:
		return d, Faster
	case d.High < 0:
		return d, Slower
	}
	return d, Same
}

// Exhaustion is the time until a limit is reached at a rate: at the rate itself, and at the ends of its interval.
type Exhaustion struct {
	Seconds          float64
	Earliest, Latest float64 // Latest is infinite where the lower end of the interval does not rise
	Known            bool
}

// Exhaust forecasts when a level reaches a limit. It claims nothing of a rate that is not shown to be above zero.
func Exhaust(level, limit float64, s Slope) Exhaustion {
	if !(limit > 0) || !(s.Rate > 0) || !s.Interval || !(s.Low > 0) {
		return Exhaustion{}
	}
	left := max(0, limit-level)
	return Exhaustion{Seconds: left / s.Rate, Earliest: left / s.High, Latest: left / s.Low, Known: true}
}
