package memoryseries

import (
	"testing"
	"time"
)

// captureOf makes a capture of an hour: when it began by a true clock, how much the counter had run, and by how much the wall clock was off;
// all in hours.
func captureOf(at, counter, off float64, header bool) About {
	a := hours(at-counter, counter, off)
	if !header {
		a.Boot = 0
	}
	return a
}

// TestSleepIsNoClockSet: a counter that stands still in sleep leaves the calendar as it is.
func TestSleepIsNoClockSet(t *testing.T) {
	for _, header := range []bool{true, false} {
		var captures []About
		for day := range 14 {
			for h := range 16 {
				c := captureOf(float64(day*24+h), float64(2+day*16+h), 0, false)
				if header {
					c.Boot = origin - 2*int64(time.Hour)
				}
				captures = append(captures, c)
			}
		}
		slept := 0
		for _, s := range Order(captures) {
			if s.Boot != 0 || s.Correct != 0 || s.Set != 0 {
				t.Fatalf("header %v: step %+v", header, s)
			}
			if s.Slept != 0 {
				slept++
				if got := time.Duration(s.Slept); got != 8*time.Hour {
					t.Errorf("slept %v", got)
				}
			}
		}
		if slept != 13 {
			t.Errorf("header %v: %d nights", header, slept)
		}
	}
}

// TestExcursions: a clock that is set and set right again moves nothing, wherever the machine slept.
func TestExcursions(t *testing.T) {
	const year = 365 * 24
	type entry struct{ at, counter, off float64 }
	for _, c := range []struct {
		name      string
		header    bool // the boot in the header does not move with the clock
		entries   []entry
		sets      int
		slept     time.Duration
		begins    []float64 // of captures by the times that are made of them, hours after the first
		someBoots bool
	}{
		{"a year on for an hour", true, []entry{{0, 9, 0}, {1, 10, 0}, {2, 11, year}, {3, 12, 0}, {4, 13, 0}}, 2, 0, []float64{0, 1, 2, 3, 4}, false},
		{"a year on, boot from the counter", false, []entry{{0, 9, 0}, {1, 10, 0}, {2, 11, year}, {3, 12, 0}, {4, 13, 0}}, 2, 0,
			[]float64{0, 1, 2, 3, 4}, false},
		{"a year back, boot from the counter", false, []entry{{0, 9, 0}, {1, 10, 0}, {2, 11, -year}, {3, 12, 0}, {4, 13, 0}}, 2, 0,
			[]float64{0, 1, 2, 3, 4}, false},
		{"a year on, then asleep", true, []entry{{0, 9, 0}, {1, 10, year}, {2, 11, 0}, {10, 12, 0}}, 2, 7 * time.Hour, []float64{0, 1, 2, 10}, false},
		{"asleep, then an hour back", true, []entry{{0, 9, 0}, {9, 10, 0}, {10, 11, -1}, {11, 12, -1}}, 1, 8 * time.Hour, []float64{0, 9, 10, 11}, false},
		{"an hour back and on", true, []entry{{0, 9, 0}, {1, 10, -1}, {2, 11, -1}, {3, 12, 0}}, 2, 0, []float64{0, 1, 2, 3}, false},
		{"an hour on", true, []entry{{0, 9, 0}, {1, 10, 1}, {2, 11, 1}}, 0, time.Hour, []float64{0, 2, 3}, false},
	} {
		var captures []About
		for _, e := range c.entries {
			a := captureOf(e.at, e.counter, e.off, false)
			if c.header {
				a.Boot = origin - 9*int64(time.Hour)
			}
			captures = append(captures, a)
		}
		sets, slept := 0, time.Duration(0)
		steps := Order(captures)
		for n, s := range steps {
			if s.Set != 0 {
				sets++
			}
			slept += time.Duration(s.Slept)
			begin := float64(captures[s.Capture].Start+s.Correct-origin) / float64(time.Hour)
			if s.Boot != 0 || s.Capture != n || begin != c.begins[n] {
				t.Errorf("%s: capture %d of boot %d begins after %v hours, not %v", c.name, s.Capture, s.Boot, begin, c.begins[n])
			}
		}
		if sets != c.sets || slept != c.slept {
			t.Errorf("%s: set %d times, slept %v; want %d, %v", c.name, sets, slept, c.sets, c.slept)
		}
	}
}

// TestSystemTimeSetBack: events that the system time stamped go on by the time since the boot, which moves with the clock.
func TestSystemTimeSetBack(t *testing.T) {
	var captures []About
	for h := range 8 {
		off := 0.0
		if h >= 4 {
			off = -1
		}
		a := hours(0, float64(2+h), off)
		a.Ticks, a.Frequency, a.Origin = 0, 0, 0
		captures = append(captures, a)
	}
	for n, s := range Order(captures) {
		if begin := captures[s.Capture].Start + s.Correct - origin; s.Capture != n || begin != int64(2+n)*int64(time.Hour) || (s.Set != 0) != (n == 4) {
			t.Errorf("capture %d: %+v begins after %v", n, s, time.Duration(begin))
		}
	}
}

// TestShortLivesCountTogether: what short lifetimes held is kept by image.
func TestShortLivesCountTogether(t *testing.T) {
	s := newScene(t, Options{})
	for range 3 {
		s.capture(60, nil, func(b *Book, at int64, n int) {
			pid := uint32(100 + 4*(n/10))
			if n%10 == 0 {
				b.Process(Process{Op: Started, At: at - 1, PID: pid, Image: "Short.exe"})
			}
			b.Sample(at, pid, "", commit(5))
			if n%10 == 9 {
				b.Process(Process{Op: Ended, At: at + 1, PID: pid, Image: "Short.exe"})
			}
		})
	}
	b := s.book.Finish().Machines[0].Boots[0]
	if len(b.Short) != 1 || b.Short[0].Image != "short.exe" || b.Short[0].Lifetimes != 18 {
		t.Fatalf("short lifetimes %+v", b.Short)
	}
	sum, samples := 0.0, uint32(0)
	for bin := range b.Short[0].Series.Bins() {
		c := b.Short[0].Series.Cell(bin, 0)
		sum, samples = sum+c.Sum, samples+c.Samples
	}
	if samples != 180 || sum != 900 {
		t.Errorf("%d samples, of together %v pages", samples, sum)
	}
}
