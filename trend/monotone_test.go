package trend

import (
	"math"
	"math/rand/v2"
	"testing"
)

// permutations calls f with every order of the values.
func permutations(values []float64, f func([]float64)) {
	var step func(k int)
	step = func(k int) {
		if k == len(values) {
			f(values)
			return
		}
		for i := k; i < len(values); i++ {
			values[k], values[i] = values[i], values[k]
			step(k + 1)
			values[k], values[i] = values[i], values[k]
		}
	}
	step(0)
}

// TestRisingIsExact compares the chance with the share of all orders of the values whose statistic is as great.
func TestRisingIsExact(t *testing.T) {
	for _, values := range [][]float64{
		{1, 2}, {1, 2, 3, 4}, {4, 3, 2, 1}, {2, 1, 4, 3, 5}, {1, 1, 2, 3}, {5, 5, 5, 5}, {1, 2, 2, 3, 3, 3}, {3, 1, 2, 2, 5, 5, 7},
	} {
		r := RisingTest(values)
		var all, asGreat float64
		permutations(append([]float64{}, values...), func(order []float64) {
			all++
			s := 0
			for i := range order {
				for j := range i {
					switch {
					case order[i] > order[j]:
						s++
					case order[i] < order[j]:
						s--
					}
				}
			}
			if s >= r.Kendall {
				asGreat++
			}
		})
		closeTo(t, "chance", r.Chance, asGreat/all, 1e-12)
	}
}

// TestRisingOfMany: the normal approximation is near the exact chance, and holds its level.
func TestRisingOfMany(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	below := 0
	const runs = 2000
	for range runs {
		values := make([]float64, 40)
		for i := range values {
			values[i] = random.Float64()
		}
		if RisingTest(values).Chance <= 0.05 {
			below++
		}
	}
	if share := float64(below) / runs; math.Abs(share-0.05) > 0.016 {
		t.Errorf("of random orders %g are below 0.05", share)
	}
	if r := RisingTest([]float64{}); r.Chance != 1 || r.Kendall != 0 {
		t.Errorf("nothing: %+v", r)
	}
}

func TestMedianSlope(t *testing.T) {
	if s := MedianSlope([]float64{0, 1, 2, 3}, []float64{0, 1, 2, 10}); math.Abs(s.Rate-13.0/6) > 1e-12 || !s.Interval || s.Low != 1 || s.High != 8 {
		t.Errorf("slope %+v", s)
	}
	if s := MedianSlope([]float64{0, 1, 2}, []float64{0, 1, 2}); s.Rate != 1 || s.Interval {
		t.Errorf("three points: %+v", s)
	}
	if s := MedianSlope([]float64{3, 3}, []float64{1, 2}); s.Interval || s.Rate != 0 {
		t.Errorf("points of one time: %+v", s)
	}
}
