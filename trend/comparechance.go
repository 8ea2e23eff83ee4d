package trend

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// assumedDegrees are the degrees of freedom that a difference of two single estimates is given: their intervals rest on
// variances that were estimated, so their tails are thicker than those of the normal distribution.
const assumedDegrees = 10

// DifferenceChance is how likely a difference is to be as far from zero as this, either way, when there is none. Degrees are
// those of CombineGroups; 0 for the difference of two single estimates. It is 1 for a difference without interval. At the
// edge of its 95 % interval it is 0.05.
func DifferenceChance(d Slope, degrees int) float64 {
	half := d.Rate - d.Low
	if d.Rate < 0 {
		half = d.High - d.Rate
	}
	if !d.Interval || !finite(d.Rate) || math.IsNaN(half) || d.Rate == 0 {
		return 1
	}
	if !(half > 0) {
		return 0
	}
	if degrees == 0 {
		degrees = assumedDegrees
	}
	student := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(degrees)}
	return min(1, 2*student.Survival(math.Abs(d.Rate)/half*student.Quantile(0.975)))
}

// MeanOf is the mean of values that were measured exactly, such as what was outstanding at the end of several captures,
// with the 95 % interval of Student for the mean of all that could have been measured. One value has no interval.
func MeanOf(values []float64) Slope {
	n := len(values)
	if n == 0 {
		return Slope{}
	}
	mean := sum(values) / float64(n)
	if n == 1 {
		return Slope{Rate: mean}
	}
	half := student(float64(n-1)) * stat.StdErr(stat.StdDev(values, nil), float64(n))
	return Slope{Rate: mean, Low: mean - half, High: mean + half, Interval: true}
}

// DifferenceOfMeans is the mean of one row of values less that of another with the 95 % interval of Welch (Biometrika 34,
// 1947), which does not take both to scatter alike. It has none unless both rows have two values or more.
func DifferenceOfMeans(before, after []float64) Slope {
	if len(before) == 0 || len(after) == 0 {
		return Slope{}
	}
	d := Slope{Rate: MeanOf(after).Rate - MeanOf(before).Rate}
	if len(before) < 2 || len(after) < 2 {
		return d
	}
	n, m := float64(len(before)), float64(len(after))
	v, w := stat.Variance(before, nil)/n, stat.Variance(after, nil)/m
	half := 0.0
	if v+w > 0 {
		half = student((v+w)*(v+w)/(v*v/(n-1)+w*w/(m-1))) * math.Sqrt(v+w)
	}
	d.Low, d.High, d.Interval = d.Rate-half, d.Rate+half, true
	return d
}

// student is the quantile of Student's distribution that 2.5 % exceed.
func student(degrees float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: degrees}.Quantile(0.975)
}
