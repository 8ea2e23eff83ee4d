package etl

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"etledger/internal/etlwriter"
)

// TestRhythmOfRandomRecordings has processors that pause, each for itself and at times all of them, and some events without a
// stamp. Of each recording it reads also one that is torn.
func TestRhythmOfRandomRecordings(t *testing.T) {
	modes := []uint32{etlwriter.ModeSequential, etlwriter.ModeCompressed, etlwriter.ModeCircular}
	clocks := []etlwriter.Clock{etlwriter.PerformanceCounter, etlwriter.SystemTime, etlwriter.CPUCycle}
	silences := 0
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 4))
		settings := etlwriter.Settings{Processors: 1 + random.IntN(6), BufferSize: 1024 << random.IntN(4), Mode: modes[seed%3],
			Clock: clocks[seed/3%3], Frequency: []uint64{1, 3, 1193182, 3579545, 10_000_000, 3_000_000_000}[random.IntN(6)],
			NeverClosed: random.IntN(2) == 0}
		settings = settings.Defaults()
		perSecond := float64(settings.TicksPerSecond())
		now := make([]float64, settings.Processors)
		b := write(t, settings, func(s *etlwriter.Session) {
			for range 200 + random.IntN(3000) {
				p := random.IntN(settings.Processors)
				now[p] += random.ExpFloat64() * 0.05
				switch random.IntN(200) {
				case 0: // this processor sleeps
					now[p] += 4 * random.Float64()
				case 1: // the machine sleeps
					awake := slices.Max(now) + 2*random.Float64()*float64(random.IntN(2))
					for i := range now {
						now[i] = max(now[i], awake)
					}
				}
				if seed%4 == 0 && (p == 1 || random.IntN(3) == 0) {
					s.Write(p, settings.StartTicks, etlwriter.Message{Class: new(etlwriter.GUID), Payload: make([]byte, 8)})
					continue
				}
				s.Write(p, settings.StartTicks+int64(now[p]*perSecond), etlwriter.Kernel{Hook: etlwriter.Hook(0x0260 + random.IntN(5)),
					Version: 2, Payload: make([]byte, 4*random.IntN(8))})
			}
		}, map[bool][]etlwriter.Arrangement{true: {etlwriter.Circular(8)}}[seed%3 == 2]...)
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			silences += len(checkRhythm(t, open(t, "random", b)).Silences)
			checkRhythm(t, open(t, "torn", b[:len(b)-1-random.IntN(len(b)/3)]))
		})
	}
	if silences < 100 {
		t.Errorf("only %d silences in all", silences)
	}
}

// TestRhythmOfSeveralRecordings reads two sessions with clocks of their own: only what is silent in both is silent.
func TestRhythmOfSeveralRecordings(t *testing.T) {
	defaults := etlwriter.Settings{}.Defaults()
	one := write(t, etlwriter.Settings{BufferSize: 1024}, func(s *etlwriter.Session) {
		for i := range int64(200) {
			s.Write(0, tick0+i*500_000+i/100*100_000_000, numbered(uint32(i))) // 5 s busy, 10 s silent, 5 s busy
		}
	})
	other := write(t, etlwriter.Settings{BufferSize: 1024, Frequency: 1_000_000, StartTicks: 77, BootTime: 1,
		StartTime: defaults.StartTime + 80_000_000}, func(s *etlwriter.Session) { // begins after 8 s
		for i := range int64(40) {
			s.Write(0, 77+i*100_000, numbered(uint32(i))) // 4 s busy
		}
	})
	c, err := New(context.Background(), Options{}, Input{"one", bytes.NewReader(one), int64(len(one))},
		Input{"other", bytes.NewReader(other), int64(len(other))})
	if err != nil {
		t.Fatal(err)
	}
	r := checkRhythm(t, c)
	start := r.From
	want := []Silence{
		{start + int64(11900*time.Millisecond), start + int64(15000*time.Millisecond)},
		{start + int64(4950*time.Millisecond), start + int64(8000*time.Millisecond)},
	}
	if !slices.Equal(r.Silences, want) || r.SilentNano != int64(6150*time.Millisecond) {
		t.Errorf("%d ns in %+v, want %+v", r.SilentNano, r.Silences, want)
	}
}

// TestRhythmOfAStorm has one kind of events much more often in one second of ninety. Every bin is longer than a buffer there.
func TestRhythmOfAStorm(t *testing.T) {
	storm := func(i int64) bool { return i >= 30_000 && i < 31_000 }
	b := write(t, etlwriter.Settings{BufferSize: 1024, Processors: 2}, func(s *etlwriter.Session) {
		for i := range int64(90_000) {
			if i%100 == 0 {
				s.Write(1, tick0+i*10_000, numbered(1))
			}
			if i%1000 == 0 || storm(i) {
				s.Write(0, tick0+i*10_000, etlwriter.Kernel{Hook: 0x0120, Version: 3, Payload: make([]byte, 8)})
			}
		}
	})
	r := checkRhythm(t, open(t, "storm", b))
	for _, k := range r.Kinds {
		from, to := r.Bin(k.PeakBin)
		seconds := float64(from-r.From) / 1e9
		switch {
		case k.Group == 1 && (k.PeakCount < 450 || k.PeakCount > 1000 || seconds < 29.5 || seconds > 31 || to-from >= r.BinNano):
			t.Errorf("the storm: %+v, %.3f s in", k, seconds)
		case k.Group == 1 && (k.Bins < 80 || k.Bins > 130), k.Group == 2 && (k.PeakCount > 8 || k.Bins < 160):
			t.Errorf("no storm: %+v", k)
		}
	}
	if r.BinNano != 1<<29 || r.Silences != nil {
		t.Errorf("bins of %d ns, silences %v", r.BinNano, r.Silences)
	}
}

