package compare

import (
	"cmp"
	"math"
	"slices"

	"etledger/report"
	"etledger/trend"
)

// granule is the granularity at which Windows gives out addresses, in bytes: no rate is known better than to one of these
// more or less over the time observed.
const granule = 64 << 10

// slopeOf is the rate at which a lifetime loses memory. What does not leak or grow by its verdict has the rate 0, for its fit
// is noise, and an interval that reaches from 0 to what it may hide.
func slopeOf(p *report.Process) (trend.Slope, bool) {
	t := &p.Trend
	if trend.Verdict(t.Verdict) == trend.Inconclusive || t.SlopeBytesPerS == nil || t.SlopeLowBytesPerS == nil ||
		t.SlopeHighBytesPerS == nil {
		return trend.Slope{}, false
	}
	s := trend.Slope{Rate: *t.SlopeBytesPerS, Low: *t.SlopeLowBytesPerS, High: *t.SlopeHighBytesPerS, Interval: true}
	if !rises(t.Verdict) {
		s.Rate, s.Low, s.High = 0, min(s.Low, 0), max(s.High, 0)
	}
	least := granule / (p.LastSeenS - p.FirstSeenS)
	s.Low, s.High = min(s.Low, s.Rate-least), max(s.High, s.Rate+least)
	return s, p.LastSeenS > p.FirstSeenS
}

// rises tells whether a verdict claims that memory grows at a rate.
func rises(verdict string) bool {
	return trend.Verdict(verdict) == trend.Leak || trend.Verdict(verdict) == trend.Growth
}

// alive is for how long any of the members was seen, in seconds.
func (c *groupCapture) alive() (seconds float64) {
	spans := slices.Clone(c.members)
	slices.SortStableFunc(spans, func(a, b *report.Process) int { return cmp.Compare(a.FirstSeenS, b.FirstSeenS) })
	end := math.Inf(-1)
	for _, p := range spans {
		if p.LastSeenS > end {
			seconds += p.LastSeenS - max(end, p.FirstSeenS)
			end = p.LastSeenS
		}
	}
	return seconds
}

// leastJudged is the share of the time of all members that those with a known slope must make up.
const leastJudged = 0.9

// slope adds up the members: the rate while any of them ran, so that members one after another count as one and members
// beside one another as their sum.
func (c *groupCapture) slope() (trend.Slope, bool) {
	sum := trend.Slope{Interval: true}
	var judged, all, below, above float64
	for _, p := range c.members {
		length := p.LastSeenS - p.FirstSeenS
		all += length
		s, known := slopeOf(p)
		if !known {
			continue
		}
		judged += length
		sum.Rate += s.Rate * length
		below = math.Hypot(below, (s.Rate-s.Low)*length)
		above = math.Hypot(above, (s.High-s.Rate)*length)
	}
	alive := c.alive()
	if !(judged > 0) || judged < leastJudged*all {
		return trend.Slope{}, false
	}
	sum.Rate /= alive
	sum.Low, sum.High = sum.Rate-below/alive, sum.Rate+above/alive
	return sum, true
}

// slopes are those of the captures that tell one.
func (s groupSide) slopes() (slopes []trend.Slope) {
	for _, c := range s {
		if slope, known := c.slope(); known {
			slopes = append(slopes, slope)
		}
	}
	return slopes
}

// verdict is the worst of the members.
func (c *groupCapture) verdict() string {
	order := []trend.Verdict{trend.Leak, trend.Growth, trend.Step, trend.WarmUp, trend.Shrinking, trend.Churn, trend.Steady}
	rank := func(p *report.Process) int {
		if i := slices.Index(order, trend.Verdict(p.Trend.Verdict)); i >= 0 {
			return i
		}
		return len(order)
	}
	worst := c.members[0]
	for _, p := range c.members {
		if rank(p) < rank(worst) {
			worst = p
		}
	}
	return worst.Trend.Verdict
}

// total adds up an amount of the members.
func (c *groupCapture) total(of func(*report.Process) float64) (sum float64) {
	for _, p := range c.members {
		sum += of(p)
	}
	return sum
}

func (s groupSide) totals(of func(*report.Process) float64) (values []float64) {
	for _, c := range s {
		values = append(values, c.total(of))
	}
	return values
}

// outstanding is what was outstanding at the end of each capture; what a process held at its exit is not.
func (s groupSide) outstanding() []float64 {
	return s.totals(func(p *report.Process) float64 {
		if p.EndS != nil {
			return 0
		}
		return float64(p.VirtualAlloc.OutstandingCommitBytes)
	})
}

func (s groupSide) churn() []float64 {
	return s.totals(func(p *report.Process) float64 { return orZero(p.Trend.ChurnBytes) })
}

// perSecond is the mean over the captures of an amount per second while any member ran.
func (s groupSide) perSecond(of func(*report.Process) float64) float64 {
	var sum float64
	for _, c := range s {
		if alive := c.alive(); alive > 0 {
			sum += c.total(of) / alive
		}
	}
	return sum / float64(len(s))
}

func (s groupSide) committed() float64 {
	return s.perSecond(func(p *report.Process) float64 { return float64(p.VirtualAlloc.CommitBytes) })
}

func (s groupSide) freed() float64 {
	return s.perSecond(func(p *report.Process) float64 { return float64(p.VirtualAlloc.FreedBytes) })
}

// figures puts the captures of a side together; nil where the group did not run.
func (s groupSide) figures(slope trend.Combined) *Figures {
	if len(s) == 0 {
		return nil
	}
	f := &Figures{
		Captures: len(s), SlopesUsed: slope.Estimates, ratesKnown: slope.Estimates > 0,
		Outstanding: *sizeEstimate(trend.MeanOf(s.outstanding())), Churn: *sizeEstimate(trend.MeanOf(s.churn())),
		Committed: rounded(s.committed(), rateStep), Freed: rounded(s.freed(), rateStep),
	}
	rising := 0
	var alive float64
	for _, c := range s {
		f.Instances = append(f.Instances, len(c.members))
		f.Verdicts = append(f.Verdicts, c.verdict())
		if rises(c.verdict()) {
			rising++
		}
		alive += c.alive()
		for _, p := range c.members {
			if share := p.Trend.LostShare; share != nil && (f.LostShare == nil || *share > *f.LostShare) {
				f.LostShare = share
			}
		}
	}
	f.AliveS = rounded(alive/float64(len(s)), secondStep)
	f.rises = 2*rising >= len(s)
	if f.ratesKnown {
		f.Slope = rateEstimate(slope.Slope)
	}
	if slope.Estimates > 1 {
		tau, i2 := rounded(slope.Tau, rateStep), rounded(slope.I2, shareStep)
		f.Tau, f.I2 = &tau, &i2
	}
	return f
}

func orZero[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}
