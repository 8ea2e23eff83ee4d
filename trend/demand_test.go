package trend_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"etledger/trend"
)

// levelPoints are samples ten minutes apart.
func levelPoints(values ...float64) []trend.Point {
	var points []trend.Point
	for i, v := range values {
		at := float64(600 * i)
		points = append(points, trend.Point{From: at, To: at, First: v, Last: v, Low: v, High: v, Samples: 1})
	}
	return points
}

// levelBy makes n samples by a rule.
func levelBy(n int, rule func(i int) float64) []trend.Point {
	values := make([]float64, n)
	for i := range values {
		values[i] = rule(i)
	}
	return levelPoints(values...)
}

// workdays are phases of six samples each: idle, work, recovery, and work and recovery again and again.
func workdays(samples int) []trend.Phase {
	const length = 6 * 600
	var phases []trend.Phase
	kinds := []trend.PhaseKind{trend.Idle, trend.Work, trend.Recovery}
	for i := 0; i*6 < samples; i++ {
		kind := kinds[min(i, 1)]
		if i > 1 && i%2 == 0 {
			kind = trend.Recovery
		}
		p := trend.Phase{Kind: kind, From: float64(i * length), To: float64((i + 1) * length)}
		if kind == trend.Work {
			p.Volume = 3000
		}
		phases = append(phases, p)
	}
	return phases
}

// worked is how many samples of workdays a time has been under workload.
func worked(i int) float64 {
	n := 0.0
	for k := 0; k < i; k++ {
		if day := k / 6; day%2 == 1 {
			n++
		}
	}
	return n
}

