package population

import "math"

// The streams that scenes are made of. Rates are bytes per second, times seconds.

// leak takes memory at a steady rate from a time on and never gives it back. It returns the rate that comes of it, since
// blocks are whole pages.
func (s *Scene) leak(rate, from, to float64) float64 {
	mean := math.Min(s.blockSize(rate, s.length()), rate*s.length()/60)
	mean = math.Max(1, math.Round(mean/page)) * page
	s.arrivals(from, to, mean/rate, s.random.IntN(2) == 0, func(at float64) { s.take(at, math.Inf(1), mean) })
	return rate
}

// acceleratingLeak leaks at a rate that grows in the window from low to high.
func (s *Scene) acceleratingLeak(low, high float64) float64 {
	mean := (low + high) / 2
	size := math.Min(s.blockSize(mean, s.length()), mean*s.length()/100)
	size = math.Max(1, math.Round(size/page)) * page
	s.arrivals(s.Start, s.End, size/high, true, func(at float64) {
		now := low + (high-low)*(at-s.Start)/s.length()
		if s.random.Float64() < now/high {
			s.take(at, math.Inf(1), size)
		}
	})
	return mean
}

// bursts takes an amount of about the given bytes at once, in blocks, every interval; each block lives for what life
// draws. It returns the rate at which memory is taken, since blocks are whole pages.
func (s *Scene) bursts(bytes, interval, spread float64, poisson bool, life func() float64) float64 {
	blocks := float64(s.whole(1, 40))
	size := math.Max(1, math.Round(bytes/blocks/page)) * page
	s.arrivals(s.Start, s.End, interval, poisson, func(at float64) {
		held := life()
		for range int(blocks) {
			s.take(at+spread*s.random.Float64(), held, size)
		}
	})
	return blocks * size / interval
}

// lifetime draws lifetimes of blocks.
type lifetime func() float64

// light is a distribution of lifetimes with a tail that falls off fast.
func (s *Scene) light() lifetime {
	mean := s.wide(0.002, s.length()/20)
	return func() float64 { return s.exponential(mean) }
}

// lognormal is a distribution of lifetimes with a heavy tail.
func (s *Scene) lognormal() lifetime {
	deviation := s.within(1, 2.5)
	median := s.wide(0.001, s.length()/20) / math.Exp(deviation*deviation/2)
	return func() float64 { return median * math.Exp(deviation*s.random.NormFloat64()) }
}

// pareto is a distribution of lifetimes with a tail that falls off as a power of the age.
func (s *Scene) pareto() lifetime {
	exponent := s.within(0.9, 2.5)
	least := s.wide(0.001, math.Min(1, s.length()/200))
	return func() float64 { return least * math.Pow(1-s.random.Float64(), -1/exponent) }
}

// anyLife is one of the distributions of lifetimes.
func (s *Scene) anyLife() lifetime {
	switch s.random.IntN(4) {
	case 0:
		return s.lognormal()
	case 1:
		return s.pareto()
	}
	return s.light()
}

// churn takes memory at a rate and gives it back after a lifetime. In a process that is older than the capture the
// stream runs since some time before it.
func (s *Scene) churn(rate float64, life lifetime) {
	from := s.Start
	if !s.BornInside {
		from -= s.within(0, s.length())
	}
	s.churnFrom(from, rate, life)
}

// churnFrom is churn that begins at a time.
func (s *Scene) churnFrom(from, rate float64, life lifetime) {
	mean := s.blockSize(rate, s.length())
	equal := s.random.IntN(3) == 0
	s.arrivals(from, s.End, mean/rate, s.random.IntN(3) > 0, func(at float64) {
		birth, held := at, life()
		if at+held > s.Start {
			s.take(birth, held, s.size(mean, equal))
		}
	})
}

// collected is a heap that grows at a rate and gives all but a share back every period, at any phase.
func (s *Scene) collected(rate, period, keep float64) {
	mean := s.blockSize(rate, s.length())
	first := s.Start + period*s.random.Float64()
	from := first - period
	if s.BornInside {
		from = s.Start
	}
	s.arrivals(from, s.End, mean/rate, false, func(at float64) {
		collections := 1.0
		for s.random.Float64() < keep {
			collections++
		}
		next := first + period*math.Ceil((at-first)/period)
		jitter := 0.002 * period * s.random.Float64()
		s.take(at, next+(collections-1)*period-at+jitter, s.size(mean, false))
	})
}

