package main

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"etledger/trend"
)

// leastCapture is the time that every judge wants to see before it calls a leak, in seconds.
const leastCapture = 60

// baseline is a judge that looks at the level alone, as is usual.
type baseline struct {
	name  string
	judge func(in trend.Input) (leak bool, slope float64)
}

func baselines() []baseline {
	return []baseline{
		{"least squares, t-test", leastSquares},
		{"Mann-Kendall", mannKendall},
		{"end minus start", endMinusStart},
	}
}

// leastSquares calls a leak when the slope of the level differs from 0 at the level of 5 %.
func leastSquares(in trend.Input) (bool, float64) {
	times, values := series(in)
	n := float64(len(values))
	if len(values) < 3 {
		return false, 0
	}
	intercept, slope := stat.LinearRegression(times, values, nil, false)
	var residual, spread float64
	mean := stat.Mean(times, nil)
	for i := range values {
		e := values[i] - intercept - slope*times[i]
		residual += e * e
		spread += (times[i] - mean) * (times[i] - mean)
	}
	if slope <= 0 {
		return false, slope
	}
	deviation := math.Sqrt(residual / (n - 2) / spread)
	critical := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 2}.Quantile(0.975)
	return longEnough(in) && slope > critical*deviation, slope
}

// mannKendall calls a leak when Kendall's statistic of the level is above what chance gives at the level of 5 %; the
// slope is that of Theil and Sen.
func mannKendall(in trend.Input) (bool, float64) {
	times, values := series(in)
	n := len(values)
	if n < 4 {
		return false, 0
	}
	var kendall float64
	slopes := make([]float64, 0, n*(n-1)/2)
	for i := range n {
		for j := i + 1; j < n; j++ {
			rise := values[j] - values[i]
			slopes = append(slopes, rise/(times[j]-times[i]))
			switch {
			case rise > 0:
				kendall++
			case rise < 0:
				kendall--
			}
		}
	}
	slices.Sort(slopes)
	variance := tiedVariance(values)
	leak := variance > 0 && (kendall-1)/math.Sqrt(variance) > 1.96
	return longEnough(in) && leak, slopes[len(slopes)/2]
}

// tiedVariance is the variance of Kendall's statistic without a trend, given the ties among the values.
func tiedVariance(values []float64) float64 {
	n := float64(len(values))
	variance := n * (n - 1) * (2*n + 5)
	counts := map[float64]float64{}
	for _, v := range values {
		counts[v]++
	}
	for _, t := range counts {
		variance -= t * (t - 1) * (2*t + 5)
	}
	return variance / 18
}

// endMinusStart calls a leak when more is outstanding at the end than at the start, by a megabyte and a twentieth.
func endMinusStart(in trend.Input) (bool, float64) {
	_, values := series(in)
	if len(values) < 2 || in.End <= in.Start {
		return false, 0
	}
	first, last := values[0], values[len(values)-1]
	return longEnough(in) && last-first > 1<<20 && last > 1.05*first, (last - first) / (in.End - in.Start)
}

func longEnough(in trend.Input) bool {
	return in.CaptureEnd-in.CaptureStart >= leastCapture && !in.Ended
}

func series(in trend.Input) (times, values []float64) {
	for _, s := range in.Level {
		times = append(times, s.Time)
		values = append(values, s.End)
	}
	return times, values
}
