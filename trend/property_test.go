package trend_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"etledger/trend"
)

// accounts are of all sorts, for what must hold of any.
func accounts() map[string]trend.Input {
	return map[string]trend.Input{
		"leak":          scene(200, 0, mib),
		"leak, churn":   scene(200, 20*mib, mib),
		"churn":         scene(200, 20*mib, 0),
		"step":          with(scene(200, mib, 0), func(in *trend.Input) { add(in, 50, 51, 64*mib) }),
		"warm-up":       with(scene(200, mib, 0), func(in *trend.Input) { add(in, 0, 40, 64*mib) }),
		"sawtooth":      collected(200, 30, 40, 0.1),
		"level alone":   levelOnly(func(i int) float64 { return float64(i%9)*mib + float64(i)*mib }),
		"lost":          with(scene(200, 20*mib, 4*mib), func(in *trend.Input) { in.LostShare, in.LossKnown = 0.02, true }),
		"with a limit":  with(scene(200, 0, mib), func(in *trend.Input) { in.Limit = 1 << 40 }),
		"ended":         with(scene(200, 0, mib), func(in *trend.Input) { in.Ended = true }),
		"short":         scene(40, mib, mib),
		"older is gone": with(scene(200, mib, 0), func(in *trend.Input) { in.Cohorts[7].OlderFreed = 99 * mib }),
	}
}

// same tells whether two numbers agree but for rounding.
func same(x, y, scale float64) bool { return math.Abs(x-y) <= 1e-6*scale }

// TestScaling: four times the amounts give the same verdict and four times the slope.
func TestScaling(t *testing.T) {
	for name, in := range accounts() {
		big := in
		big.Cohorts, big.Deaths, big.Level = slices.Clone(in.Cohorts), slices.Clone(in.Deaths), slices.Clone(in.Level)
		for i := range big.Cohorts {
			c := &big.Cohorts[i]
			c.Born, c.Surviving, c.OlderFreed = 4*c.Born, 4*c.Surviving, 4*c.OlderFreed
		}
		for i := range big.Deaths {
			big.Deaths[i].Bytes *= 4
		}
		for i := range big.Level {
			s := &big.Level[i]
			s.Low, s.High, s.End = 4*s.Low, 4*s.High, 4*s.End
		}
		big.Limit *= 4
		r, b := trend.Judge(in), trend.Judge(big)
		if b.Verdict != r.Verdict {
			t.Errorf("%s: %s becomes %s: %s", name, r.Verdict, b.Verdict, b.Reason)
		}
		scale := 4 * (math.Abs(r.Slope) + math.Abs(r.SlopeHigh) + mib)
		if !same(b.Slope, 4*r.Slope, scale) || !same(b.SlopeLow, 4*r.SlopeLow, scale) ||
			!same(b.SlopeHigh, 4*r.SlopeHigh, scale) || !same(b.Churn, 4*r.Churn, 4*r.Churn+mib) {
			t.Errorf("%s: four times\n%+v is not\n%+v", name, r, b)
		}
		if !same(b.SecondsToExhaustion, r.SecondsToExhaustion, r.SecondsToExhaustion) {
			t.Errorf("%s: exhausted in %g s instead of %g", name, b.SecondsToExhaustion, r.SecondsToExhaustion)
		}
	}
}

// TestShifting: when the account begins changes nothing but the points of time in the reason.
func TestShifting(t *testing.T) {
	const by = 4096
	for name, in := range accounts() {
		later := in
		later.CaptureStart, later.CaptureEnd = in.CaptureStart+by, in.CaptureEnd+by
		later.Start, later.End = in.Start+by, in.End+by
		later.Cohorts, later.Level = slices.Clone(in.Cohorts), slices.Clone(in.Level)
		for i := range later.Cohorts {
			later.Cohorts[i].From += by
			later.Cohorts[i].To += by
		}
		for i := range later.Level {
			later.Level[i].Time += by
		}
		r, l := trend.Judge(in), trend.Judge(later)
		scale := math.Abs(r.Slope) + math.Abs(r.SlopeHigh) + 1
		if l.Verdict != r.Verdict || !same(l.Slope, r.Slope, scale) || !same(l.SlopeLow, r.SlopeLow, scale) ||
			!same(l.Confidence, r.Confidence, 1) || !same(l.Churn, r.Churn, r.Churn+1) {
			t.Errorf("%s: later\n%+v becomes\n%+v", name, r, l)
		}
	}
}

