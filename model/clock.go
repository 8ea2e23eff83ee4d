package model

import (
	"math/bits"

	"etledger/etl"
)

// clock converts spans of a recording's raw clock to nanoseconds.
type clock struct {
	mul, div uint64 // ns = ticks * mul / div; div is 0 when the clock is not known
}

func newClock(h *etl.Header) clock {
	switch h.Clock {
	case etl.ClockPerformanceCounter:
		return clock{1e9, h.PerfFreq}
	case etl.ClockCPUCycle:
		return clock{1000, uint64(h.CPUMHz)}
	}
	return clock{100, 1} // system time, and clock type 0, which is the same
}

// nanos gives the span between two raw stamps, and whether it is known: the clock must be, and the span must be
// neither negative nor too long for the result.
func (c clock) nanos(from, to int64) (int64, bool) {
	if c.div == 0 || to < from {
		return 0, false
	}
	high, low := bits.Mul64(uint64(to)-uint64(from), c.mul)
	if high >= c.div {
		return 0, false
	}
	ns, _ := bits.Div64(high, low, c.div)
	return int64(ns), ns < 1<<63
}

// clockOf gives the clock of the decoder's event.
func (d *decoder) clock() clock {
	if int(d.event.Recording) < len(d.clocks) {
		return d.clocks[d.event.Recording]
	}
	return clock{}
}
