package trend

import "fmt"

// The reasons are one sentence each, for people who have not read how the verdict comes about.

func (e *evidence) steadyReason() string {
	return fmt.Sprintf("It took only %s in %s.", inBytes(e.a.born), inSeconds(e.a.length()))
}

func (e *evidence) leakReason() string {
	s := fmt.Sprintf("It keeps %s (%s to %s) of what it takes: %s", inRate(e.rate.slope), inRate(e.rate.low),
		inRate(e.rate.high), inBytes(e.shape.rest))
	s += fmt.Sprintf(" taken over %s", inSeconds(e.kept.to-e.kept.from))
	if len(e.lives.ages) == 0 {
		return s + " are all still there, and nothing was given back."
	}
	s += fmt.Sprintf(" outlived %s, the age by which %s of its other memory is given back", inSeconds(e.kept.horizon),
		inPercent(e.lives.deadBy(e.kept.horizon)))
	if e.shape.quicker > 1.5 {
		s += fmt.Sprintf(", and the second half of that time brought %.1f times as much as the first", e.shape.quicker)
	}
	return s + "."
}

func (e *evidence) stepReason() string {
	first := e.shape.steps[0]
	if n := len(e.shape.steps); n > 1 {
		return fmt.Sprintf("It rose by %s in %d steps, the greatest of %s at %s, and stays there.",
			inBytes(e.shape.stepBytes), n, inBytes(first.bytes), inSeconds(first.at))
	}
	return fmt.Sprintf("It rose by %s at once at %s and stays there.", inBytes(first.bytes), inSeconds(first.at))
}

func (e *evidence) warmUpReason() string {
	return fmt.Sprintf("Of the %s that stay, %s were taken in the first half of %s and 98 %% by %s.",
		inBytes(e.shape.rest), inPercent(e.shape.early), inSeconds(e.a.length()), inSeconds(e.shape.last))
}

func (e *evidence) collectedReason() string {
	return fmt.Sprintf("What it had taken until %s was given back at once then, and the %s taken since may be too.",
		inSeconds(e.level.teeth[len(e.level.teeth)-1]), inBytes(e.shape.rest))
}

func (e *evidence) unevenReason() string {
	switch {
	case e.shape.fading:
		return fmt.Sprintf("%s stay, but they come ever more slowly: the second half of the time brought %s of the first.",
			inBytes(e.shape.rest), inPercent(e.shape.quicker))
	case !e.shape.sustained:
		return fmt.Sprintf("%s stay, but they were not taken evenly: %s in the first half of the time, 98 %% by %s of %s.",
			inBytes(e.shape.rest), inPercent(e.shape.early), inSeconds(e.shape.last), inSeconds(e.kept.to))
	}
	return fmt.Sprintf("%s stay, but the rate of %s is too uncertain (%s to %s).",
		inBytes(e.shape.rest), inRate(e.rate.slope), inRate(e.rate.low), inRate(e.rate.high))
}

func (e *evidence) standingReason() string {
	return fmt.Sprintf("%s taken stay, but as much goes: the level rises by at most %s since the middle of the time.",
		inBytes(e.shape.rest), inRate(max(0, e.level.late.high)))
}

func (e *evidence) replacedReason() string {
	return fmt.Sprintf("It keeps %s of what it takes, but gives back %s of older memory meanwhile.",
		inRate(e.rate.slope), inRate(2*e.level.olderLate/e.a.length()))
}

func (e *evidence) endedReason() string {
	return fmt.Sprintf("It grew by %s, but it ended at %s: what was left then went with it and is no leak.",
		inRate(e.rate.slope), inSeconds(e.a.end))
}

func (e *evidence) shortReason() string {
	if seen := e.in.CaptureEnd - e.in.CaptureStart; seen < leastCapture {
		return fmt.Sprintf("It grows by %s, but a capture of %s is too short to call that a leak (at least %s).",
			inRate(e.rate.slope), inSeconds(seen), inSeconds(leastCapture))
	}
	return fmt.Sprintf("It grows by %s, but was seen for %s only, too short to call that a leak (at least %s).",
		inRate(e.rate.slope), inSeconds(e.a.length()), inSeconds(leastOwn))
}

func (e *evidence) shrinkingReason() string {
	return fmt.Sprintf("It gives back more than it takes: its level falls by %s, by %s in %s.",
		inRate(-e.level.net.slope), inBytes(-e.level.net.rise), inSeconds(e.a.length()))
}

func (e *evidence) lossReason() string {
	return fmt.Sprintf("Of %s taken %s stay, but events were lost, and lost frees would look the same.",
		inBytes(e.a.born), inBytes(e.kept.present))
}

func (e *evidence) churnReason() string {
	dead := e.a.born - e.a.surviving
	if e.kept.present < leastRise {
		return fmt.Sprintf("Of %s taken %s were given back, and only %s older than %s stay.",
			inBytes(e.a.born), inBytes(dead), inBytes(e.kept.present), inSeconds(e.kept.horizon))
	}
	if e.lost.known {
		return fmt.Sprintf("Of %s taken %s were given back, and lost frees may explain the %s that stay.",
			inBytes(e.a.born), inBytes(dead), inBytes(e.kept.present))
	}
	return fmt.Sprintf("Of %s taken %s were given back, and the %s older than %s may go as well, going by the lives of the others.",
		inBytes(e.a.born), inBytes(dead), inBytes(e.kept.present), inSeconds(e.kept.horizon))
}
