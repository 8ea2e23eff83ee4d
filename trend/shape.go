package trend

import (
	"math"
	"slices"
)

// shape is how the births of the judged survivors lie in time.
type shape struct {
	steps     []lump  // what came at once, and not again and again; the greatest first
	stepBytes float64 // sum of steps
	ramp      bool    // the steps are neighbours, or the very beginning: a short time, but not at once
	rest      float64 // bytes born outside of steps
	sustained bool    // survivors are born all through the later part, until now
	fading    bool    // they are born ever more slowly, without an end of that in sight
	from      float64 // time since when they are born evenly
	warm      float64 // bytes born before from above the later rate
	quicker   float64 // rate in the second half of the time to that in the first; 0 when there was none
	early     float64 // share of the rest that was born in the first half of the time
	last      float64 // time by which 98 % of the rest had been born
	front     float64 // share of the rest that was born in the first half of the time until then
}

// newShape analyses the survivors. The steps are taken out of them, so that they do not bend the rate.
func newShape(v *survivors) shape {
	s := shape{from: v.from, last: v.to}
	whole := *v
	whole.rises = slices.Clone(v.rises)
	s.steps = v.takeSteps()
	s.ramp = isRamp(v, s.steps)
	for _, l := range s.steps {
		s.stepBytes += l.bytes
	}
	s.rest = v.total()
	if s.ramp {
		v = &whole
	}
	total := v.total()
	if total <= 0 {
		return s
	}
	halves := v.profile(v.from, v.to, 2)
	s.early = halves[0] / total
	if halves[0] > 0 {
		s.quicker = halves[1] / halves[0]
	}
	s.last = v.bornBy(0.98 * total)
	if s.last > v.from {
		s.front = v.profile(v.from, s.last, 2)[0] / total
	}
	if s.sustained = sustained(v); s.sustained {
		s.findOnset(v)
		s.fading = s.isFading(v)
	}
	return s
}

// isWarmUp tells whether most of what stays was born early, and if not at once, then ever more slowly.
func (s *shape) isWarmUp(v *survivors) bool {
	const (
		early = 0.75 // born in the first half of the time
		front = 0.65 // born in the first half of the time until all were born
		brief = 0.35 // of the time in which all were born
	)
	return s.early > early && (s.front > front || s.last-v.from < brief*v.span())
}

// bornBy is the time by which an amount had been born.
func (v *survivors) bornBy(amount float64) float64 {
	var run float64
	for i, r := range v.rises {
		if run += r; run >= amount {
			return v.times[i]
		}
	}
	return v.to
}

// sustained tells whether survivors are born all through the last six tenths of the judged time, to its end. Where there
// are many births short windows are looked at, where there are few long ones.
func sustained(v *survivors) bool {
	const (
		late    = 0.6
		emptied = 0.25 // a window with less than this part of the median is empty
		slowed  = 0.4  // the second half must have this part of the first half
	)
	begin := v.to - late*v.span()
	for _, k := range []int{12, 8, 6, 4, 3} {
		w := v.profile(begin, v.to, k)
		m := median(w)
		empty := 0
		for _, x := range w {
			if x < emptied*m {
				empty++
			}
		}
		if m > 0 && empty <= k/12 && sum(w[k-k/2:]) >= slowed*sum(w[:k/2]) {
			return true
		}
	}
	return false
}

// findOnset sets the time since when survivors are born evenly: after a warm-up, or where a leak begins.
func (s *shape) findOnset(v *survivors) {
	const (
		k       = 16
		busy    = 2.0  // windows of a warm-up hold more than this times the later ones
		idle    = 0.05 // windows before the beginning hold less than this times them
		longest = k / 2
	)
	w := v.profile(v.from, v.to, k)
	usual := median(w[longest-2:])
	if usual <= 0 {
		return
	}
	warm, cold := 0, 0
	for warm < longest && w[warm] > busy*usual {
		warm++
	}
	for cold < longest && w[cold] < idle*usual {
		cold++
	}
	if cold == 1 { // by chance, or a leak that grows from nothing
		cold = 0
	}
	s.warm = max(0, sum(w[:warm])-float64(warm)*usual)
	s.from = v.from + v.span()*float64(warm+cold)/k
}

// isFading tells whether survivors are born ever more slowly, as in a cache whose misses become rarer or a warm-up that is
// not over. It compares the two halves of the time since the beginning of the even part: growth with the logarithm of
// time slows down on every scale, steady growth on none.
func (s *shape) isFading(v *survivors) bool {
	const (
		latest  = 0.25 // of the judged time: what came before is left out, for the logarithm is steep there
		certain = 2.3  // standard deviations, exceeded by chance in one of a hundred
		likely  = 0.7  // the same after a beginning that was steep, in one of four
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
