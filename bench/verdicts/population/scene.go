package population

import (
	"math"
	"math/rand/v2"
)

// page is the size of which every block is a multiple, in bytes.
const page = 4096

// Block is one allocation: taken at Birth, given back at Death, which is +Inf when it never is.
type Block struct {
	Birth, Death float64 // seconds from the capture's start; Birth is negative for memory from before the capture
	Bytes        float64
}

// Scene is one account over one capture, allocation by allocation, with the truth about it.
type Scene struct {
	Kind       string
	Start, End float64 // the account's own window; the capture begins at 0
	CaptureEnd float64
	BornInside bool
	Ended      bool
	Blocks     []Block
	// Leak tells that the account leaks at its end, and Rate how fast on the average of its window, in bytes per second.
	Leak bool
	Rate float64

	random *rand.Rand
}

// length is the account's own time in seconds.
func (s *Scene) length() float64 { return s.End - s.Start }

// take adds a block, rounded up to pages; what is born after the end of the window is not part of it.
func (s *Scene) take(birth, life, bytes float64) {
	if birth >= s.End {
		return
	}
	bytes = math.Max(1, math.Ceil(bytes/page)) * page
	s.Blocks = append(s.Blocks, Block{Birth: birth, Death: birth + life, Bytes: bytes})
}

// within draws evenly from [low, high].
func (s *Scene) within(low, high float64) float64 { return low + (high-low)*s.random.Float64() }

// wide draws from [low, high], evenly in the logarithm.
func (s *Scene) wide(low, high float64) float64 { return low * math.Pow(high/low, s.random.Float64()) }

// whole draws a whole number from low to high.
func (s *Scene) whole(low, high int) int { return low + s.random.IntN(high-low+1) }

// exponential draws a time with the given mean.
func (s *Scene) exponential(mean float64) float64 { return mean * s.random.ExpFloat64() }

// arrivals calls f at the times of a stream with a mean interval: as a Poisson stream or as a clock with some jitter.
func (s *Scene) arrivals(from, to, interval float64, poisson bool, f func(at float64)) {
	if poisson {
		for at := from + s.exponential(interval); at < to; at += s.exponential(interval) {
			f(at)
		}
		return
	}
	for due := from + interval*s.random.Float64(); due < to; due += interval {
		f(math.Min(to, due+0.1*interval*s.random.Float64()))
	}
}

// mostEvents is how many blocks one stream of a scene may have: streams that would have more have larger blocks.
const mostEvents = 40000

// blockSize draws the mean size of a stream's blocks.
func (s *Scene) blockSize(rate, length float64) float64 {
	return math.Max(s.wide(page, 1<<20), rate*length/mostEvents)
}

// size draws one block's size about a mean; the page it is rounded up to is taken into account.
func (s *Scene) size(mean float64, equal bool) float64 {
	if equal || mean <= page {
		return mean
	}
	return math.Min(s.exponential(mean-page/2), 20*mean)
}
