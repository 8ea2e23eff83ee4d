package scenario

import (
	"math"
	"testing"
	"time"

	"etledger/internal/etlwriter"
)

// TestLeakRates checks over many seeds that leaks run at the rate that they are set to.
func TestLeakRates(t *testing.T) {
	for _, leak := range []Leak{
		{BytesPerSecond: 200 * kib}, {BytesPerSecond: 64 * kib, BlockBytes: 16 * kib, Heap: true},
		{BytesPerSecond: 300 * kib, Pattern: LeakInBursts, Period: time.Second},
		{BytesPerSecond: 300 * kib, Pattern: AcceleratingLeak},
	} {
		sum, worst := 0.0, 0.0
		const seeds = 40
		for seed := range uint64(seeds) {
			c := run(t, Options{Seed: seed, Duration: time.Minute, Programs: []Program{{Image: "a.exe",
				Behaviours: []Behaviour{leak}}}})
			l := c.Truth.Find("a.exe")[0]
			if l.LeakRate != leak.BytesPerSecond || l.LeakBytes != l.OutstandingCommitBytes || l.LeakModule != "a.exe" {
				t.Fatalf("truth %+v", l)
			}
			off := l.LeakBytesPerSecond/leak.BytesPerSecond - 1
			sum, worst = sum+off, max(worst, math.Abs(off))
		}
		if mean := sum / seeds; math.Abs(mean) > 0.02 || worst > 0.15 {
			t.Errorf("%+v: mean error %.3f, greatest %.3f", leak, mean, worst)
		}
	}
}

// TestShapes checks what each behaviour leaves outstanding in the end.
func TestShapes(t *testing.T) {
	c := run(t, everything())
	for image, want := range map[string][2]float64{ // MiB, least and most
		"leak.exe": {11, 22}, "bursts.exe": {1.9, 2.1}, "faster.exe": {13, 19}, "warm.exe": {8, 8.1}, "step.exe": {16, 18},
		"cache.exe": {7.9, 8}, "heap.exe": {4, 16}, "load.exe": {0, 8}, "drain.exe": {0, 0}, "first.exe": {4.5, 5.5},
	} {
		l := c.Truth.Find(image)[0]
		got := float64(l.OutstandingCommitBytes) / mib
		if got < want[0] || got > want[1] {
			t.Errorf("%s: %.2f MiB outstanding, expected %g to %g", image, got, want[0], want[1])
		}
	}
	if l := c.Truth.Find("drain.exe")[0]; l.UnknownFreedBytes < 24*mib || l.UnknownFreedBytes > 40*mib {
		t.Errorf("drain.exe gave %d bytes back", l.UnknownFreedBytes)
	}
	if l := c.Truth.Find("heap.exe")[0]; l.PeakCommitBytes != 16*mib {
		t.Errorf("heap.exe had a peak of %d", l.PeakCommitBytes)
	}
}

// TestPoolAndViews replays pool and view events.
func TestPoolAndViews(t *testing.T) {
	c := run(t, everything())
	all, _ := events(t, c)
	outstanding := map[string]uint64{}
	for _, e := range ofHooks(all, etlwriter.HookPoolAlloc) {
		outstanding[string(e.Payload[4:8])] += word(e, 8, 8)
	}
	for _, e := range ofHooks(all, etlwriter.HookPoolFree) {
		outstanding[string(e.Payload[4:8])] -= word(e, 8, 8)
	}
	for _, p := range c.Truth.Pool {
		if outstanding[p.Tag] != p.OutstandingBytes || p.AllocatedBytes-p.FreedBytes != p.OutstandingBytes ||
			p.Allocations == 0 {
			t.Errorf("%+v, by the events %d outstanding", p, outstanding[p.Tag])
		}
		if p.Leaks != (p.Frees == 0) {
			t.Errorf("%s: leaks %v with %d frees", p.Tag, p.Leaks, p.Frees)
		}
	}
	var mapped, unmapped uint64
	for _, e := range ofHooks(all, etlwriter.HookMapFile) {
		mapped += word(e, 24, 8)
	}
	for _, e := range ofHooks(all, etlwriter.HookUnmapFile) {
		unmapped += word(e, 24, 8)
	}
	l := c.Truth.Find("views.exe")[0]
	if mapped != l.MappedBytes || unmapped != l.UnmappedBytes || l.Unmaps == 0 {
		t.Errorf("mapped %d, unmapped %d, truth %+v", mapped, unmapped, l)
	}
	if open := len(ofHooks(all, etlwriter.HookMapDCEnd)); uint64(open) != l.Maps-l.Unmaps {
		t.Errorf("%d views listed at the end, %d mapped and %d unmapped", open, l.Maps, l.Unmaps)
	}
	if faults := len(ofHooks(all, etlwriter.HookHardFault)); uint64(faults) != l.HardFaults || faults == 0 {
		t.Errorf("%d hard faults, truth %d", faults, l.HardFaults)
	}
}
