package trend

import "math"

// fading tells whether survivors are born ever more slowly, as in a cache whose misses become rarer or a warm-up that is
// not over. It compares the two halves of the time since the beginning of the even part: growth with the logarithm of
// time slows down on every scale, steady growth on none.
func (s *shape) isFading(v *survivors) bool {
	const (
		latest  = 0.25 // of the judged time: what came before is left out, for the logarithm is steep there
		certain = 2.3  // standard deviations, exceeded by chance in one of a hundred
		likely  = 1.3  // the same after a beginning that was steep, in one of ten
		steep   = 0.15 // of all survivors, born in the beginning above the later rate
	)
	deviations := certain
	if early := s.bornEarly(v.from + latest*v.span()); early > steep*(s.rest+s.stepBytes) {
		deviations = likely
	}
	u0 := max(latest, (s.from-v.from)/v.span())
	u1 := (1 + u0) / 2
	first, _ := v.since(v.from + u0*v.span())
	rises, times := v.rises[first:], v.times[first:]
	middle := v.from + u1*v.span()
	var before, after float64
	for i, r := range rises {
		if times[i] <= middle {
			before += r
		} else {
			after += r
		}
	}
	logarithmic := math.Log(1/u1) / math.Log(u1/u0) // after/before of ln(u)
	if before <= 0 || after >= before*(1+logarithmic)/2 {
		return false
	}
	return before-after > deviations*math.Sqrt(longRunVariance(rises, bandwidthFor(rises))*float64(len(rises)))
}

// bornEarly is what was born before a time above what is usual later.
func (s *shape) bornEarly(until float64) float64 {
	early := s.warm
	for _, l := range s.steps {
		if l.at < until {
			early += l.bytes
		}
	}
	return early
}
