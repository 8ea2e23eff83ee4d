package ledger

import (
	"testing"
	"time"

	"etledger/internal/scenario"
	"etledger/model"
)

// snapshot enters what a memory snapshot says of a process.
func (b *books) snapshot(at float64, pid uint32, commit uint64) {
	now := b.stamp(at).nano
	b.l.processMemory(pid, now, commit)
}

// TestSeries gives for each script of rows the series of number 8.
func TestSeries(t *testing.T) {
	tests := []struct {
		name string
		rows func(b *books)
		want Series
	}{
		{"in step all along", func(b *books) {
			b.process(opListed, 0, 8, 4, "a.exe")
			b.alloc(1, 8, 0x10000, 0x5000)
			b.snapshot(2, 8, 0x105000)
			b.alloc(3, 8, 0x20000, 0x1000)
			b.free(3.5, 8, 0x10000, 0)
			b.free(3.6, 8, 0x90000, 0x2000) // from before
			b.snapshot(4, 8, 0xff000)
		}, Series{Samples: 2, FirstNano: nanos(2), LastNano: nanos(4), InitialBytes: 0x100000}},
		{"born inside, in step", func(b *books) {
			b.process(opStart, 1, 8, 4, "a.exe")
			b.alloc(2, 8, 0x10000, 0x5000)
			b.snapshot(3, 8, 0x5000)
		}, Series{Samples: 1, FirstNano: nanos(3), LastNano: nanos(3)}},
		{"born inside, apart from the first snapshot on", func(b *books) {
			b.process(opStart, 1, 8, 4, "a.exe")
			b.alloc(2, 8, 0x10000, 0x5000)
			b.snapshot(3, 8, 0x7000)
			b.snapshot(4, 8, 0x7000)
		}, Series{Samples: 2, FirstNano: nanos(3), LastNano: nanos(4), PartNano: nanos(3), ResidualBytes: 0x2000}},
		{"a free was lost: the residual falls", func(b *books) {
			b.process(opListed, 0, 8, 4, "a.exe")
			b.alloc(1, 8, 0x10000, 0x5000)
			b.snapshot(2, 8, 0x6000)
			b.snapshot(3, 8, 0x6000)
			b.snapshot(4, 8, 0x1000)
			b.alloc(5, 8, 0x20000, 0x1000)
			b.snapshot(6, 8, 0x2000)
		}, Series{Samples: 4, FirstNano: nanos(2), LastNano: nanos(6), InitialBytes: 0x1000, PartNano: nanos(4),
			ResidualBytes: -0x5000, ChangeNano: nanos(4), ChangeBytes: -0x5000}},
		{"an allocation was lost: it rises", func(b *books) {
			b.process(opListed, 0, 8, 4, "a.exe")
			b.alloc(1, 8, 0x10000, 0x5000)
			b.snapshot(2, 8, 0x6000)
			b.snapshot(3, 8, 0xa000)
		}, Series{Samples: 2, FirstNano: nanos(2), LastNano: nanos(3), InitialBytes: 0x1000, PartNano: nanos(3),
			ResidualBytes: 0x4000, ChangeNano: nanos(3), ChangeBytes: 0x4000}},
		{"apart for a while", func(b *books) {
			b.process(opListed, 0, 8, 4, "a.exe")
			b.alloc(1, 8, 0x10000, 0x5000)
			b.snapshot(2, 8, 0x5000)
			b.snapshot(3, 8, 0x9000)
			b.snapshot(4, 8, 0x5000)
		}, Series{Samples: 3, FirstNano: nanos(2), LastNano: nanos(4), PartNano: nanos(3), ChangeNano: nanos(3),
			ChangeBytes: 0x4000}},
		{"a start rundown tells more than the first snapshot", func(b *books) {
			b.process(opListed, 0, 8, 4, "a.exe")
			b.virtual(model.VirtualOpRundownStart, 0, 8, 0x90000, 0x8000, memPrivate|memCommit)
			b.alloc(1, 8, 0x10000, 0x5000)
			b.snapshot(2, 8, 0xe000)
		}, Series{Samples: 1, FirstNano: nanos(2), LastNano: nanos(2), InitialBytes: 0x8000, PartNano: nanos(2),
			ResidualBytes: 0x1000}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBooks(t, Options{})
			test.rows(b)
			got := lifetime(t, b.finish(100), 8, 0).Series
			if got == nil {
				t.Fatal("there is none")
			}
			last := got.Points[len(got.Points)-1]
			if len(got.Points) != got.Samples || last.ResidualBytes != got.ResidualBytes || last.Nano != got.LastNano {
				t.Errorf("points %+v", got.Points)
			}
			plain := *got
			plain.Points = nil
			if !equalSeries(plain, test.want) {
				t.Errorf("got  %+v\nwant %+v", plain, test.want)
			}
		})
	}
}

