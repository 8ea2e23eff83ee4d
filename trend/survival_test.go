package trend

import (
	"math"
	"testing"
)

// twoCohorts are births in [0, 10] and [10, 20], so of the ages 15 and 5. Of 10 mortal bytes in each, half die by the age
// of 4, and the other half between 5 and 12, which only the first cohort has reached.
func twoCohorts(immortal0, immortal1 float64) account {
	return clean(Input{End: 20, Cohorts: []Cohort{
		{From: 0, To: 10, Born: 10 + immortal0, Surviving: immortal0, Count: 2},
		{From: 10, To: 20, Born: 10 + immortal1, Surviving: 5 + immortal1, Count: 2},
	}, Deaths: []Death{{4, 10}, {5, 1e-9}, {12, 5}}})
}

// TestLifetimes checks the estimate against lifetimes that are known: half of the mortal bytes die by 4, all by 12,
// whatever the cohorts hold of immortals.
func TestLifetimes(t *testing.T) {
	for _, immortal := range [][2]float64{{0, 0}, {10, 10}, {1000, 0}, {0, 1000}} {
		a := twoCohorts(immortal[0], immortal[1])
		l := newLifetimes(&a)
		// Of the length 20 the last octave saw deaths, so a tail is expected; only the shape below it is known.
		if half := l.deadBy(4) / l.deadBy(12); math.Abs(half-0.5) > 0.01 {
			t.Errorf("immortals %v: %.3f of those that die by 12 die by 4, expected 0.5", immortal, half)
		}
	}
}

// TestLifetimesAgreeWithKaplanMeier reckons the product-limit curve by hand: with as many immortals as mortal bytes in
// each cohort, 40 bytes are at risk before 4, and 15 after 5, when those of the second cohort are censored. The plateau is
// 1/2, and below it the curve is at (3/4 - 1/2) / (1/2).
func TestLifetimesAgreeWithKaplanMeier(t *testing.T) {
	at4 := 1 - 10.0/40
	plateau := at4 * (1 - 5.0/15)
	a := twoCohorts(10, 10)
	l := newLifetimes(&a)
	want := (at4 - plateau) / (1 - plateau)
	if alive := 1 - l.deadBy(4)/l.deadBy(12); math.Abs(alive-want) > 0.01 {
		t.Errorf("%.3f are alive at 4, Kaplan and Meier have %.3f", alive, want)
	}
}

// TestTail takes lifetimes of which each octave kills half: as much as died in the last octave is expected to die later.
func TestTail(t *testing.T) {
	l := lifetimes{ages: []float64{1, 2, 4, 8}, dead: []float64{8.0 / 15, 12.0 / 15, 14.0 / 15, 1}}
	l.leaveTail(8)
	if alive := 1 - l.deadBy(8); math.Abs(alive-1.0/16) > 1e-12 {
		t.Errorf("%g are expected to live longer than 8, expected 1/16", alive)
	}
	light := lifetimes{ages: []float64{1, 2, 4, 8}, dead: []float64{0.9, 1, 1, 1}}
	light.leaveTail(8)
	if light.deadBy(8) != 1 {
		t.Errorf("%g have died by 8 where nothing died after 2, expected all", light.deadBy(8))
	}
}

func TestDeadBy(t *testing.T) {
	l := lifetimes{ages: []float64{1, 4}, dead: []float64{0.5, 1}}
	for _, c := range []struct{ age, dead float64 }{{0.5, 0}, {1, 0.5}, {2, 0.75}, {4, 1}, {9, 1}} {
		if dead := l.deadBy(c.age); math.Abs(dead-c.dead) > 1e-12 {
			t.Errorf("by %g %g have died, expected %g", c.age, dead, c.dead)
		}
	}
	if l.age(0.5) != 1 || l.age(0.6) != 4 {
		t.Errorf("half have died by %g, six tenths by %g, expected 1 and 4", l.age(0.5), l.age(0.6))
	}
	var none lifetimes
	if none.deadBy(3) != 0 || none.deadShare(0) != 1 || none.age(0.5) != 0 {
		t.Error("lifetimes of nothing are not empty")
	}
}

// TestExpected: where a quarter of the mortal has died, three times as many as are dead will follow.
func TestExpected(t *testing.T) {
	l := lifetimes{ages: []float64{10}, dead: []float64{1}, reach: []reach{{bin: 0, part: 0.25}}}
	if e := l.expected(0, bin{born: 100, surviving: 90}); e != 30 {
		t.Errorf("%g are expected to die, expected 30", e)
	}
}
