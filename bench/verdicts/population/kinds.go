package population

import (
	"hash/fnv"
	"math/rand/v2"
)

// Kind is one kind of account: how to stage it.
type Kind struct {
	Name  string
	Leak  bool // what it is
	About string
	stage func(s *Scene)
}

// Scene draws one account of the kind. The same kind and seed give the same scene.
func (k Kind) Scene(seed uint64) *Scene {
	name := fnv.New64a()
	name.Write([]byte(k.Name))
	s := &Scene{Kind: k.Name, Leak: k.Leak, random: rand.New(rand.NewPCG(seed, name.Sum64()))}
	s.CaptureEnd = s.wide(61, 3600)
	s.End = s.CaptureEnd
	s.BornInside = s.random.IntN(4) == 0
	if s.BornInside {
		s.Start = s.CaptureEnd * s.within(0, 0.1)
	}
	k.stage(s)
	return s
}

// leakRate draws a rate of leaking: from what fills a page in a second to what fills a machine in minutes.
func (s *Scene) leakRate() float64 { return s.wide(8<<10, 8<<20) }

// Kinds lists all kinds, leaks first.
func Kinds() []Kind {
	return append(leaks(), harmless()...)
}

func leaks() []Kind {
	return []Kind{
		{"steady leak", true, "nothing but a leak", func(s *Scene) {
			s.Rate = s.leak(s.leakRate(), s.Start, s.End)
		}},
		{"leak under churn", true, "churn of 0.1 to 30 times the leak", func(s *Scene) {
			rate := s.leakRate()
			s.churn(rate*s.wide(0.1, 30), s.anyLife())
			s.Rate = s.leak(rate, s.Start, s.End)
		}},
		{"small leak under much churn", true, "64 KiB/s under churn of a hundred times as much", func(s *Scene) {
			s.churn(6400<<10, s.anyLife())
			s.Rate = s.leak(64<<10, s.Start, s.End)
		}},
		{"accelerating leak", true, "its rate grows two- to twentyfold", func(s *Scene) {
			rate := s.leakRate()
			s.churn(rate*s.wide(0.1, 10), s.anyLife())
			s.Rate = s.acceleratingLeak(rate/s.within(2, 20), rate)
		}},
		{"leak per reconnect", true, "5 to 30 bursts that stay", func(s *Scene) {
			rate := s.leakRate()
			interval := s.length() / s.within(5, 30)
			s.churn(rate*s.wide(0.1, 10), s.anyLife())
			s.Rate = s.bursts(rate*interval, interval, 0.02*interval, false, never)
		}},
		{"leak per request", true, "60 to 2000 bursts that stay, at random", func(s *Scene) {
			rate := s.leakRate()
			interval := s.length() / s.wide(60, 2000)
			s.churn(rate*s.wide(0.1, 10), s.anyLife())
			s.Rate = s.bursts(rate*interval, interval, 0.1*interval, true, never)
		}},
		{"leak in large blocks", true, "8 to 60 blocks in the window", func(s *Scene) {
			rate := s.leakRate()
			interval := s.length() / s.wide(8, 60)
			s.churn(rate*s.wide(0.1, 3), s.light())
			s.Rate = s.bursts(rate*interval, interval, 0, false, never)
		}},
		{"leak that begins later", true, "in the first half of the window", func(s *Scene) {
			s.Rate = s.leakRate()
			s.churn(s.Rate*s.wide(0.1, 10), s.anyLife())
			s.leak(s.Rate, s.Start+s.length()*s.within(0.1, 0.5), s.End)
		}},
		{"leak with a collected heap", true, "a sawtooth of at least three teeth over it", func(s *Scene) {
			rate := s.leakRate()
			s.collected(rate*s.wide(0.3, 20), s.length()/s.wide(3, 60), s.within(0, 0.3))
			s.Rate = s.leak(rate, s.Start, s.End)
		}},
		{"leak after a warm-up", true, "a warm-up in the first fifth, then a leak", func(s *Scene) {
			rate := s.leakRate()
			s.warmUp(rate*s.length()*s.wide(0.1, 3), s.length()*s.within(0.02, 0.2))
			s.churn(rate*s.wide(0.1, 10), s.anyLife())
			s.Rate = s.leak(rate, s.Start, s.End)
		}},
		{"leak with a step", true, "a step somewhere on the way", func(s *Scene) {
			rate := s.leakRate()
			s.step(rate*s.length()*s.wide(0.1, 1), s.Start+s.length()*s.within(0.1, 0.9), s.length()*0.005)
			s.churn(rate*s.wide(0.1, 10), s.anyLife())
			s.Rate = s.leak(rate, s.Start, s.End)
		}},
		{"leak with bursts given back", true, "bursts held for a while beside it", func(s *Scene) {
			rate := s.leakRate()
			hold := s.length() * s.within(0.005, 0.08)
			interval := s.length() / s.within(3, 20)
			s.bursts(rate*s.length()*s.wide(0.1, 2), interval, 0.1*hold, true, func() float64 { return hold })
			s.Rate = s.leak(rate, s.Start, s.End)
		}},
		{"leak under a periodic load", true, "two to twenty waves over it", func(s *Scene) {
			rate := s.leakRate()
			s.periodic(rate*s.length()*s.wide(0.1, 2), s.length()/s.within(2.5, 20))
			s.Rate = s.leak(rate, s.Start, s.End)
		}},
		{"leak beside a drain", true, "older memory is given back meanwhile", func(s *Scene) {
			s.Start, s.BornInside = 0, false
			rate := s.leakRate()
			s.drain(rate*s.length()*s.wide(0.05, 0.5), 0, s.End*s.within(0.2, 1))
			s.churn(rate*s.wide(0.1, 10), s.anyLife())
			s.Rate = s.leak(rate, s.Start, s.End)
		}},
		{"leak of a process born late", true, "its own window is 60 s or more, at most half the capture", func(s *Scene) {
			s.CaptureEnd = s.wide(150, 3600)
			s.End, s.BornInside = s.CaptureEnd, true
			s.Start = s.End - s.wide(60, s.CaptureEnd/2)
			rate := s.leakRate()
			s.churn(rate*s.wide(0.1, 10), s.light())
			s.Rate = s.leak(rate, s.Start, s.End)
		}},
	}
}

