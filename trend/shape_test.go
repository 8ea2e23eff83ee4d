package trend

import (
	"math"
	"testing"
)

// bornAt is what survives of births at a rate that depends on the time, which runs from 0 to 1 in 128 bins.
func bornAt(rate func(u float64) float64) survivors {
	const n = 128
	v := survivors{from: 0, to: n}
	for i := range n {
		v.times = append(v.times, float64(i+1))
		v.rises = append(v.rises, rate((float64(i)+0.5)/n))
	}
	return v
}

func TestShapes(t *testing.T) {
	for _, c := range []struct {
		name                     string
		rate                     func(u float64) float64
		sustained, fading, steps bool
		from                     float64 // of 128
	}{
		{"even", func(float64) float64 { return 100 }, true, false, false, 0},
		{"grows from nothing", func(u float64) float64 { return 100 * u }, true, false, false, 0},
		{"grows exponentially", func(u float64) float64 { return math.Exp(4 * u) }, true, false, false, 0},
		{"eight bursts", func(u float64) float64 { return burst(u, 8) }, true, false, false, 0},
		{"five bursts", func(u float64) float64 { return burst(u, 5) }, true, false, false, 0},
		{"one burst", func(u float64) float64 { return within(u, 0.5, 0.51) }, false, false, true, 0},
		{"two bursts", func(u float64) float64 { return within(u, 0.5, 0.51) + within(u, 0.9, 0.91) }, false, false, true, 0},
		{"even with a burst", func(u float64) float64 { return 0.05 + within(u, 0.5, 0.51) }, true, false, true, 0},
		{"stops at 0.6", func(u float64) float64 { return within(u, 0, 0.6) }, false, false, false, 0},
		{"warm-up", func(u float64) float64 { return math.Exp(-12 * u) }, false, false, true, 0},
		{"warm-up, then even", func(u float64) float64 { return within(u, 0, 0.125) + 0.2 }, true, false, false, 16},
		{"begins at 0.25", func(u float64) float64 { return within(u, 0.25, 1) }, true, false, false, 32},
		// The rate falls to twice its later median, which it has at 0.69, a third of the way: five windows of sixteen.
		{"slows down for ever", func(u float64) float64 { return 1 / (u + 0.02) }, true, true, true, 40},
	} {
		v := bornAt(c.rate)
		s := newShape(&v)
		if s.sustained != c.sustained || s.fading != c.fading || len(s.steps) > 0 != c.steps || s.from != c.from {
			t.Errorf("%s: sustained %v, fading %v, %d steps, even from %g; expected %v, %v, %v, %g", c.name, s.sustained,
				s.fading, len(s.steps), s.from, c.sustained, c.fading, c.steps, c.from)
		}
	}
}

// burst is one in the middle of each of n parts of the time.
func burst(u float64, n float64) float64 {
	_, part := math.Modf(u * n)
	return within(part, 0.5-n/256, 0.5+n/256)
}

func within(u, from, to float64) float64 {
	if u >= from && u < to {
		return 1
	}
	return 0
}

// TestStepsAreTakenOut: the step is found with its time and size, and the rate around it is left in its place.
func TestStepsAreTakenOut(t *testing.T) {
	v := bornAt(func(u float64) float64 { return 10 + 5000*within(u, 0.5, 0.505) })
	before := v.total()
	steps := v.takeSteps()
	if len(steps) != 1 || math.Abs(steps[0].at-64) > 2 || math.Abs(steps[0].bytes-5000) > 1 {
		t.Fatalf("steps %+v, expected one of 5000 at 64", steps)
	}
	if rest := v.total(); math.Abs(before-rest-steps[0].bytes) > 1e-9 || math.Abs(rest-1280) > 1 {
		t.Errorf("%g are left of %g", rest, before)
	}
}

func TestRamps(t *testing.T) {
	v := survivors{from: 0, to: 64}
	for _, c := range []struct {
		name  string
		steps []lump
		ramp  bool
	}{
		{"none", nil, false},
		{"in the middle", []lump{{at: 30}}, false},
		{"apart", []lump{{at: 30}, {at: 40}}, false},
		{"adjoining", []lump{{at: 30}, {at: 40}, {at: 32}}, true},
		{"at the beginning", []lump{{at: 1}}, true},
	} {
		if ramp := isRamp(&v, c.steps); ramp != c.ramp {
			t.Errorf("steps %s: ramp %v", c.name, ramp)
		}
	}
}

func TestGreatestPairs(t *testing.T) {
	pairs := greatestPairs([]float64{1, 5, 5, 1, 9, 0}, 3)
	want := []lump{{1, 10}, {3, 10}, {0, 1}}
	for i := range want {
		if pairs[i] != want[i] {
			t.Errorf("pair %d is %v, expected %v", i, pairs[i], want[i])
		}
	}
}

func TestIsWarmUp(t *testing.T) {
	v := survivors{from: 0, to: 100}
	for _, c := range []struct {
		name string
		s    shape
		warm bool
	}{
		{"slows down", shape{early: 0.95, front: 0.8, last: 70}, true},
		{"brief and even", shape{early: 1, front: 0.5, last: 30}, true},
		{"long and even, then nothing", shape{early: 0.9, front: 0.5, last: 55}, false},
		{"late", shape{early: 0.5, front: 0.7, last: 99}, false},
	} {
		if warm := c.s.isWarmUp(&v); warm != c.warm {
			t.Errorf("%s: warm-up %v", c.name, warm)
		}
	}
}
