package trend_test

import (
	"strings"
	"testing"

	"etledger/trend"
)

// collected is a heap that takes 1 MiB a second and gives back all but a share of what it took every period seconds, the
// first time at phase.
func collected(seconds, phase, period int, share float64) trend.Input {
	in := scene(seconds, 0, mib)
	died := map[int]float64{}
	var level float64
	begun := 0
	for i := range in.Cohorts {
		if i == phase {
			for j := begun; j < i; j++ {
				in.Cohorts[j].Surviving = share * mib
				died[i-j] += (1 - share) * mib
				level -= (1 - share) * mib
			}
			begun, phase = i, phase+period
		}
		in.Level[i].Low = level
		level += mib
		in.Level[i].High, in.Level[i].End = level, level
	}
	for age := 1; age <= seconds; age++ {
		if died[age] > 0 {
			in.Deaths = append(in.Deaths, trend.Death{Age: float64(age), Bytes: died[age]})
		}
	}
	return in
}

// TestCollectedHeap: however the teeth lie, what waits for the next collection is no leak, nor is a part that happened to
// outlive a single one. Only a single collection after little growth tells nothing.
func TestCollectedHeap(t *testing.T) {
	for _, share := range []float64{0, 0.05} {
		for phase := 10; phase <= 280; phase += 30 {
			for _, period := range []int{40, 100, 200, 300} {
				single := phase+period >= 300
				if phase > period || single && phase < 60 || !single && share > 0 {
					continue
				}
				r := trend.Judge(collected(300, phase, period, share))
				if r.Verdict == trend.Leak {
					t.Errorf("first collected at %d s, then every %d s, %g stay: %s", phase, period, share, r.Reason)
				}
			}
		}
	}
}

// TestLeakUnderCollectedHeap: what outlives collection after collection is a leak.
func TestLeakUnderCollectedHeap(t *testing.T) {
	r := trend.Judge(collected(300, 20, 30, 0.1))
	if r.Verdict != trend.Leak || r.SlopeLow > 0.1*mib || r.SlopeHigh < 0.1*mib {
		t.Errorf("%s at %g within %g and %g: %s", r.Verdict, r.Slope, r.SlopeLow, r.SlopeHigh, r.Reason)
	}
}

// TestFullCache: a cache that is full gives up any of its memory for what comes, so of each second something stays; but
// its level stands still.
func TestFullCache(t *testing.T) {
	in := scene(300, 0, mib)
	full := 150.0
	for i := range in.Cohorts {
		in.Cohorts[i].Surviving = 0.5 * mib
		if i >= 150 {
			in.Level[i] = trend.Sample{Time: float64(i + 1), Low: full * mib, High: full * mib, End: full * mib}
		}
	}
	r := trend.Judge(in)
	if r.Verdict != trend.Churn || !strings.Contains(r.Reason, "at most 0 B/s") {
		t.Errorf("%s: %s", r.Verdict, r.Reason)
	}
}

// TestReplaced: as much older memory goes as new memory stays, so nothing grows; when little of it goes, or it goes only
// at first, the leak stays one.
func TestReplaced(t *testing.T) {
	for _, c := range []struct {
		name        string
		older       float64
		until, from int
		want        trend.Verdict
	}{
		{"all the time", mib, 300, 0, trend.Churn},
		{"a little", 0.1 * mib, 300, 0, trend.Leak},
		{"at first", mib, 100, 0, trend.Leak},
	} {
		in := scene(300, 0, mib)
		for i := range c.until {
			in.Cohorts[i].OlderFreed = c.older
		}
		if r := trend.Judge(in); r.Verdict != c.want {
			t.Errorf("older memory goes %s: %s: %s", c.name, r.Verdict, r.Reason)
		}
	}
}

// TestShrinking: only older memory goes.
func TestShrinking(t *testing.T) {
	in := scene(300, 64*kib, 0)
	level := 300.0 * mib
	for i := range in.Cohorts {
		in.Cohorts[i].OlderFreed = mib
		level -= mib
		in.Level[i] = trend.Sample{Time: float64(i + 1), Low: level, High: level + mib, End: level}
	}
	r := trend.Judge(in)
	if r.Verdict != trend.Shrinking || r.Slope > -0.99*mib || r.Slope < -1.01*mib {
		t.Errorf("%s at %g: %s", r.Verdict, r.Slope, r.Reason)
	}
}

// levelOnly is an account of which only the level is known.
func levelOnly(values func(second int) float64) trend.Input {
	in := trend.Input{CaptureEnd: 300, End: 300}
	for i := range 300 {
		v := values(i)
		in.Level = append(in.Level, trend.Sample{Time: float64(i + 1), Low: v, High: v, End: v})
	}
	return in
}

func TestLevelAlone(t *testing.T) {
	for _, c := range []struct {
		name   string
		values func(second int) float64
		want   trend.Verdict
	}{
		{"stands still", func(int) float64 { return 100 * mib }, trend.Steady},
		{"hardly moves", func(i int) float64 { return 100*mib + float64(i%7)*kib }, trend.Steady},
		{"goes up and down", func(i int) float64 { return float64(i%7) * mib }, trend.Churn},
		{"rises all the time", func(i int) float64 { return float64(10+i) * mib }, trend.Leak},
		{"rises ever more slowly", func(i int) float64 { return 100 * mib * float64(i) / float64(i+50) }, trend.Growth},
		{"rises in a sawtooth", func(i int) float64 { return float64(i/60)*10*mib + float64(i%60)*mib }, trend.Growth},
		{"falls", func(i int) float64 { return float64(400-i) * mib }, trend.Shrinking},
	} {
		in := levelOnly(c.values)
		if r := trend.Judge(in); r.Verdict != c.want {
			t.Errorf("level that %s: %s: %s", c.name, r.Verdict, r.Reason)
		}
		in.LossKnown = true
		if r := trend.Judge(in); r.Verdict == trend.Leak {
			t.Errorf("level that %s: leak, though events were lost", c.name)
		}
	}
	few := trend.Input{CaptureEnd: 300, End: 300, Level: levelOnly(func(int) float64 { return mib }).Level[:3]}
	if r := trend.Judge(few); r.Verdict != trend.Inconclusive || !strings.Contains(r.Reason, "3 values") {
		t.Errorf("three values: %s: %s", r.Verdict, r.Reason)
	}
}
