package trend

import "math"

// forecast fills in when the limit is reached at the slope, and at the ends of its interval.
func (r *Result) forecast(limit float64, level []Sample) {
	limit = amount(limit)
	if limit == 0 || len(level) == 0 || !(r.Slope > 0) {
		return
	}
	left := max(0, limit-level[len(level)-1].End)
	r.HasExhaustion = true
	r.SecondsToExhaustion = left / r.Slope
	r.ExhaustionEarliest = left / r.SlopeHigh
	r.ExhaustionLatest = math.Inf(1)
	if r.SlopeLow > 0 {
		r.ExhaustionLatest = left / r.SlopeLow
	}
}
