package trend

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestSeasonalSaws: a collected heap, whose period is a little less than a part of a day, rises at the same hours of different days
// for as long as one likes, and is not said to grow.
func TestSeasonalSaws(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	for _, days := range []float64{3, 5, 7, 14} {
		for _, period := range []float64{3.95, 4.7, 5.9, 7.7, 7.9, 11.2, 11.6, 11.9, 22, 23, 23.7, 29} {
			for _, phase := range []float64{0, 0.3, 0.7} {
				j := judgedSeason(Episode{Points: hourly(9, days*24, func(h float64) float64 {
					return 200*mib + 60*mib*math.Mod(h/period+phase, 1) + mib*random.NormFloat64()
				})})
				if j.Verdict == Growth {
					t.Errorf("%v days, a saw of %v hours: %s", days, period, j.Reason)
				}
			}
		}
	}
	// A leak beneath a saw raises the lowest level.
	j := judgedSeason(Episode{Points: hourly(9, 14*24, func(h float64) float64 {
		return 200*mib + 60*mib*math.Mod(h/11.6, 1) + 8*mib*h/24 + mib*random.NormFloat64()
	})})
	if got := j.Slope.Rate * aDay / mib; j.Verdict != Growth || j.Slope.Low*aDay > 8*mib || j.Slope.High*aDay < 8*mib {
		t.Errorf("a leak beneath a saw: %s, %.1f MiB a day: %s", j.Verdict, got, j.Reason)
	}
}

// TestSeasonalLate: growth that begins in the middle of the time, at a moment, after a step or with a restart, is told with its rate.
func TestSeasonalLate(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	level := func(from, length float64, extra func(h float64) float64) Episode {
		return Episode{Points: hourly(from, length, func(h float64) float64 {
			return 300*mib + 50*mib*office(h) + mib*random.NormFloat64() + extra(h)
		})}
	}
	for _, c := range []struct {
		name          string
		perDay, since float64
		off           float64 // hours by which the moment may be off
		restart       bool
		episodes      []Episode
	}{
		{"from day 10.5", 256, 252, 12, false, []Episode{level(0, 14*24, func(h float64) float64 { return 256 * mib / 24 * max(0, h-252) })}},
		{"from day 7", 8, 168, 24, false, []Episode{level(0, 14*24, func(h float64) float64 { return 8 * mib / 24 * max(0, h-168) })}},
		{"a step, then growth", 4, 122, 12, false, []Episode{level(0, 14*24, func(h float64) float64 {
			if h < 122 {
				return 0
			}
			return 70*mib + 4*mib/24*(h-122)
		})}},
		{"an update", 30, 168, 1, true, []Episode{level(0, 168, func(float64) float64 { return 0 }),
			level(168, 168, func(h float64) float64 { return 30 * mib / 24 * (h - 168) })}},
	} {
		j := judgedSeason(c.episodes...)
		if j.Verdict != Growth || j.Slope.Low*aDay > c.perDay*mib || j.Slope.High*aDay < c.perDay*mib || j.Confidence > 0.6 {
			t.Errorf("%s: %s, %.1f MiB a day, confidence %.2f: %s", c.name, j.Verdict, j.Slope.Rate*aDay/mib, j.Confidence, j.Reason)
		}
		if at := (j.Since - monday) / anHour; math.Abs(at-c.since) > c.off || j.SinceRestart != c.restart {
			t.Errorf("%s: since hour %.1f, want %v; restart %v", c.name, at, c.since, j.SinceRestart)
		}
	}
	fixed := judgedSeason(level(0, 168, func(h float64) float64 { return 30 * mib / 24 * h }), level(168, 168, func(float64) float64 { return 0 }))
	if fixed.Verdict != Steady || !fixed.SinceRestart {
		t.Errorf("a leak that an update took away: %s: %s", fixed.Verdict, fixed.Reason)
	}
}

// TestSeasonalWorkingDays: what grows on working days only has not come to rest because the time ends with a weekend.
func TestSeasonalWorkingDays(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 16))
	for _, perDay := range []float64{3, 6, 12} {
		j := judgedSeason(Episode{Points: hourly(0, 7*24, func(h float64) float64 {
			return 200*mib + 40*mib*office(h) + perDay*mib*min(h/24, 5) + mib*random.NormFloat64()
		})})
		if j.Verdict == WarmUp || j.Verdict == Steady {
			t.Errorf("%v MiB each working day: %s: %s", perDay, j.Verdict, j.Reason)
		}
	}
}

// TestSeasonalWalk: the intervals of levels that are sums of chance steps hold nought, mostly, and few of them are said to grow.
func TestSeasonalWalk(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 18))
	held, grows := 0, 0
	const n = 200
	for range n {
		walk := 0.0
		j := judgedSeason(Episode{Points: hourly(9, 14*24, func(h float64) float64 {
			walk += random.NormFloat64() * 15 * mib / 12 // a day is 144 steps
			return 300*mib + 60*mib*office(h) + walk
		})})
		if j.Slope.Low <= 0 && j.Slope.High >= 0 {
			held++
		}
		if j.Verdict == Growth {
			grows++
		}
	}
	if held < n*85/100 || grows > n*5/100 {
		t.Errorf("%d of %d intervals hold nought, %d are said to grow", held, n, grows)
	}
}

// TestSeasonalOneDay: a lifetime of 20 to 48 hours neither shrinks nor grows with the load; what rises far beyond any swing grows.
func TestSeasonalOneDay(t *testing.T) {
	random := rand.New(rand.NewPCG(19, 20))
	for _, length := range []float64{21, 24, 30, 36, 40, 46} {
		for from := 0.0; from < 168; from += 7 {
			j := judgedSeason(Episode{Points: hourly(from, length, func(h float64) float64 {
				return 300*mib + 100*mib*office(h)*(0.8+0.05*math.Mod(h/24, 7)) + mib*random.NormFloat64()
			})})
			if j.Verdict == Growth || j.Verdict == Shrinking || j.Slope.Low > 0 || j.Slope.High < 0 {
				t.Errorf("%v hours from %v: %s, %v to %v: %s", length, from, j.Verdict, j.Slope.Low, j.Slope.High, j.Reason)
			}
		}
		j := judgedSeason(Episode{Points: hourly(3, length, func(h float64) float64 { return 100*mib + 200*mib*h/24 + mib*random.NormFloat64() })})
		if j.Verdict != Growth || j.Confidence > 0.3 {
			t.Errorf("%v hours of 200 MiB a day: %s, %.2f: %s", length, j.Verdict, j.Confidence, j.Reason)
		}
	}
}
