package trend_test

import (
	"math"
	"testing"

	"etledger/trend"
)

// TestRates: of what an account keeps, one site keeps three quarters, another a quarter; a third only churns, and what of
// it is still there is young; a fourth took its memory at once. Their rates come to the slope of the whole.
func TestRates(t *testing.T) {
	in := scene(300, 10*mib, mib)
	part := func(surviving func(i int) float64) []trend.Cohort {
		var cohorts []trend.Cohort
		for i := range 300 {
			if s := surviving(i); s > 0 {
				cohorts = append(cohorts, trend.Cohort{From: float64(i), To: float64(i + 1), Born: s, Surviving: s, Count: 1})
			}
		}
		return cohorts
	}
	add(&in, 100, 101, 50*mib)
	rates := trend.Rates(in, [][]trend.Cohort{
		part(func(int) float64 { return 0.75 * mib }),
		part(func(int) float64 { return 0.25 * mib }),
		part(func(i int) float64 { return 10 * mib * float64(i/298) }),
		part(func(i int) float64 {
			if i == 100 {
				return 50 * mib
			}
			return 0
		}),
		nil,
	})
	want := []float64{0.75 * mib, 0.25 * mib, 0, 0, 0}
	var sum float64
	for i := range want {
		sum += rates[i]
		if math.Abs(rates[i]-want[i]) > 1e-6*mib {
			t.Errorf("part %d has the rate %g, expected %g", i, rates[i], want[i])
		}
	}
	if r := trend.Judge(in); r.Verdict != trend.Leak || math.Abs(r.Slope-sum) > 1e-3*mib {
		t.Errorf("%s with slope %g, the parts come to %g", r.Verdict, r.Slope, sum)
	}
}

func TestRatesOfLittle(t *testing.T) {
	for _, in := range []trend.Input{{}, scene(4, 0, mib), levelOnly(func(i int) float64 { return float64(i) * mib })} {
		rates := trend.Rates(in, [][]trend.Cohort{scene(4, 0, mib).Cohorts})
		if len(rates) != 1 || rates[0] != 0 {
			t.Errorf("rates %v, expected one of 0", rates)
		}
	}
}
