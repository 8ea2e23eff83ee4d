package trend

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Combined is one rate out of several estimates of it, such as those of several captures or of several hosts.
type Combined struct {
	// Slope is the weighted mean with its 95 % interval. It has no interval when no estimate has one.
	Slope
	Estimates int // with an interval, which the mean is made of
	// Degrees are the degrees of freedom that Tau was estimated with, of all groups together; 0 when each group has one
	// estimate only, which tells nothing of how estimates differ: the interval is then the estimate's own.
	Degrees int
	// Tau is the standard deviation of the true rates that the estimates are of, common to all groups, in the unit of the
	// rates. Valid with Degrees > 0.
	Tau float64
	// Q is Cochran's statistic of this group's estimates, Chance how likely one as great is when all have one true rate,
	// and I2 the share, 0 to 1, of the variation among them that their own errors do not explain. Valid with two
	// estimates or more.
	Q, Chance, I2 float64
}

// Combine takes estimates of one rate together by a random-effects model: the true rates behind them may differ. It is
// CombineGroups with one group.
func Combine(estimates []Slope) Combined { return CombineGroups(estimates)[0] }

// CombineGroups does so for several groups of estimates, such as before and after, each with its own mean and with one
// variance between the true rates of a group, tau squared, for all of them. It is a pure function; what has no interval, or
// is not a number, is left out.
//
// Each estimate weighs 1 / (v + tau squared), v being the variance that its 95 % interval tells (half the interval over
// 1.96, squared). Tau squared is that of Paule and Mandel (J. Res. NBS 87, 1982): the weighted squares of the deviations from
// the means add up to the degrees of freedom, the number of estimates less that of groups; 0 where they add up to less. The
// interval is that of Knapp and Hartung (Statistics in Medicine 22, 2003), with the quantile of Student's distribution and
// never narrower than the errors of the estimates make it (Röver, Knapp and Friede, BMC Med. Res. Methodol. 15, 2015). Few
// estimates give wide intervals by that, as they must. I2 is that of Higgins and Thompson (Statistics in Medicine 21, 2002).
func CombineGroups(groups ...[]Slope) []Combined {
	sets := make([]estimateSet, len(groups))
	degrees := 0
	for i, g := range groups {
		sets[i] = newEstimateSet(g)
		degrees += max(0, len(sets[i].rates)-1)
	}
	between := betweenVariance(sets, degrees)
	combined := make([]Combined, len(groups))
	for i := range sets {
		combined[i] = sets[i].combine(groups[i], between, degrees)
	}
	return combined
}

// normal95 is the quantile of the normal distribution that 2.5 % exceed.
const normal95 = 1.959963984540054

// estimateSet is a group of estimates that can be reckoned with.
type estimateSet struct {
	rates, variances []float64
	only             Slope // the last one
}

func newEstimateSet(group []Slope) (s estimateSet) {
	for _, e := range group {
		if !e.Interval || !finite(e.Rate) || !finite(e.Low) || !finite(e.High) {
			continue
		}
		// An interval without width would take all weight; no rate is known better than to twelve digits.
		half := max(math.Abs(e.High-e.Low)/2, 1e-12*math.Abs(e.Rate), smallest)
		s.rates = append(s.rates, e.Rate)
		s.variances = append(s.variances, (half/normal95)*(half/normal95))
		s.only = e
	}
	return s
}

// mean is the weighted mean of a group, with the sum of the weights.
func (s *estimateSet) mean(between float64) (mean, weights float64) {
	var sum float64
	for i, r := range s.rates {
		w := 1 / (s.variances[i] + between)
		sum += w * r
		weights += w
	}
	return sum / weights, weights
}

// squares are the weighted squares of the deviations from the mean of a group.
func (s *estimateSet) squares(between float64) (q float64) {
	if len(s.rates) < 2 {
		return 0
	}
	mean, _ := s.mean(between)
	for i, r := range s.rates {
		q += (r - mean) * (r - mean) / (s.variances[i] + between)
	}
	return q
}

// betweenVariance solves the equation of Paule and Mandel. Its left side falls as the variance rises.
func betweenVariance(sets []estimateSet, degrees int) float64 {
	excess := func(between float64) float64 {
		q := -float64(degrees)
		for i := range sets {
			q += sets[i].squares(between)
		}
		return q
	}
	if degrees == 0 || excess(0) <= 0 {
		return 0
	}
	high := smallest
	for excess(high) > 0 {
		high *= 2
	}
	low := high / 2
	for range 60 {
		middle := low + (high-low)/2
		if excess(middle) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

func (s *estimateSet) combine(group []Slope, between float64, degrees int) Combined {
	n := len(s.rates)
	c := Combined{Estimates: n, Degrees: degrees, Tau: math.Sqrt(between), Chance: 1}
	switch {
	case n == 0:
		var rates []float64
		for _, e := range group {
			if finite(e.Rate) {
				rates = append(rates, e.Rate)
			}
		}
		if len(rates) > 0 {
			c.Rate = sum(rates) / float64(len(rates))
		}
		return c
	case degrees == 0:
		c.Slope = s.only
		return c
	}
	mean, weights := s.mean(between)
	half := student(float64(degrees)) / math.Sqrt(weights)
	c.Slope = Slope{Rate: mean, Low: mean - half, High: mean + half, Interval: true}
	if n > 1 {
		c.Q = s.squares(0)
		c.Chance = distuv.ChiSquared{K: float64(n - 1)}.Survival(c.Q)
		if c.Q > 0 {
			c.I2 = max(0, (c.Q-float64(n-1))/c.Q)
		}
	}
	return c
}
