package etl

import (
	"bytes"
	"context"
	"math/rand/v2"
	"sort"
	"testing"

	"etledger/internal/etlwriter"
)

// stamped is an event of a test of order: written by processor, at ticks, as the n-th overall.
type stamped struct {
	ticks     int64
	processor int
	n         uint32
}

// randomEvents gives events whose order within each processor is that of time, with many equal stamps.
func randomEvents(seed uint64, processors, count int) []stamped {
	random := rand.New(rand.NewPCG(seed, 1))
	now := make([]int64, processors)
	events := make([]stamped, count)
	for i := range events {
		// A few processors do most of the work.
		p := min(random.IntN(processors), random.IntN(processors), random.IntN(processors))
		now[p] += int64(random.IntN(4))
		events[i] = stamped{tick0 + now[p], p, uint32(i)}
	}
	return events
}

func numbered(n uint32) etlwriter.Kernel {
	return etlwriter.Kernel{Hook: 0x0262, Version: 2, Payload: []byte{byte(n), byte(n >> 8), byte(n >> 16), 0}}
}

func TestOrderAgainstStableSort(t *testing.T) {
	for seed := range uint64(6) {
		processors := []int{1, 2, 3, 8, 17, 40}[seed]
		events := randomEvents(seed, processors, 4000)
		settings := etlwriter.Settings{Processors: processors, BufferSize: 1024}
		if seed%2 == 1 {
			settings.Mode = etlwriter.ModeCompressed
		}
		for name, arrange := range map[string][]etlwriter.Arrangement{"as written": nil, "reversed": {etlwriter.Reverse()}} {
			b := write(t, settings, func(s *etlwriter.Session) {
				for _, e := range events {
					s.Write(e.processor, e.ticks, numbered(e.n))
				}
			}, arrange...)
			want := append([]stamped(nil), events...)
			sort.SliceStable(want, func(i, j int) bool {
				if want[i].ticks != want[j].ticks {
					return want[i].ticks < want[j].ticks
				}
				return want[i].processor < want[j].processor
			})
			got, damage := readAll(t, open(t, name, b))
			if len(damage) != 0 || len(got) != len(want) {
				t.Fatalf("%s, %d processors: %d events, damage %v", name, processors, len(got), damage)
			}
			for i := range got {
				n := uint32(got[i].Payload[0]) | uint32(got[i].Payload[1])<<8 | uint32(got[i].Payload[2])<<16
				if n != want[i].n || got[i].Ticks != want[i].ticks || int(got[i].Processor) != want[i].processor {
					t.Fatalf("%s, %d processors: event %d is number %d at %d, expected %+v", name, processors, i, n, got[i].Ticks, want[i])
				}
			}
		}
	}
}

func TestCircularRecording(t *testing.T) {
	b := write(t, etlwriter.Settings{BufferSize: 1024, Mode: etlwriter.ModeCircular, Processors: 2}, func(s *etlwriter.Session) {
		for i := range uint32(1000) {
			s.Write(int(i/100)%2, tick0+int64(i), numbered(i))
		}
	}, etlwriter.Circular(8))
	c := open(t, "circular", b)
	events, damage := readAll(t, c)
	if len(damage) != 0 || len(events) < 100 {
		t.Fatalf("%d events, damage %v", len(events), damage)
	}
	for i := 1; i < len(events); i++ {
		if events[i].Ticks < events[i-1].Ticks {
			t.Fatalf("event %d at %d comes after %d", i, events[i].Ticks, events[i-1].Ticks)
		}
	}
	// The header event is from the beginning, of which nothing is left.
	for e, err := range c.Events(context.Background()) {
		if err != nil || e.Hook() != 0 || e.Ticks != tick0 || e.UnixNano != events[0].UnixNano {
			t.Errorf("the first event is hook %#x stamped %d at %d, %v", e.Hook(), e.Ticks, e.UnixNano, err)
		}
		break
	}
	if l := c.Losses(); l.Any() {
		t.Errorf("what a ring overwrote is no loss: %+v", l)
	}
}

