package etl

import (
	"fmt"
	"math"
	"math/bits"
	"time"
)

// filetimeUnixEpoch is 1970-01-01 UTC as FILETIME: 100 ns ticks since 1601-01-01.
const filetimeUnixEpoch = 116444736000000000

// filetimeToUnixNano converts a FILETIME; times that int64 nanoseconds cannot hold become the nearest they can.
func filetimeToUnixNano(t int64) int64 {
	d, borrow := bits.Sub64(uint64(t), filetimeUnixEpoch, 0)
	if t < 0 || borrow == 0 && d > math.MaxInt64/100 {
		return math.MaxInt64
	}
	if borrow != 0 && -int64(d) > math.MaxInt64/100 {
		return math.MinInt64
	}
	return int64(d) * 100
}

// filetimeToTime converts a FILETIME to UTC; 0 is the zero time.
func filetimeToTime(t uint64) time.Time {
	if t == 0 || t > math.MaxInt64 {
		return time.Time{}
	}
	return time.Unix(0, filetimeToUnixNano(int64(t))).UTC()
}

// clock turns raw stamps into UTC. The anchor is the header event: its own stamp and the StartTime it carries name one
// moment (format notes, 3).
type clock struct {
	startTicks int64
	startNano  int64
	frequency  uint64 // ticks per second
	perTick    uint64 // nanoseconds per tick when that is a whole number, else 0
}

// ticksPerSecond is the rate of the clock, 0 when it is not known.
func (h *Header) ticksPerSecond() uint64 {
	switch h.Clock {
	case ClockPerformanceCounter:
		return h.PerfFreq
	case ClockCPUCycle:
		return uint64(h.CPUMHz) * 1_000_000
	case ClockSystemTime, 0:
		return 10_000_000
	}
	return 0
}

// Span gives the time between two raw stamps, and whether it is known: the clock's rate must be, and the span must be
// neither negative nor too long for a Duration.
func (h *Header) Span(from, to int64) (time.Duration, bool) {
	rate := h.ticksPerSecond()
	if rate == 0 || to < from {
		return 0, false
	}
	high, low := bits.Mul64(uint64(to)-uint64(from), uint64(time.Second))
	if high >= rate {
		return 0, false
	}
	ns, _ := bits.Div64(high, low, rate)
	return time.Duration(ns), ns <= math.MaxInt64
}

// newClock makes the clock of a recording.
func newClock(h *Header, startFiletime int64) (clock, error) {
	c := clock{startTicks: h.StartTicks, startNano: filetimeToUnixNano(startFiletime), frequency: h.ticksPerSecond()}
	switch {
	case h.Clock > ClockCPUCycle:
		return c, fmt.Errorf("clock kind %d is not 1, 2 or 3", h.Clock)
	case c.frequency == 0:
		return c, fmt.Errorf("the clock is the %s, but its rate is recorded as 0", h.Clock)
	case h.Clock == ClockSystemTime || h.Clock == 0:
		c.startTicks, c.startNano = filetimeUnixEpoch, 0
	}
	if 1_000_000_000%c.frequency == 0 {
		c.perTick = 1_000_000_000 / c.frequency
	}
	return c, nil
}

// unixNano converts a raw stamp, rounding toward the start; what int64 cannot hold becomes the nearest it can.
func (c *clock) unixNano(ticks int64) int64 {
	negative := ticks < c.startTicks
	d := uint64(ticks) - uint64(c.startTicks)
	if negative {
		d = -d
	}
	var nano uint64
	if c.perTick != 0 && d <= math.MaxInt64/1_000_000_000 {
		nano = d * c.perTick
	} else {
		high, low := bits.Mul64(d, 1_000_000_000)
		if high >= c.frequency {
			nano = math.MaxUint64
		} else {
			nano, _ = bits.Div64(high, low, c.frequency)
		}
	}
	return addClamped(c.startNano, nano, negative)
}

// addClamped gives a + b, or a - b, kept within int64.
func addClamped(a int64, b uint64, negative bool) int64 {
	if negative {
		if b > uint64(a)-math.MaxUint64/2-1 { // more than the distance to MinInt64
			return math.MinInt64
		}
		return a - int64(b)
	}
	if b > uint64(math.MaxInt64)-uint64(a) {
		return math.MaxInt64
	}
	return a + int64(b)
}
