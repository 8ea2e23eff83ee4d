package etl

import (
	"math"
	"math/bits"
	"time"
)

// How far stamps may lie outside the time that the logfile header names. Events from before the header was written occur, as
// do events after EndTime (format notes, 1.6 and 3); stamps further off than this are taken for damage.
const (
	slackBefore = 24 * time.Hour
	slackAfter  = time.Hour
	longest     = 10 * 365 * 24 * time.Hour // of recordings that do not say when they ended
)

// setWindow fixes between which raw stamps the recording's events may lie. EndTime counts only if the buffers agree with it:
// when more than one in twenty begins later, rather EndTime is wrong.
func (r *Recording) setWindow() {
	r.earliest = r.clock.shift(r.header.StartTicks, -slackBefore)
	r.latest = r.clock.shift(r.header.StartTicks, longest)
	if duration := r.header.EndTime.Sub(r.header.StartTime); !r.header.EndTime.IsZero() && duration >= 0 && duration < longest {
		end := r.clock.shift(r.header.StartTicks, duration+slackAfter)
		later := 0
		for i := range r.buffers {
			if r.buffers[i].timed && r.buffers[i].firstTicks > end {
				later++
			}
		}
		if later*20 <= len(r.buffers) {
			r.latest = end
		}
	}
	for i := range r.buffers {
		b := &r.buffers[i]
		b.timed = b.timed && b.firstTicks >= r.earliest && b.firstTicks <= r.latest
	}
	r.oldest = r.oldestLeft()
}

// oldestLeft gives the stamp of the oldest event that a ring still holds, when it has overwritten older ones: buffers are
// numbered from that of the header on, so the first ones are gone.
func (r *Recording) oldestLeft() int64 {
	oldest, first := int64(math.MaxInt64), int64(math.MaxInt64)
	for i := 1; i < len(r.buffers); i++ {
		if b := &r.buffers[i]; b.timed && b.kind != bufferHeader {
			oldest, first = min(oldest, b.firstTicks), min(first, b.sequence)
		}
	}
	if !r.isRing() || oldest == math.MaxInt64 || first <= r.buffers[0].sequence+1 {
		return math.MinInt64
	}
	return oldest
}

// shift gives the stamp that lies d after the stamp ticks, kept within int64.
func (c *clock) shift(ticks int64, d time.Duration) int64 {
	high, low := bits.Mul64(uint64(max(d, -d)), c.frequency)
	delta := uint64(math.MaxUint64)
	if high < uint64(time.Second) {
		delta, _ = bits.Div64(high, low, uint64(time.Second))
	}
	return addClamped(ticks, delta, d < 0)
}
