package trend

import (
	"math"
	"slices"
	"testing"
)

// steady is an account over n seconds that keeps kept bytes of each second and gives churn back at the age of 2 s.
func steady(n int, churn, kept float64) account {
	in := Input{CaptureEnd: float64(n), End: float64(n)}
	for i := range n {
		c := Cohort{From: float64(i), To: float64(i + 1), Born: churn + kept, Surviving: kept, Count: 4}
		if i >= n-2 {
			c.Surviving += churn
		}
		in.Cohorts = append(in.Cohorts, c)
	}
	if churn > 0 {
		in.Deaths = []Death{{Age: 2, Bytes: float64(n-2) * churn}}
	}
	return clean(in)
}

// TestHorizon: the age from which survivors count is that by which everything mortal has died.
func TestHorizon(t *testing.T) {
	a := steady(100, 1000, 10)
	l := newLifetimes(&a)
	v := judged(&a, &l)
	if v.horizon != 2 || v.to != 98 || v.doubt != 0 {
		t.Errorf("horizon %g, judged to %g, doubt %g, expected 2, 98 and 0", v.horizon, v.to, v.doubt)
	}
	if v.total() != 980 || v.present != 980 || v.dead != 98000 {
		t.Errorf("total %g, present %g, dead %g, expected 980, 980 and 98000", v.total(), v.present, v.dead)
	}
}

func TestHorizonWithoutDeaths(t *testing.T) {
	a := steady(100, 0, 10)
	l := newLifetimes(&a)
	if v := judged(&a, &l); v.horizon != 0 || v.to != 100 || v.total() != 1000 {
		t.Errorf("horizon %g, judged to %g, total %g, expected 0, 100 and 1000", v.horizon, v.to, v.total())
	}
}

// TestHorizonLeavesTime: lifetimes of nine tenths of the window leave doubt rather than nothing to judge.
func TestHorizonLeavesTime(t *testing.T) {
	in := Input{End: 100}
	for i := range 100 {
		c := Cohort{From: float64(i), To: float64(i + 1), Born: 10, Surviving: 10, Count: 1}
		if i < 10 {
			c.Surviving = 0
		}
		in.Cohorts = append(in.Cohorts, c)
	}
	in.Deaths = []Death{{Age: 90, Bytes: 100}}
	a := clean(in)
	l := newLifetimes(&a)
	v := judged(&a, &l)
	if v.span() < leastPart*100-1 {
		t.Errorf("%g s are left to judge", v.span())
	}
	if v.doubt <= mostDoubt {
		t.Errorf("the doubt is %g though all survivors are younger than the lifetimes seen", v.doubt)
	}
}

func TestProfile(t *testing.T) {
	v := survivors{from: 0, to: 4, times: []float64{1, 2, 4}, rises: []float64{4, 8, 2}}
	if p := v.profile(0, 4, 2); !slices.Equal(p, []float64{12, 2}) {
		t.Errorf("halves %v, expected 12 and 2", p)
	}
	if p := v.profile(0.5, 3, 5); !slices.Equal(p, []float64{2, 4, 4, 0.5, 0.5}) {
		t.Errorf("half seconds from 0.5 to 3 %v, expected 2, 4, 4, 0.5 and 0.5", p)
	}
	if p := v.profile(0, 4, 3); math.Abs(sum(p)-14) > 1e-12 {
		t.Errorf("thirds hold %g, expected 14", sum(p))
	}
}

func TestSince(t *testing.T) {
	v := survivors{from: 0, to: 4, times: []float64{1, 2, 4}, rises: []float64{4, 8, 2}}
	for _, c := range []struct {
		from, begin float64
		first       int
	}{{0, 0, 0}, {0.5, 0, 0}, {1, 1, 1}, {3, 2, 2}, {4, 4, 3}} {
		if first, begin := v.since(c.from); first != c.first || begin != c.begin {
			t.Errorf("since %g: bin %d from %g, expected %d from %g", c.from, first, begin, c.first, c.begin)
		}
	}
}

// TestDoubtError: half of 100 expected bytes, 1.64 times the root of twice 8 times 100, and a block of 8.
func TestDoubtError(t *testing.T) {
	v := survivors{doubt: 0.5, present: 200, dead: 1}
	a := account{born: 80, births: 10}
	if e := v.doubtError(&a); math.Abs(e-(50+1.64*40+8)) > 1e-9 {
		t.Errorf("the error is %g", e)
	}
	v.dead = 0
	if e := v.doubtError(&a); e != 0 {
		t.Errorf("the error is %g where nothing died", e)
	}
}
