package trend

import (
	"fmt"
	"strings"
)

// A reason is one sentence with numbers, for people who have not read how the verdict comes about. Points of time are
// seconds from the first event of the capture, as everywhere.

func shortWindowReason(length float64) string {
	return fmt.Sprintf("Only %s were seen, too little to judge.", inSeconds(length))
}

func (e *evidence) steadyReason() string {
	if e.a.born == 0 {
		return fmt.Sprintf("It hardly moves: in %s it took nothing.", inSeconds(e.a.length()))
	}
	return fmt.Sprintf("It hardly moves: in %s it took only %s.", inSeconds(e.a.length()), inBytes(e.a.born))
}

func (e *evidence) leakReason() string {
	s := fmt.Sprintf("It keeps %s (%s) of what it takes: %s taken all through %s are still there", inRate(e.rate.slope),
		inRates(e.rate.low, e.rate.high), inBytes(e.shape.rest), inSeconds(e.kept.to-e.shape.from))
	switch dead := e.a.born - e.a.surviving; {
	case dead == 0:
		s += ", and nothing was given back"
	case dead < leastRise:
		s += fmt.Sprintf(", and only %s were given back", inBytes(dead))
	default:
		s += fmt.Sprintf(", while nine tenths of what it gives back live no longer than %s", inSeconds(e.lives.age(0.9)))
	}
	switch {
	case e.shape.quicker > 1.5 && e.shape.from == e.kept.from:
		s += fmt.Sprintf("; the second half of that time brought %s times as much as the first", digits(e.shape.quicker))
	case e.shape.stepBytes+e.shape.warm >= leastRise:
		s += fmt.Sprintf("; %s that came at once or at the beginning are not counted",
			inBytes(e.shape.stepBytes+e.shape.warm))
	}
	return s + "."
}

func (e *evidence) stepReason() string {
	first := e.shape.steps[0]
	if n := len(e.shape.steps); n > 1 {
		return fmt.Sprintf("It rose by %s in %d steps, the greatest of them by %s at about %s, and stays there.",
			inBytes(e.shape.stepBytes), n, inBytes(first.bytes), inSeconds(first.at))
	}
	return fmt.Sprintf("It rose by %s at once, at about %s, and stays there.", inBytes(first.bytes), inSeconds(first.at))
}

func (e *evidence) warmUpReason() string {
	return fmt.Sprintf("What stays is old: of %s, %s were taken in the first half of the time from %s to %s and nearly all"+
		" by %s.", inBytes(e.shape.rest+e.shape.stepBytes), inPercent(min(1, e.shape.early)), inSeconds(e.kept.from),
		inSeconds(e.kept.to), inSeconds(e.shape.last))
}

func (e *evidence) collectedReason() string {
	return fmt.Sprintf("It grows and gives back most of it at once, last at %s, and the %s that stay have not outlived"+
		" that often enough.", inSeconds(e.level.teeth[len(e.level.teeth)-1]), inBytes(e.kept.present))
}

func (e *evidence) unevenReason() string {
	stays := inBytes(e.shape.rest + e.shape.stepBytes)
	switch {
	case e.shape.fading:
		return fmt.Sprintf("%s stay, but they come ever more slowly: the second half of %s brought %s of what the first"+
			" did.", stays, inSeconds(e.kept.span()), inPercent(e.shape.quicker))
	case !e.shape.sustained:
		return fmt.Sprintf("%s stay, but they were not taken all through the time from %s to %s: %s came in the first half"+
			" of it and nearly all by %s.", stays, inSeconds(e.kept.from), inSeconds(e.kept.to),
			inPercent(max(0, min(1, e.shape.early))), inSeconds(e.shape.last))
	}
	return fmt.Sprintf("%s stay, but the rate of %s is too uncertain (%s) or too low to call it a leak.", stays,
		inRate(e.rate.slope), inRates(e.rate.low, e.rate.high))
}

func (e *evidence) standingReason() string {
	return fmt.Sprintf("%s stay, but as much of the rest goes: since half of the time the level rises by at most %s.",
		inBytes(e.shape.rest), inRate(max(0, e.level.late.high)))
}

func (e *evidence) replacedReason() string {
	return fmt.Sprintf("It keeps %s of what it takes, but gives back %s of older memory meanwhile, so that on the whole"+
		" it does not grow.", inRate(e.kept.present/e.kept.span()), inRate(2*e.level.olderLate/e.a.length()))
}

func (e *evidence) steadyGrowthReason() string {
	return fmt.Sprintf("It grew by %s (%s).", inRate(e.rate.slope), inRates(e.rate.low, e.rate.high))
}

// endedReason adds to the reason of a rise that it came to an end.
func endedReason(reason string, end float64) string {
	return strings.TrimSuffix(reason, ".") + fmt.Sprintf("; it ended at %s, so what was left is no leak.", inSeconds(end))
}

func (e *evidence) shortReason() string {
	seen, least := e.a.length(), leastOwn
	if e.a.capture < leastCapture {
		seen, least = e.a.capture, leastCapture
	}
	return fmt.Sprintf("It grows by %s (%s), but %s are too short to call that a leak: it takes %s.", inRate(e.rate.slope),
		inRates(e.rate.low, e.rate.high), inSeconds(seen), inSeconds(least))
}

func (e *evidence) shrinkingReason() string {
	return fmt.Sprintf("It gives back more than it takes: what it comes down to fell by %s in %s, %s.",
		inBytes(-e.level.net.rise), inSeconds(e.a.length()), inRate(-e.level.net.slope))
}

func (e *evidence) lossReason() string {
	return fmt.Sprintf("Of %s taken %s stay, but events were lost, and frees that were lost would look the same.",
		inBytes(e.a.born), inBytes(e.kept.present))
}

func (e *evidence) churnReason() string {
	s := fmt.Sprintf("It took %s and gave %s back", inBytes(e.a.born), inBytes(e.a.born-e.a.surviving))
	switch stay := e.kept.present; {
	case stay == 0:
		return s + fmt.Sprintf("; nothing older than %s stays.", inSeconds(e.kept.horizon))
	case stay < leastRise:
		return s + fmt.Sprintf("; only %s older than %s stay.", inBytes(stay), inSeconds(e.kept.horizon))
	case e.lost.known && e.kept.doubt <= mostDoubt:
		return s + fmt.Sprintf("; frees that were lost may explain the %s that stay.", inBytes(stay))
	case e.kept.doubt <= mostDoubt:
		return s + fmt.Sprintf("; beside that the %s that stay are little.", inBytes(stay))
	default:
		return s + fmt.Sprintf("; the %s that stay may still go, as the rest did.", inBytes(stay))
	}
}
