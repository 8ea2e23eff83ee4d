package trend

import (
	"math"
	"testing"
)

func TestCleanCohorts(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	a := clean(Input{CaptureEnd: 100, Start: 10, End: 20, Cohorts: []Cohort{
		{From: 15, To: 25, Born: 7, Surviving: 9, Count: 2},  // reaches past the end, more survive than were born
		{From: 5, To: 15, Born: 3, Surviving: -1, Count: -4}, // begins too early, negative amounts
		{From: 20, To: 30, Born: 100, Surviving: 100},        // outside
		{From: nan, To: 20, Born: 100},
		{From: 12, To: inf, Born: 100},
		{From: 18, To: 12, Born: 100}, // ends before it begins
	}})
	if len(a.bins) != 2 {
		t.Fatalf("%d bins, expected 2: %+v", len(a.bins), a.bins)
	}
	if want := (bin{from: 10, to: 15, born: 3, count: 1}); a.bins[0] != want {
		t.Errorf("first bin %+v, expected %+v", a.bins[0], want)
	}
	if want := (bin{from: 15, to: 20, born: 7, surviving: 7, count: 2}); a.bins[1] != want {
		t.Errorf("second bin %+v, expected %+v", a.bins[1], want)
	}
	if a.born != 10 || a.surviving != 7 || a.births != 3 || a.capture != 100 {
		t.Errorf("born %g, surviving %g, births %d, capture %g", a.born, a.surviving, a.births, a.capture)
	}
}

func TestCleanDeathsAndLevel(t *testing.T) {
	nan := math.NaN()
	a := clean(Input{End: 10,
		Deaths: []Death{{Age: 4, Bytes: 1}, {Age: -1, Bytes: 1}, {Age: 2, Bytes: nan}, {Age: 1, Bytes: 3}, {Age: 0, Bytes: 5}},
		Level:  []Sample{{Time: 5, End: 1}, {Time: nan}, {Time: 5, End: 2}, {Time: 1, High: math.Inf(1)}, {Time: 3, End: 4}},
	})
	want := []Death{{Age: sameTime, Bytes: 5}, {Age: 1, Bytes: 3}, {Age: 4, Bytes: 1}}
	if len(a.deaths) != len(want) {
		t.Fatalf("deaths %v, expected %v", a.deaths, want)
	}
	for i := range want {
		if a.deaths[i] != want[i] {
			t.Errorf("death %d is %v, expected %v", i, a.deaths[i], want[i])
		}
	}
	if len(a.level) != 2 || a.level[0].End != 4 || a.level[1].End != 1 {
		t.Errorf("level %v, expected the values 4 and 1", a.level)
	}
}

func TestCleanWindow(t *testing.T) {
	for _, in := range []Input{{Start: 5, End: 3}, {Start: math.NaN(), End: 3}, {End: math.Inf(1)}} {
		if a := clean(in); a.length() != 0 {
			t.Errorf("a window from %g to %g has the length %g", in.Start, in.End, a.length())
		}
	}
	if a := clean(Input{CaptureEnd: math.NaN(), End: 100}); a.capture != 0 {
		t.Errorf("a capture without end has the length %g", a.capture)
	}
}
