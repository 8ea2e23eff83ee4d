package memoryseries

import (
	"slices"
	"testing"
	"time"
)

const frequency = 10_000_000

// hours makes a capture of an hour, some hours after a boot that was some hours after the beginning. Set is by how much the clock was
// set before, in hours.
func hours(boot, after float64, set float64) About {
	h := float64(time.Hour)
	start := origin + int64((boot+after+set)*h)
	return About{Host: "H", Start: start, End: start + int64(time.Hour), Boot: origin + int64((boot+set)*h), Ticks: int64(after * 3600 * frequency),
		Origin: start, Frequency: frequency}
}

// bootsOf gives the boots of the captures, by capture, and the order of them.
func bootsOf(captures []About) (boots, order []int) {
	boots = make([]int, len(captures))
	for _, s := range Order(captures) {
		boots[s.Capture] = s.Boot
		order = append(order, s.Capture)
	}
	return boots, order
}

func TestOrder(t *testing.T) {
	noBoot := func(a About) About { a.Boot = 0; return a }
	nothing := func(a About) About { a.Boot, a.Frequency = 0, 0; return a }
	for _, c := range []struct {
		name     string
		captures []About
		boots    []int
		order    []int
	}{
		{"one boot", []About{hours(0, 2, 0), hours(0, 1, 0), hours(0, 5, 0)}, []int{0, 0, 0}, []int{1, 0, 2}},
		{"a reboot", []About{hours(0, 1, 0), hours(4, 0.1, 0), hours(4, 2, 0)}, []int{0, 1, 1}, []int{0, 1, 2}},
		{"the counter alone", []About{noBoot(hours(0, 1, 0)), noBoot(hours(4, 0.1, 0)), noBoot(hours(4, 2, 0))}, []int{0, 1, 1}, []int{0, 1, 2}},
		{"a clock set back", []About{hours(0, 3, 0), hours(0, 4, -1.5), hours(0, 5, -1.5)}, []int{0, 0, 0}, []int{0, 1, 2}},
		{"a clock set back far", []About{hours(0, 30, 0), hours(0, 31, -24), hours(0, 32, -24)}, []int{0, 0, 0}, []int{0, 1, 2}},
		{"a clock set on", []About{hours(0, 3, 0), hours(0, 4, 1), hours(0, 5, 1)}, []int{0, 0, 0}, []int{0, 1, 2}},
		{"a reboot while it seems to run", []About{hours(0, 1, 0), hours(1.5, 1, 0), hours(1.5, 2, 0)}, []int{0, 1, 1}, []int{0, 1, 2}},
		{"nothing known", []About{nothing(hours(0, 3, 0)), nothing(hours(0, 1, 0))}, []int{0, 0}, []int{1, 0}},
		{"nothing known of one", []About{hours(0, 1, 0), nothing(hours(0, 3, 0)), hours(9, 1, 0)}, []int{0, 0, 1}, []int{0, 1, 2}},
	} {
		boots, order := bootsOf(c.captures)
		if !slices.Equal(boots, c.boots) || !slices.Equal(order, c.order) {
			t.Errorf("%s: boots %v in order %v; want %v in %v", c.name, boots, order, c.boots, c.order)
		}
	}
}

// TestCorrection: after the clock was set, times go on as the performance counter does.
func TestCorrection(t *testing.T) {
	captures := []About{hours(0, 3, 0), hours(0, 4, -1.5), hours(0, 5, -1.5)}
	last := int64(0)
	for n, s := range Order(captures) {
		at := captures[s.Capture].Start + s.Correct
		if n > 0 && at-last != int64(time.Hour) {
			t.Errorf("capture %d begins %v after the one before", n, time.Duration(at-last))
		}
		last = at
		if set := time.Duration(s.Set); (n == 1) != (set == -90*time.Minute) {
			t.Errorf("before capture %d the clock is said to have been set by %v", n, set)
		}
	}
}

// TestHosts are apart, whatever their captures have in common.
func TestHosts(t *testing.T) {
	a, b := hours(0, 1, 0), hours(0, 2, 0)
	a.Host, b.Host = "B", "A"
	if _, order := bootsOf([]About{a, b}); !slices.Equal(order, []int{1, 0}) {
		t.Errorf("order %v", order)
	}
}