// warmUp takes an amount that stays, most of it early: evenly until a time, or ever more slowly.
func (s *Scene) warmUp(bytes, time float64) {
	size := math.Max(s.wide(page, 1<<20), bytes/5000)
	size = math.Min(size, bytes/10)
	even := s.random.IntN(2) == 0
	for taken := 0.0; taken < bytes; taken += size {
		at := s.exponential(time / 2)
		if even {
			at = time * s.random.Float64()
		}
		s.take(s.Start+at, math.Inf(1), size)
	}
}

// logarithmic takes an amount that stays, at a rate that falls off with the time since the start.
func (s *Scene) logarithmic(bytes, scale float64) {
	size := math.Min(math.Max(s.wide(page, 1<<20), bytes/5000), bytes/20)
	for taken := 0.0; taken < bytes; taken += size {
		at := scale * (math.Pow(1+s.length()/scale, s.random.Float64()) - 1)
		s.take(s.Start+at, math.Inf(1), size)
	}
}

// replaced is memory that lives for long: the process has taken and given back as much for ever.
func (s *Scene) replaced(rate, mean float64) {
	size := math.Max(s.blockSize(rate, s.length()), 10*mean*rate/mostEvents)
	s.arrivals(s.Start-10*mean, s.End, size/rate, s.random.IntN(2) == 0, func(at float64) {
		if life := s.exponential(mean); at+life > s.Start {
			s.take(at, life, size)
		}
	})
}

// step takes an amount at one time, within spread seconds.
func (s *Scene) step(bytes, at, spread float64) {
	blocks := s.whole(1, 50)
	for range blocks {
		s.take(at+spread*s.random.Float64(), math.Inf(1), bytes/float64(blocks))
	}
}

// cache takes memory until it holds its capacity; from then on each block that comes displaces one: the oldest, or any.
func (s *Scene) cache(capacity, rate float64, oldestFirst bool) {
	mean := math.Max(s.blockSize(rate, s.length()), capacity/5000)
	mean = math.Min(mean, capacity/20)
	slots := int(capacity / mean)
	held := make([]int, 0, slots) // indices of the blocks
	next := 0
	s.arrivals(s.Start, s.End, mean/rate, s.random.IntN(2) == 0, func(at float64) {
		if len(held) == slots {
			victim := next
			if !oldestFirst {
				victim = s.random.IntN(slots)
			}
			next = (next + 1) % slots
			s.Blocks[held[victim]].Death = at
			s.take(at, math.Inf(1), mean)
			held[victim] = len(s.Blocks) - 1
			return
		}
		s.take(at, math.Inf(1), mean)
		held = append(held, len(s.Blocks)-1)
	})
}

// periodic is a load that swells and ebbs: blocks taken while it swells are given back while it ebbs.
func (s *Scene) periodic(amplitude, period float64) {
	mean := math.Max(s.wide(page, 1<<20), amplitude*s.length()/period/mostEvents*2)
	blocks := math.Max(1, math.Round(amplitude/mean))
	phase := period * s.random.Float64()
	for begin := s.Start - phase; begin < s.End; begin += period {
		if begin < s.Start && s.BornInside {
			continue
		}
		for range int(blocks) {
			level := s.random.Float64() // the block is held while the load is above this part of its peak
			rise := math.Asin(2*level-1)/math.Pi + 0.5
			jitter := 0.02 * period
			birth := begin + rise*period/2 + jitter*s.random.Float64()
			death := begin + period - rise*period/2 + jitter*s.random.Float64()
			if death > s.Start {
				s.take(birth, math.Max(0.001, death-birth), mean)
			}
		}
	}
}

// drain gives back, between two times, memory that was taken before the capture.
func (s *Scene) drain(bytes, from, to float64) {
	size := math.Max(s.wide(page, 1<<20), bytes/5000)
	for given := 0.0; given < bytes; given += size {
		death := s.within(from, to)
		s.take(-1, death+1, size)
	}
}

func never() float64 { return math.Inf(1) }