// TestOrderDoesNotMatter: the parts of an input may come in any order, and the result is the same to the last bit.
func TestOrderDoesNotMatter(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for name, in := range accounts() {
		mixed := in
		mixed.Cohorts, mixed.Deaths, mixed.Level = slices.Clone(in.Cohorts), slices.Clone(in.Deaths), slices.Clone(in.Level)
		random.Shuffle(len(mixed.Cohorts), func(i, j int) {
			mixed.Cohorts[i], mixed.Cohorts[j] = mixed.Cohorts[j], mixed.Cohorts[i]
		})
		random.Shuffle(len(mixed.Deaths), func(i, j int) { mixed.Deaths[i], mixed.Deaths[j] = mixed.Deaths[j], mixed.Deaths[i] })
		random.Shuffle(len(mixed.Level), func(i, j int) { mixed.Level[i], mixed.Level[j] = mixed.Level[j], mixed.Level[i] })
		before := fmt.Sprint(mixed)
		r, m := trend.Judge(in), trend.Judge(mixed)
		if r.Verdict != m.Verdict || r.Reason != m.Reason || !same(r.Slope, m.Slope, math.Abs(r.Slope)+1) {
			t.Errorf("%s: in another order\n%+v becomes\n%+v", name, r, m)
		}
		if fmt.Sprint(mixed) != before {
			t.Errorf("%s: the input was changed", name)
		}
		if again := trend.Judge(in); again != r {
			t.Errorf("%s: judged again\n%+v becomes\n%+v", name, r, again)
		}
	}
}

// checkResult tells what is wrong with a result, whatever the input was.
func checkResult(r trend.Result) error {
	switch r.Verdict {
	case trend.Leak, trend.Growth, trend.Step, trend.WarmUp, trend.Churn, trend.Steady, trend.Shrinking, trend.Inconclusive:
	default:
		return fmt.Errorf("verdict %q", r.Verdict)
	}
	for name, v := range map[string]float64{
		"slope": r.Slope, "low": r.SlopeLow, "high": r.SlopeHigh, "churn": r.Churn, "confidence": r.Confidence,
		"exhaustion": r.SecondsToExhaustion, "earliest": r.ExhaustionEarliest, "latest": r.ExhaustionLatest,
	} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%s is %g", name, v)
		}
	}
	switch {
	case r.Confidence < 0 || r.Confidence > 1:
		return fmt.Errorf("confidence %g", r.Confidence)
	case r.Churn < 0:
		return fmt.Errorf("churn %g", r.Churn)
	case r.SlopeLow > r.Slope || r.Slope > r.SlopeHigh:
		return fmt.Errorf("slope %g is not within %g and %g", r.Slope, r.SlopeLow, r.SlopeHigh)
	case r.Verdict == trend.Leak && r.SlopeLow <= 0:
		return fmt.Errorf("a leak of at least %g", r.SlopeLow)
	case r.HasExhaustion && r.Verdict != trend.Leak:
		return fmt.Errorf("a forecast for %s", r.Verdict)
	case !strings.HasSuffix(r.Reason, ".") || strings.Contains(r.Reason, "NaN") || strings.Contains(r.Reason, "Inf"):
		return fmt.Errorf("reason %q", r.Reason)
	}
	return nil
}

func TestResultsAreSound(t *testing.T) {
	for name, in := range accounts() {
		if err := checkResult(trend.Judge(in)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDegenerateInputs must not panic, and what comes of them must be sound.
func TestDegenerateInputs(t *testing.T) {
	odd := []float64{0, -1, 1, 60, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, 5e-324, 1e80}
	random := rand.New(rand.NewPCG(3, 4))
	pick := func() float64 { return odd[random.IntN(len(odd))] }
	inputs := []trend.Input{
		{}, {End: 100}, {CaptureEnd: 100, End: 100, Cohorts: []trend.Cohort{{}}}, {End: 100, Level: []trend.Sample{{}}},
		{CaptureEnd: 100, End: 100, Cohorts: []trend.Cohort{{From: 0, To: 100, Born: mib, Surviving: mib, Count: 1}}},
		{CaptureEnd: 100, End: 100, Cohorts: []trend.Cohort{{From: 0, To: 100, Born: mib}}},
		{CaptureEnd: 100, End: 100, Cohorts: make([]trend.Cohort, 512), Level: make([]trend.Sample, 512)},
		scene(300, 0, 0),
	}
	for range 3000 {
		in := trend.Input{CaptureStart: pick(), CaptureEnd: pick(), Start: pick(), End: pick(), LostShare: pick(), Limit: pick(),
			Ended: random.IntN(2) == 0, LossKnown: random.IntN(2) == 0}
		if random.IntN(3) > 0 {
			in.Start, in.End, in.CaptureStart, in.CaptureEnd = 0, 60, 0, 60
		}
		for i := range random.IntN(40) {
			from, to := float64(2*i), float64(2*i+2)
			if random.IntN(8) == 0 {
				from, to = pick(), pick()
			}
			in.Cohorts = append(in.Cohorts, trend.Cohort{From: from, To: to, Born: pick(), Surviving: pick(), OlderFreed: pick(),
				Count: random.IntN(5) - 1})
		}
		for range random.IntN(10) {
			in.Deaths = append(in.Deaths, trend.Death{Age: pick(), Bytes: pick()})
		}
		for range random.IntN(40) {
			in.Level = append(in.Level, trend.Sample{Time: 60 * random.Float64(), Low: pick(), High: pick(), End: pick()})
		}
		inputs = append(inputs, in)
	}
	for _, in := range inputs {
		if err := checkResult(trend.Judge(in)); err != nil {
			t.Fatalf("%v of %+v", err, in)
		}
	}
}
