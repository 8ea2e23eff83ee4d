package trend

import "math"

// cameBack tells whether what was taken was given back: all of what workloads added, or, where no phases are known, most
// of what was added at all.
func (e *demandEvidence) cameBack() bool {
	const climbing = 0.05 // of what workloads added is more left after each of them
	j := &e.j
	if j.Recovery.Known && j.Recovery.Growth >= e.least {
		return j.Recovery.Share() >= allReturned && j.Last-j.First < (1-allReturned)*max(j.Recovery.Growth, j.High-j.First) &&
			!(j.Recovery.climbs() && e.cycles.rise >= max(e.least, climbing*j.Recovery.Growth))
	}
	const most = 0.3 // of the growth is left
	peak := j.High - j.First
	return peak >= max(e.least, littleMoves*j.High) && j.Last-j.First <= most*peak && e.drawdown >= halfGone*peak &&
		!(e.time.rise > 0 && e.time.throughout())
}

// partlyBack tells whether too much came back for a leak.
func (e *demandEvidence) partlyBack() bool {
	return e.j.Recovery.Known && e.j.Recovery.Growth >= e.least && e.j.Recovery.Share() > mostReturned
}

// leaksWithWork tells whether the level rises with the work, and neither rises nor falls without.
func (e *demandEvidence) leaksWithWork() bool {
	const leastPlaces = 4 // on the axis of work
	return e.j.Samples >= leastLeakSamples && len(e.work.floors) >= leastPlaces && e.rates.onlyWork() &&
		e.work.rise >= e.least && e.risesThroughout(&e.work) && !e.partlyBack()
}

// leaksByCycle tells whether each workload leaves more than the one before it, whatever else it took and gave back.
func (e *demandEvidence) leaksByCycle() bool {
	return e.j.Recovery.Cycles+1 >= leastLeakSamples && e.cycles.rise >= e.least && e.cycles.throughout() && !e.cycles.fades()
}

// risesThroughout tells whether a level rises all along an axis without slowing down. Along few places of work the
// certainty of Kendall's statistic cannot be had: there the level must not fall at any.
func (e *demandEvidence) risesThroughout(t *floorTrend) bool {
	if len(t.floors) >= leastLeakSamples {
		return t.throughout() && !t.fades()
	}
	for i := 1; i < len(t.floors); i++ {
		if t.floors[i].value <= t.floors[i-1].value {
			return false
		}
	}
	return !t.fades()
}

// leaksWithTime tells whether the level rises all the time.
func (e *demandEvidence) leaksWithTime() bool {
	return e.j.Samples >= leastLeakSamples && len(e.time.floors) >= leastLeakSamples &&
		(e.d.Ordinal || e.length >= leastCapture) && e.time.rise >= e.least && e.time.throughout() && !e.time.fades() &&
		!e.partlyBack()
}

// stop finds the time in which a level that stopped grew: from the last sample that had hardly any of the growth to the
// first that had nearly all of it.
func (e *demandEvidence) stop() Stop {
	const nearly = 0.02 // of the growth is before, and after
	j := &e.j
	grew := j.Last - j.First
	s := Stop{Grew: grew, From: e.points[0].From, Until: e.points[len(e.points)-1].To}
	low, high := j.First+nearly*grew, j.Last-nearly*grew
	for _, p := range e.points {
		switch {
		case p.Last <= low:
			s.From = p.To
		case p.First <= low:
			s.From = p.From
		}
		if p.First >= high || p.Last >= high {
			if s.Until = p.To; p.First >= high {
				s.Until = p.From
			}
			break
		}
	}
	return s
}

// stopped tells whether a level that grew stands still at what it has reached, in the last third of the time.
func (e *demandEvidence) stopped() bool {
	const (
		still = 0.05 // of the growth is what it still grows by
		noise = 0.25 // of the growth is how far it moves
		kept  = 0.7  // of the growth is left
	)
	j := &e.j
	grew := j.High - j.First
	late := e.points[len(e.points)-1].To - e.length/3
	begin, _ := levelAt(e.points, late)
	low, high := begin, begin
	samples := 0
	for _, p := range e.points {
		if p.From >= late {
			low, high = min(low, p.Low), max(high, p.High)
			samples += p.Samples
		}
	}
	return samples > 0 && grew >= max(e.least, hardlyMoves*j.High) && j.Last-j.First >= kept*grew &&
		math.Abs(j.Last-begin) <= max(still*grew, hardlyMoves*j.High) && high-low <= noise*grew
}
