package trend_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"etledger/trend"
)

// estimate is one with a standard error.
func estimate(rate, deviation float64) trend.Slope {
	half := 1.959963984540054 * deviation
	return trend.Slope{Rate: rate, Low: rate - half, High: rate + half, Interval: true}
}

// Worked out by hand: three estimates with equal errors have the plain mean, and tau squared is their variance less that of
// the errors.
func TestCombine(t *testing.T) {
	c := trend.Combine([]trend.Slope{estimate(10, 1), estimate(14, 1), estimate(18, 1)})
	if !near(c.Rate, 14, 1e-9) || !near(c.Tau*c.Tau, 15, 1e-6) { // variance 16, less 1
		t.Errorf("mean %g, tau squared %g", c.Rate, c.Tau*c.Tau)
	}
	// half = t(0.975, 2) sqrt((15 + 1) / 3), Q = 32 with 2 degrees, I2 = 30/32, chance exp(-16)
	if !near(c.High-c.Rate, 4.302652729749464*math.Sqrt(16.0/3), 1e-6) || !near(c.Q, 32, 1e-9) || !near(c.I2, 30.0/32, 1e-9) ||
		!near(c.Chance, math.Exp(-16), 1e-12) || c.Degrees != 2 || c.Estimates != 3 {
		t.Errorf("%+v", c)
	}
	// Estimates that agree better than their errors have no variance between them, and their interval is no narrower for it.
	c = trend.Combine([]trend.Slope{estimate(10, 3), estimate(10.1, 3)})
	if c.Tau != 0 || c.I2 != 0 || !near(c.High-c.Rate, 12.706204736174698*3/math.Sqrt2, 1e-6) {
		t.Errorf("%+v", c)
	}
	// Weights are of the inverse variance.
	if c = trend.Combine([]trend.Slope{estimate(10, 1), estimate(11, 2)}); !near(c.Rate, 10.2, 1e-9) {
		t.Errorf("%+v", c)
	}
}

func TestCombineLeavesOutWhatItCannotUse(t *testing.T) {
	one := estimate(7, 2)
	for _, c := range []trend.Combined{
		trend.Combine([]trend.Slope{one}),
		trend.Combine([]trend.Slope{one, {Rate: 100}}),
		trend.Combine([]trend.Slope{one, {Rate: math.NaN(), Low: 1, High: 2, Interval: true}, {Rate: 1, Low: math.Inf(-1), Interval: true}}),
	} {
		if c.Slope != one || c.Estimates != 1 || c.Degrees != 0 {
			t.Errorf("%+v", c)
		}
	}
	if c := trend.Combine(nil); c.Interval || c.Estimates != 0 {
		t.Errorf("%+v", c)
	}
	if c := trend.Combine([]trend.Slope{{Rate: 4}, {Rate: 6}}); c.Interval || c.Rate != 5 {
		t.Errorf("%+v", c)
	}
	for _, extreme := range []float64{0, 1e-300, 1e20} { // intervals without width, and far apart
		c := trend.Combine([]trend.Slope{{Rate: extreme, Low: extreme, High: extreme, Interval: true}, {Interval: true}, estimate(1, 1)})
		if math.IsNaN(c.Rate) || math.IsNaN(c.Low) || c.Low > c.Rate || c.High < c.Rate {
			t.Errorf("%g: %+v", extreme, c)
		}
	}
}

// The intervals of means and of differences hold the truth about as often as they say, whether true rates differ or not.
func TestCombinedIntervalsCover(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const rounds = 3000
	for _, c := range []struct {
		n, m        int
		between     float64
		least, most float64 // share of the rounds
	}{
		{3, 3, 0, 0.95, 1}, {3, 3, 2, 0.93, 0.985}, {5, 5, 2, 0.93, 0.97}, {2, 2, 5, 0.92, 0.97}, {10, 10, 1, 0.93, 0.97}, {1, 4, 2, 0.93, 0.98},
	} {
		covered := 0
		for range rounds {
			side := func(n int, truth float64) (list []trend.Slope) {
				for range n {
					deviation := 0.5 + random.Float64()
					list = append(list, estimate(truth+c.between*random.NormFloat64()+deviation*random.NormFloat64(), deviation))
				}
				return list
			}
			sides := trend.CombineGroups(side(c.n, 10), side(c.m, 13))
			if d, _ := trend.Difference(sides[0].Slope, sides[1].Slope); d.Low <= 3 && 3 <= d.High {
				covered++
			}
		}
		if share := float64(covered) / rounds; share < c.least || share > c.most {
			t.Errorf("%d + %d estimates, between %g: %.3f of the intervals hold the truth", c.n, c.m, c.between, share)
		}
	}
}

func TestDifferenceChance(t *testing.T) {
	for _, c := range []struct {
		d       trend.Slope
		degrees int
		want    float64
	}{
		{trend.Slope{Rate: 4, Low: 0, High: 8, Interval: true}, 0, 0.05},
		{trend.Slope{Rate: -4, Low: -8, High: 0, Interval: true}, 3, 0.05},
		{trend.Slope{Rate: 4, Low: -1, High: 40, Interval: true}, 1, 2 * (0.5 - math.Atan(4.0/5*12.706204736174698)/math.Pi)},
		{trend.Slope{Rate: 0, Low: -1, High: 1, Interval: true}, 0, 1},
		{trend.Slope{Rate: 4}, 0, 1},
		{trend.Slope{Rate: 4, Low: 4, High: 4, Interval: true}, 0, 0},
	} {
		if got := trend.DifferenceChance(c.d, c.degrees); !near(got, c.want, 1e-9) {
			t.Errorf("%+v with %d: %g, expected %g", c.d, c.degrees, got, c.want)
		}
	}
}

// The figures are those of a worked example: Welch's test of (1, 2, 3, 4) and (2, 4, 6, 8, 10).
func TestMeans(t *testing.T) {
	d := trend.DifferenceOfMeans([]float64{1, 2, 3, 4}, []float64{2, 4, 6, 8, 10})
	// 3.5, variances 5/3/4 and 10/5: error sqrt(29/12), degrees (29/12)^2 / ((5/12)^2/3 + 4/4) = 5.5205
	if !near(d.Rate, 3.5, 1e-12) || !near((d.High-d.Rate)/math.Sqrt(29.0/12), 2.4986, 2e-3) || !near(d.High-d.Rate, d.Rate-d.Low, 1e-9) {
		t.Errorf("%+v, %g", d, (d.High-d.Rate)/math.Sqrt(29.0/12))
	}
	if m := trend.MeanOf([]float64{1, 2, 3}); !near(m.High, 2+4.302652729749464/math.Sqrt(3), 1e-9) {
		t.Errorf("%+v", m)
	}
	if m := trend.MeanOf([]float64{5}); m.Interval || m.Rate != 5 {
		t.Errorf("%+v", m)
	}
	if d := trend.DifferenceOfMeans([]float64{5}, []float64{7, 9}); d.Interval || d.Rate != 3 {
		t.Errorf("%+v", d)
	}
	if d := trend.DifferenceOfMeans([]float64{5, 5}, []float64{7, 7}); d.Low != 2 || d.High != 2 {
		t.Errorf("%+v", d)
	}
}

func TestAdjustChances(t *testing.T) {
	got := trend.AdjustChances([]float64{0.04, 0.01, 0.03, 0.5})
	for i, want := range []float64{0.16 / 3, 0.04, 0.16 / 3, 0.5} {
		if !near(got[i], want, 1e-12) {
			t.Errorf("%v", got)
		}
	}
}

func near(a, b, by float64) bool { return math.Abs(a-b) <= by }