func harmless() []Kind {
	return []Kind{
		{"idle", false, "takes next to nothing", func(s *Scene) {
			for range s.whole(0, 20) {
				s.take(s.within(s.Start, s.End), s.exponential(s.length()), page)
			}
		}},
		{"churn, light tail", false, "exponential lifetimes", func(s *Scene) { s.churn(s.churnRate(), s.light()) }},
		{"churn, lognormal tail", false, "lognormal lifetimes", func(s *Scene) { s.churn(s.churnRate(), s.lognormal()) }},
		{"churn, Pareto tail", false, "lifetimes with a tail that falls off as a power of the age", func(s *Scene) { s.churn(s.churnRate(), s.pareto()) }},
		{"several churns", false, "of different lifetimes", func(s *Scene) {
			for range s.whole(2, 4) {
				s.churn(s.churnRate()/4, s.anyLife())
			}
		}},
		{"bursts given back", false, "each held for a while", func(s *Scene) {
			hold := s.length() * s.within(0.005, 0.15)
			s.bursts(s.wide(1<<20, 1<<28), s.length()/s.within(3, 30), 0.1*hold, s.random.IntN(2) == 0,
				func() float64 { return hold })
		}},
		{"collected heap", false, "a sawtooth at any phase, 1.2 to 60 teeth", func(s *Scene) {
			s.collected(s.churnRate(), s.length()/s.wide(1.2, 60), s.within(0, 0.3))
		}},
		{"warm-up", false, "all in the first third", func(s *Scene) {
			s.warmUp(s.wide(1<<20, 1<<29), s.length()*s.within(0.02, 0.33))
			s.churn(s.churnRate()/10, s.anyLife())
		}},
		{"warm-up without end", false, "grows with the logarithm of time", func(s *Scene) {
			s.logarithmic(s.wide(1<<20, 1<<29), s.length()*s.wide(0.003, 0.05))
			s.churn(s.churnRate()/10, s.anyLife())
		}},
		{"rising load", false, "churn whose rate grows", func(s *Scene) {
			rate, life := s.churnRate(), s.anyLife()
			for i := range 8 {
				s.churnFrom(s.Start+s.length()*float64(i)/8, rate/8, life)
			}
		}},
		{"long-lived memory replaced", false, "lifetimes of up to ten times the window, as much freed as taken", func(s *Scene) {
			s.Start, s.BornInside = 0, false
			s.replaced(s.churnRate()/10, s.length()*s.wide(0.5, 10))
		}},
		{"step", false, "one or two", func(s *Scene) {
			for range s.whole(1, 2) {
				s.step(s.wide(1<<20, 1<<28), s.Start+s.length()*s.within(0.05, 0.95), s.length()*s.wide(0.0001, 0.03))
			}
			s.churn(s.churnRate()/10, s.anyLife())
		}},
		{"cache", false, "fills in up to 85 % of the window, then recycles", func(s *Scene) {
			rate := s.churnRate() / 10
			s.cache(rate*s.length()*s.within(0.05, 0.85), rate, s.random.IntN(2) == 0)
		}},
		{"periodic load", false, "1.5 to 20 waves", func(s *Scene) {
			s.periodic(s.wide(1<<20, 1<<29), s.length()/s.within(1.5, 20))
		}},
		{"drain", false, "older memory is given back", func(s *Scene) {
			s.Start, s.BornInside = 0, false
			s.drain(s.wide(1<<20, 1<<29), 0, s.End*s.within(0.2, 1))
			s.churn(s.churnRate()/10, s.anyLife())
		}},
		{"leak that stops", false, "in the first 60 % of the window", func(s *Scene) {
			rate := s.leakRate()
			s.churn(rate*s.wide(0.1, 10), s.anyLife())
			s.leak(rate, s.Start, s.Start+s.length()*s.within(0.2, 0.6))
		}},
		{"born late, warms up", false, "a short own window", func(s *Scene) {
			s.CaptureEnd = s.wide(90, 3600)
			s.End, s.BornInside = s.CaptureEnd, true
			s.Start = s.End - s.wide(20, s.CaptureEnd/2)
			s.warmUp(s.wide(1<<20, 1<<28), s.length()*s.within(0.05, 0.4))
			s.churn(s.churnRate()/10, s.light())
		}},
		{"leaked until it ended", false, "its end was seen", func(s *Scene) {
			s.End, s.Ended = s.CaptureEnd*s.within(0.6, 0.99), true
			s.leak(s.leakRate(), s.Start, s.End)
		}},
		{"leak of less than a minute", false, "the capture is too short to tell", func(s *Scene) {
			s.CaptureEnd = s.within(10, 59.9)
			s.Start, s.End, s.BornInside = 0, s.CaptureEnd, false
			s.leak(s.leakRate(), s.Start, s.End)
		}},
	}
}

// churnRate draws a rate of memory taken and given back.
func (s *Scene) churnRate() float64 { return s.wide(64<<10, 64<<20) }
