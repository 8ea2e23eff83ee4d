package pool

import (
	"context"
	"testing"
	"time"

	"etledger/internal/poolscenario"
	"etledger/ledger/poolseries"
	"etledger/model/poolsnap"
)

var begin = time.Date(2024, 3, 4, 8, 0, 0, 0, time.UTC)

// series is a tag by hand: what it has allocated and freed at each snapshot.
type series struct {
	tag    string
	pool   poolsnap.Pool
	size   uint64
	allocs func(i int) uint64
	frees  func(i int) uint64
}

// none frees nothing.
func none(int) uint64 { return 0 }

// by grows evenly from a number.
func by(from, each uint64) func(int) uint64 {
	return func(i int) uint64 { return from + each*uint64(i) }
}

// snapshotsOf makes n snapshots at a distance.
func snapshotsOf(n int, distance time.Duration, tags ...series) []*poolsnap.Snapshot {
	var list []*poolsnap.Snapshot
	for i := range n {
		s := &poolsnap.Snapshot{Time: begin.Add(time.Duration(i) * distance), File: "by hand", Line: 1 + i*len(tags)}
		for _, t := range tags {
			r := poolsnap.Row{Has: poolsnap.HasAllocs | poolsnap.HasFrees | poolsnap.HasCount | poolsnap.HasBytes,
				Allocs: t.allocs(i), Frees: t.frees(i)}
			copy(r.Tag[:], t.tag+"    ")
			r.Pool = t.pool
			r.Count = int64(r.Allocs - r.Frees)
			r.Bytes = uint64(r.Count) * t.size
			s.Rows = append(s.Rows, r)
		}
		list = append(list, s)
	}
	return list
}

// observedOf enters snapshots.
func observedOf(t testing.TB, snapshots []*poolsnap.Snapshot) *Observed {
	t.Helper()
	b := poolseries.New(poolseries.Options{})
	for _, s := range snapshots {
		if err := b.Add(s); err != nil {
			t.Fatal(err)
		}
	}
	set, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return &Observed{Set: set}
}

// scenarioOf enters the snapshots of a scenario.
func scenarioOf(t testing.TB, s *poolscenario.Scenario) *Observed {
	t.Helper()
	b := poolseries.New(poolseries.Options{})
	for x := range s.All() {
		if err := b.Add(x); err != nil {
			t.Fatal(err)
		}
	}
	set, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return &Observed{Set: set}
}

// analyzed analyses.
func analyzed(t testing.TB, in Inputs, o Options) *Report {
	t.Helper()
	r, err := Analyze(context.Background(), in, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// tagNamed finds a tag of a report.
func tagNamed(t testing.TB, m *Machine, name string) *Tag {
	t.Helper()
	for i := range m.Tags {
		if m.Tags[i].Tag == name {
			return &m.Tags[i]
		}
	}
	t.Fatalf("the report has no tag %q", name)
	return nil
}

// near tells whether a value is about another one, to a part of it.
func near(got, want, part float64) bool { return got >= want-part*want && got <= want+part*want }