func TestDemandVerdicts(t *testing.T) {
	noise := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct {
		name   string
		d      trend.Demand
		want   trend.Verdict
		reason string // a part of it
	}{
		{"nothing", trend.Demand{}, trend.Inconclusive, "No sample"},
		{"one sample", trend.Demand{Points: levelPoints(9 * mib)}, trend.Inconclusive, "One sample shows no trend"},
		{"two that rise", trend.Demand{Points: levelPoints(mib, 900*mib)}, trend.Growth, "two samples do not tell"},
		{"two that fall", trend.Demand{Points: levelPoints(9*mib, mib)}, trend.Returns, "fell from 9 MiB to 1 MiB"},
		{"two alike", trend.Demand{Points: levelPoints(9*mib, 9*mib)}, trend.Steady, "does not move"},
		{"two alike and large", trend.Demand{Points: levelPoints(9*mib, 9*mib), Notable: mib}, trend.Held, "same to the last digit"},
		{"five that rise", trend.Demand{Points: levelPoints(mib, 2*mib, 3*mib, 4*mib, 5*mib)}, trend.Growth, "too few for a leak"},
		{"grew and stopped", trend.Demand{Points: levelPoints(mib, 9*mib, 9*mib, 9*mib)}, trend.Held, "then stopped"},
		{"rises evenly", trend.Demand{Points: levelBy(20, func(i int) float64 { return float64(i) * mib })}, trend.Leak,
			"6 MiB/h"},
		{"rises under noise", trend.Demand{Points: levelBy(60, func(i int) float64 {
			return float64(i)*mib + 4*mib*noise.Float64()
		})}, trend.Leak, "without slowing down"},
		{"rises ever more slowly", trend.Demand{Points: levelBy(20, func(i int) float64 { return 9 * mib * math.Log(float64(i+1)) })},
			trend.Growth, "ever more slowly"},
		{"a cache fills", trend.Demand{Points: levelBy(30, func(i int) float64 { return mib * float64(min(i, 8)) })}, trend.Held,
			"did not come back"},
		{"comes back", trend.Demand{Points: levelBy(30, func(i int) float64 { return mib * float64(15-max(i-15, 15-i)) })},
			trend.Returns, "came back to"},
		{"waves", trend.Demand{Points: levelBy(40, func(i int) float64 { return 40*mib + 30*mib*math.Sin(float64(i)/3) })},
			trend.Returns, ""},
		{"noise", trend.Demand{Points: levelBy(60, func(int) float64 { return 100*mib + 4*mib*noise.Float64() })}, trend.Steady,
			"without a trend"},
		{"few objects leak", trend.Demand{Unit: trend.Objects, Points: levelBy(20, func(i int) float64 { return float64(100 + 2*i) })},
			trend.Leak, "12 objects/h"},
		{"only the order is known", trend.Demand{Ordinal: true, Points: levelBy(20, func(i int) float64 { return float64(i) * mib })},
			trend.Leak, "whose times are not known"},
		{"rises within half a minute", trend.Demand{Points: func() []trend.Point {
			points := levelBy(20, func(i int) float64 { return float64(i) * mib })
			for i := range points {
				points[i].From, points[i].To = float64(i), float64(i)
			}
			return points
		}()}, trend.Growth, "too short a time"},
		{"never freed", trend.Demand{NeverFreed: true, Points: levelBy(20, func(i int) float64 { return float64(i) * mib })},
			trend.Leak, "nothing of what was ever allocated was freed"},
		{"rises under workload only", trend.Demand{Phases: workdays(42), Points: levelBy(42, func(i int) float64 {
			return 100*mib + mib*worked(i)
		})}, trend.Leak, "stands still otherwise"},
		{"three samples of a workload among many without", trend.Demand{
			Phases: []trend.Phase{{Kind: trend.Idle, To: 3600}, {From: 3600, To: 5400}, {Kind: trend.Recovery, From: 5400, To: 9000}},
			Points: levelBy(16, func(i int) float64 { return 100*mib + 50*mib*float64(min(max(i-6, 0), 3)) })}, trend.Leak,
			"stands still otherwise"},
		{"comes back after the workload", trend.Demand{Phases: workdays(42), Points: levelBy(42, func(i int) float64 {
			if day := i / 6; day%2 == 1 && i%6 > 0 {
				return 300 * mib
			}
			return 100 * mib
		})}, trend.Returns, "100 % came back"},
		{"every workload leaves more", trend.Demand{Phases: workdays(78), Points: levelBy(78, func(i int) float64 {
			level := 100*mib + 4*mib*worked(i)
			if day := i / 6; day%2 == 1 && i%6 > 0 {
				level += 200 * mib
			}
			return level
		})}, trend.Leak, "leaves more behind"},
		{"the first workload fills a cache", trend.Demand{Phases: workdays(42), Points: levelBy(42, func(i int) float64 {
			return 100*mib + 10*mib*min(worked(i), 4)
		})}, trend.Held, "then stopped"},
	} {
		j := trend.JudgeDemand(c.d)
		if j.Verdict != c.want || !strings.Contains(j.Reason, c.reason) {
			t.Errorf("%s: %s: %s, expected %s with %q", c.name, j.Verdict, j.Reason, c.want, c.reason)
		}
		if err := checkJudgement(j); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestPerOperation: two objects for each operation, however the operations are spread.
func TestPerOperation(t *testing.T) {
	points := levelBy(42, func(i int) float64 { return 5000 + 1000*worked(i) })
	j := trend.JudgeDemand(trend.Demand{Unit: trend.Objects, Points: points, Phases: workdays(42)})
	if s := j.OperationSlope; !j.HasOperationSlope || math.Abs(s.Rate-2) > 1e-9 || s.Low > 2 || s.High < 2 {
		t.Errorf("%+v per operation, expected 2", s)
	}
	if s := j.WorkSlope; !j.HasWorkSlope || math.Abs(s.Rate-1000.0/600) > 1e-9 {
		t.Errorf("%+v per second of work, expected 1.67", s)
	}
	if !j.Duty || !j.Recovery.Known || j.Recovery.Share() != 0 || j.Recovery.Cycles != 3 {
		t.Errorf("duty %v, recovery %+v", j.Duty, j.Recovery)
	}
}

// TestRecoveryShare: a workload adds 200, of which 150 come back.
func TestRecoveryShare(t *testing.T) {
	points := levelBy(18, func(i int) float64 {
		switch {
		case i <= 6:
			return 100 * mib
		case i <= 12:
			return 300 * mib
		}
		return 150 * mib
	})
	j := trend.JudgeDemand(trend.Demand{Points: points, Phases: workdays(18)})
	if r := j.Recovery; !r.Known || r.Growth != 200*mib || r.Share() != 0.75 {
		t.Errorf("recovery %+v", r)
	}
	if j.Verdict == trend.Leak {
		t.Errorf("%s: %s", j.Verdict, j.Reason)
	}
}

// checkJudgement tells what is wrong with a judgement, whatever the demand was.
func checkJudgement(j trend.Judgement) error {
	for name, v := range map[string]float64{"slope": j.Slope.Rate, "first": j.First, "rise": j.Rise, "confidence": j.Confidence,
		"chance": j.Chance, "adjusted": j.Adjusted, "work": j.WorkSlope.Rate, "operation": j.OperationSlope.Rate,
		"growth": j.Recovery.Growth} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%s is %g", name, v)
		}
	}
	for name, s := range map[string]trend.Slope{"slope": j.Slope, "work": j.WorkSlope, "operation": j.OperationSlope} {
		if s.Interval && !(s.Low <= s.Rate && s.Rate <= s.High) {
			return fmt.Errorf("%s %g is not within %g and %g", name, s.Rate, s.Low, s.High)
		}
	}
	switch {
	case j.Confidence < 0 || j.Confidence > 1 || j.Chance < 0 || j.Chance > 1:
		return fmt.Errorf("confidence %g, chance %g", j.Confidence, j.Chance)
	case j.Verdict == trend.Leak && (j.Samples < 6 || j.Chance > 0.01):
		return fmt.Errorf("a leak by %d samples with a chance of %g", j.Samples, j.Chance)
	case !strings.HasSuffix(j.Reason, "."), strings.Contains(j.Reason, "NaN"), strings.Contains(j.Reason, "Inf"):
		return fmt.Errorf("reason %q", j.Reason)
	}
	return nil
}

