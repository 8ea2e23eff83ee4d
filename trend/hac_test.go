package trend

import (
	"math"
	"testing"
)

func TestFitOfSteadyRises(t *testing.T) {
	v := survivors{from: 10, to: 14, times: []float64{11, 12, 13, 14}, rises: []float64{6, 6, 6, 6}}
	l := v.fit(10)
	if math.Abs(l.slope-6) > 1e-12 {
		t.Errorf("slope %g, expected 6", l.slope)
	}
	// Nothing varies, so only half of a rise at the edges is left: 3 bytes in 4 s.
	if math.Abs(l.high-l.slope-0.75) > 1e-12 || math.Abs(l.slope-l.low-0.75) > 1e-12 {
		t.Errorf("interval %g to %g, expected 5.25 to 6.75", l.low, l.high)
	}
	if l := v.fit(12); math.Abs(l.slope-6) > 1e-12 {
		t.Errorf("slope since 12 %g, expected 6", l.slope)
	}
}

// TestFitIsWeightedMean: the least-squares slope of the running sum 0, 0, 9, 9 over 0 to 3 is 3.6: deviations of x
// -1.5, -0.5, 0.5, 1.5 give (0.5 * 9 + 1.5 * 9) / 5.
func TestFitIsWeightedMean(t *testing.T) {
	v := survivors{from: 0, to: 3, times: []float64{1, 2, 3}, rises: []float64{0, 9, 0}}
	if l := v.fit(0); math.Abs(l.slope-3.6) > 1e-12 {
		t.Errorf("slope %g, expected 3.6", l.slope)
	}
}

func TestFitOfTooFew(t *testing.T) {
	v := survivors{from: 0, to: 4, times: []float64{2, 4}, rises: []float64{4, 8}}
	if l := v.fit(0); l != (line{3, 0, 6}) {
		t.Errorf("line %+v, expected 3 within 0 and 6", l)
	}
	if l := v.fit(4); l != (line{}) {
		t.Errorf("line through nothing %+v", l)
	}
}

// TestLongRunVariance: 1, -1, 1, -1 has the plain variance 1 and the covariance -3/4 at lag 1; with one lag the Bartlett
// kernel gives it the weight 1/2, so 1 - 3/4 is left. With three lags the covariances -3/4, 1/2 and -1/4 get the weights
// 3/4, 1/2 and 1/4, which happens to leave as much.
func TestLongRunVariance(t *testing.T) {
	values := []float64{1, -1, 1, -1}
	for _, c := range []struct{ bandwidth, want float64 }{{0.25, 0.25}, {0.75, 0.25}} {
		if v := longRunVariance(values, c.bandwidth); math.Abs(v-c.want) > 1e-12 {
			t.Errorf("bandwidth %g: variance %g, expected %g", c.bandwidth, v, c.want)
		}
	}
	together := []float64{1, 1, -1, -1} // covariance 1/4 at lag 1
	if v := longRunVariance(together, 0.25); math.Abs(v-1.25) > 1e-12 {
		t.Errorf("variance %g, expected 1.25", v)
	}
	if v := longRunVariance([]float64{2, -2, 2, -2, 2, -2, 2, -2}, 0.125); v < 0.4 {
		t.Errorf("variance %g is less than a tenth of the plain one", v)
	}
}

func TestQuantiles(t *testing.T) {
	if q := fixedBandwidth(0); q != 1 {
		t.Errorf("without bandwidth the factor is %g", q)
	}
	if q := 1.96 * fixedBandwidth(0.1); math.Abs(q-2.26) > 0.005 {
		t.Errorf("with a bandwidth of a tenth the quantile is %g, expected 2.26", q)
	}
	for _, c := range []struct{ degrees, want float64 }{{1, 4.303}, {2, 4.303}, {10, 2.228}, {1e6, 1.960}} {
		if q := student95(c.degrees); math.Abs(q-c.want) > 0.001 {
			t.Errorf("%g degrees of freedom: %g, expected %g", c.degrees, q, c.want)
		}
	}
}

func TestBandwidth(t *testing.T) {
	bursts := make([]float64, 100)
	for i := 10; i < 100; i += 20 {
		bursts[i] = 7
	}
	if b := bandwidthFor(bursts); b != 0.25 {
		t.Errorf("bandwidth of five bursts %g, expected 0.25", b)
	}
	even := make([]float64, 100)
	for i := range even {
		even[i] = 1
	}
	if b := bandwidthFor(even); b != 0.06 {
		t.Errorf("bandwidth of an even stream %g, expected 0.06", b)
	}
}

func TestSummaries(t *testing.T) {
	if e := effective([]float64{5, 0, 5, 0, 5}); e != 3 {
		t.Errorf("three equal lumps count %g", e)
	}
	if e := effective([]float64{0, 0}); e != 0 {
		t.Errorf("nothing counts %g", e)
	}
	if m := median([]float64{9, 1, 5}); m != 5 {
		t.Errorf("median %g, expected 5", m)
	}
	if m := median([]float64{9, 1, 5, 7}); m != 6 {
		t.Errorf("median %g, expected 6", m)
	}
	if median(nil) != 0 {
		t.Error("the median of nothing is not 0")
	}
}
