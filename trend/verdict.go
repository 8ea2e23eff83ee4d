package trend

// The least evidence, and the most doubt, with which a verdict is given.
const (
	leastCapture = 60.0       // seconds of the capture: no leak is called on less
	leastOwn     = 30.0       // seconds of the account's own: no leak is called on less
	leastWindow  = 5.0        // seconds of the account's own: nothing is called on less
	leastRise    = 128 * 1024 // bytes: less is no rise
	mostDoubt    = 0.5        // share of the survivors that may die yet
	leastShare   = 0.02       // of what a warm-up and steps left: less is no leak beside them
	leastFall    = 0.25       // of the older memory that went: else as much was taken instead
	leastOfChurn = 0.35       // of the amplitude of the churn: less is no rise beside it, unless it is a leak
	mostLost     = 0.5        // of the events: more leaves a rise without a rate
)

// judgeCohorts judges an account whose births are known.
func judgeCohorts(in Input, a account) Result {
	e := newEvidence(in, a)
	switch {
	case e.level.moved < leastRise && a.born < leastRise && a.older < leastRise:
		return e.result(Steady, e.steadyReason())
	case e.stays():
		return e.judgeRise()
	case e.level.net.falls(max(leastRise, leastFall*a.older) + (a.born-a.surviving)*e.lost.worstOrphans):
		return e.shrinking()
	case e.lost.known && e.kept.present-e.kept.dead*e.lost.orphans > max(leastRise, e.kept.present*mostDoubt) &&
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
	case e.lost.share > mostLost:
		return e.result(Inconclusive, e.lossReason())
	case e.in.Ended:
		return e.result(Growth, e.steadyGrowthReason())
	case e.a.capture < leastCapture || e.a.length() < leastOwn:
		return e.result(Growth, e.shortReason())
	}
	return e.result(Leak, e.leakReason())
}

// leastLeak is the amount below which growth is not called a leak beside what came at once.
func (e *evidence) leastLeak() float64 {
	return max(leastRise, leastShare*(e.shape.stepBytes+e.shape.warm))
}

// shrinking gives the verdict of that name, for which the level is the witness.
func (e *evidence) shrinking() Result {
	r := e.result(Shrinking, e.shrinkingReason())
	r.Slope, r.SlopeLow, r.SlopeHigh = e.level.net.slope, e.level.net.low, e.level.net.high
	r.FitFrom, r.FitTo = e.a.start, e.a.end
	return r
}
