package trend

// Where births are unknown the level is the only witness. It cannot tell what is kept from what is given back late, so a
// leak is called only when the floors rise nearly all the time, at a rate that does not slow down, and by more than the
// level moves otherwise; what rises less clearly is growth.

// leastSamples is how many values a level needs to be judged.
const leastSamples = 4

// levelEvidence is all that the verdict on a level alone rests on.
type levelEvidence struct {
	in          Input
	a           account
	whole       trendLine
	early, late trendLine // of the two halves of the window
	low, high   float64
	teeth       []float64
}

func newLevelEvidence(in Input, a account) levelEvidence {
	e := levelEvidence{in: in, a: a, whole: newTrendLine(a.level), teeth: teeth(a.level, a.length())}
	e.low, e.high = levelRange(a.level)
	half := len(a.level) / 2
	e.early, e.late = newTrendLine(a.level[:half]), newTrendLine(a.level[half:])
	// Floors depend on each other, of which Sen's interval knows nothing: how much the halves differ shows it.
	e.whole.low = min(e.whole.low, e.early.slope, e.late.slope)
	e.whole.high = max(e.whole.high, e.early.slope, e.late.slope)
	return e
}

// judgeLevel judges an account of which only the level is known.
func judgeLevel(in Input, a account) Result {
	if len(a.level) < leastSamples {
		return Result{Verdict: Inconclusive, Reason: fewSamplesReason(len(a.level), a.length())}
	}
	const hardly = 0.01 // of the greatest value
	e := newLevelEvidence(in, a)
	least := max(leastRise, hardly*e.high)
	switch {
	case e.high-e.low < least:
		return e.result(Steady, e.steadyReason())
	case e.whole.falls(least):
		return e.result(Shrinking, e.fallReason())
	case !e.whole.climbs(least):
		return e.result(Churn, e.churnReason())
	case e.strong() && !in.Ended && !in.LossKnown && in.CaptureEnd-in.CaptureStart >= leastCapture && a.length() >= leastCapture:
		return e.result(Leak, e.leakReason())
	}
	return e.result(Growth, e.growthReason())
}

// strong tells whether the level alone suffices to call a leak.
func (e *levelEvidence) strong() bool {
	const (
		certain  = 4.0 // standard deviations of Kendall's statistic; 16 floors that only rise have 5.4
		keepsUp  = 0.8 // rate of the second half to that of the first
		dominant = 0.7 // of the range of the level is its rise
	)
	rise := e.whole.rise
	return len(e.a.level) >= 2*floorWindows && e.whole.score >= certain && e.late.climbs(rise/4) &&
		e.late.slope >= keepsUp*e.early.slope && rise >= dominant*(e.high-e.low) && len(e.teeth) == 0
}

func (e *levelEvidence) result(verdict Verdict, reason string) Result {
	const best = 0.7 // of a verdict with less than all the evidence
	r := Result{
		Verdict: verdict, Reason: reason, Confidence: best * e.a.length() / (e.a.length() + 10),
		Slope: e.whole.slope, SlopeLow: e.whole.low, SlopeHigh: e.whole.high,
		Churn: e.high - e.low - min(max(e.whole.rise, -e.whole.rise), e.high-e.low),
	}
	if e.in.LossKnown {
		r.Confidence /= 2
	}
	if verdict == Leak {
		r.forecast(e.in.Limit, e.a.level)
	}
	return r
}