// TestRhythmOfDamagedHeaders damages what a recording says of its clock and its times.
func TestRhythmOfDamagedHeaders(t *testing.T) {
	random := rand.New(rand.NewPCG(33, 9))
	whole, opened := threeBuffers(t, etlwriter.ModeSequential), 0
	for range 200 {
		b := bytes.Clone(whole)
		for range 1 + random.IntN(6) {
			b[bufferHeaderSize+random.IntN(0x180)] ^= byte(1 + random.IntN(255))
		}
		if c, err := New(context.Background(), Options{}, Input{"flipped", bytes.NewReader(b), int64(len(b))}); err == nil {
			opened++
			checkRhythm(t, c)
		}
	}
	if opened < 100 {
		t.Errorf("only %d could be opened", opened)
	}
}

// TestRhythmOfManyKinds has more kinds than a walk looks through after every buffer.
func TestRhythmOfManyKinds(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	c := open(t, "many kinds", write(t, etlwriter.Settings{BufferSize: 1024, Processors: 2}, func(s *etlwriter.Session) {
		for i := range int64(6 * manyKinds) {
			hook := i % (3 * manyKinds)
			if i > 5*manyKinds {
				hook = random.Int64N(3 * manyKinds)
			}
			s.Write(int(i%2), tick0+i*20_000, etlwriter.Kernel{Hook: etlwriter.Hook(0x4000 + hook), Version: 2, Payload: make([]byte, 8)})
		}
	}))
	if r := checkRhythm(t, c); len(r.Kinds) != 3*manyKinds+1 {
		t.Errorf("%d kinds", len(r.Kinds))
	}
}

func TestRhythmOfNearlyNothing(t *testing.T) {
	empty := checkRhythm(t, open(t, "header only", write(t, etlwriter.Settings{BufferSize: 1024}, func(*etlwriter.Session) {})))
	if empty.From != empty.To || empty.BinNano != 1 || len(empty.Kinds) != 1 || empty.Kinds[0].PeakCount != 1 ||
		empty.Silences != nil {
		t.Errorf("of the header alone: %+v", empty)
	}
	late := checkRhythm(t, open(t, "one event", write(t, etlwriter.Settings{BufferSize: 1024}, func(s *etlwriter.Session) {
		s.Write(0, tick0+30_000_000, numbered(1))
	})))
	if len(late.Silences) != 1 || late.SilentNano != 3e9 || late.Silences[0] != (Silence{late.From, late.To}) {
		t.Errorf("of one event after 3 s: %+v", late)
	}
	if from, to := (&Rhythm{}).Bin(3); from != 0 || to != 0 {
		t.Errorf("bin of nothing from %d to %d", from, to)
	}
}

// TestWildStampsMakeNoSilence damages single stamps of a recording in which something happens all the time.
func TestWildStampsMakeNoSilence(t *testing.T) {
	for name, wild := range map[string]int64{
		"ahead": 1200_000_000, "before": -600_000_000, "far ahead": 1 << 60, "negative": -1 << 60,
	} {
		for _, place := range []int64{1, 17, 18, 19, 60, 150} {
			b := write(t, etlwriter.Settings{BufferSize: 1024, Processors: 2}, func(s *etlwriter.Session) {
				for i := range int64(200) {
					ticks := tick0 + i*1_000_000
					if s.Write(1, ticks+500_000, numbered(uint32(1000+i))); i == place {
						ticks = tick0 + wild
					}
					s.Write(0, ticks, numbered(uint32(i)))
				}
			})
			c := open(t, name, b)
			r := checkRhythm(t, c)
			if length := r.To - r.From; len(r.Silences) > 0 || length != int64(19950*time.Millisecond) {
				t.Errorf("%s at %d: %v, silences %v", name, place, time.Duration(length), r.Silences)
			}
		}
	}
}

// TestRhythmAtTheEndOfTime has stamps near the greatest that there is, and one near the least: the way from the one to the other
// overflows to a short one.
func TestRhythmAtTheEndOfTime(t *testing.T) {
	start := int64(math.MaxInt64 - 50_000_000)
	for _, at := range []int{60, 99} {
		for _, wild := range []int64{math.MinInt64 + 7, math.MinInt64 + 2_000_000} {
			b := write(t, etlwriter.Settings{BufferSize: 1024, StartTicks: start, NeverClosed: true}, func(s *etlwriter.Session) {
				for i := range 100 {
					ticks := start + int64(i)*1000
					switch {
					case i == at:
						ticks = wild
					case i >= 50:
						ticks = math.MaxInt64 - 100 + int64(i-50)
					}
					s.Write(0, ticks, etlwriter.Kernel{Hook: 0x0262, Version: 2, Payload: make([]byte, 8)})
				}
			})
			c := open(t, "end of time", b)
			checkRhythm(t, c)
			last := int64(math.MinInt64)
			for e, err := range c.Events(context.Background()) {
				if err == nil && e.UnixNano < last {
					t.Fatalf("the stamp %d as event %d: events out of order", wild, at)
				} else if err == nil {
					last = e.UnixNano
				}
			}
			if out := c.Losses().EventsOutOfOrder; out != 1 {
				t.Errorf("the stamp %d as event %d: %d events out of order, want 1", wild, at, out)
			}
		}
	}
}
