package etl

import (
	"cmp"
	"slices"
	"time"
)

// RhythmBins is the most equal parts that a Rhythm divides the time of a capture into.
const RhythmBins = 256

// MaxSilences bounds Rhythm.Silences.
const MaxSilences = 16

// MinSilence is the least time without any event that counts as a silence.
const MinSilence = 250 * time.Millisecond

// Rhythm is how the events of a capture lie in time, by kind, whether or not they were delivered. Times are those that events are
// delivered with, so a stamp that contradicts its neighbours' moves nothing but its own event. It is the same whatever the number
// of goroutines and whatever kinds of events were wanted, unless there are more than 32,768 kinds, as only noise has: which of them
// are told apart is then chance. The zero Rhythm is that of a capture of which nothing is known.
type Rhythm struct {
	From, To int64 // ns since 1970 UTC: first and last event
	// BinNano is the length of a bin in ns: the least power of two for which RhythmBins bins are enough. Bins begin at multiples of
	// it, counted from 1970; bin 0 is the one that holds From. So captures longer than a microsecond have between half of RhythmBins
	// and all of them, and the first and the last bin are only in part within the capture: see Bin.
	BinNano int64
	// Kinds has, in the order of KindKey.Compare, the kinds of which there are events, and how those are spread over the bins.
	Kinds []KindRhythm
	// Silences are the longest times, the longest first and of equal ones the earliest, in which no event of any kind stands.
	Silences []Silence
	// SilentNano is the sum of all silences of at least MinSilence, also of those not listed. Only where some processors' events
	// leave more than a quarter of a million such times, as they may in recordings of a day and more, silences may be missing that
	// are short (under a second in recordings of a few days); those given are right.
	SilentNano int64
	// Clocks tells of each recording of the capture, in their order, whether its clock and the wall clock agree.
	Clocks []ClockSpans
}

// KindRhythm says when events of a kind happened.
type KindRhythm struct {
	KindKey
	// PeakCount is how many events of the kind stand in the bin that has most of them, bin PeakBin, the earliest of equal ones.
	// The events of a buffer are taken to be spread evenly over its time, each kind's for itself: bins are exact where buffers
	// are short, as they are while much happens.
	PeakCount uint64
	PeakBin   int // see Rhythm.Bin for its time
	Bins      int // number of bins with any
}

// Silence is a time without any event.
type Silence struct{ From, To int64 } // ns since 1970 UTC: the event before it and the event after it

// Bin gives the time of a bin as far as it lies within the capture, in ns since 1970 UTC, both ends included. Bins are counted
// from 0; of a bin that the capture does not reach both ends are To.
func (r *Rhythm) Bin(i int) (from, to int64) {
	if r.BinNano <= 0 || i < 0 {
		return r.From, r.From
	}
	start := r.From &^ (r.BinNano - 1)
	from = addClamped(start, uint64(i)*uint64(r.BinNano), false)
	to = addClamped(from, uint64(r.BinNano-1), false)
	return min(max(from, r.From), r.To), min(to, r.To)
}

// Rhythm tells how the events met lie in time. It is known when the scan came to its end; before, and when the scan ended
// early, it is the zero Rhythm.
func (s *Scan) Rhythm() Rhythm {
	if !s.complete || s.firstNano > s.lastNano {
		return Rhythm{}
	}
	if !s.bins.begun {
		s.bins.begin()
	}
	r := Rhythm{From: s.firstNano, To: s.lastNano, BinNano: 1 << s.bins.shift}
	for number := range s.kinds.kinds {
		if k, any := s.bins.rhythmOf(number); any {
			k.KindKey = s.kinds.kinds[number].key
			r.Kinds = append(r.Kinds, k)
		}
	}
	slices.SortFunc(r.Kinds, func(a, b KindRhythm) int { return a.Compare(b.KindKey) })
	r.Silences, r.SilentNano = s.busy.silences()
	r.Clocks = s.capture.clockSpans()
	return r
}

// longestFirst orders silences for Rhythm.Silences.
func longestFirst(a, b Silence) int {
	return cmp.Or(cmp.Compare(b.length(), a.length()), cmp.Compare(a.From, b.From))
}

// length is how long the silence is, in ns, which int64 may not hold.
func (s Silence) length() uint64 { return uint64(s.To) - uint64(s.From) }
