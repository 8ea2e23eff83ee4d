package trend

import "math"

// evidence is all that the verdict on an account with known births rests on.
type evidence struct {
	in     Input
	a      account
	lives  lifetimes
	lost   loss
	kept   survivors
	shape  shape
	rate   line    // of the survivors since shape.from
	proven float64 // bytes of the survivors that neither the lost frees nor deaths to come may explain
	level  levels
}

func newEvidence(in Input, a account) evidence {
	e := evidence{in: in, a: a, level: newLevels(&a), lives: newLifetimes(&a)}
	e.lost = newLoss(in, &a, e.level.own)
	e.kept = judged(&a, &e.lives)
	e.proven = e.kept.present*(1-e.kept.doubt) - e.kept.dead*e.lost.worstOrphans
	e.lost.amend(&a, &e.kept)
	e.shape = newShape(&e.kept)
	e.rate = e.kept.fit(e.shape.from)
	doubt := e.kept.doubtError(&a) / e.kept.span()
	e.rate.low, e.rate.high = e.rate.low-doubt, e.rate.high+doubt
	e.rate = e.lost.widen(e.rate, e.kept.dead/e.kept.span())
	return e
}

// result puts a verdict and its evidence together.
func (e *evidence) result(verdict Verdict, reason string) Result {
	if e.in.Ended && (verdict == Growth || verdict == Step || verdict == WarmUp) {
		reason = endedReason(reason, e.a.end)
	}
	r := Result{
		Verdict: verdict, Reason: reason, Confidence: e.confidence(verdict), Churn: e.churnAmplitude(),
		Slope: e.rate.slope, SlopeLow: e.rate.low, SlopeHigh: e.rate.high,
	}
	r.FitFrom, r.FitTo = e.kept.fitted(e.shape.from)
	if verdict == Leak {
		r.forecast(e.in.Limit, e.a.level)
	}
	return r
}

// churnAmplitude is the greatest amount that was outstanding at one time and given back: how far the level moves when
// what stays is taken out of it.
func (e *evidence) churnAmplitude() float64 {
	var kept, low, high float64
	next := 0
	for i, s := range e.level.own {
		for ; next < len(e.a.bins) && e.a.bins[next].to <= s.Time; next++ {
			kept += e.a.bins[next].surviving
		}
		if i == 0 {
			low, high = s.Low-kept, s.High-kept
		}
		low, high = min(low, s.Low-kept), max(high, s.High-kept)
	}
	return high - low
}

// confidence is how sure the verdict is, from 0 to 1: a product of what weakens it. It is a rule of thumb, not a
// probability.
func (e *evidence) confidence(verdict Verdict) float64 {
	const (
		best       = 0.98
		fewSeconds = 10.0 // with so many seconds half of it is left
		fewBirths  = 3.0  // and with so many births
	)
	c := best * (1 - e.lost.worst) * e.a.length() / (e.a.length() + fewSeconds)
	switch verdict {
	case Leak:
		births := e.a.births
		c *= (1 - e.kept.doubt) * float64(births) / (float64(births) + fewBirths)
		c *= 1 - math.Min(0.5, (e.rate.slope-e.rate.low)/e.rate.slope/2)
	case Growth, WarmUp, Step:
		c *= 0.9 * (1 - e.kept.doubt)
	case Churn:
		c *= 0.9
	case Inconclusive:
		c = 0
	}
	return max(0, min(1, c))
}

// forecast fills in when the limit is reached at the slope of a leak, and at the ends of its interval, which are positive.
func (r *Result) forecast(limit float64, level []Sample) {
	limit = amount(limit)
	if limit == 0 || len(level) == 0 {
		return
	}
	left := max(0, limit-level[len(level)-1].End)
	r.HasExhaustion = true
	r.SecondsToExhaustion = left / r.Slope
	r.ExhaustionEarliest = left / r.SlopeHigh
	r.ExhaustionLatest = left / r.SlopeLow
}
