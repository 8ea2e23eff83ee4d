package trend

import (
	"fmt"
	"math"
)

// dayRange writes the interval of a rate per day.
func dayRange(s Slope) string {
	size := max(math.Abs(s.Low), math.Abs(s.High)) * aDay
	unit := byteUnit(size)
	return inUnit(s.Low*aDay, unit) + " to " + inUnit(s.High*aDay, unit) + " " + byteUnits[unit]
}

func (e *seasonEvidence) littleReason() string {
	longest := 0.0
	for _, p := range e.episodes {
		longest = max(longest, p.span())
	}
	return fmt.Sprintf("It was seen for %s at a time, and less than an hour tells no trend.", inSeconds(longest))
}

func (e *seasonEvidence) changedReason() string {
	j := &e.j
	return fmt.Sprintf("It rises by %s a day (%s) for the last %s, at the same hours, and surely did not before (%s a day).",
		inBytes(j.Slope.Rate*aDay), dayRange(j.Slope), inSeconds(j.Longest), dayRange(j.Earlier))
}

// since says that episodes before a restart are left out.
func (e *seasonEvidence) since() string {
	if !e.j.SinceRestart {
		return ""
	}
	return fmt.Sprintf(" Before a restart it did something else (%s a day): the lifetimes since then are judged.", dayRange(e.j.Earlier))
}

func (e *seasonEvidence) unevenReason() string {
	j := &e.j
	return fmt.Sprintf("At the same hours it rises by %s a day (%s), but the lowest, the mean and the highest level of the day do not all rise: "+
		"a swing with a period of its own, such as that of garbage collection, may look so.", inBytes(j.Slope.Rate*aDay), dayRange(j.Slope))
}

// inLifetimes says of how many lifetimes something is.
func inLifetimes(n int) string {
	if n == 1 {
		return "one lifetime"
	}
	return fmt.Sprintf("%d lifetimes", n)
}

// inSteps says how many steps there are, where there is more than one.
func inSteps(n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprintf(", in %d steps", n)
}

func (e *seasonEvidence) openStepReason(steps float64) string {
	j := &e.j
	return fmt.Sprintf("It rose by %s at once%s; whether it rises between them is not known (%s a day).", inBytes(steps), inSteps(len(j.Steps)),
		dayRange(j.Slope))
}

// over says what the slope rests on.
func (e *seasonEvidence) over() string {
	j := &e.j
	switch {
	case j.Basis == SameHours && j.Episodes == 1:
		return fmt.Sprintf("at the same hours of %s", inSeconds(j.Longest))
	case j.Basis == SameHours:
		return fmt.Sprintf("at the same hours, over %d lifetimes of together %s", j.Episodes, inSeconds(j.Days*aDay))
	case j.Basis == Returning && j.Episodes == 1:
		return fmt.Sprintf("from one day to the next, in %s", inSeconds(j.Longest))
	case j.Basis == Returning:
		return fmt.Sprintf("from its beginning to about the same hour a day later, over %d lifetimes", j.Episodes)
	}
	return fmt.Sprintf("over %s", inSeconds(j.Longest))
}

func (e *seasonEvidence) growthReason() string {
	j := &e.j
	text := fmt.Sprintf("It rises by %s a day (%s) %s", inBytes(j.Slope.Rate*aDay), dayRange(j.Slope), e.over())
	if j.Basis == SameHours && j.Swing > 0 {
		text += fmt.Sprintf("; by the hours of a day it swings by %s", inBytes(j.Swing))
	}
	text += "."
	switch {
	case j.Episodes > 1 && j.HasReturned && j.Returned >= 0.5:
		text += fmt.Sprintf(" %d of %d lifetimes rise, and each restart takes back %s of the rise, which hides it.", j.Rising, j.Episodes,
			inPercent(j.Returned))
	case j.Episodes > 1:
		text += fmt.Sprintf(" %d of %d lifetimes rise.", j.Rising, j.Episodes)
	}
	switch j.Basis {
	case Returning:
		text += " In a day a cache that fills anew looks the same."
	case Plain:
		text += " The load of the day could not be told apart, which takes two days or more."
	}
	return text + e.since()
}

func (e *seasonEvidence) plainReason() string {
	j := &e.j
	return fmt.Sprintf("It rises by %s an hour %s, but so does a load that comes and goes with the day: two days or more of one lifetime "+
		"tell them apart.", inBytes(j.Slope.Rate*anHour), e.over())
}

func (e *seasonEvidence) fewReturnsReason() string {
	j := &e.j
	return fmt.Sprintf("It rises by %s in a day, in %s: too few to tell growth from the load of the day, and from what fills anew after each "+
		"restart; %d do, or two days of one.",
		inBytes(j.Slope.Rate*aDay), inLifetimes(j.Episodes), leastReturns)
}

func (e *seasonEvidence) fadedReason() string {
	j := &e.j
	return fmt.Sprintf("It rose by %s a day %s, but hardly any more in the later half (%s a day): it filled up and came to rest.",
		inBytes(j.Slope.Rate*aDay), e.over(), inBytes(j.Late.Rate*aDay))
}

func (e *seasonEvidence) filledReason() string {
	j := &e.j
	return fmt.Sprintf("It filled up by %s within %s and came to rest; since then it moves by %s a day (%s).", inBytes(j.Filled),
		inSeconds(j.FilledSeconds), inBytes(j.Slope.Rate*aDay), dayRange(j.Slope))
}

func (e *seasonEvidence) fillsReason() string {
	j := &e.j
	return fmt.Sprintf("It rises by %s in the first day of each of %d lifetimes, most of it in the first hours and hardly any at the end: it fills "+
		"anew after each restart.", inBytes(j.Slope.Rate*aDay), j.Episodes)
}

func (e *seasonEvidence) stepReason(steps float64) string {
	j := &e.j
	return fmt.Sprintf("It rose by %s at once%s, and between them by %s a day (%s).", inBytes(steps), inSteps(len(j.Steps)),
		inBytes(j.Slope.Rate*aDay), dayRange(j.Slope))
}

func (e *seasonEvidence) shrinkingReason() string {
	j := &e.j
	return fmt.Sprintf("It falls by %s a day (%s) %s.", inBytes(-j.Slope.Rate*aDay), dayRange(j.Slope), e.over()) + e.since()
}

func (e *seasonEvidence) wideReason() string {
	j := &e.j
	return fmt.Sprintf("The rate is known to %s a day only, %s.", dayRange(j.Slope), e.over()) + e.since()
}

func (e *seasonEvidence) steadyReason() string {
	j := &e.j
	text := fmt.Sprintf("It moves by %s a day (%s) %s", inBytes(j.Slope.Rate*aDay), dayRange(j.Slope), e.over())
	if j.Basis == SameHours && j.Swing > 0 {
		text += fmt.Sprintf("; by the hours of a day it swings by %s", inBytes(j.Swing))
	}
	return text + "." + e.since()
}
