package trend_test

import (
	"math"
	"strings"
	"testing"

	"etledger/trend"
)

// add puts bytes that are born between two times, and stay, into an account.
func add(in *trend.Input, from, to, bytes float64) {
	first, last := int(from), int(math.Ceil(to))
	for i := first; i < last; i++ {
		in.Cohorts[i].Born += bytes / float64(last-first)
		in.Cohorts[i].Surviving += bytes / float64(last-first)
		in.Cohorts[i].Count++
	}
	for i := first; i < len(in.Level); i++ {
		share := min(1, float64(i+1-first)/float64(last-first))
		s := &in.Level[i]
		s.Low, s.High, s.End = s.Low+share*bytes, s.High+share*bytes, s.End+share*bytes
	}
}

// with changes an account.
func with(in trend.Input, change func(in *trend.Input)) trend.Input {
	change(&in)
	return in
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name   string
		in     trend.Input
		want   trend.Verdict
		reason string // a part of it
	}{
		{"nothing happens", scene(300, 0, 0), trend.Steady, "took nothing"},
		{"next to nothing happens", scene(300, 100, 100), trend.Steady, "only 58.6 KiB"},
		{"leak", scene(300, 0, 64*kib), trend.Leak, "64 KiB/s"},
		{"small leak under churn", scene(300, 6400*kib, 64*kib), trend.Leak, "live no longer than 2 s"},
		{"churn", scene(300, mib, 0), trend.Churn, "nothing older than 2 s stays"},
		{"step", with(scene(300, 0, 0), func(in *trend.Input) { add(in, 100, 101, 40*mib) }), trend.Step, "40 MiB at once, at about 100 s"},
		{"steps", with(scene(300, 0, 0), func(in *trend.Input) {
			add(in, 100, 101, 40*mib)
			add(in, 250, 251, 30*mib)
		}), trend.Step, "70 MiB in 2 steps"},
		{"leak with a step", with(scene(300, 0, 64*kib), func(in *trend.Input) { add(in, 100, 101, 40*mib) }), trend.Leak,
			"are not counted"},
		{"warm-up", with(scene(300, 0, 0), func(in *trend.Input) { add(in, 0, 50, 40*mib) }), trend.WarmUp, "100 %"},
		{"leak that stops", with(scene(300, 0, 0), func(in *trend.Input) { add(in, 0, 170, 40*mib) }), trend.Growth,
			"nearly all by 2.78 min"},
		{"leak in bursts", with(scene(300, 0, 0), func(in *trend.Input) {
			for at := 20.0; at < 300; at += 40 {
				add(in, at, at+1, 4*mib)
			}
		}), trend.Leak, "28 MiB"},
		{"leak that speeds up", with(scene(300, 0, 0), func(in *trend.Input) {
			for at := range 300 {
				add(in, float64(at), float64(at+1), float64(at)*kib)
			}
		}), trend.Leak, "3.01 times as much as the first"},
		{"growth that slows down", with(scene(300, 0, 0), func(in *trend.Input) {
			for at := range 300 {
				add(in, float64(at), float64(at+1), mib/(0.02+float64(at)/300))
			}
		}), trend.WarmUp, "first half"},
	} {
		r := trend.Judge(c.in)
		if r.Verdict != c.want || !strings.Contains(r.Reason, c.reason) {
			t.Errorf("%s: %s: %s\n\texpected %s with %q", c.name, r.Verdict, r.Reason, c.want, c.reason)
		}
	}
}

// TestSlope: the slope of a leak is what is kept per second, with an interval around it.
func TestSlope(t *testing.T) {
	for _, c := range []struct{ churn, kept float64 }{{0, 64 * kib}, {6400 * kib, 64 * kib}, {mib, 10 * mib}} {
		r := trend.Judge(scene(300, c.churn, c.kept))
		if math.Abs(r.Slope-c.kept) > 1e-6*c.kept || !(r.SlopeLow <= c.kept && c.kept <= r.SlopeHigh) {
			t.Errorf("churn %g, kept %g: slope %g within %g and %g", c.churn, c.kept, r.Slope, r.SlopeLow, r.SlopeHigh)
		}
		if r.Churn < c.churn || r.Churn > 3*c.churn+c.kept {
			t.Errorf("churn %g per second for 2 s has the amplitude %g", c.churn, r.Churn)
		}
	}
}

// TestNoLeakInLessThanAMinute: what is a leak in 61 s is growth in less, and so is what a process did in its last half
// minute.
func TestNoLeakInLessThanAMinute(t *testing.T) {
	for _, seconds := range []int{61, 60, 59, 30, 10} {
		want := trend.Growth
		if seconds >= 60 {
			want = trend.Leak
		}
		if r := trend.Judge(scene(seconds, mib, mib)); r.Verdict != want {
			t.Errorf("%d s: %s: %s", seconds, r.Verdict, r.Reason)
		}
	}
	if r := trend.Judge(scene(4, mib, mib)); r.Verdict != trend.Inconclusive || r.Confidence != 0 {
		t.Errorf("4 s: %s with a confidence of %g", r.Verdict, r.Confidence)
	}
	late := with(scene(29, 0, mib), func(in *trend.Input) { in.CaptureEnd = 300 })
	if r := trend.Judge(late); r.Verdict != trend.Growth || !strings.Contains(r.Reason, "29 s are too short") {
		t.Errorf("born 29 s before the end: %s: %s", r.Verdict, r.Reason)
	}
	long := with(scene(61, 0, mib), func(in *trend.Input) { in.CaptureEnd = math.NaN() })
	if r := trend.Judge(long); r.Verdict == trend.Leak {
		t.Errorf("a leak is called on a capture of unknown length")
	}
}

