package trend_test

import (
	"testing"

	"etledger/trend"
)

// The bounds of the fit lie in the time of the account, leave out what came before growth was even, and are equal where
// nothing was fitted.
func TestFitBounds(t *testing.T) {
	in := func(from, to float64) func(trend.Result) bool {
		return func(r trend.Result) bool { return r.FitFrom >= from && r.FitTo <= to && r.FitFrom < r.FitTo }
	}
	late := scene(300, mib, 0)
	add(&late, 120, 300, 90*mib)
	level := scene(300, 0, 100*kib)
	level.Cohorts, level.Start = nil, 20
	for _, c := range []struct {
		name string
		in   trend.Input
		want func(trend.Result) bool
	}{
		{"all along, but for what may die yet", scene(300, mib, 100*kib), in(0, 299)},
		{"from the middle on", late, in(100, 299)},
		{"of a level", level, in(20, 300)},
		{"too short", scene(4, mib, 100*kib), func(r trend.Result) bool { return r.FitFrom == r.FitTo }},
		{"nothing there", trend.Input{CaptureEnd: 100, End: 100}, func(r trend.Result) bool { return r.FitFrom == r.FitTo }},
	} {
		t.Run(c.name, func(t *testing.T) {
			if r := trend.Judge(c.in); !c.want(r) {
				t.Errorf("fitted from %v to %v: %+v", r.FitFrom, r.FitTo, r)
			}
		})
	}
}
