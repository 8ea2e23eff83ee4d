package trend

// The least evidence, and the most doubt, with which a verdict is given.
const (
	leastCapture = 60.0       // seconds of the capture: no leak is called on less
	leastOwn     = 30.0       // seconds of the account's own: no leak is called on less
	leastWindow  = 5.0        // seconds of the account's own: nothing is called on less
	leastRise    = 128 * 1024 // bytes: less is no rise
	mostDoubt    = 0.5        // share of the survivors that may die yet
	leastShare   = 0.02       // of what a warm-up and steps left: less is no leak beside them
	leastOfChurn = 0.1        // of the amplitude of the churn: less is no rise beside it, unless it is a leak
)

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
	e.lost = newLoss(in, &a, len(e.level.teeth) > 0)
	e.kept = judged(&a, &e.lives)
	e.proven = e.kept.present*(1-e.kept.doubt) - orphans(e.kept.dead, e.lost.worst)
	e.lost.amend(&a, &e.kept)
	e.shape = newShape(&e.kept)
	e.rate = e.kept.fit(e.shape.from)
	doubt := e.kept.doubtError(&a) / e.kept.span()
	e.rate.low, e.rate.high = e.rate.low-doubt, e.rate.high+doubt
	e.rate = e.lost.widen(e.rate, e.kept.dead/e.kept.span())
	return e
}

// judgeCohorts judges an account whose births are known.
func judgeCohorts(in Input, a account) Result {
	e := newEvidence(in, a)
	switch {
	case e.level.moved < leastRise && a.born < leastRise && a.older < leastRise:
		return e.result(Steady, e.steadyReason())
	case e.stays():
		return e.judgeRise()
	case e.level.net.falls(leastRise):
		return e.shrinking()
	case e.lost.known && e.kept.present-orphans(e.kept.dead, e.lost.share) > max(leastRise, e.kept.present*mostDoubt) &&
		e.kept.doubt <= mostDoubt:
		return e.result(Inconclusive, e.lossReason())
	}
	return e.result(Churn, e.churnReason())
}

// stays tells whether some of what was taken stays, beyond what may die yet and what lost frees may explain.
func (e *evidence) stays() bool {
	return e.shape.rest+e.shape.stepBytes >= leastRise && e.kept.doubt <= mostDoubt && e.proven >= e.kept.present/4
}

// judgeRise judges an account of which something stays.
func (e *evidence) judgeRise() Result {
	s := &e.shape
	growing := s.sustained && !s.fading && e.rate.low > 0 && e.rate.slope*(e.kept.to-s.from) >= e.leastLeak()
	switch {
	case !growing && s.rest+s.stepBytes < leastOfChurn*e.churnAmplitude():
		return e.result(Churn, e.churnReason())
	case !growing && s.stepBytes > s.rest && !s.ramp:
		return e.result(Step, e.stepReason())
	case !growing && s.isWarmUp(&e.kept):
		return e.result(WarmUp, e.warmUpReason())
	case e.collected():
		return e.result(Churn, e.collectedReason())
	case !growing:
		return e.result(Growth, e.unevenReason())
	case e.standsStill():
		return e.result(Churn, e.standingReason())
	case e.replaced():
		return e.result(Churn, e.replacedReason())
	case e.in.Ended:
		return e.result(Growth, e.endedReason())
	case e.in.CaptureEnd-e.in.CaptureStart < leastCapture || e.a.length() < leastOwn:
		return e.result(Growth, e.shortReason())
	}
	return e.result(Leak, e.leakReason())
}

// leastLeak is the amount below which growth is not called a leak beside what came at once.
func (e *evidence) leastLeak() float64 {
	return max(leastRise, leastShare*(e.shape.stepBytes+e.shape.warm))
}

// collected tells whether what stays may only wait for the next collection: an account that falls at once after it grew
// has proven as much as outlived two such falls. What outlived one must be matched by what outlived two; where there was
// but one, the growth since must be matched by what outlived it.
func (e *evidence) collected() bool {
	teeth := e.level.teeth
	n := len(teeth)
	switch {
	case n == 0:
		return false
	case n == 1:
		return e.unmatched(teeth[0], e.a.end)
	}
	return e.unmatched(teeth[n-2], teeth[n-1]) || e.unmatched(teeth[n-1], e.kept.to)
}

// unmatched tells whether much less stays of the births before a time than of those between it and another one. Births
// too young to have met half of the deaths are left out.
func (e *evidence) unmatched(at, until float64) bool {
	const (
		telling = 0.05 // of the judged time must lie before and after, to tell something
		matched = 0.5  // of the later rate
	)
	before := min(at, e.kept.to)
	until = min(until, e.a.end-e.lives.age(0.5))
	if before-e.kept.from < telling*e.kept.span() || until-at < telling*e.kept.span() {
		return false
	}
	return e.staying(e.kept.from, before) < matched*e.staying(at, until)
}

// staying is the rate at which memory is taken between two times that survives and is not expected to die.
func (e *evidence) staying(from, to float64) float64 {
	var bytes float64
	for i, b := range e.a.bins {
		if b.mid() > from && b.mid() < to {
			bytes += b.surviving
			if e.lives.deadShare(i) > 0 {
				bytes -= e.lives.expected(i, b)
			}
		}
	}
	return bytes / (to - from)
}

// standsStill tells whether the level contradicts the survivors: as much goes elsewhere as stays here, as in a cache
// that is full and gives up any of its memory for what comes.
func (e *evidence) standsStill() bool {
	const contradicts = 0.4
	return e.level.late.high < contradicts*e.rate.low
}

// replaced tells whether older memory goes at about the rate at which new memory stays: it lives longer than the
// capture, but does not grow.
func (e *evidence) replaced() bool {
	const least, most = 0.7, 1.4
	kept := e.kept.present / e.kept.span() * e.a.length() / 2
	older := e.level.olderLate - orphans((e.a.born-e.a.surviving)/2, e.lost.share)
	return older > least*kept && older < most*kept
}

// shrinking gives the verdict of that name, for which the level is the witness.
func (e *evidence) shrinking() Result {
	r := e.result(Shrinking, e.shrinkingReason())
	r.Slope, r.SlopeLow, r.SlopeHigh = e.level.net.slope, e.level.net.low, e.level.net.high
	return r
}

// result puts a verdict and its evidence together.
func (e *evidence) result(verdict Verdict, reason string) Result {
	r := Result{
		Verdict: verdict, Reason: reason, Confidence: e.confidence(verdict), Churn: e.churnAmplitude(),
		Slope: e.rate.slope, SlopeLow: e.rate.low, SlopeHigh: e.rate.high,
	}
	if verdict == Leak {
		r.forecast(e.in.Limit, e.a.level)
	}
	return r
}

// churnAmplitude is the greatest amount that was outstanding at one time and given back: how far the level moves when
// what stays is taken out of it.
func (e *evidence) churnAmplitude() float64 {
	if len(e.a.level) == 0 {
		return 0
	}
	var kept, low, high float64
	next := 0
	for i, s := range e.a.level {
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