func equalSeries(a, b Series) bool {
	return a.Samples == b.Samples && a.FirstNano == b.FirstNano && a.LastNano == b.LastNano &&
		a.InitialBytes == b.InitialBytes && a.PartNano == b.PartNano && a.ResidualBytes == b.ResidualBytes &&
		a.ChangeNano == b.ChangeNano && a.ChangeBytes == b.ChangeBytes
}

// TestNoSeries has no snapshots, one that there is nothing to hold against, and no account.
func TestNoSeries(t *testing.T) {
	for name, rows := range map[string]func(b *books){
		"no snapshots": func(b *books) { b.alloc(1, 8, 0x10000, 0x5000) },
		"one snapshot": func(b *books) { b.alloc(1, 8, 0x10000, 0x5000); b.snapshot(2, 8, 0x9000) },
		"no account":   func(b *books) { b.snapshot(2, 8, 0x9000); b.snapshot(3, 8, 0x9000) },
	} {
		b := newBooks(t, Options{})
		rows(b)
		if s := lifetime(t, b.finish(100), 8, 0).Series; s != nil {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// TestSeriesIsBounded has more snapshots than points, and one moment in which the two part.
func TestSeriesIsBounded(t *testing.T) {
	for _, samples := range []int{1, 63, 64, 65, 66, 127, 128, 129, 1000} {
		b := newBooks(t, Options{})
		b.process(opStart, 0, 8, 4, "a.exe")
		b.alloc(0, 8, 0x10000, 0x5000)
		for i := range samples {
			commit := uint64(0x5000)
			if i >= samples/2 {
				commit = 0x4000
			}
			b.snapshot(float64(i+1), 8, commit)
		}
		s := lifetime(t, b.finish(2000), 8, 0).Series
		if s.Samples != samples || len(s.Points) > mostPoints || len(s.Points) < min(samples, mostPoints/2) {
			t.Errorf("%d samples: %d, %d points", samples, s.Samples, len(s.Points))
		}
		last := s.Points[len(s.Points)-1]
		if s.PartNano != nanos(float64(samples/2+1)) || last.Nano != nanos(float64(samples)) || last.ResidualBytes != -0x1000 {
			t.Errorf("%d samples: parted at %d, last %+v", samples, s.PartNano, last)
		}
		for i, p := range s.Points[1:] {
			if p.Nano <= s.Points[i].Nano {
				t.Errorf("%d samples: points %+v", samples, s.Points)
			}
		}
	}
}

// TestSeriesOfSimulatedMachines holds the account against snapshots: in step to the byte while nothing is lost, apart
// when buffers are.
func TestSeriesOfSimulatedMachines(t *testing.T) {
	o := machine(scenario.NoStacks)
	o.MemoryInfoEvery = 500 * time.Millisecond
	_, a := run(t, o)
	seen := 0
	for _, l := range a.Lifetimes {
		if l.Series == nil {
			continue
		}
		seen++
		if l.Series.PartNano != 0 || l.Series.ResidualBytes != 0 || l.Series.ChangeBytes != 0 {
			t.Errorf("%s: %+v", l.Image, l.Series)
		}
	}
	if seen < 6 {
		t.Errorf("%d series", seen)
	}
	o.LostBuffers, o.Session.BufferSize = 0.1, 8<<10
	made, a := run(t, o)
	parted := 0
	for _, l := range a.Lifetimes {
		if l.Series != nil && l.Series.PartNano != 0 && l.Series.ChangeBytes != 0 {
			parted++
		}
	}
	if made.Truth.BuffersLost == 0 || parted < 3 {
		t.Errorf("%d buffers were lost, and %d series part", made.Truth.BuffersLost, parted)
	}
}

// TestEndRundownOfSimulatedMachines knows the initial private bytes of older processes by the end rundown alone.
func TestEndRundownOfSimulatedMachines(t *testing.T) {
	o := machine(scenario.NoStacks)
	o.VirtualRundown = scenario.RundownAtEnd
	made, a := run(t, o)
	older := 0
	for _, l := range a.Lifetimes {
		for _, truth := range made.Truth.Find(l.Image) {
			if truth.BornInside || truth.InitialPrivateBytes == 0 || l.PID != truth.PID {
				continue
			}
			older++
			r := l.Reconciliation
			if r.InitialSource != initialEndRundown || r.InitialPrivateBytes != truth.InitialPrivateBytes ||
				r.Status != ReconExact || l.Audit.MissedBytes != 0 || l.Audit.StaleBytes != 0 {
				t.Errorf("%s: %+v of %d, audit %+v", l.Image, r, truth.InitialPrivateBytes, l.Audit)
			}
		}
	}
	if older < 2 {
		t.Errorf("%d older processes", older)
	}
}
