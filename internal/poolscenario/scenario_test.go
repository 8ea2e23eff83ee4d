package poolscenario

import (
	"testing"

	"etledger/model/poolsnap"
)

// TestRowsAreConsistent: the figures of a row go together, counters never fall, and a satellite follows its leader.
func TestRowsAreConsistent(t *testing.T) {
	s := New(Options{Seed: 4, Snapshots: 60, Phases: []Phase{{First: 5, Last: 20, Volume: 100}, {First: 30, Last: 45, Volume: 100}}})
	for _, list := range [][]Kind{Leaks, Others, WorkLeaks, WorkOthers} {
		for _, k := range list {
			s.Add(k)
		}
	}
	lead := s.Fixed("Lead", poolsnap.Paged, 100, 50, 5900)
	s.Satellite("Sate", lead, 2, 300)
	before := map[poolsnap.Key]poolsnap.Row{}
	snapshots := 0
	for x := range s.All() {
		snapshots++
		byTag := map[string]poolsnap.Row{}
		for _, r := range x.Rows {
			old := before[r.Key]
			if r.Allocs < old.Allocs || r.Frees < old.Frees || r.Frees > r.Allocs || r.Count != int64(r.Allocs-r.Frees) {
				t.Fatalf("%s: %+v after %+v", r.Tag, r, old)
			}
			before[r.Key] = r
			byTag[r.Tag.String()] = r
		}
		if l, f := byTag["Lead"], byTag["Sate"]; f.Count-10 != 2*(l.Count-50) || l.Frees != 0 {
			t.Fatalf("the leader holds %d, the satellite %d", l.Count, f.Count)
		}
	}
	if snapshots != 60 || before[lead.Key].Count != 5950 {
		t.Errorf("%d snapshots, the leader ends at %d", snapshots, before[lead.Key].Count)
	}
}

// TestSameSeedSameSnapshots: a scenario gives the same each time it is asked.
func TestSameSeedSameSnapshots(t *testing.T) {
	sums := [2]uint64{}
	s := New(Options{Seed: 9, Snapshots: 20})
	for _, k := range Others {
		s.Add(k)
	}
	for i := range sums {
		for x := range s.All() {
			for _, r := range x.Rows {
				sums[i] = sums[i]*31 + r.Allocs + r.Bytes
			}
		}
	}
	if sums[0] != sums[1] {
		t.Error("the second time differs from the first")
	}
}
