package trend

import (
	"math"
	"slices"
	"testing"
)

// levelOf is a level with the given values at the times 1, 2, 3, ...
func levelOf(values ...float64) []Sample {
	var level []Sample
	for i, v := range values {
		level = append(level, Sample{Time: float64(i + 1), Low: v, High: v, End: v})
	}
	return level
}

func TestFloors(t *testing.T) {
	times, values := floors(levelOf(3, 1, 2, 9, 8, 7), 2)
	if !slices.Equal(times, []float64{2, 6}) || !slices.Equal(values, []float64{1, 7}) {
		t.Errorf("floors %v at %v, expected 1 and 7 at 2 and 6", values, times)
	}
	if times, _ := floors(levelOf(3, 1), 16); len(times) != 2 {
		t.Errorf("%d floors of two samples", len(times))
	}
	if times, _ := floors(nil, 16); len(times) != 0 {
		t.Errorf("%d floors of nothing", len(times))
	}
}

// TestTheilSen: the slopes between 0, 1, 2 and 10 at 0 to 3 are 1, 1, 1, 10/3, 4.5 and 8.
func TestTheilSen(t *testing.T) {
	l, score := theilSen([]float64{0, 1, 2, 3}, []float64{0, 1, 2, 10})
	if math.Abs(l.slope-(1+10.0/3)/2) > 1e-12 {
		t.Errorf("slope %g, expected the median 13/6", l.slope)
	}
	// All six pairs rise: (6 - 1) over the root of 4 * 3 * 13 / 18.
	if want := 5 / math.Sqrt(156.0/18); math.Abs(score-want) > 1e-12 {
		t.Errorf("score %g, expected %g", score, want)
	}
	if l.low != 1 || l.high != 8 {
		t.Errorf("interval %g to %g, expected the extremes 1 and 8 of so few", l.low, l.high)
	}
}

// TestTies: values that are all equal have no trend and no variance, and values with ties have less of both.
func TestTies(t *testing.T) {
	if _, score := theilSen([]float64{1, 2, 3, 4, 5}, []float64{7, 7, 7, 7, 7}); score != 0 {
		t.Errorf("the score of ties is %g", score)
	}
	if v := kendallVariance([]float64{7, 7, 7, 7, 7}); v != 0 {
		t.Errorf("the variance of ties is %g", v)
	}
	// 5 * 4 * 15 less 2 * 1 * 9 twice, over 18.
	if v := kendallVariance([]float64{1, 1, 2, 2, 3}); math.Abs(v-(300-36)/18.0) > 1e-12 {
		t.Errorf("the variance with two pairs of ties is %g, expected %g", v, (300-36)/18.0)
	}
	if l, _ := theilSen([]float64{3, 3}, []float64{1, 2}); !math.IsInf(l.high, 1) || !math.IsInf(l.low, -1) {
		t.Errorf("two values at one time have the slope %+v", l)
	}
}

func TestTrendLine(t *testing.T) {
	var up, flat, down []float64
	for i := range 64 {
		noise := float64(i % 4)
		up = append(up, 10*float64(i)+noise)
		flat = append(flat, 100+noise)
		down = append(down, 1000-10*float64(i)+noise)
	}
	rising, level, falling := newTrendLine(levelOf(up...)), newTrendLine(levelOf(flat...)), newTrendLine(levelOf(down...))
	if !rising.climbs(500) || rising.climbs(1000) || rising.falls(1) {
		t.Errorf("the rising level has the trend %+v", rising)
	}
	if level.climbs(0) || level.falls(0) {
		t.Errorf("the flat level has the trend %+v", level)
	}
	if !falling.falls(500) || falling.falls(1000) || falling.climbs(1) {
		t.Errorf("the falling level has the trend %+v", falling)
	}
	if math.Abs(rising.slope-10) > 0.2 {
		t.Errorf("slope %g, expected 10", rising.slope)
	}
}

// TestLevelApart gives the same story with and without the older memory in the level: 10 bytes are born each second and
// stay, 4 bytes of older memory go.
func TestLevelApart(t *testing.T) {
	in := Input{End: 10}
	var without, with []float64
	for i := range 10 {
		in.Cohorts = append(in.Cohorts, Cohort{From: float64(i), To: float64(i + 1), Born: 10, Surviving: 10, OlderFreed: 4})
		without = append(without, 10*float64(i+1))
		with = append(with, 40+6*float64(i+1))
	}
	for name, values := range map[string][]float64{"without": without, "with": with} {
		in.Level = levelOf(values...)
		a := clean(in)
		if holds := a.levelHoldsOlder(); holds != (name == "with") {
			t.Errorf("level %s older memory: taken to hold it: %v", name, holds)
		}
		own, net := a.levelApart()
		for i := range own {
			if rise := own[i].End - own[0].End; rise != 10*float64(i) {
				t.Fatalf("level %s older memory: its own rises by %g in %d s, expected %d", name, rise, i, 10*i)
			}
			if rise := net[i].End - net[0].End; rise != 6*float64(i) {
				t.Fatalf("level %s older memory: on the whole it rises by %g in %d s, expected %d", name, rise, i, 6*i)
			}
		}
	}
}

func TestTeeth(t *testing.T) {
	var saw, bursts, rising []float64
	for i := range 100 {
		saw = append(saw, float64(i%25))
		bursts = append(bursts, 10*float64(i/5%2))
		rising = append(rising, float64(i))
	}
	if at := teeth(levelOf(saw...), 100); !slices.Equal(at, []float64{26, 51, 76}) {
		t.Errorf("teeth at %v, expected 26, 51 and 76", at)
	}
	if at := teeth(levelOf(bursts...), 100); len(at) != 0 {
		t.Errorf("bursts that are held for a while are taken for teeth at %v", at)
	}
	if at := teeth(levelOf(rising...), 100); len(at) != 0 {
		t.Errorf("a level that only rises has teeth at %v", at)
	}
	if at := teeth(levelOf(5, 5, 5), 3); len(at) != 0 {
		t.Errorf("a level that stands still has teeth at %v", at)
	}
}
