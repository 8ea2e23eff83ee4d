package trend_test

import (
	"testing"

	"etledger/trend"
)

// TestStop: of a level that grew and stopped it is known by how much and when.
func TestStop(t *testing.T) {
	var points []trend.Point
	for i := range 49 {
		v := 1e9 + 1e8*float64(min(max(i-12, 0), 12))
		at := 300 * float64(i)
		points = append(points, trend.Point{From: at, To: at, First: v, Last: v, Low: v, High: v})
	}
	j := trend.JudgeDemand(trend.Demand{Points: points})
	if j.Verdict != trend.Held || j.Stop != (trend.Stop{Grew: 1.2e9, From: 3600, Until: 7200}) {
		t.Errorf("%s: %+v", j.Verdict, j.Stop)
	}
	if j := trend.JudgeDemand(trend.Demand{Points: points[24:], Notable: 1}); j.Verdict != trend.Held || j.Stop.Grew != 0 {
		t.Errorf("%s: %+v", j.Verdict, j.Stop)
	}
}

// TestTwoSamplesOfChurn: two samples of what is freed again do not show growth when they differ by little.
func TestTwoSamplesOfChurn(t *testing.T) {
	for _, c := range []struct {
		churns bool
		last   float64
		want   trend.Verdict
	}{{true, 1.05e7, trend.Inconclusive}, {false, 1.05e7, trend.Growth}, {true, 1.5e7, trend.Growth}, {true, 0.97e7, trend.Returns}} {
		points := []trend.Point{{First: 1e7, Last: 1e7}, {From: 3600, To: 3600, First: c.last, Last: c.last}}
		for i := range points {
			points[i].Low, points[i].High = points[i].First, points[i].First
		}
		if j := trend.JudgeDemand(trend.Demand{Points: points, Churns: c.churns}); j.Verdict != c.want {
			t.Errorf("%+v: %s", c, j.Verdict)
		}
	}
}
