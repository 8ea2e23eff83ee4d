package trend

import (
	"math"
	"strings"
	"testing"
)

// TestControlChance adjusts the chances of the example in Benjamini and Hochberg (1995), table of section 3.2: of fifteen,
// four stay below 0.05.
func TestControlChance(t *testing.T) {
	chances := []float64{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
		0.7590, 1.0000}
	list := make([]*Judgement, len(chances))
	for i := range chances {
		list[len(list)-1-i] = &Judgement{Tested: true, Chance: chances[i]}
	}
	if n := ControlChance(list); n != 15 {
		t.Errorf("%d tests", n)
	}
	below := 0
	for _, j := range list {
		if j.Adjusted < 0.05 {
			below++
		}
		if j.Adjusted < j.Chance {
			t.Errorf("%g becomes %g", j.Chance, j.Adjusted)
		}
	}
	if below != 4 {
		t.Errorf("%d stay below 0.05, expected 4", below)
	}
	if last := list[len(list)-2]; math.Abs(last.Adjusted-0.0004*15/2) > 1e-12 {
		t.Errorf("0.0004 becomes %g, expected 0.003", last.Adjusted)
	}
}

// TestControlTakesBack: a leak that is rare alone is not rare among thousands, and growth that only the test shows is none.
func TestControlTakesBack(t *testing.T) {
	leak := &Judgement{Verdict: Leak, Tested: true, Chance: 1e-3, trendReason: "It rose."}
	sure := &Judgement{Verdict: Leak, Tested: true, Chance: 1e-9, trendReason: "It rose."}
	growth := &Judgement{Verdict: Growth, Tested: true, Chance: 0.04, fallback: &opinion{Steady, "It moves.", 0.5}}
	few := &Judgement{Verdict: Growth}
	list := []*Judgement{leak, sure, growth, few}
	for range 3000 {
		list = append(list, &Judgement{Verdict: Steady, Tested: true, Chance: 0.7})
	}
	if n := ControlChance(list); n != 3003 {
		t.Errorf("%d tests, expected 3003", n)
	}
	if leak.Verdict != Growth || !strings.Contains(leak.Reason, "3003 levels") {
		t.Errorf("%s: %s", leak.Verdict, leak.Reason)
	}
	if sure.Verdict != Leak || growth.Verdict != Steady || few.Verdict != Growth {
		t.Errorf("%s, %s, %s", sure.Verdict, growth.Verdict, few.Verdict)
	}
}
