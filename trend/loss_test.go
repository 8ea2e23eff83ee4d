package trend

import (
	"math"
	"testing"
)

func TestOrphans(t *testing.T) {
	// Of 100 bytes that ought to be given back 20 are not seen to be: beside 80 dead ones.
	if o := 80 * ratio(0.2); math.Abs(o-20) > 1e-12 {
		t.Errorf("%g only seem to stay, expected 20", o)
	}
}

func TestNewLoss(t *testing.T) {
	a := account{born: 100, births: 400, surviving: 50} // 200 blocks were given back: two buffers' worth
	// The share of two buffers that are lost with the chance of 0.04 deviates by the root of 0.02; for 0.2, taken to be one
	// and a half times too great, by that of 0.2 / 1.5 / 2.
	chance, unknown := 2*math.Sqrt(0.02), 2*math.Sqrt(0.2/3)
	for _, c := range []struct {
		name string
		in   Input
		want loss
	}{
		{"nothing", Input{}, loss{}},
		{"the fact", Input{LossKnown: true}, loss{known: true, worst: 0.2 + unknown}},
		{"the share", Input{LostShare: 0.04}, loss{known: true, share: 0.04, least: 0.04 / 1.5, worst: 0.06 + chance}},
		{"all", Input{LostShare: 7}, loss{known: true, share: 0.9, least: 0.6, worst: 0.9}},
		{"no number", Input{LostShare: math.NaN()}, loss{}},
	} {
		got := newLoss(c.in, &a, nil)
		if got.known != c.want.known || math.Abs(got.share-c.want.share) > 1e-12 ||
			math.Abs(got.least-c.want.least) > 1e-12 || math.Abs(got.worst-c.want.worst) > 1e-12 {
			t.Errorf("%s: %+v, expected %+v", c.name, got, c.want)
		}
	}
}

// TestAmend: of 100 bytes born, 80 were given back and 20 stay, as lost frees at a share of 0.2 explain.
func TestAmend(t *testing.T) {
	a := account{bins: []bin{{born: 100, surviving: 20}, {born: 100, surviving: 60}}}
	v := survivors{rises: []float64{20, 60}}
	loss{share: 0.2, orphans: ratio(0.2)}.amend(&a, &v)
	if math.Abs(v.rises[0]) > 1e-9 {
		t.Errorf("%g are left of what lost frees explain", v.rises[0])
	}
	// Of the second, 40 dead leave 10 orphans; the 50 that are left are four fifths of what was taken.
	if math.Abs(v.rises[1]-62.5) > 1e-9 {
		t.Errorf("%g are left, expected 62.5", v.rises[1])
	}
}

func TestWiden(t *testing.T) {
	r := loss{share: 0.2, least: 0.1, worst: 0.5,
		orphans: ratio(0.2), leastOrphans: ratio(0.1), worstOrphans: ratio(0.5)}.widen(line{slope: 100, low: 90, high: 110}, 36)
	// Orphans of 36 per second: 9 likely, 4 at least, 36 at worst.
	if want := (90 - 27) * 0.8 / 0.9; math.Abs(r.low-want) > 1e-9 {
		t.Errorf("low %g, expected %g", r.low, want)
	}
	if want := (110 + 5) * 0.8 / 0.5; math.Abs(r.high-want) > 1e-9 {
		t.Errorf("high %g, expected %g", r.high, want)
	}
	if r := (loss{}).widen(line{1, 0, 2}, 36); r != (line{1, 0, 2}) {
		t.Errorf("without a loss the interval became %+v", r)
	}
}

// TestUnpairedFreesBoundTheOrphans: a stretch of a tenth of the events was lost, but nearly all that was taken in it was given
// back in it.
func TestUnpairedFreesBoundTheOrphans(t *testing.T) {
	a := account{born: 1100, surviving: 100, births: 1100}
	in := Input{LossKnown: true, LostShare: 0.1, Unpaired: 20, HasUnpaired: true}
	l := newLoss(in, &a, nil)
	if math.Abs(l.orphans-0.02) > 1e-12 || math.Abs(l.worstOrphans-(30+4)/1000.0) > 1e-12 || l.share != 0.1 {
		t.Errorf("bound by what is unpaired: %+v", l)
	}
	in.Unpaired = 1e9 // memory from before the capture is freed as well
	if got := newLoss(in, &a, nil); math.Abs(got.orphans-ratio(0.1)) > 1e-12 {
		t.Errorf("never more than the share: %+v", got)
	}
	in.Audited = true // the account is right in spite of the loss
	if got := newLoss(in, &a, nil); got != (loss{known: true}) {
		t.Errorf("audited: %+v", got)
	}
	if got := newLoss(Input{Unpaired: 500, HasUnpaired: true}, &a, nil); got != (loss{}) {
		t.Errorf("nothing was lost: %+v", got)
	}
}

// TestSwing: 100 births and their deaths, half of a buffer of events each, change the level by 3, by 4, and by 0 twice.
func TestSwing(t *testing.T) {
	a := account{end: 8}
	var level []Sample
	end := []float64{9, 13, 11, 17, 99, 17, 17, 17}
	for i := range end {
		a.bins = append(a.bins, bin{from: float64(i), to: float64(i + 1), count: 50})
		level = append(level, Sample{Time: float64(i + 1), Low: end[i], High: end[i], End: end[i]})
	}
	level[0].Low = 10
	if s := a.swing(level); math.Abs(s-5) > 1e-12 {
		t.Errorf("swing %g, expected the root of 9 and 16", s)
	}
	if a.swing(nil) != 0 {
		t.Error("no level swings")
	}
}

// TestSwingsLoosenTheBound: where the level swings by 100 as often as nine times in buffers of events, a lost twentieth may
// leave as much as twice the root of 0.05 times 90000 behind.
func TestSwingsLoosenTheBound(t *testing.T) {
	l := loss{worst: 0.05, worstOrphans: ratio(0.05), orphans: ratio(0.03), leastOrphans: ratio(0.02)}
	l.bound(0, 1e6, 1, 300)
	if want := (2*300*math.Sqrt(0.05) + 4) / 1e6; math.Abs(l.worstOrphans-want) > 1e-12 || l.orphans != 0 {
		t.Errorf("%+v, expected %g at worst", l, want)
	}
}
