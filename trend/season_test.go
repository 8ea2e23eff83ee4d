package trend

import (
	"math"
	"math/rand/v2"
	"testing"
)

// monday is a Monday at midnight, local time.
const monday = 4 * aDay

const mib = 1 << 20

// hourly makes points every ten minutes of some hours, from an hour after that Monday on.
func hourly(from, length float64, value func(hours float64) float64) (points []LevelPoint) {
	for h := from; h < from+length; h += 1.0 / 6 {
		points = append(points, LevelPoint{monday + h*anHour, value(h)})
	}
	return points
}

// office is a load from 0 to 1 by the hours since Monday: little at night, and on the weekend.
func office(h float64) float64 {
	if int(h/24)%7 >= 5 {
		return 0.05
	}
	x := math.Mod(h, 24) - 13
	return math.Exp(-x * x / 18)
}

func judgedSeason(episodes ...Episode) SeasonJudgement {
	return JudgeSeason(Seasonal{Episodes: episodes, Width: 600})
}

// TestSeasonalSlope: neither the swing of the day nor where the level begins and ends moves the slope.
func TestSeasonalSlope(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, perDay := range []float64{0, 2 * mib, -2 * mib} {
		for _, from := range []float64{3, 10, 35, 110} { // hours after Monday: night, morning, Tuesday at noon, Friday afternoon
			for _, length := range []float64{10 * 24, 9*24 + 7, 14*24 + 13} {
				j := judgedSeason(Episode{Points: hourly(from, length, func(h float64) float64 {
					return 300*mib + 100*mib*office(h) + perDay*h/24 + 0.5*mib*random.NormFloat64()
				})})
				if got := j.Slope.Rate * aDay; math.Abs(got-perDay) > 0.1*mib || j.Basis != SameHours {
					t.Errorf("from hour %v for %v: %.2f MiB a day, want %.2f", from, length, got/mib, perDay/mib)
				}
				want := map[bool]Verdict{true: Growth, false: Steady}[perDay > 0]
				if perDay < 0 {
					want = Shrinking
				}
				if j.Verdict != want {
					t.Errorf("from hour %v for %v: %s (%s), want %s", from, length, j.Verdict, j.Reason, want)
				}
				if j.Swing < 60*mib || j.Swing > 105*mib || j.SwingShare < 0.95 {
					t.Errorf("the swing is %.1f MiB, %.3f of the variance", j.Swing/mib, j.SwingShare)
				}
			}
		}
	}
}

// TestSeasonalRestarts: what grows in each lifetime and is hidden by restarts is found; a level that only warms up is not.
func TestSeasonalRestarts(t *testing.T) {
	nightly := func(perDay, warm float64) (list []Episode) {
		random := rand.New(rand.NewPCG(3, 4))
		for day := range 10 {
			from := float64(day*24 + 3)
			list = append(list, Episode{Begun: true, Points: hourly(from, 24, func(h float64) float64 {
				return 200*mib + 80*mib*office(h) + perDay*(h-from)/24 + warm*(1-math.Exp(-(h-from)*4)) + mib*random.NormFloat64()
			})})
		}
		return list
	}
	if j := judgedSeason(nightly(8*mib, 0)...); j.Verdict != Growth || math.Abs(j.Slope.Rate*aDay-8*mib) > mib || j.Basis != Returning ||
		j.Rising != 10 || j.Confidence > 0.7 || !j.HasReturned || j.Returned < 0.8 {
		t.Errorf("a leak: %s, %.2f MiB a day, %d of %d rise, %.2f returned: %s", j.Verdict, j.Slope.Rate*aDay/mib, j.Rising, j.Episodes, j.Returned, j.Reason)
	}
	if j := judgedSeason(nightly(0, 60*mib)...); j.Verdict != Steady {
		t.Errorf("a warm-up: %s: %s", j.Verdict, j.Reason)
	}
}

