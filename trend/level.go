package trend

import (
	"cmp"
	"math"
	"slices"
)

// levels is what the outstanding amount over time tells.
type levels struct {
	own       []Sample // the level of what was born inside the window, up to a constant
	moved     float64  // greatest less least value
	net       trendLine
	late      line      // rate of the floors in the second half of the window, without the older memory that went
	olderLate float64   // bytes of older memory that went in the second half of the window
	teeth     []float64 // times at which a level that had grown for long fell at once, rising
}

// floorWindows is how many windows the floors of a level are taken of.
const floorWindows = 16

func newLevels(a *account) levels {
	var l levels
	if len(a.level) == 0 {
		l.late.high = math.Inf(1)
		return l
	}
	own, net := a.levelApart()
	l.own = own
	low, high := levelRange(a.level)
	l.moved = high - low
	l.net = newTrendLine(net)
	middle := a.start + a.length()/2
	half, _ := slices.BinarySearchFunc(own, middle, func(s Sample, t float64) int { return cmp.Compare(s.Time, t) })
	l.late = newTrendLine(own[half:]).line
	for _, b := range a.bins {
		if b.from >= middle {
			l.olderLate += b.older
		}
	}
	l.teeth = teeth(own, a.length())
	return l
}

// levelApart gives the level of what was born inside the window alone, and the level with the older memory in it, each
// up to a constant.
func (a *account) levelApart() (own, net []Sample) {
	if a.levelHoldsOlder() {
		return a.levelPlus(1), a.level
	}
	return a.level, a.levelPlus(-1)
}

// levelPlus is the level with so many times the older memory that has gone until then. Within a bin in which some went the
// least and the greatest value are not known, so those at its ends take their place.
func (a *account) levelPlus(times float64) []Sample {
	shifted := slices.Clone(a.level)
	var gone float64
	next := 0
	for i := range shifted {
		s := &shifted[i]
		was := gone
		for ; next < len(a.bins) && a.bins[next].to <= s.Time+sameTime*a.length(); next++ {
			gone += times * a.bins[next].older
		}
		s.Low, s.High, s.End = s.Low+gone, s.High+gone, s.End+gone
		if gone != was {
			before := shifted[max(0, i-1)].End
			s.Low, s.High = min(s.End, before), max(s.End, before)
		}
	}
	return shifted
}

// levelHoldsOlder tells whether the level counts memory that is older than the account: at some time it is higher than
// all that had been born till then.
func (a *account) levelHoldsOlder() bool {
	var born float64
	next := 0
	for _, s := range a.level {
		for ; next < len(a.bins) && a.bins[next].from < s.Time; next++ {
			born += a.bins[next].born
		}
		if s.End > born*(1+1e-9)+1 {
			return true
		}
	}
	return false
}

// trendLine is the robust trend of a level.
type trendLine struct {
	line
	score float64 // Kendall's statistic in standard deviations
	rise  float64 // bytes from the first floor to the last
}

// newTrendLine takes the trend of the floors of a level.
func newTrendLine(level []Sample) trendLine {
	times, values := floors(level, floorWindows)
	var t trendLine
	t.line, t.score = theilSen(times, values)
	if n := len(values); n > 0 {
		t.rise = values[n-1] - values[0]
	}
	return t
}

// falls tells whether the level goes down for certain, by at least an amount.
func (t *trendLine) falls(least float64) bool {
	return t.score < -1.96 && t.high < 0 && t.rise <= -least
}

// climbs tells whether the level goes up for certain, by at least an amount.
func (t *trendLine) climbs(least float64) bool { return t.score > 1.96 && t.low > 0 && t.rise >= least }

// floors are the least values of up to k windows with about the same number of samples each: churn comes down to them
// again and again, a leak lifts them.
func floors(level []Sample, k int) (times, values []float64) {
	n := len(level)
	k = min(k, n)
	for w := range k {
		part := level[w*n/k : (w+1)*n/k]
		low := part[0]
		for _, s := range part {
			if s.Low < low.Low {
				low = s
			}
		}
		times = append(times, low.Time)
		values = append(values, low.Low)
	}
	return times, values
}

// theilSen is the median of the slopes between all pairs of points (Theil 1950) with the 95 % interval of Sen (1968),
// and Kendall's statistic in standard deviations, both with the correction for ties.
func theilSen(times, values []float64) (l line, score float64) {
	var slopes []float64
	var kendall float64
	for i := range values {
		for j := i + 1; j < len(values); j++ {
			if !(times[j] > times[i]) {
				continue
			}
			slopes = append(slopes, (values[j]-values[i])/(times[j]-times[i]))
			kendall += float64(cmp.Compare(values[j], values[i]))
		}
	}
	if len(slopes) == 0 {
		return line{0, math.Inf(-1), math.Inf(1)}, 0
	}
	slices.Sort(slopes)
	m := len(slopes)
	deviation := math.Sqrt(kendallVariance(values))
	low := int(math.Floor((float64(m) - 1.96*deviation) / 2))
	high := int(math.Ceil((float64(m) + 1.96*deviation) / 2))
	l = line{median(slopes), slopes[max(0, low)], slopes[min(m-1, high)]}
	if deviation > 0 && kendall != 0 {
		score = (kendall - math.Copysign(1, kendall)) / deviation
	}
	return l, score
}

// kendallVariance is the variance of Kendall's statistic when there is no trend, given the ties among the values.
func kendallVariance(values []float64) float64 {
	term := func(t float64) float64 { return t * (t - 1) * (2*t + 5) }
	v := term(float64(len(values)))
	sorted := slices.Sorted(slices.Values(values))
	for i := 0; i < len(sorted); {
		j := i
		for j < len(sorted) && sorted[j] == sorted[i] {
			j++
		}
		v -= term(float64(j - i))
		i = j
	}
	return v / 18
}

// levelRange is the least and the greatest value of a level.
func levelRange(level []Sample) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, s := range level {
		low = min(low, s.Low, s.End)
		high = max(high, s.High, s.End)
	}
	return low, high
}
