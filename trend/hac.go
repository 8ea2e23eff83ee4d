package trend

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// line is a rate in bytes per second with its 95 % interval.
type line struct{ slope, low, high float64 }

// fit regresses the running sum of the survivors born since a time over their birth time, by ordinary least squares.
//
// The slope of a line through a running sum is a weighted mean of the rises, with weights that form a parabola; so its
// variance is 6/5 of that of the plain mean, and follows from the long-run variance of the rises. The quantile is
// Student's with as many degrees of freedom as there are bins that hold the rises, less one. Half of the greatest rise
// is added for what happens to lie at the edges of the window.
func (v *survivors) fit(from float64) line {
	first, begin := v.since(from)
	times, rises := v.times[first:], v.rises[first:]
	n := len(rises)
	if n == 0 {
		return line{}
	}
	length := times[n-1] - begin
	rate := sum(rises) / length
	if n < 3 {
		return line{rate, rate - math.Abs(rate), rate + math.Abs(rate)}
	}
	x, y := make([]float64, n+1), make([]float64, n+1)
	x[0] = begin
	var greatest float64
	for i, r := range rises {
		x[i+1], y[i+1] = times[i], y[i]+r
		greatest = max(greatest, r)
	}
	_, slope := stat.LinearRegression(x, y, nil, false)
	bandwidth := bandwidthFor(rises)
	deviation := math.Sqrt(1.2*longRunVariance(rises, bandwidth)*float64(n)) / length
	half := student95(effective(rises)-1)*fixedBandwidth(bandwidth)*deviation + greatest/2/length
	return line{slope, slope - half, slope + half}
}

// longRunVariance is the estimate of Newey and West (1987) with the Bartlett kernel over a part of the length as
// bandwidth. It is never less than a tenth of the plain variance, which lumps in step with the bandwidth could else undo.
func longRunVariance(values []float64, bandwidth float64) float64 {
	n := len(values)
	mean := sum(values) / float64(n)
	lags := max(1, min(n-1, int(bandwidth*float64(n))))
	covariance := func(lag int) float64 {
		var c float64
		for i := lag; i < n; i++ {
			c += (values[i] - mean) * (values[i-lag] - mean)
		}
		return c / float64(n)
	}
	plain := covariance(0)
	v := plain
	for lag := 1; lag <= lags; lag++ {
		v += 2 * (1 - float64(lag)/float64(lags+1)) * covariance(lag)
	}
	return max(v, plain/10)
}

// bandwidthFor is the part of the length over which values are taken to depend on each other: the more, the fewer of
// them hold the amount, so that bursts at even distances are seen to be even.
func bandwidthFor(values []float64) float64 {
	const least, most = 0.06, 0.25
	return max(least, min(most, 1.5/effective(values)))
}

// fixedBandwidth is the quantile of the t statistic that 2.5 % exceed when the variance comes from the Bartlett kernel
// with a bandwidth that is this part of the length (Kiefer and Vogelsang 2005, table 1), over that of the normal
// distribution.
func fixedBandwidth(b float64) float64 {
	return (1.96 + 2.9694*b + 0.4160*b*b - 0.5324*b*b*b) / 1.96
}

// student95 is the quantile of Student's distribution that 2.5 % exceed, with at least two degrees of freedom.
func student95(degrees float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: max(2, degrees)}.Quantile(0.975)
}