// TestEndedIsNoLeak: whatever an account looked like until it ended, the reason says that what was left is no leak.
func TestEndedIsNoLeak(t *testing.T) {
	for name, c := range map[string]struct {
		in   trend.Input
		want trend.Verdict
	}{
		"leak":    {scene(300, mib, mib), trend.Growth},
		"step":    {with(scene(300, 0, 0), func(in *trend.Input) { add(in, 100, 101, 40*mib) }), trend.Step},
		"warm-up": {with(scene(300, 0, 0), func(in *trend.Input) { add(in, 0, 50, 40*mib) }), trend.WarmUp},
		"level":   {levelOnly(func(i int) float64 { return mib * float64(i) }), trend.Growth},
	} {
		c.in.Ended, c.in.CaptureEnd = true, 400
		if r := trend.Judge(c.in); r.Verdict != c.want || !strings.Contains(r.Reason, "; it ended at 5 min, so what was left is no leak") {
			t.Errorf("%s: %s: %s", name, r.Verdict, r.Reason)
		}
	}
	r := trend.Judge(with(scene(300, mib, 0), func(in *trend.Input) { in.Ended, in.CaptureEnd = true, 400 }))
	if r.Verdict != trend.Churn || strings.Contains(r.Reason, "leak") {
		t.Errorf("churn: %s: %s", r.Verdict, r.Reason)
	}
}

// lossy is an account of which a share of the frees was lost.
func lossy(churn, kept, share float64) trend.Input {
	return scene(300, churn*(1-share), kept+churn*share)
}

// TestLostFreesAreNoLeak: churn of which frees were lost looks exactly like a leak, and is none when that is known.
func TestLostFreesAreNoLeak(t *testing.T) {
	for _, share := range []float64{0.01, 0.05, 0.2} {
		in := lossy(mib, 0, share)
		if r := trend.Judge(in); r.Verdict != trend.Leak {
			t.Fatalf("share %g: the account does not look like a leak: %s", share, r.Reason)
		}
		in.LossKnown = true
		if r := trend.Judge(in); r.Verdict == trend.Leak {
			t.Errorf("share %g: leak, though something was lost: %s", share, r.Reason)
		}
		in.LostShare = share
		if r := trend.Judge(in); r.Verdict != trend.Churn || !strings.Contains(r.Reason, "lost") {
			t.Errorf("share %g: %s, though it is known: %s", share, r.Verdict, r.Reason)
		}
	}
}

// TestLeakUnderLoss: a leak that is greater than what can have been lost is found all the same, and what was probably
// lost is taken off its rate.
func TestLeakUnderLoss(t *testing.T) {
	in := lossy(mib, mib, 0.05)
	in.LostShare = 0.05
	r := trend.Judge(in)
	if r.Verdict != trend.Leak {
		t.Fatalf("%s: %s", r.Verdict, r.Reason)
	}
	// Of what was taken only 0.95 was seen; the account above has all of it.
	if want := mib / 0.95; math.Abs(r.Slope-want) > 0.001*want {
		t.Errorf("slope %g, expected %g", r.Slope, want)
	}
}

// TestConfidence falls with loss, with shortness and with few births.
func TestConfidence(t *testing.T) {
	best := trend.Judge(scene(600, mib, mib)).Confidence
	weaker := map[string]trend.Input{
		"a loss":        with(scene(600, mib, mib), func(in *trend.Input) { in.LostShare = 0.01 }),
		"little time":   scene(90, mib, mib),
		"large blocks":  with(scene(600, mib, mib), func(in *trend.Input) { clear(in.Cohorts[2:]); add(in, 2, 600, mib) }),
		"being growth":  with(scene(600, mib, mib), func(in *trend.Input) { in.Ended = true }),
		"an ended life": with(scene(90, mib, mib), func(in *trend.Input) { in.Ended = true }),
	}
	for name, in := range weaker {
		if c := trend.Judge(in).Confidence; !(c < best && c >= 0) {
			t.Errorf("with %s the confidence is %g, without %g", name, c, best)
		}
	}
	if best > 1 || best < 0.9 {
		t.Errorf("the confidence in a plain leak is %g", best)
	}
}

// TestForecast: 300 MiB are outstanding at the end, and 1 MiB is added per second until the limit of 1 GiB.
func TestForecast(t *testing.T) {
	r := trend.Judge(with(scene(300, 0, mib), func(in *trend.Input) { in.Limit = 1024 * mib }))
	if !r.HasExhaustion || math.Abs(r.SecondsToExhaustion-724) > 0.01 {
		t.Errorf("exhausted in %g s, expected 724", r.SecondsToExhaustion)
	}
	if !(r.ExhaustionEarliest < r.SecondsToExhaustion && r.SecondsToExhaustion < r.ExhaustionLatest) {
		t.Errorf("exhausted between %g and %g", r.ExhaustionEarliest, r.ExhaustionLatest)
	}
	if r := trend.Judge(with(scene(300, 0, mib), func(in *trend.Input) { in.Limit = mib })); r.SecondsToExhaustion != 0 {
		t.Errorf("beyond the limit it takes %g s to reach it", r.SecondsToExhaustion)
	}
	if r := trend.Judge(scene(300, 0, mib)); r.HasExhaustion {
		t.Error("a forecast without a limit")
	}
	if r := trend.Judge(with(scene(300, mib, 0), func(in *trend.Input) { in.Limit = 1024 * mib })); r.HasExhaustion {
		t.Errorf("a forecast for %s", r.Verdict)
	}
}
