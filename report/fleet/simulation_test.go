package fleet

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"etledger/model/dataset"
	"etledger/report/results"
)

// fleetOf describes a fleet whose truth is known. Rows are made by chance alone, without captures.
type fleetOf struct {
	hosts, captures int
	images          int     // that do not leak; each has as many lifetimes per capture as instances says
	instances       int     //
	leak            float64 // share of hosts on which the leaking build, leaky.exe 2.0, leaks; below 0: it does not exist
	recall          float64 // share of its lifetimes that are called a leak, others are called growth
	false1          float64 // share of lifetimes that are called a leak and are none
	growth          float64 // share of lifetimes that are called growth
	logarithm       float64 // share of hosts on which logarithm.exe runs, which grows and is called a leak in 12 %
	settles         bool    // it is called warm-up otherwise, not growth
	intermittent    float64 // share of captures in which intermittent.exe is called a leak, on every host
	seed            uint64
}

var epoch = time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)

func ptr[T any](v T) *T { return &v }

// rows makes the rows of all captures.
func (f fleetOf) rows() (list []*results.Rows) {
	random := rand.New(rand.NewPCG(f.seed, 7))
	for h := range f.hosts {
		leaks := float64(h) < f.leak*float64(f.hosts)
		rate := 200_000 * math.Exp(0.3*random.NormFloat64())
		for c := range f.captures {
			r := f.capture(random, h, c)
			if f.leak >= 0 {
				verdict := f.chanceVerdict(random)
				if leaks {
					verdict = "growth"
					if random.Float64() < f.recall {
						verdict = "leak"
					}
				}
				r.Lifetimes = append(r.Lifetimes, f.lifetime(random, "leaky.exe", "2.0", 7, len(r.Lifetimes), verdict, rate))
			}
			if float64(h) < f.logarithm*float64(f.hosts) {
				verdict := "growth"
				if f.settles {
					verdict = "warm-up"
				}
				if random.Float64() < 0.12 {
					verdict = "leak"
				}
				r.Lifetimes = append(r.Lifetimes, f.lifetime(random, "logarithm.exe", "1.0", 8, len(r.Lifetimes), verdict, 50_000))
			}
			if f.intermittent > 0 {
				verdict := "churn"
				if random.Float64() < f.intermittent {
					verdict = "leak"
				}
				r.Lifetimes = append(r.Lifetimes, f.lifetime(random, "intermittent.exe", "1.0", 9, len(r.Lifetimes), verdict, 90_000))
			}
			list = append(list, r)
		}
	}
	return list
}

func (f fleetOf) chanceVerdict(random *rand.Rand) string {
	switch x := random.Float64(); {
	case x < f.false1:
		return "leak"
	case x < f.false1+f.growth:
		return "growth"
	}
	return "churn"
}

func (f fleetOf) capture(random *rand.Rand, h, c int) *results.Rows {
	start := epoch.Add(time.Duration(c)*24*time.Hour + time.Duration(h)*time.Second)
	r := &results.Rows{Capture: results.Capture{
		ID: fmt.Sprintf("c-%08x%08x", h, c), Location: fmt.Sprintf("/captures/h%d-%d.etl", h, c), HostName: fmt.Sprintf("HOST-%04d", h),
		OSBuild: ptr(uint32(19045 + h%3)), Boot: ptr(epoch.Add(-time.Hour)), Start: start, End: start.Add(10 * time.Minute), DurationS: 600,
		Findings: "[]", Stacks: 1, MemoryBytes: ptr(uint64(8 << 30)), AvailableBytes: ptr(uint64(2 << 30)),
	}, Meta: dataset.Meta{Version: "5.1", Ring: []string{"canary", "broad"}[min(1, h%10)]}}
	for i := range f.images {
		for range max(1, f.instances) {
			r.Lifetimes = append(r.Lifetimes, f.lifetime(random, fmt.Sprintf("app%02d.exe", i), "1.0", uint32(i), len(r.Lifetimes),
				f.chanceVerdict(random), 30_000))
		}
	}
	return r
}

func (f fleetOf) lifetime(random *rand.Rand, image, version string, stamp uint32, n int, verdict string, rate float64) results.Lifetime {
	slope := rate * (1 + 0.05*random.NormFloat64())
	l := results.Lifetime{
		Lifetime: uint32(n), PID: uint32(1000 + 4*n), Image: ptr(image), FileVersion: ptr(version), BuildStamp: ptr(0x66a10000 + stamp),
		ProductName: ptr("Product"), ProcessKey: ptr(0xffff8a0000001000 + 64*uint64(n)), ObservedS: 600, Verdict: verdict, Judged: 1,
		PrivateBytes: ptr(uint64(50<<20 + random.IntN(4<<20))),
	}
	if verdict == "leak" || verdict == "growth" {
		l.Slope, l.SlopeLow, l.SlopeHigh = ptr(slope), ptr(slope-0.1*rate), ptr(slope+0.1*rate)
		l.OutstandingBytes = uint64(slope * 600)
	}
	return l
}

// partialOf adds rows.
func partialOf(list []*results.Rows) *Partial {
	p := NewPartial()
	for _, r := range list {
		if err := p.Add(r); err != nil {
			panic(err)
		}
	}
	return p
}
