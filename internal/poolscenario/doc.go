// Package poolscenario makes snapshots of kernel pools whose truth is known: tags that leak, in several ways, among
// thousands that are idle, noisy, periodic, warming up or under demand. It is written from the formats and from what pools
// do, by another way than the analysis: each tag is a small process of allocations and frees. The same seed gives the same
// snapshots.
package poolscenario

import (
	"iter"
	"math/rand/v2"
	"time"

	"etledger/model/poolsnap"
)

// Options say what is simulated.
type Options struct {
	Seed      uint64
	Snapshots int
	Interval  time.Duration // between snapshots; 0 means ten minutes
	Start     time.Time     // of the first; zero means 2024-03-04 08:00 UTC
	Phases    []Phase       // workloads; tags of the kinds that follow work do nothing without
}

// Phase is a time in which a workload runs, in numbers of snapshots: from the snapshot First until Last.
type Phase struct {
	First, Last int
	Volume      float64 // operations done in it
}

// Scenario is a machine with its tags.
type Scenario struct {
	Options
	Tags []*Tag
	used map[poolsnap.Key]bool
	rng  *rand.Rand
}

// New makes a machine without tags.
func New(o Options) *Scenario {
	if o.Interval == 0 {
		o.Interval = 10 * time.Minute
	}
	if o.Start.IsZero() {
		o.Start = time.Date(2024, 3, 4, 8, 0, 0, 0, time.UTC)
	}
	return &Scenario{Options: o, used: map[poolsnap.Key]bool{}, rng: rand.New(rand.NewPCG(o.Seed, 0x706f6f6c))}
}

// Time is when a snapshot is taken.
func (s *Scenario) Time(i int) time.Time { return s.Start.Add(time.Duration(i) * s.Interval) }

// Hours is how long the snapshots span.
func (s *Scenario) Hours() float64 {
	return (time.Duration(s.Options.Snapshots-1) * s.Interval).Hours()
}

// operations is what was done under workloads until a snapshot.
func (s *Scenario) operations(i int) (n float64) {
	for _, p := range s.Phases {
		n += p.Volume * float64(max(0, min(i, p.Last)-p.First)) / float64(p.Last-p.First)
	}
	return n
}

// busy tells whether a workload runs at a snapshot.
func (s *Scenario) busy(i int) bool {
	for _, p := range s.Phases {
		if i > p.First && i <= p.Last {
			return true
		}
	}
	return false
}

// All gives the snapshots in order of time. Each is good until the next is asked for.
func (s *Scenario) All() iter.Seq[*poolsnap.Snapshot] {
	return func(yield func(*poolsnap.Snapshot) bool) {
		snapshot := &poolsnap.Snapshot{File: "scenario", Line: 1}
		for _, t := range s.Tags {
			t.begin(s)
		}
		for i := range s.Options.Snapshots {
			snapshot.Time, snapshot.TimeFrom = s.Time(i), poolsnap.TimeFromText
			snapshot.Rows = snapshot.Rows[:0]
			for n, t := range s.Tags {
				t.step(s, i)
				snapshot.Rows = append(snapshot.Rows, poolsnap.Row{
					Key: t.Key, Has: poolsnap.HasAllocs | poolsnap.HasFrees | poolsnap.HasCount | poolsnap.HasBytes,
					Allocs: t.allocs, Frees: t.frees, Count: int64(t.allocs - t.frees),
					Bytes: (t.allocs - t.frees) * t.Size, Line: snapshot.Line + n + 1,
				})
			}
			if !yield(snapshot) {
				return
			}
			snapshot.Line += len(s.Tags) + 1
		}
	}
}
