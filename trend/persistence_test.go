package trend

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestStudentTail holds the tail against a table of Student's distribution.
func TestStudentTail(t *testing.T) {
	for _, c := range []struct{ t, degrees, want float64 }{
		{2.571, 5, 0.025}, {3.707, 6, 0.005}, {1.812, 10, 0.05}, {4.587, 10, 0.0005}, {0, 7, 0.5}, {-1.812, 10, 0.95},
	} {
		if got := studentTail(c.t, c.degrees); math.Abs(got-c.want) > 0.002*c.want+1e-5 {
			t.Errorf("the tail beyond %g with %g degrees is %g, expected %g", c.t, c.degrees, got, c.want)
		}
	}
}

func TestOrderChance(t *testing.T) {
	for n, want := range map[int]float64{1: 1, 2: 0.5, 3: 1.0 / 6, 6: 1.0 / 720, 10: 1.0 / 3628800} {
		if got := orderChance(n); math.Abs(got-want) > 1e-12 {
			t.Errorf("%d values have the chance %g, expected %g", n, got, want)
		}
	}
}

// TestDriftOfWalk: steps of 1, 3, 2 and 2 in times of 1, 1, 1 and 2 have the slope 8/5; their rests are -0.6, 1.4, 0.4 and
// -1.2, whose squares over the times are 0.36, 1.96, 0.16 and 0.72.
func TestDriftOfWalk(t *testing.T) {
	d := driftOfWalk([]float64{0, 1, 2, 3, 5}, []float64{10, 11, 14, 16, 18})
	want := math.Sqrt(3.2 / 3 / 5)
	if math.Abs(d.slope-1.6) > 1e-12 || math.Abs(d.deviation-want) > 1e-12 || d.degrees != 3 {
		t.Errorf("%+v, expected the slope 1.6 and the deviation %g", d, want)
	}
}

// noiseOf makes a series without trend whose noise has a persistence.
func noiseOf(random *rand.Rand, n int, persistence float64) (times, values []float64) {
	x := 0.0
	if persistence < 1 {
		x = random.NormFloat64() / math.Sqrt(1-persistence*persistence)
	}
	for i := range n {
		times, values = append(times, float64(i)), append(values, x)
		x = persistence*x + random.NormFloat64()
	}
	return times, values
}

// TestChanceIsNotClaimedTooLow: series without trend get a chance below p in at most p of all cases, or, where their noise
// is a random walk, which few values do not give away, in at most 0.1 for p of 0.05 and 0.04 for 0.01.
func TestChanceIsNotClaimedTooLow(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	const runs = 4000
	for _, n := range []int{8, 16} {
		for _, persistence := range []float64{0, 0.5, 0.9, 1} {
			var below [2]float64
			for range runs {
				times, values := noiseOf(random, n, persistence)
				floors := make([]floor, n)
				for i := range floors {
					floors[i] = floor{times[i], values[i]}
				}
				trend := newFloorTrend(floors)
				for k, p := range []float64{0.05, 0.01} {
					if trend.chance() < p {
						below[k] += 1.0 / runs
					}
				}
			}
			most := [2]float64{0.05, 0.01}
			if persistence >= 0.9 {
				most = [2]float64{0.1, 0.04}
			}
			if below[0] > most[0] || below[1] > most[1] {
				t.Errorf("%d values with noise of persistence %g: chances below 0.05 and 0.01 in %.3f and %.3f of the cases", n,
					persistence, below[0], below[1])
			}
		}
	}
}

// TestDriftFindsATrend: the slope lies in its interval about as often as it should, whatever the noise.
func TestDriftFindsATrend(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	const runs = 2000
	for _, persistence := range []float64{0, 0.5, 0.9, 1} {
		covered := 0
		for range runs {
			times, values := noiseOf(random, 16, persistence)
			for i := range values {
				values[i] += 0.7 * times[i]
			}
			d := newDrift(times, values)
			if math.Abs(d.slope-0.7) <= d.half() {
				covered++
			}
		}
		if share := float64(covered) / runs; share < 0.82 {
			t.Errorf("noise of persistence %g: the interval covers the slope in %.3f of the cases", persistence, share)
		}
	}
}
