package trend

import (
	"fmt"
	"math"
	"strconv"
)

// amountText writes an amount in the unit of the demand.
func (e *demandEvidence) amountText(v float64) string {
	if e.d.Unit == Bytes {
		return inBytes(v)
	}
	return inObjects(v)
}

// inObjects writes a number of objects, thousands set apart.
func inObjects(v float64) string {
	text := digits(v)
	if size := math.Abs(v); size >= 1000 {
		text = grouped(v)
	}
	if text == "1" {
		return "1 object"
	}
	return text + " objects"
}

// grouped writes a whole number with its thousands set apart.
func grouped(v float64) string {
	text := strconv.FormatFloat(math.Abs(v), 'f', 0, 64)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	if v < 0 {
		return "-" + text
	}
	return text
}

// rateText writes a rate per second as one per hour, or one per sample where the times are not known.
func (e *demandEvidence) rateText(s Slope) string {
	unit, factor := "/h", 3600.0
	if e.d.Ordinal {
		unit, factor = " per sample", 1
	}
	text := e.amountText(factor*s.Rate) + unit
	if s.Interval {
		text += fmt.Sprintf(" (95 %%: %s to %s)", e.amountText(factor*s.Low), e.amountText(factor*s.High))
	}
	return text
}

// spanText writes over what the samples were taken.
func (e *demandEvidence) spanText() string {
	samples := fmt.Sprintf("%d samples", e.j.Samples)
	if e.d.Ordinal {
		return samples + " whose times are not known"
	}
	return samples + " over " + inSeconds(e.length)
}

func (e *demandEvidence) hardlyReason() string {
	if e.j.High == e.j.Low {
		return fmt.Sprintf("It does not move in %s.", e.spanText())
	}
	return fmt.Sprintf("It hardly moves: by %s in %s.", e.amountText(e.j.High-e.j.Low), e.spanText())
}

func (e *demandEvidence) unmovedReason(moved float64) string {
	how := "is the same to the last digit"
	if moved > 0 {
		how = "moves by " + e.amountText(moved)
	}
	return fmt.Sprintf("It holds %s and %s in %s: what it took was taken before, and it does not grow.",
		e.amountText(e.j.Last), how, e.spanText())
}

func (e *demandEvidence) twoReason() string {
	return fmt.Sprintf("It rose from %s to %s, but two samples do not tell whether it goes on.", e.amountText(e.j.First),
		e.amountText(e.j.Last))
}

func (e *demandEvidence) twoChurnReason() string {
	return fmt.Sprintf("It moved from %s to %s between two samples, and nearly all that is allocated is freed again: that is no "+
		"more than demand at two moments may differ by.", e.amountText(e.j.First), e.amountText(e.j.Last))
}

func (e *demandEvidence) fellReason() string {
	return fmt.Sprintf("It fell from %s to %s in %s.", e.amountText(e.j.First), e.amountText(e.j.Last), e.spanText())
}

// keptText tells what is known of what comes back.
func (e *demandEvidence) keptText() string {
	switch r := e.j.Recovery; {
	case r.Known && r.Growth > 0:
		return fmt.Sprintf("; of %s that workloads added, %s came back afterwards", e.amountText(r.Growth), inPercent(r.Share()))
	case e.d.NeverFreed:
		return "; nothing of what was ever allocated was freed"
	}
	return ""
}

func (e *demandEvidence) risingReason() string {
	return fmt.Sprintf("It rises all the time without slowing down, by %s: from %s to %s in %s%s.", e.rateText(e.time.Slope),
		e.amountText(e.j.First), e.amountText(e.j.Last), e.spanText(), e.keptText())
}

func (e *demandEvidence) dutyReason() string {
	rate := e.rateText(e.j.WorkSlope)
	if s := e.j.OperationSlope; e.j.HasOperationSlope {
		rate += fmt.Sprintf(", %s per operation", e.amountText(s.Rate))
	}
	return fmt.Sprintf("It rises while the workload runs, by %s, and stands still otherwise: from %s to %s in %s%s.", rate,
		e.amountText(e.j.First), e.amountText(e.j.Last), e.spanText(), e.keptText())
}

func (e *demandEvidence) cycleReason() string {
	return fmt.Sprintf("Every one of %d workloads leaves more behind than the one before it: from %s to %s in %s%s.",
		e.j.Recovery.Cycles, e.amountText(e.j.First), e.amountText(e.j.Last), e.spanText(), e.keptText())
}

func (e *demandEvidence) returnsReason() string {
	if r := e.j.Recovery; r.Known && r.Growth >= e.least {
		return fmt.Sprintf("Of %s that workloads added, %s came back afterwards.", e.amountText(r.Growth), inPercent(r.Share()))
	}
	return fmt.Sprintf("It rose from %s to %s and came back to %s.", e.amountText(e.j.First), e.amountText(e.j.High),
		e.amountText(e.j.Last))
}

func (e *demandEvidence) heldReason() string {
	return fmt.Sprintf("It grew from %s to %s, then stopped, and did not come back: it moves by %s in the last third of %s%s.",
		e.amountText(e.j.First), e.amountText(e.j.Last), e.amountText(e.lateMove()), e.spanText(), e.keptText())
}

// lateMove is how far the level moves in the last third of the time.
func (e *demandEvidence) lateMove() float64 {
	late := e.points[len(e.points)-1].To - e.length/3
	low, _ := levelAt(e.points, late)
	high := low
	for _, p := range e.points {
		if p.From >= late {
			low, high = min(low, p.Low), max(high, p.High)
		}
	}
	return high - low
}

func (e *demandEvidence) noTrendReason() string {
	return fmt.Sprintf("It moves between %s and %s, without a trend that chance does not explain, in %s.",
		e.amountText(e.j.Low), e.amountText(e.j.High), e.spanText())
}

func (e *demandEvidence) growthReason() string {
	text := fmt.Sprintf("It rose from %s to %s in %s", e.amountText(e.j.First), e.amountText(e.j.Last), e.spanText())
	switch {
	case e.partlyBack():
		return text + fmt.Sprintf(", but %s of what workloads added came back.", inPercent(e.j.Recovery.Share()))
	case e.j.Samples < leastLeakSamples:
		return text + fmt.Sprintf(", too few for a leak, which takes %d.", leastLeakSamples)
	case e.time.fades():
		return text + ", but ever more slowly."
	case !e.d.Ordinal && e.length < leastCapture:
		return text + fmt.Sprintf(", too short a time for a leak, which takes %s.", inSeconds(leastCapture))
	}
	return text + ", but not so evenly that it must go on."
}
