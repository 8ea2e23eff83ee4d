package trend

import (
	"fmt"
	"math"
)

// The least evidence with which a seasonal level is judged.
const (
	sureChance   = 0.001 // of growth: with more, and where none is found, it is asked whether growth began late
	seasonChance = 0.05  // adjusted: growth is rarer by chance
	fadedRate    = 0.25  // of the slope: less in the later half is no growth that goes on
	// restOfFilling is what may still be missing of what filled up, as a part of it.
	restOfFilling = 0.1
	tooWide       = 0.1 // of the level: a rise that may be greater is not called steady
	plainRise     = 0.3 // of the level: less is no growth where the load of the day is not told apart
	besideRise    = 4   // times what the level does beside the slope: the same
	stepsAlone    = 0.5 // of steps: what may rise between them, at most, where a level is said to rise in steps only
)

// leastReturns is how many episodes of about a day it takes to tell growth from what fills anew after each restart.
const leastReturns = 4

// decide gives the verdict.
func (e *seasonEvidence) decide() {
	j := &e.j
	steps := 0.0
	for _, s := range j.Steps {
		steps += s.Bytes
	}
	j.fallback = Steady
	if j.Basis == NoBasis {
		j.Verdict, j.Reason = Inconclusive, e.littleReason()
		return
	}
	e.judge(steps)
	if (j.Verdict != Growth || j.Chance > sureChance) && e.changed() {
		j.Verdict, j.Reason = Growth, e.changedReason()
	}
	j.Confidence = e.confidence()
}

// judge gives the verdict on a level that does the same all the time.
func (e *seasonEvidence) judge(steps float64) {
	j := &e.j
	wide := (j.Slope.High - j.Slope.Rate) * j.Longest
	if j.Basis == Plain || wide > max(4*e.least, tooWide*math.Abs(j.Level)) {
		j.fallback = Inconclusive
	}
	significant := j.Chance <= seasonChance && j.Slope.Low*j.Slope.High > 0
	if j.Filled > 0 && math.Abs(j.Rise) < restOfFilling*j.Filled {
		significant = false
	}
	switch {
	case significant && j.Rise >= e.least && e.faded():
		j.Verdict, j.Reason = WarmUp, e.fadedReason()
	case significant && j.Rise >= e.least && j.Basis == Returning && e.fillsAnew():
		j.Verdict, j.Reason = WarmUp, e.fillsReason()
	case j.Rise >= e.least && e.fewReturns() && !(significant && e.risesThroughout()):
		j.Verdict, j.Reason = Inconclusive, e.fewReturnsReason()
	case significant && j.Rise >= e.least && j.Basis == Plain && !e.risesThroughout():
		j.Verdict, j.Reason = Inconclusive, e.plainReason()
	case significant && j.Rise >= e.least && !e.allRise():
		j.Verdict, j.Reason = Inconclusive, e.unevenReason()
	case significant && j.Rise >= e.least:
		j.Verdict, j.Reason = Growth, e.growthReason()
	case steps >= e.least && j.Slope.High*j.Longest > max(4*e.least, stepsAlone*steps):
		j.Verdict, j.Reason = Inconclusive, e.openStepReason(steps)
	case steps >= e.least:
		j.Verdict, j.Reason = Step, e.stepReason(steps)
	case j.Filled >= e.least:
		j.Verdict, j.Reason = WarmUp, e.filledReason()
	case significant && j.Rise <= -e.least && j.Basis != Plain && !e.fewReturns():
		j.Verdict, j.Reason = Shrinking, e.shrinkingReason()
	case j.fallback == Inconclusive && math.Abs(j.Rise)+wide >= e.least:
		j.Verdict, j.Reason = Inconclusive, e.wideReason()
	default:
		j.Verdict, j.Reason = Steady, e.steadyReason()
	}
}

