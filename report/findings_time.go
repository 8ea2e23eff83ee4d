package report

import (
	"fmt"
	"time"

	"etledger/etl"
	"etledger/internal/textform"
)

// Thresholds of what is said about time; docs/doctor.md tells how they were chosen.
const (
	warmUpS      = 600   // seconds after the start of a system in which its services still warm up
	warmUpShare  = 0.25  // share of a capture that lies in that time
	spansApartS  = 1.0   // seconds by which a session may be longer by one clock than by the other
	spansApartOf = 0.002 // the same as a share of the session
	clockApartS  = 10    // seconds between the last event and the end of the session by the wall clock
	clockApartOf = 0.01  // the same as a share of the capture
)

// timeFindings are those that tell of times that are not what they seem.
func timeFindings() []FindingKind {
	return []FindingKind{
		{Code: "early", Severity: SeverityWarning, detect: early,
			Weakens: "leak, growth and warm-up: services and programs that have just started take memory for good, which cannot be told from a " +
				"leak yet",
			NextTime: "Record when the system has run for a quarter of an hour at least, or wait until the memory of the process has settled " +
				"once after its start."},
		{Code: "clock-not-steady", Severity: SeverityWarning, detect: clockNotSteady,
			Weakens: "rates, and the order of allocations and frees: both are only as good as the clock, so slopes may be off and a free may " +
				"seem to come before its allocation",
			NextTime: "Let the session use the performance counter: ClientContext 1, the default of WPR, xperf ('-ClockType PerfCounter') and " +
				"logman ('-ct perf')."},
		{Code: "clock-disagrees", Severity: SeverityWarning, detect: clockDisagrees,
			Weakens: "rates and times: the wall clock and the clock of the events tell different lengths of the session, so slopes may be off by " +
				"as much",
			NextTime: "Record while the clock is not set and the machine neither sleeps nor is moved; a virtual machine has to keep the time of " +
				"its host."},
		silenceFinding(),
		{Code: "rhythm-not-kept", Severity: SeverityInfo, detect: rhythmNotKept,
			Weakens: "no verdict; silences, bursts of events and the clocks of the session are not known, so no finding tells of them, and " +
				"buffers are reckoned from the average",
			NextTime: "Run 'etledger convert' on the recording once more: it writes such a capture anew. Or give the recording itself."},
	}
}

// upS gives how long the system had run when the capture began, in seconds.
func (e *evidence) upS() (s float64, known bool) {
	for _, h := range e.headers {
		if !h.BootTime.IsZero() {
			s = secondsBetween(h.BootTime.UnixNano(), e.startNano)
			return s, s >= 0
		}
	}
	return 0, false
}

func early(e *evidence) string {
	up, known := e.upS()
	if !known || !e.hasMemoryEvents() || min(warmUpS-up, e.durationS()) < warmUpShare*e.durationS() || up >= warmUpS {
		return ""
	}
	return fmt.Sprintf("The capture begins %s after the system was started: services and programs still warm up, and what they take for "+
		"good looks like a leak.", textform.Span(up))
}

func clockNotSteady(e *evidence) string {
	for _, h := range e.headers {
		switch {
		case h.Clock == etl.ClockPerformanceCounter:
		case h.Clock == etl.ClockCPUCycle:
			return "Events are stamped with cycles of the processor, taken for " + fmt.Sprint(h.CPUMHz) + " MHz: where its speed changes or " +
				"processors differ, times and rates are wrong."
		case h.Clock == etl.ClockSystemTime:
			return "Events are stamped with the system time: many share one stamp, and when the clock is set, times jump."
		default:
			return "The recording does not say which clock stamped its events; they are taken for system time."
		}
	}
	return ""
}

// clockDisagrees holds the clock of the events against the wall clock: by how long each says that a session lasted where its
// buffers tell, which those of merged recordings do not, else by the stamp of the last event.
func clockDisagrees(e *evidence) string {
	known := false
	for _, c := range e.stats.Rhythm.Clocks {
		if c == (etl.ClockSpans{}) {
			continue
		}
		known = true
		wall, counter := float64(c.WallNano)/1e9, float64(c.CounterNano)/1e9
		apart := max(spansApartS, spansApartOf*max(wall, counter))
		// A session in which nothing happens any more writes no buffer later: only one that wrote its state at the end has.
		if counter-wall > apart || wall-counter > apart && len(e.headers) == 1 && e.accounts.Coverage.ProcessRundownEnd {
			return fmt.Sprintf("The session lasted %s by the wall clock and %s by the clock of the events: one of them was set or stood still, "+
				"as when a machine sleeps or a virtual machine is paused or moved.", textform.Span(wall), textform.Span(counter))
		}
	}
	if known {
		return ""
	}
	return endDisagrees(e)
}

// endDisagrees holds the end of the session by the wall clock against the stamp of the last event. Idle sessions end long after
// their last event, but one that writes its state at the end has events there.
func endDisagrees(e *evidence) string {
	var end time.Time
	for _, h := range e.headers {
		if h.EndTime.IsZero() {
			return ""
		}
		if h.EndTime.After(end) {
			end = h.EndTime
		}
	}
	if len(e.headers) == 0 || e.stats.Events == 0 {
		return ""
	}
	after := secondsBetween(end.UnixNano(), e.endNano)
	apart := max(clockApartS, clockApartOf*e.durationS())
	switch {
	case after > apart:
		return fmt.Sprintf("The last event is stamped %s after the end of the session as the file header has it: the wall clock and the "+
			"clock of the events do not agree.", textform.Span(after))
	case -after > apart && len(e.headers) == 1 && e.accounts.Coverage.ProcessRundownEnd:
		return fmt.Sprintf("The state at the end is stamped %s before the end of the session as the file header has it: the wall clock "+
			"and the clock of the events do not agree.", textform.Span(-after))
	}
	return ""
}

// rhythmNotKept tells of datasets from before there was a rhythm.
func rhythmNotKept(e *evidence) string {
	if e.stats.Rhythm.BinNano != 0 || e.stats.Events == 0 {
		return ""
	}
	return "The capture was converted by a version that did not keep how events lie in time: whether there are silences or bursts is not " +
		"known."
}
