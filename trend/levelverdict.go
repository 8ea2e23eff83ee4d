package trend

import "fmt"

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
	rate        line
	low, high   float64
	teeth       []float64
}

func newLevelEvidence(in Input, a account) levelEvidence {
	e := levelEvidence{in: in, a: a, whole: newTrendLine(a.level), teeth: teeth(a.level, a.length())}
	e.low, e.high = levelRange(a.level)
	half := len(a.level) / 2
	e.early, e.late = newTrendLine(a.level[:half]), newTrendLine(a.level[half:])
	// Floors depend on each other, of which Sen's interval knows nothing: how much the halves differ shows it.
	const dependent = 2
	low := min(e.whole.low, e.early.slope, e.late.slope)
	high := max(e.whole.high, e.early.slope, e.late.slope)
	slope := e.whole.slope
	e.rate = line{slope, slope - dependent*(slope-low), slope + dependent*(high-slope)}
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
	case e.strong() && e.undisturbed():
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
	return len(e.a.level) >= 2*floorWindows && e.whole.score >= certain && e.rate.low > 0 && e.late.climbs(rise/4) &&
		e.late.slope >= keepsUp*e.early.slope && rise >= dominant*(e.high-e.low) && len(e.teeth) == 0
}

// undisturbed tells whether what was seen is long enough and whole, and goes on.
func (e *levelEvidence) undisturbed() bool {
	return !e.in.Ended && !e.in.LossKnown && e.a.capture >= leastCapture && e.a.length() >= leastCapture
}

// result puts a verdict and its evidence together.
func (e *levelEvidence) result(verdict Verdict, reason string) Result {
	const best = 0.7 // of a verdict with less than all the evidence
	if e.in.Ended && verdict == Growth {
		reason = endedReason(reason, e.a.end)
	}
	r := Result{
		Verdict: verdict, Reason: reason, Confidence: best * e.a.length() / (e.a.length() + 10),
		Slope: e.rate.slope, SlopeLow: e.rate.low, SlopeHigh: e.rate.high, FitFrom: e.a.start, FitTo: e.a.end,
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

func fewSamplesReason(samples int, length float64) string {
	return fmt.Sprintf("Only %d values in %s were seen, too little to judge.", samples, inSeconds(length))
}

func (e *levelEvidence) steadyReason() string {
	return fmt.Sprintf("It hardly moves: by %s in %s.", inBytes(e.high-e.low), inSeconds(e.a.length()))
}

func (e *levelEvidence) fallReason() string {
	return fmt.Sprintf("The least it comes down to falls: by %s in %s, %s.", inBytes(-e.whole.rise),
		inSeconds(e.a.length()), inRate(-e.rate.slope))
}

func (e *levelEvidence) churnReason() string {
	return fmt.Sprintf("It moves by %s, and the least it comes down to does not rise for certain (%s).",
		inBytes(e.high-e.low), inRates(e.rate.low, e.rate.high))
}

func (e *levelEvidence) leakReason() string {
	return fmt.Sprintf("The least it comes down to rises by %s (%s), nearly all the time and without slowing down:"+
		" by %s in %s.", inRate(e.rate.slope), inRates(e.rate.low, e.rate.high), inBytes(e.whole.rise), inSeconds(e.a.length()))
}

func (e *levelEvidence) growthReason() string {
	return fmt.Sprintf("The least it comes down to rises by %s (%s), but a level alone does not tell what is kept from"+
		" what is given back late.", inRate(e.rate.slope), inRates(e.rate.low, e.rate.high))
}