// TestWildStamps damages single stamps: they must move nothing but their own event.
func TestWildStamps(t *testing.T) {
	for name, wild := range map[string]int64{"far ahead": 1 << 60, "before everything": 3, "negative": -1 << 60} {
		for _, place := range []uint32{0, 17, 18, 19, 60, 199} { // the first of a buffer and of all, inside, the last
			b := write(t, etlwriter.Settings{BufferSize: 1024, Processors: 2}, func(s *etlwriter.Session) {
				for i := range uint32(200) {
					ticks := tick0 + int64(i)*10
					if i == place {
						ticks = wild
					}
					s.Write(0, ticks, numbered(i))
					s.Write(1, tick0+int64(i)*10+5, numbered(1000+i))
				}
			})
			c := open(t, name, b)
			events, damage := readAll(t, c)
			if len(events) != 400 || len(damage) != 0 {
				t.Fatalf("%s at %d: %d events, damage %v", name, place, len(events), damage)
			}
			var rest []uint32
			for i := range events {
				if n := uint32(events[i].Payload[0]) | uint32(events[i].Payload[1])<<8; n != place {
					rest = append(rest, n%1000*2+n/1000)
				} else if events[i].Ticks != wild {
					t.Errorf("%s at %d: the event's own stamp became %d", name, place, events[i].Ticks)
				}
			}
			if !sort.SliceIsSorted(rest, func(i, j int) bool { return rest[i] < rest[j] }) {
				t.Errorf("%s at %d: the other events are out of order: %v", name, place, rest)
			}
			if l := c.Losses(); l.EventsOutOfOrder != 1 {
				t.Errorf("%s at %d: %d events counted as out of order", name, place, l.EventsOutOfOrder)
			}
		}
	}
}

func TestRepairOrderKeepsTheLongestRun(t *testing.T) {
	for _, v := range []struct{ ticks, want []int64 }{
		{[]int64{1, 2, 2, 3}, []int64{1, 2, 2, 3}},
		{[]int64{1, 9, 2, 3}, []int64{1, 1, 2, 3}},
		{[]int64{9, 1, 2, 3}, []int64{1, 1, 2, 3}},
		{[]int64{5, 6, 1, 7}, []int64{5, 6, 6, 7}},
		{[]int64{1, 2, 3, 0}, []int64{1, 2, 3, 3}},
	} {
		records := make([]record, len(v.ticks))
		var changed uint64
		for i := range records {
			records[i].ticks = v.ticks[i]
			if v.ticks[i] != v.want[i] {
				changed++
			}
		}
		if got := repairOrder(records); got != changed {
			t.Errorf("%v: %d changed, expected %d", v.ticks, got, changed)
		}
		for i := range records {
			if records[i].ticks != v.want[i] {
				t.Errorf("%v: got %v, expected %v", v.ticks, records, v.want)
				break
			}
		}
	}
}

// TestSeveralRecordings reads two sessions of one machine as one capture: they share the performance counter, though each
// read the time of day for itself.
func TestSeveralRecordings(t *testing.T) {
	boot := uint64(133540000000000000)
	kernel := write(t, etlwriter.Settings{BootTime: boot, SessionName: "kernel"}, func(s *etlwriter.Session) {
		for i := range byte(50) {
			s.Write(0, tick0+int64(i)*100, mark(i*2))
		}
	})
	user := write(t, etlwriter.Settings{BootTime: boot, SessionName: "user", StartTicks: tick0 + 20,
		StartTime: etlwriter.Settings{}.Defaults().StartTime + 20 + 3000}, func(s *etlwriter.Session) { // 0.3 ms off
		for i := range byte(50) {
			s.Write(0, tick0+50+int64(i)*100, mark(i*2+1))
		}
	})
	inputs := []Input{{"user", bytes.NewReader(user), int64(len(user))}, {"kernel", bytes.NewReader(kernel), int64(len(kernel))}}
	c, err := New(context.Background(), Options{}, inputs...)
	if err != nil {
		t.Fatal(err)
	}
	events, _ := readAll(t, c)
	got := marks(events)
	for i := range got {
		if got[i] != byte(i) {
			t.Fatalf("order %v", got)
		}
	}
	if len(got) != 100 || c.Header().SessionName != "kernel" || events[1].Recording != 1 {
		t.Errorf("%d events, header of %q, recording %d", len(got), c.Header().SessionName, events[1].Recording)
	}
}

func TestMemoryCeiling(t *testing.T) {
	b := write(t, etlwriter.Settings{Processors: 64}, func(s *etlwriter.Session) {
		for p := range 64 {
			for i := range 1000 {
				s.Write(p, tick0+int64(i), mark(0))
			}
		}
	})
	c, err := New(context.Background(), Options{MaxMemory: 1 << 20}, Input{"wide", bytes.NewReader(b), int64(len(b))})
	if err != nil {
		t.Fatal(err)
	}
	var last error
	for _, err := range c.Events(context.Background()) {
		last = err
	}
	if last == nil {
		t.Error("64 buffers of 64 KiB within 1 MiB, without an error")
	}
}

func TestCancel(t *testing.T) {
	b := write(t, etlwriter.Settings{BufferSize: 1024}, func(s *etlwriter.Session) {
		for i := range uint32(1000) {
			s.Write(0, tick0+int64(i), numbered(i))
		}
	})
	c := open(t, "long", b)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	n := 0
	var last error
	for _, err := range c.Events(ctx) {
		if n++; n == 10 {
			cancel()
		}
		last = err
	}
	if last != context.Canceled || n > 100 {
		t.Errorf("%d events, then %v", n, last)
	}
	if c.Losses().Any() {
		t.Error("a pass that was cancelled left figures behind")
	}
}
