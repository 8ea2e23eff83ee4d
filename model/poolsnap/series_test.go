package poolsnap

import (
	"math"
	"testing"
	"time"
)

func TestIncrease(t *testing.T) {
	for _, c := range []struct {
		prev, next uint64
		width      Width
		want       uint64
		ok         bool
	}{
		{10, 10, Width32, 0, true},
		{10, 15, Width32, 5, true},
		{math.MaxUint32, 0, Width32, 1, true},
		{4294967000, 1200, Width32, 1496, true},
		{1 << 31, 1<<31 - 1, Width32, 0, false}, // would be 2^32 - 1 allocations
		{5000, 10, Width32, 0, false},
		{3 << 30, 0, Width32, 1 << 30, true},
		{4294967000, 1200, Width64, 0, false},
		{1 << 40, 1<<40 + 7, Width64, 7, true},
		{1 << 40, 7, Width32, 0, false}, // no counter of 32 bits
	} {
		if got, ok := Increase(c.prev, c.next, c.width); got != c.want || ok != c.ok {
			t.Errorf("from %d to %d at %d bits: %d, %t; want %d, %t", c.prev, c.next, c.width, got, ok, c.want, c.ok)
		}
	}
}

// TestIncreaseOfTheMachine follows counters of 32 bits that turn over, against the true sum.
func TestIncreaseOfTheMachine(t *testing.T) {
	const step = 1<<31 - 12345
	true64, sum := uint64(1<<32-100), uint64(1<<32-100)
	for range 50 {
		next := true64 + step
		grown, ok := Increase(true64&math.MaxUint32, next&math.MaxUint32, Width32)
		if sum += grown; !ok || sum != next {
			t.Fatalf("sum %d, want %d", sum, next)
		}
		true64 = next
	}
}

func TestDelta(t *testing.T) {
	all := HasAllocs | HasFrees | HasCount | HasBytes
	prev := Row{Has: all, Allocs: 4294967290, Frees: 100, Count: -106, Bytes: 500}
	next := Row{Has: all, Allocs: 10, Frees: 120, Count: -110, Bytes: 400}
	if got := Delta(prev, next, Width32); got != (Change{Has: all, Allocs: 16, Frees: 20, Count: -4, Bytes: -100, Turned: HasAllocs}) {
		t.Errorf("%+v", got)
	}
	if got := Delta(prev, next, Width64); got != (Change{Has: all &^ HasAllocs, Frees: 20, Count: -4, Bytes: -100, Reset: HasAllocs}) {
		t.Errorf("%+v", got)
	}
	next.Has = HasBytes
	if got := Delta(prev, next, Width32); got != (Change{Has: HasBytes, Bytes: -100}) {
		t.Errorf("%+v", got)
	}
	// Allocs less Frees stays Diff, modulo 2^32, over a turn.
	if got := Delta(prev, Row{Has: all, Allocs: 10, Frees: 120, Count: -110}, Width32); int64(got.Allocs)-int64(got.Frees) != got.Count {
		t.Errorf("%+v", got)
	}
}

func TestWidthOf(t *testing.T) {
	s := &Snapshot{Rows: []Row{{Has: HasAllocs, Allocs: math.MaxUint32, Frees: 1 << 40}}}
	if WidthOf(s) != Width32 {
		t.Error("frees that the text does not say count for nothing")
	}
	s.Rows[0].Has |= HasFrees
	if WidthOf(s) != Width64 {
		t.Error("a counter over 2^32 has 64 bits")
	}
}

func uptime(s float64) *float64 { return &s }

func TestRebooted(t *testing.T) {
	at := time.Date(2024, 3, 5, 9, 30, 0, 0, time.UTC)
	snapshot := func(minutes int, up *float64, allocs ...uint64) *Snapshot {
		s := &Snapshot{Memory: Memory{Uptime: up}}
		if minutes >= 0 {
			s.Time = at.Add(time.Duration(minutes) * time.Minute)
			s.Memory.Time = s.Time
		}
		for i, a := range allocs {
			s.Rows = append(s.Rows, Row{Key: Key{Tag: Tag{byte(i)}}, Has: HasAllocs, Allocs: a})
		}
		return s
	}
	many := func(n int, v uint64) (all []uint64) {
		for range n {
			all = append(all, v)
		}
		return all
	}
	for name, c := range map[string]struct {
		prev, next *Snapshot
		want       Evidence
	}{
		"nothing known":             {snapshot(-1, nil), snapshot(-1, nil), NoReboot},
		"uptime grew":               {snapshot(0, uptime(1000)), snapshot(60, uptime(4600)), NoReboot},
		"uptime fell":               {snapshot(0, uptime(1000)), snapshot(60, uptime(600)), RebootUptime},
		"uptime fell, times or not": {snapshot(-1, uptime(1000)), snapshot(-1, uptime(600)), RebootUptime},
		"young, then older":         {snapshot(0, uptime(100)), snapshot(60, uptime(600)), RebootTimes},
		"first without uptime":      {snapshot(0, nil), snapshot(60, uptime(600)), RebootTimes},
		"clocks differ":             {snapshot(0, uptime(1000)), snapshot(60, uptime(4500)), NoReboot},
		"counters grew":             {snapshot(0, nil, 100, 200, 300), snapshot(60, nil, 100, 250, 300), NoReboot},
		"counters fell":             {snapshot(0, nil, 1000, 2000, 3000), snapshot(60, nil, 100, 250, 300), RebootCounters},
		"a turn":                    {snapshot(0, nil, 4294967000, 2000, 3000), snapshot(60, nil, 100, 2500, 3000), NoReboot},
		"some passed already":       {snapshot(0, nil, 1000, 2000, 3000), snapshot(60, nil, 5000, 2500, 300), RebootCounters},
		"one damaged row":           {snapshot(0, nil, many(100, 1000)...), snapshot(60, nil, append(many(99, 1001), 3)...), NoReboot},
		"uptime beats counters":     {snapshot(0, uptime(1000), 1000), snapshot(60, uptime(4600), 10), NoReboot},
		"never used, then used":     {snapshot(0, nil, 0, 0), snapshot(60, nil, 1, 2), NoReboot},
	} {
		if got := c.prev.Rebooted(c.next, Width32); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