// TestSeasonalShapes tells steps, what comes to rest, and what falls from growth.
func TestSeasonalShapes(t *testing.T) {
	noise := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct {
		name  string
		value func(h float64) float64
		want  Verdict
	}{
		{"a step", func(h float64) float64 {
			if h > 150 {
				return 60 * mib
			}
			return 0
		}, Step},
		{"two steps", func(h float64) float64 { return 30 * mib * min(2, math.Floor(h/100)) }, Step},
		{"fills within two days", func(h float64) float64 { return 100 * mib * (1 - math.Exp(-h/36)) }, WarmUp},
		{"falls", func(h float64) float64 { return -h * mib / 12 }, Shrinking},
		{"a step and growth", func(h float64) float64 {
			if h > 150 {
				h += 100
			}
			return h * mib / 4
		}, Growth},
	} {
		j := judgedSeason(Episode{Points: hourly(9, 13*24, func(h float64) float64 {
			return 300*mib + 50*mib*office(h) + c.value(h) + mib*noise.NormFloat64()
		})})
		if j.Verdict != c.want {
			t.Errorf("%s: %s: %s", c.name, j.Verdict, j.Reason)
		}
		if c.name == "a step" && (len(j.Steps) != 1 || math.Abs(j.Steps[0].Bytes-60*mib) > 8*mib || math.Abs(j.Steps[0].Time-monday-150*anHour) > 12*anHour) {
			t.Errorf("steps %+v", j.Steps)
		}
	}
}

// TestSeasonalShort: without two days nothing is told apart from the load of a day, and less is claimed.
func TestSeasonalShort(t *testing.T) {
	morning := judgedSeason(Episode{Points: hourly(6, 6, func(h float64) float64 { return 300*mib + 50*mib*office(h) })})
	if morning.Verdict != Inconclusive || morning.Basis != Plain {
		t.Errorf("a morning: %s on %q: %s", morning.Verdict, morning.Basis, morning.Reason)
	}
	fast := judgedSeason(Episode{Points: hourly(6, 6, func(h float64) float64 { return 300*mib + 100*mib*h })})
	if fast.Verdict != Growth || fast.Confidence > 0.3 {
		t.Errorf("a fast rise: %s, %.2f: %s", fast.Verdict, fast.Confidence, fast.Reason)
	}
	for _, length := range []float64{0, 0.1, 0.9} {
		if j := judgedSeason(Episode{Points: hourly(6, length, func(h float64) float64 { return h * mib })}); j.Verdict != Inconclusive || j.Tested {
			t.Errorf("%v hours: %s", length, j.Verdict)
		}
	}
}

// TestSeasonalAnyInput must neither panic nor give what is no number.
func TestSeasonalAnyInput(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	strange := []float64{0, 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -1e300, 1e12, 86400, 3e5}
	for range 3000 {
		s := Seasonal{Width: strange[random.IntN(len(strange))]}
		for range random.IntN(4) {
			e := Episode{Begun: random.IntN(2) == 0}
			at := strange[random.IntN(len(strange))]
			for range random.IntN(300) {
				at += random.Float64() * 20000
				v := 1e8 * random.Float64()
				if random.IntN(40) == 0 {
					v = strange[random.IntN(len(strange))]
				}
				e.Points = append(e.Points, LevelPoint{at, v})
			}
			s.Episodes = append(s.Episodes, e)
		}
		j := JudgeSeason(s)
		for _, v := range []float64{j.Chance, j.Confidence, j.Days, j.Slope.Rate, j.Noise, j.Swing, j.SwingShare, j.Jitter} {
			if math.IsNaN(v) {
				t.Fatalf("%+v gives %+v", s, j)
			}
		}
		if j.Verdict == "" || j.Verdict == Leak || j.Reason == "" || j.Confidence < 0 || j.Confidence > 1 || j.Chance < 0 || j.Chance > 1 {
			t.Fatalf("%+v", j)
		}
	}
}

// TestControlSeasons takes back what one of many does by chance, and nothing that is sure.
func TestControlSeasons(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	var list []*SeasonJudgement
	for range 400 {
		j := judgedSeason(Episode{Points: hourly(9, 7*24, func(h float64) float64 { return 300*mib + 50*mib*office(h) + 9*mib*random.NormFloat64() })})
		list = append(list, &j)
	}
	leak := judgedSeason(Episode{Points: hourly(9, 7*24, func(h float64) float64 {
		return 300*mib + 50*mib*office(h) + h*mib/2 + 9*mib*random.NormFloat64()
	})})
	list = append(list, &leak)
	if n := ControlSeasons(list); n != 401 {
		t.Errorf("%d tests", n)
	}
	for i, j := range list[:400] {
		if j.Verdict == Growth {
			t.Errorf("level %d is said to grow, with chance %v, adjusted %v", i, j.Chance, j.Adjusted)
		}
	}
	if leak.Verdict != Growth {
		t.Errorf("the leak: %s, chance %v, adjusted %v", leak.Verdict, leak.Chance, leak.Adjusted)
	}
}
