package trend

import "math"

// The least evidence with which a demand is judged.
const (
	leastLeakSamples = 6         // of a level: fewer make no leak
	leastBytes       = 64 * 1024 // fewer are no movement
	leastObjects     = 16        // likewise
	hardlyMoves      = 0.005     // of the highest level: less is no movement
	littleMoves      = 0.1       // of the highest level: less is steady where it does not rise
	leakChance       = 0.01      // adjusted: a leak is rarer by chance
	growthChance     = 0.05      // adjusted: growth that rests on the test alone is rarer by chance
	halfGone         = 0.5       // of the movement was given back at once: demand comes and goes
	mostReturned     = 0.2       // of the growth came back: more is no leak
	allReturned      = 0.8       // of the growth came back: that is demand
)

// demandEvidence is all that the verdict on a demand rests on.
type demandEvidence struct {
	d        *Demand
	points   []Point
	time     floorTrend // along the time
	axis     workAxis
	work     floorTrend // along the work done
	rates    twoRates
	split    float64    // chance that just the steps under workload are the steepest
	cycles   floorTrend // of what is left after each workload, along the work done
	least    float64    // less is no movement
	drawdown float64    // the most that the level fell from its highest until then
	length   float64    // from the first sample to the last
	j        Judgement
}

// JudgeDemand gives the verdict on one demand. It is a pure function, takes any input, and leaves out what is no number.
// Where many demands are judged at once, ControlChance must see all judgements before they are believed.
func JudgeDemand(d Demand) Judgement {
	e := demandEvidence{d: &d, points: cleanPoints(d.Points)}
	e.measure()
	e.decide()
	e.j.Adjusted = e.j.Chance
	if e.j.Verdict == Leak && e.j.Chance > leakChance {
		e.j.demote()
	}
	return e.j
}

// measure takes all figures.
func (e *demandEvidence) measure() {
	j := &e.j
	j.Chance = 1
	if len(e.points) == 0 {
		return
	}
	e.extremes()
	e.least = leastBytes
	if e.d.Unit == Objects {
		e.least = leastObjects
	}
	e.least = max(e.least, hardlyMoves*j.High)
	if j.Samples < 2 || e.length <= 0 {
		return
	}
	floors := windowFloors(e.points, timeWindows)
	if n := len(e.points); n == 1 { // one bin of several samples
		floors = []floor{{e.points[0].From, j.First}, {e.points[0].To, j.Last}}
	}
	if j.High == j.Low {
		e.measureUnmoved()
		return
	}
	e.time = newFloorTrend(floors)
	j.HasSlope, j.Slope, j.Rise = len(floors) > 1, e.time.Slope, e.time.rise
	e.measureWork()
	if j.High-j.Low >= e.least && j.Samples >= leastLeakSamples {
		j.Tested, j.Chance = true, e.time.chance()
	}
}

// measureUnmoved gives the rates of a level that does not move at all: they are none, and for certain where there are
// samples enough.
func (e *demandEvidence) measureUnmoved() {
	j := &e.j
	none := Slope{Interval: j.Samples >= leastLeakSamples}
	j.HasSlope, j.Slope = true, none
	if e.d.Ordinal {
		return
	}
	e.axis = newWorkAxis(e.d.Phases)
	j.HasWorkSlope, j.WorkSlope = len(e.axis.phases) > 0, none
	j.HasOperationSlope, j.OperationSlope = e.axis.volume, none
}

// extremes takes what needs no statistics.
func (e *demandEvidence) extremes() {
	j := &e.j
	n := len(e.points)
	j.First, j.Last = e.points[0].First, e.points[n-1].Last
	j.Low, j.High = math.Inf(1), math.Inf(-1)
	top := math.Inf(-1)
	for _, p := range e.points {
		j.Samples += p.Samples
		// Within a bin it is not known whether the least came before the highest: what is sure is the fall from what was
		// before the bin, and to its end.
		e.drawdown = max(e.drawdown, top-p.Low, p.High-p.Last)
		top = max(top, p.High)
		j.Low, j.High = min(j.Low, p.Low), max(j.High, p.High)
	}
	e.length = e.points[n-1].To - e.points[0].From
}