// takeBack takes back a verdict that chance may explain among so many.
func (j *SeasonJudgement) takeBack(tests int) {
	if j.Verdict != Growth && j.Verdict != Shrinking && (j.Verdict != WarmUp || j.Filled > 0) || j.Adjusted <= seasonChance {
		j.Confidence = min(j.Confidence, 1-j.Adjusted)
		if j.Verdict == Growth || j.Verdict == Shrinking {
			return
		}
		j.Confidence = j.restConfidence()
		return
	}
	j.Verdict = Inconclusive
	j.Reason = fmt.Sprintf("It moves by %s a day (%s), but of %d levels that were judged at once some do so by chance alone (chance %s).",
		inBytes(j.Slope.Rate*aDay), dayRange(j.Slope), tests, inPercent(j.Adjusted))
	j.Confidence = j.restConfidence()
}

// restConfidence is the confidence in a verdict that claims no movement, or nothing.
func (j *SeasonJudgement) restConfidence() float64 {
	switch j.Verdict {
	case Inconclusive:
		return 0
	case Steady:
		return min(0.9, 0.4+0.05*j.Days)
	}
	return min(0.8, 0.3+0.05*j.Days)
}

// confidence grows with the days, and is low where the load of the day could not be told apart: levels alone prove no leak.
func (e *seasonEvidence) confidence() float64 {
	j := &e.j
	if j.Verdict != Growth && j.Verdict != Shrinking {
		return j.restConfidence()
	}
	most := 0.3
	switch {
	case j.Since > 0:
		most = min(0.6, 0.3+0.05*j.Days)
	case j.Basis == SameHours:
		most = min(0.9, 0.45+0.05*j.Days)
	case j.Basis == Returning && !e.fewReturns():
		most = min(0.7, 0.3+0.05*j.Days)
	}
	return min(most, 1-j.Chance)
}

// faded tells whether growth came to rest in the later half of the time.
func (e *seasonEvidence) faded() bool {
	j := &e.j
	return j.Late.Interval && j.Late.Low <= 0 && j.Late.Rate < fadedRate*j.Slope.Rate
}

// fillsAnew tells whether episodes of about a day surely rise faster early, at hours without load too, and slower at their end than
// they do on average, as caches do.
func (e *seasonEvidence) fillsAnew() bool {
	var early, ending, before []float64
	for _, p := range e.episodes {
		if p.basis == Returning {
			early, ending, before = append(early, p.early), append(ending, p.ending), append(before, p.before)
		}
	}
	if len(early) < 3 {
		return false
	}
	first, firstError := meanError(early)
	last, lastError := meanError(ending)
	sooner, soonerError := meanError(before) // a job that runs just before the restart is not in it
	rate := e.j.Slope.Rate
	return first-2*firstError > rate && min(last+2*lastError, sooner+2*soonerError) < fillsLate*rate
}

// fillsLate is how fast, beside the average, what fills anew rises at its end at most.
const fillsLate = 0.5

// meanError gives the mean of values and its standard error.
func meanError(values []float64) (mean, deviation float64) {
	n := float64(len(values))
	mean = sum(values) / n
	var squares float64
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(squares / (n - 1) / n)
}

// allRise tells whether the lowest, the mean and the highest level of the day rise with the slope, on average over the episodes.
func (e *seasonEvidence) allRise() bool {
	var all daily
	weights := 0.0
	for _, p := range e.chosen {
		if d := &p.fit.daily; p.basis == SameHours && d.ok {
			w := math.Pow(p.span(), 3) // as slopes are known
			all.low, all.mean, all.high = all.low+w*d.low, all.mean+w*d.mean, all.high+w*d.high
			weights += w
		}
	}
	all.ok = weights > 0
	return all.rises(e.j.Slope.Rate * weights)
}

// risesThroughout tells whether a level without a profile rises from each quarter of the time to the next, and by much.
func (e *seasonEvidence) risesThroughout() bool {
	if e.beside(e.j.Slope.Rate)*besideRise > e.j.Rise {
		return false
	}
	for _, p := range e.chosen {
		rest := p.rest()
		n := len(rest.values)
		var quarters [4]float64
		for q := range quarters {
			quarters[q] = medianOf(rest.values[q*n/4 : (q+1)*n/4])
		}
		for q := 1; q < 4; q++ {
			if !(quarters[q] > quarters[q-1]) {
				return false
			}
		}
		if quarters[3]-quarters[0] < plainRise*quarters[0] {
			return false
		}
	}
	return len(e.chosen) < 3 // in many short ones the load of the day does the same
}
