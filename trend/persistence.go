package trend

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"
)

// drift is the linear trend of a series by generalized least squares.
type drift struct {
	slope, deviation float64 // per unit of time
	degrees          float64
	persistence      float64 // of the residuals from one value to the next, 0 to 1
}

// leastDrift is the number of values below which no drift is estimated.
const leastDrift = 4

// newDrift estimates the trend of a series whose noise may have any persistence. Times must increase. With noise of
// persistence p over the mean distance d of the values, values at a distance x have that of p^(x/d), as in an
// Ornstein-Uhlenbeck process sampled unevenly.
func newDrift(times, values []float64) drift {
	n := len(values)
	if n < leastDrift {
		return drift{deviation: math.Inf(1), degrees: 1}
	}
	p := persistence(times, values)
	if p == 1 {
		return driftOfWalk(times, values)
	}
	spacing := (times[n-1] - times[0]) / float64(n-1)
	// Each value less what the one before it lets expect, scaled to equal variance: columns of the constant and of time.
	var cc, ct, tt, cy, ty, yy float64
	for i := range values {
		c, t, y := 1.0, times[i]-times[0], values[i]-values[0]
		if i > 0 {
			q := math.Pow(p, (times[i]-times[i-1])/spacing)
			scale := 1 / math.Sqrt(1-q*q)
			c = (1 - q) * scale
			t = (t - q*(times[i-1]-times[0])) * scale
			y = (y - q*(values[i-1]-values[0])) * scale
		}
		cc, ct, tt, cy, ty, yy = cc+c*c, ct+c*t, tt+t*t, cy+c*y, ty+t*y, yy+y*y
	}
	determinant := cc*tt - ct*ct
	if !(determinant > 0) {
		return drift{deviation: math.Inf(1), degrees: 1}
	}
	slope := (cc*ty - ct*cy) / determinant
	level := (tt*cy - ct*ty) / determinant
	degrees := float64(n - 3) // constant, slope, persistence
	variance := max(0, yy-level*cy-slope*ty) / degrees
	return drift{slope, math.Sqrt(variance * cc / determinant), degrees, p}
}

// driftOfWalk estimates the trend of a random walk: the rise over the time, with the variance of the steps.
func driftOfWalk(times, values []float64) drift {
	n := len(values)
	length := times[n-1] - times[0]
	slope := (values[n-1] - values[0]) / length
	var squares float64
	for i := 1; i < n; i++ {
		d := times[i] - times[i-1]
		rest := values[i] - values[i-1] - slope*d
		squares += rest * rest / d
	}
	degrees := float64(n - 2)
	return drift{slope, math.Sqrt(squares / degrees / length), degrees, 1}
}

// persistence estimates how much of what the residuals of a line are is left in the next of them, without the bias that
// few values have, and by one standard deviation more than is likely: of random walks just those whose residuals look
// little persistent look like trends. What is not clearly below one is taken to be one.
func persistence(times, values []float64) float64 {
	n := float64(len(values))
	intercept, slope := stat.LinearRegression(times, values, nil, false)
	var products, squares float64
	before := 0.0
	for i := range values {
		rest := values[i] - intercept - slope*times[i]
		if i > 0 {
			products += before * rest
			squares += before * before
		}
		before = rest
	}
	if !(squares > 0) {
		return 1
	}
	if n <= 4 {
		return 1
	}
	p := (n*products/squares + 2) / (n - 4) // the bias with a constant and a trend is -(2 + 4p)/n
	p = max(0, p)
	p += math.Sqrt(max(0, 1-p*p) / n)
	if !(p < 1-1/math.Sqrt(n)) {
		return 1
	}
	return p
}

// chance is how likely the drift is at least so high, were there none.
func (d drift) chance() float64 {
	switch {
	case math.IsInf(d.deviation, 1) || math.IsNaN(d.deviation) || math.IsNaN(d.slope):
		return 1
	case d.deviation == 0 && d.slope > 0:
		return 0
	case d.deviation == 0:
		return 1
	}
	return studentTail(d.slope/d.deviation, d.degrees)
}

// half is half the width of the 95 % interval of the slope.
func (d drift) half() float64 { return student95(d.degrees) * d.deviation }

// studentTail is how likely a variable of Student's distribution is at least t.
func studentTail(t, degrees float64) float64 {
	tail := 0.5 * mathext.RegIncBeta(degrees/2, 0.5, degrees/(degrees+t*t))
	if t < 0 {
		return 1 - tail
	}
	return tail
}

// orderChance is how likely one order of n values is.
func orderChance(n int) float64 {
	logarithm, _ := math.Lgamma(float64(n) + 1)
	return math.Exp(-logarithm)
}
