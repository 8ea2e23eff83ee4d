package report

import (
	"cmp"
	"fmt"
	"slices"

	"etledger/internal/textform"
)

// leastUncovered is the shortest time between recordings that is told, in ns: headers have their times in steps of the system
// clock, which are up to 16 ms long.
const leastUncovered = 100e6

// recordingsFindings tell of captures made of several recordings.
func recordingsFindings() []FindingKind {
	return []FindingKind{
		{Code: "several-recordings", Severity: SeverityInfo, Raised: SeverityWarning,
			detect: severalRecordings, raise: anyUncovered, advise: uncoveredAdvice,
			Weakens:  "nothing, if they overlap in time; in times that none of them covers, allocations and frees are not seen",
			NextTime: "Record in one session where one will do; give parts of one recording together, as here."},
	}
}

// uncovered is a time between recordings, in ns since 1970 UTC.
type uncovered struct{ from, to int64 }

// uncoveredTimes gives the times between recordings that none of them covers by the start and the end in its header, in order.
// Where some have kernel events and others have not, the former count. A recording that was not closed may go on to any time.
func (e *evidence) uncoveredTimes() (times []uncovered) {
	kinds := e.sessionKinds()
	kernel := slices.ContainsFunc(kinds, func(k SessionKind) bool { return k != SessionOrdinary })
	var spans []uncovered
	for i, h := range e.headers {
		switch {
		case kernel && kinds[i] == SessionOrdinary:
		case h.StartTime.IsZero() || h.EndTime.IsZero():
			return nil
		default:
			spans = append(spans, uncovered{h.StartTime.UnixNano(), h.EndTime.UnixNano()})
		}
	}
	slices.SortFunc(spans, func(a, b uncovered) int { return cmp.Compare(a.from, b.from) })
	for i := range spans {
		if i == 0 {
			continue
		}
		// Headers may say any time; only those of the capture count.
		gap := uncovered{max(spans[i-1].to, e.startNano), min(spans[i].from, e.endNano)}
		if gap.from < gap.to && gap.to-gap.from >= leastUncovered {
			times = append(times, gap)
		}
		spans[i].to = max(spans[i].to, spans[i-1].to)
	}
	return times
}

func anyUncovered(e *evidence) bool { return len(e.uncoveredTimes()) > 0 }

// uncoveredText says how long the times are that no recording covers: "30.0 s between the recordings".
func (e *evidence) uncoveredText() string {
	times := e.uncoveredTimes()
	if len(times) == 0 {
		return ""
	}
	sum := 0.0
	for _, t := range times {
		sum += secondsBetween(t.from, t.to)
	}
	text := textform.Span(sum) + " between the recordings"
	if len(times) > 1 {
		text += fmt.Sprintf(" (at %d times)", len(times))
	}
	return text + fmt.Sprintf(", from %.1f s on", secondsBetween(e.startNano, times[0].from))
}

func severalRecordings(e *evidence) string {
	if len(e.headers) < 2 {
		return ""
	}
	text := fmt.Sprintf("%d recordings were read as one capture in time order; what happened ", len(e.headers))
	if gap := e.uncoveredText(); gap != "" {
		return text + "in " + gap + ", is in none of them: allocations and frees of that time are missing."
	}
	return text + "in times that none of them covers is not known."
}

func uncoveredAdvice(e *evidence) string {
	if !anyUncovered(e) {
		return ""
	}
	return "Record in one session from beginning to end, or begin each recording before the one before it is stopped, and give only those to " +
		"one call that belong together."
}

// notSeenAdvice gives what to do where the account shows that frees or ends are missing: about buffers, unless nothing is known to be
// lost, and a time is covered by no recording.
func notSeenAdvice(e *evidence) string {
	if !lossKnown(e) && anyUncovered(e) {
		return uncoveredAdvice(e)
	}
	return bufferAdvice(e)
}
