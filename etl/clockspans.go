package etl

import (
	"math"
	"time"
)

// ClockSpans is how long a session lasted by two clocks. In real recordings they agree to a twentieth of a second and, in one
// of eight hours, to a part in ten thousand, unless the wall clock was set, or one of the clocks stood still: while the machine
// slept, or a virtual machine was paused or moved. Both are 0 where that is not known; see Recording.ClockDrift.
type ClockSpans struct {
	WallNano    int64 // ns from StartTime to EndTime of the logfile header
	CounterNano int64 // ns from the stamp of the header event to that of the last buffer's way to the file
}

// ClockDrift tells how long the session lasted by the wall clock, from StartTime to EndTime of the header, and by the clock
// that stamps its events. The session's end is told on that clock by its buffers: those in use go to the file when it stops,
// each with a stamp (format notes, 1.2), while the last event may be much earlier. A session with a flush timer in which
// nothing happens any more has no buffer in use; then counter ends soon after the last event. So a counter that says less than
// the wall clock proves something only where events go on to the end, such as those of a rundown; one that says more always
// does.
//
// It is not known (ok is false) of sessions that were not closed or use the system time for stamps, of recordings that lack
// their last buffers, and of relogged and merged ones, whose buffers have other stamps, from the time of the merge.
func (r *Recording) ClockDrift() (wall, counter time.Duration, ok bool) {
	h := &r.header
	switch {
	case h.Clock != ClockPerformanceCounter && h.Clock != ClockCPUCycle:
		return 0, 0, false
	case h.EndTime.IsZero() || h.EndTime.Before(h.StartTime) || h.EndTime.Sub(h.StartTime) > longest:
		return 0, 0, false
	case r.losses.TruncatedBytes > 0 || r.losses.BuffersMissing > 0 || len(r.skipped) > 0:
		return 0, 0, false
	}
	last := int64(math.MinInt64)
	for i := range r.buffers {
		b := &r.buffers[i]
		switch {
		case b.kind == bufferHeader || b.flushed == 0 || b.flushed < h.StartTicks || b.flushed > r.latest:
		case r.isWallTime(b.flushed) || b.timed && b.flushed < b.firstTicks:
			return 0, 0, false
		default:
			last = max(last, b.flushed)
		}
	}
	counter, ok = h.Span(h.StartTicks, last)
	return h.EndTime.Sub(h.StartTime), counter, ok
}

// isWallTime tells whether a stamp is rather a FILETIME of about when the session ran than one of the session's clock.
func (r *Recording) isWallTime(stamp int64) bool {
	t := time.Unix(0, filetimeToUnixNano(stamp))
	return t.After(r.header.StartTime.Add(-slackBefore)) && t.Before(r.header.EndTime.Add(365*24*time.Hour))
}

// clockSpans gives what ClockDrift says of each recording.
func (c *Capture) clockSpans() []ClockSpans {
	spans := make([]ClockSpans, len(c.recordings))
	for i, r := range c.recordings {
		if wall, counter, ok := r.ClockDrift(); ok {
			spans[i] = ClockSpans{wall.Nanoseconds(), counter.Nanoseconds()}
		}
	}
	return spans
}
