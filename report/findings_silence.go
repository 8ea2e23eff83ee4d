package report

import (
	"fmt"
	"slices"

	"etledger/etl"
	"etledger/internal/textform"
)

// Thresholds of what is said about silences; docs/doctor.md tells how they were chosen.
const (
	pauseS        = 2.0  // seconds without any event that may be a pause
	pauseBeyond   = 10   // times the longest silence that is no pause
	pauseEvents   = 200  // events that would have happened in a pause, at the rate of the rest
	pauseMissed   = 3    // memory snapshots in a row that a pause swallows at least
	mostPauses    = 4    // more long silences than these are the way of the machine
	leastEvents   = 1000 // events from which a capture has a rate to speak of
	leastAwakeS   = 30   // seconds outside of silences from which it has one
	leastSnapshot = 10   // snapshots from which their interval is known
	edgeS         = 5.0  // seconds of activity before or after a silence that are too little to tell it from an idle machine
)

func silenceFinding() FindingKind {
	return FindingKind{Code: "silence", Severity: SeverityInfo, Raised: SeverityWarning, detect: silence, raise: pausedInside,
		advise: silenceAdvice,
		Weakens: "rates and verdicts of every process over that time: nothing happened in it, so slopes over it are too low, and steady or step " +
			"may hide a leak",
		NextTime: "Record while the virtual machine is not paused, snapshotted or moved, and with sleep off ('powercfg /change " +
			"standby-timeout-ac 0'). Of this capture look at the longer side, with --from and --to."}
}

// told gives the silences that are told, the longest first, and the interval of the memory snapshots where that decided. Those at
// the edges of the capture are told only where there is no other: nothing may have been going on yet, or any more.
func (e *evidence) told() (silences []etl.Silence, every float64, edges bool) {
	silences, every = e.pauses()
	if every > 0 {
		return silences, every, false // snapshots come whatever goes on
	}
	inside := slices.DeleteFunc(slices.Clone(silences), func(s etl.Silence) bool { return e.atStart(s) || e.atEnd(s) })
	if len(inside) > 0 {
		return inside, 0, false
	}
	return silences, 0, len(silences) > 0
}

func (e *evidence) atStart(s etl.Silence) bool { return secondsBetween(e.startNano, s.From) < edgeS }

func (e *evidence) atEnd(s etl.Silence) bool { return secondsBetween(s.To, e.endNano) < edgeS }

func pausedInside(e *evidence) bool {
	_, _, edges := e.told()
	return !edges
}

func silenceAdvice(e *evidence) string {
	if pausedInside(e) {
		return ""
	}
	return "Begin to record when the load has begun, and stop before it ends. Of this capture look at the busy part, with --from and --to."
}

func silence(e *evidence) string {
	pauses, every, edges := e.told()
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
	if !edges {
		return text + ": the machine was paused, as virtual machines are, or slept, or the session stood still."
	}
	when := "yet"
	if !e.atStart(first) {
		when = "any more"
	}
	return text + ": either nothing was going on " + when + ", or the machine was paused or slept. The capture does not tell which."
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