// TestDemandScaling: four times the bytes give the same verdict and four times the slope.
func TestDemandScaling(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		n := 2 + random.IntN(80)
		level, slope, noise := 1e9*random.Float64()+1e8, 1e7*random.Float64(), 1e7*random.Float64()
		points := levelBy(n, func(i int) float64 { return level + slope*float64(i) + noise*random.Float64() })
		big := append([]trend.Point{}, points...)
		for i := range big {
			p := &big[i]
			p.First, p.Last, p.Low, p.High = 4*p.First, 4*p.Last, 4*p.Low, 4*p.High
		}
		j, b := trend.JudgeDemand(trend.Demand{Points: points}), trend.JudgeDemand(trend.Demand{Points: big})
		if j.Verdict != b.Verdict || math.Abs(b.Slope.Rate-4*j.Slope.Rate) > 1e-6*math.Abs(b.Slope.Rate) ||
			math.Abs(b.Chance-j.Chance) > 1e-9 {
			t.Fatalf("%+v becomes %+v", j, b)
		}
	}
}

// TestDegenerateDemands must not panic, and what comes of them must be sound.
func TestDegenerateDemands(t *testing.T) {
	odd := []float64{0, -1, 1, 60, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, 5e-324, 1e80, 1 << 62}
	random := rand.New(rand.NewPCG(9, 10))
	pick := func() float64 { return odd[random.IntN(len(odd))] }
	for range 3000 {
		d := trend.Demand{Unit: trend.Unit(random.IntN(2)), Ordinal: random.IntN(4) == 0, Notable: pick(), NeverFreed: random.IntN(2) == 0}
		for i := range random.IntN(60) {
			p := trend.Point{From: float64(60 * i), To: float64(60*i + random.IntN(60)), Samples: random.IntN(4) - 1}
			p.First, p.Last, p.Low, p.High = float64(i)*1e6, float64(i+1)*1e6, float64(i)*1e6, float64(i+1)*1e6
			if random.IntN(6) == 0 {
				p.From, p.Last, p.Low = pick(), pick(), pick()
			}
			d.Points = append(d.Points, p)
		}
		for range random.IntN(5) {
			p := trend.Phase{Kind: trend.PhaseKind(random.IntN(3)), From: 600 * random.Float64(), Volume: pick()}
			p.To = p.From + 1200*random.Float64()
			if random.IntN(4) == 0 {
				p.From, p.To = pick(), pick()
			}
			d.Phases = append(d.Phases, p)
		}
		if err := checkJudgement(trend.JudgeDemand(d)); err != nil {
			t.Fatalf("%v of %+v", err, d)
		}
	}
}
