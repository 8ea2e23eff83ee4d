package trend

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// Rising is the result of a test whether values rise with time.
type Rising struct {
	// Kendall is the number of pairs of points that rise less that of pairs that fall.
	Kendall int
	// Chance is how likely Kendall's statistic is to be as great when the values are in random order: the one-sided test of
	// Mann (Econometrica 13, 1945) and Kendall.
	Chance float64
}

// mostExact is the number of points up to which the chance is exact. Beyond it that of the normal distribution is.
const mostExact = 30

// RisingTest tests whether values, in order of time, rise. Up to 30 of them the chance is exact, equal values included: the
// number of inversions of a random order of a multiset has the q-multinomial coefficient as its generating function
// (MacMahon 1916). Of more the statistic is taken for normal, with the correction for ties and for continuity. No value may be NaN.
func RisingTest(values []float64) Rising {
	var r Rising
	for i := range values {
		for j := i + 1; j < len(values); j++ {
			r.Kendall += cmp.Compare(values[j], values[i])
		}
	}
	ties := tiesOf(values)
	if len(values) > mostExact {
		deviation := math.Sqrt(kendallVariance(values))
		r.Chance = 1
		if deviation > 0 {
			r.Chance = distuv.UnitNormal.Survival((float64(r.Kendall) - 1) / deviation)
		}
		return r
	}
	// Of the pairs that are not tied, those that fall are (pairs - Kendall) / 2.
	pairs := len(values) * (len(values) - 1) / 2
	for _, t := range ties {
		pairs -= t * (t - 1) / 2
	}
	chances := inversions(ties)
	for falls := 0; falls <= (pairs-r.Kendall)/2 && falls < len(chances); falls++ {
		r.Chance += chances[falls]
	}
	r.Chance = min(1, r.Chance)
	return r
}

// tiesOf gives how often each of the distinct values occurs.
func tiesOf(values []float64) (ties []int) {
	sorted := slices.Sorted(slices.Values(values))
	for i := 0; i < len(sorted); {
		j := i
		for j < len(sorted) && sorted[j] == sorted[i] {
			j++
		}
		ties = append(ties, j-i)
		i = j
	}
	return ties
}

// inversions gives how likely a random order of a multiset, whose elements occur as often as ties says, has 0, 1, 2 and so
// on inversions.
func inversions(ties []int) []float64 {
	chances := []float64{1}
	placed := 0
	for _, t := range ties {
		chances = convolve(chances, inserted(placed, t))
		placed += t
	}
	return chances
}

// inserted gives how likely t equal elements, put at random among n that are smaller, make 0, 1, 2 and so on inversions: the
// coefficients of the Gaussian binomial of n + t over t, whose recursion over the last element is used.
func inserted(n, t int) []float64 {
	row := make([][]float64, t+1) // row[j]: of j elements among as many smaller ones as the rows so far
	for j := range row {
		row[j] = []float64{1}
	}
	for i := 1; i <= n; i++ {
		for j := 1; j <= t; j++ {
			// The last of the i + j is one of the equal elements, or a smaller one, which makes j inversions.
			equal, smaller := float64(j)/float64(i+j), float64(i)/float64(i+j)
			next := make([]float64, i*j+1)
			for k, c := range row[j-1] {
				next[k] += equal * c
			}
			for k, c := range row[j] {
				next[k+j] += smaller * c
			}
			row[j] = next
		}
	}
	return row[t]
}

func convolve(a, b []float64) []float64 {
	c := make([]float64, len(a)+len(b)-1)
	for i, x := range a {
		for j, y := range b {
			c[i+j] += x * y
		}
	}
	return c
}

// MedianSlope is the median of the slopes between all pairs of points (Theil 1950), in units of the values per unit of time, with
// the 95 % interval of Sen (JASA 63, 1968). Points of the same time make no pair. It has no interval with fewer than four points,
// or without a pair.
func MedianSlope(times, values []float64) Slope {
	l, _ := theilSen(times, values)
	s := Slope{Rate: l.slope, Low: l.low, High: l.high}
	s.Interval = len(values) >= 4 && finite(s.Low) && finite(s.High)
	if !s.Interval {
		s.Low, s.High = 0, 0
	}
	return s
}
