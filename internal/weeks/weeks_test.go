package weeks

import (
	"bytes"
	"math"
	"testing"
	"time"
)

// TestSimulationKeepsItsTruth compares what snapshots show of programs without noise with what was planted.
func TestSimulationKeepsItsTruth(t *testing.T) {
	const perDay = 24 << 20
	s := Spec{Days: 3, Every: 10 * time.Minute, Nonpaged: perDay, Programs: []Program{
		{Image: "leak.exe", Kind: Leak, Base: 100 << 20, PerDay: perDay, Share: 0.5},
		{Image: "nightly.exe", Kind: LeakNightly, Base: 100 << 20, PerDay: perDay, Share: 0.5, Restart: 24 * time.Hour},
	}}
	first, last := map[uint64]uint64{}, map[uint64]uint64{}
	var from, to Snapshot
	starts, captures := 0, 0
	keys := map[uint32]uint64{}
	for c := range s.Captures() {
		captures++
		for _, item := range c.Items {
			if e := item.Event; e != nil {
				keys[e.PID] = e.Key
				if e.What == Starts {
					starts++
				}
				continue
			}
			for _, r := range item.Snapshot.Processes {
				k := keys[r.PID]
				if first[k] == 0 {
					first[k] = r.Commit
				}
				last[k] = r.Commit
			}
			if from.Commit == 0 {
				from = *item.Snapshot
			}
			to = *item.Snapshot
		}
	}
	if captures != 72 || starts != 3 || len(first) != 5 {
		t.Errorf("%d captures, %d starts, %d lifetimes", captures, starts, len(first))
	}
	for k := range first {
		if rise := float64(last[k]) - float64(first[k]); rise < 0 || rise > 3*perDay {
			t.Errorf("a lifetime rises by %.1f MiB", rise/(1<<20))
		}
	}
	if rise := float64(to.Nonpaged) - float64(from.Nonpaged); math.Abs(rise-3*perDay) > 3<<20 {
		t.Errorf("the nonpaged pool rises by %.1f MiB", rise/(1<<20))
	}
}

// TestSameSeedSameBytes: a simulation is the same each time, and another one with another seed.
func TestSameSeedSameBytes(t *testing.T) {
	recording := func(seed uint64) (data []byte) {
		for c := range (Spec{Seed: seed, Days: 1, Capture: 12 * time.Hour, Every: time.Hour, Programs: Population(1, Wandering, 3)}).Captures() {
			b, err := c.Recording()
			if err != nil {
				t.Fatal(err)
			}
			data = append(data, b...)
		}
		return data
	}
	if !bytes.Equal(recording(4), recording(4)) || bytes.Equal(recording(4), recording(5)) {
		t.Error("recordings do not depend on the seed alone")
	}
}
