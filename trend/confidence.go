package trend

import "math"

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
