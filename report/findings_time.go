package report

import (
	"fmt"
	"time"

	"etledger/etl"
	"etledger/internal/textform"
)

// Thresholds of what is said about time; docs/doctor.md tells how they were chosen.
const (
	warmUpS       = 600   // seconds after the start of a system in which its services still warm up
	warmUpShare   = 0.25  // share of a capture that lies in that time
	spansApartS   = 1.0   // seconds by which a session may be longer by one clock than by the other
	spansApartOf  = 0.002 // the same as a share of the session
	clockApartS   = 10    // seconds between the last event and the end of the session by the wall clock
	clockApartOf  = 0.01  // the same as a share of the capture
	pauseS        = 2.0   // seconds without any event that may be a pause
	pauseBeyond   = 10    // times the longest silence that is no pause
	pauseEvents   = 200   // events that would have happened in a pause, at the rate of the rest
	pauseMissed   = 3     // memory snapshots in a row that a pause swallows at least
	mostPauses    = 4     // more long silences than these are the way of the machine
	leastEvents   = 1000  // events from which a capture has a rate to speak of
	leastAwakeS   = 30    // seconds outside of silences from which it has one
	leastSnapshot = 10    // snapshots from which their interval is known
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
		{Code: "silence", Severity: SeverityWarning, detect: silence,
			Weakens: "rates and verdicts of every process over that time: nobody ran, so slopes over it are too low, and steady or step may " +
				"hide a leak",
			NextTime: "Record while the virtual machine is not paused, snapshotted or moved, and with sleep off ('powercfg /change " +
				"standby-timeout-ac 0'). Of this capture look at the longer side, with --from and --to."},
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

func silence(e *evidence) string {
	pauses, every := e.pauses()
	if len(pauses) == 0 {
		return ""
	}
	first := pauses[0]
	text := fmt.Sprintf("No event of any kind happened for %s from %.1f s on", textform.Span(secondsBetween(first.From, first.To)),
		secondsBetween(e.startNano, first.From))
	if every > 0 {
		text += fmt.Sprintf(", not even a memory snapshot, of which there is one every %.1f s", every)
	}
	if more := len(pauses) - 1; more > 0 {
		text += ", and " + textform.Plural(uint64(more), "such silence") + " more"
	}
	return text + ": the machine was paused, as virtual machines are, or slept, or the session stood still."
}

// pauses gives the silences that are no ordinary ones, the longest first, and the interval of the memory snapshots in seconds, 0
// where it did not decide. Silences where buffers are missing are losses, and those between recordings are not covered.
func (e *evidence) pauses() (pauses []etl.Silence, every float64) {
	r := &e.stats.Rhythm
	awake := secondsBetween(r.SilentNano, r.To-r.From)
	if awake <= 0 {
		return nil, 0
	}
	var silences []etl.Silence
	long := 0 // of them, that may be pauses
	for _, s := range r.Silences {
		if e.lostIn(s) || !e.covered(s) {
			continue
		}
		silences = append(silences, s)
		if secondsBetween(s.From, s.To) >= pauseS {
			long = len(silences)
		}
	}
	if n := e.hooks(0x0270, 0x0270) + e.ids(providerMemory, 1, 1); n >= leastSnapshot {
		// Snapshots that seldom come do not decide.
		if every = awake / float64(n); every <= pauseS/pauseMissed {
			return silences[:long], every
		}
	}
	return e.outOfProportion(silences, long, awake), 0
}

// outOfProportion gives the silences that are much longer than all others of a busy capture.
func (e *evidence) outOfProportion(silences []etl.Silence, long int, awakeS float64) []etl.Silence {
	if e.stats.Events < leastEvents || awakeS < leastAwakeS {
		return nil
	}
	listed := e.stats.Rhythm.Silences
	unlisted := etl.MinSilence.Seconds() // bound of the silences that the rhythm does not list
	if len(listed) == etl.MaxSilences {
		unlisted = secondsBetween(listed[len(listed)-1].From, listed[len(listed)-1].To)
	}
	rate := float64(e.stats.Events) / awakeS
	for n := min(long, mostPauses); n > 0; n-- {
		ordinary := unlisted
		if n < len(silences) {
			ordinary = secondsBetween(silences[n].From, silences[n].To)
		}
		shortest := secondsBetween(silences[n-1].From, silences[n-1].To)
		if shortest >= pauseBeyond*ordinary && shortest*rate >= pauseEvents {
			return silences[:n]
		}
	}
	return nil
}

// lostIn tells whether buffers are missing in a silence.
func (e *evidence) lostIn(s etl.Silence) bool {
	for _, g := range e.losses.Gaps {
		if (g.From == 0 || g.From <= s.To) && (g.To == 0 || g.To >= s.From) {
			return true
		}
	}
	return false
}

// covered tells whether one of several recordings was running all through a silence.
func (e *evidence) covered(s etl.Silence) bool {
	if len(e.headers) < 2 {
		return true
	}
	for _, h := range e.headers {
		if !h.EndTime.IsZero() && h.StartTime.UnixNano() <= s.From && h.EndTime.UnixNano() >= s.To {
			return true
		}
	}
	return false
}