// measureWork takes the figures along the work done.
func (e *demandEvidence) measureWork() {
	j := &e.j
	if len(e.d.Phases) == 0 || e.d.Ordinal {
		return
	}
	e.axis = newWorkAxis(e.d.Phases)
	if len(e.axis.phases) == 0 {
		return
	}
	floors := windowFloors(e.points, workWindows)
	e.work = newFloorTrend(along(floors, e.axis.seconds))
	e.rates, e.split = e.axis.rates(floors), e.axis.splitChance(floors)
	if e.rates.known {
		j.HasWorkSlope, j.WorkSlope = true, e.rates.whole()
	}
	if e.axis.volume {
		t := newFloorTrend(along(floors, e.axis.operations))
		j.HasOperationSlope, j.OperationSlope = len(t.floors) > 1, t.Slope
	}
	j.Recovery = returned(e.points, e.d.Phases)
	e.cycles = newFloorTrend(along(j.Recovery.left, e.axis.seconds))
}

// decide gives the verdict and its reason.
func (e *demandEvidence) decide() {
	j := &e.j
	moved := j.High - j.Low
	switch {
	case j.Samples == 0:
		e.give(Inconclusive, "No sample has a value.")
	case j.Samples == 1 || e.length <= 0:
		e.give(Inconclusive, "One sample shows no trend, however large it is.")
	case moved == 0 || moved < e.least && j.Samples < leastLeakSamples/2:
		e.decideUnmoved(moved)
	case moved < e.least:
		e.give(Steady, e.hardlyReason())
	case j.Samples == 2:
		e.decideTwo()
	case e.cameBack():
		e.give(Returns, e.returnsReason())
	case e.leaksWithWork():
		j.Duty = true
		j.Chance = min(1, max(e.rates.chance(), min(orderChance(len(e.work.floors)), e.split)))
		e.giveLeak(e.dutyReason())
	case e.leaksByCycle():
		j.Duty = true
		j.Chance = e.cycles.chance()
		e.giveLeak(e.cycleReason())
	case e.leaksWithTime():
		e.giveLeak(e.risingReason())
	case e.stopped():
		j.Stop = e.stop()
		e.give(Held, e.heldReason())
	default:
		e.decideUndecided()
	}
}

// decideUnmoved judges a level that stands still.
func (e *demandEvidence) decideUnmoved(moved float64) {
	if e.d.Notable > 0 && e.j.Low >= e.d.Notable {
		e.give(Held, e.unmovedReason(moved))
		return
	}
	e.give(Steady, e.hardlyReason())
}

// decideTwo judges two samples.
func (e *demandEvidence) decideTwo() {
	if e.j.Last < e.j.First {
		e.give(Returns, e.fellReason())
		return
	}
	if e.d.Churns && e.j.High-e.j.Low <= littleMoves*e.j.High {
		e.give(Inconclusive, e.twoChurnReason())
		return
	}
	e.give(Growth, e.twoReason())
}

// decideUndecided judges what neither leaks nor stands still at what it has reached.
func (e *demandEvidence) decideUndecided() {
	j := &e.j
	moved := j.High - j.Low
	rose := j.Last - j.First
	clear := e.time.rise >= e.least && rose >= 0.7*moved && rose >= 2*littleMoves*j.First && e.drawdown <= 0.3*moved
	tested := j.Chance <= growthChance && e.time.rise >= e.least
	switch {
	case clear:
		e.give(Growth, e.growthReason())
	case tested:
		e.giveUndecided()
		j.fallback = &opinion{j.Verdict, j.Reason, j.Confidence}
		e.give(Growth, e.growthReason())
	default:
		e.giveUndecided()
	}
}

// giveUndecided gives the verdict that holds when no rise is shown.
func (e *demandEvidence) giveUndecided() {
	moved := e.j.High - e.j.Low
	switch {
	case moved <= littleMoves*e.j.High:
		e.give(Steady, e.noTrendReason())
	case e.drawdown >= halfGone*moved:
		e.give(Returns, e.noTrendReason())
	case e.j.Last < e.j.First:
		e.give(Returns, e.fellReason())
	default:
		e.give(Growth, e.growthReason())
	}
}

// give sets the verdict.
func (e *demandEvidence) give(v Verdict, reason string) {
	e.j.Verdict, e.j.Reason, e.j.Confidence = v, reason, e.confidence(v)
}

// giveLeak sets the verdict of a leak, with what it is when chance explains it.
func (e *demandEvidence) giveLeak(reason string) {
	e.give(Leak, reason)
	e.j.Tested = true
	e.j.trendReason = e.growthReason()
}

// confidence weighs the number of samples, the time, and whether a recovery was seen.
func (e *demandEvidence) confidence(v Verdict) float64 {
	const best = 0.95
	n := float64(e.j.Samples)
	c := best * n / (n + 4)
	if !e.d.Ordinal {
		c *= e.length / (e.length + 300)
	}
	if (v == Leak || v == Held || v == Growth) && !e.j.Recovery.Known {
		c *= 0.85
	}
	if v == Inconclusive {
		return 0
	}
	return c
}
