package poolseries

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"etledger/internal/poolscenario"
	"etledger/model/poolsnap"
	"etledger/trend"
)

// scene gives copies of all snapshots of a scenario.
func scene(snapshots, of int) []*poolsnap.Snapshot {
	s := poolscenario.New(poolscenario.Options{Seed: 21, Snapshots: snapshots})
	for _, k := range append(slices.Clone(poolscenario.Others), poolscenario.Leaks...) {
		for range of {
			s.Add(k)
		}
	}
	var list []*poolsnap.Snapshot
	for x := range s.All() {
		list = append(list, x.Clone())
	}
	return list
}

// TestOrderOfComingDoesNotMatter: snapshots in any order, with little room to wait, give the same set, unless some are
// counted as late.
func TestOrderOfComingDoesNotMatter(t *testing.T) {
	list := scene(300, 3)
	want := enter(t, Options{}, list...)
	random := rand.New(rand.NewPCG(2, 2))
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	if got := enter(t, Options{}, list...); !reflect.DeepEqual(got, want) {
		t.Errorf("in another order %d machines with other series", len(got.Machines))
	}
	if got := enter(t, Options{Pending: 500}, list...); got.Late == 0 || got.Snapshots+got.Late != 300 {
		t.Errorf("%d snapshots and %d late ones", got.Snapshots, got.Late)
	}
}

// TestBinsHoldTheirSnapshots holds folded bins against all values.
func TestBinsHoldTheirSnapshots(t *testing.T) {
	const n = 1000
	list := scene(n, 2)
	set := enter(t, Options{Bins: 64, Pending: 2000}, list...)
	b := set.Machines[0].Boots[0]
	if len(b.Bins) > 64 || len(b.Bins) < 32 {
		t.Fatalf("%d bins", len(b.Bins))
	}
	for i := range b.Series {
		s := &b.Series[i]
		first := 0
		for k, bin := range b.Bins {
			var want Range
			var allocs uint64
			for j := first; j < first+bin.Snapshots; j++ {
				at := slices.IndexFunc(list[j].Rows, func(r poolsnap.Row) bool { return r.Key == s.Key })
				r := &list[j].Rows[at]
				want.add(r.Bytes, j > first)
				allocs = r.Allocs
			}
			c := &s.Cells[k]
			if c.Bytes != want || c.Allocs != allocs || int(c.Samples) != bin.Snapshots {
				t.Fatalf("%s, bin %d: %+v, expected %+v and %d allocations", s.Tag, k, c, want, allocs)
			}
			first += bin.Snapshots
		}
		if first != n {
			t.Fatalf("the bins hold %d snapshots", first)
		}
		if points := Points(b.Bins, s.Cells, trend.Bytes); len(points) != len(b.Bins) {
			t.Fatalf("%d points", len(points))
		}
	}
}

// TestMemoryIsBounded: more cells than allowed make the bins fewer, far too many an error.
func TestMemoryIsBounded(t *testing.T) {
	list := scene(400, 4)
	b := New(Options{Cells: 4000, Pending: 1000})
	for _, s := range list {
		if err := b.Add(s); err != nil {
			t.Fatal(err)
		}
		if b.cells > 2*4000 {
			t.Fatalf("%d cells", b.cells)
		}
	}
	set, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	if n := len(set.Machines[0].Boots[0].Bins); n > 64 || n < leastBins {
		t.Errorf("%d bins", n)
	}
	b = New(Options{Cells: 50, Pending: 10})
	for _, s := range list {
		if err = b.Add(s); err != nil {
			break
		}
	}
	if _, ok := err.(*TooLargeError); !ok {
		t.Errorf("error %v", err)
	}
}

// TestEnteringDoesNotAllocate: once all tags are known, a row costs no allocation.
func TestEnteringDoesNotAllocate(t *testing.T) {
	list := scene(200, 30)
	b := New(Options{Bins: 16, Pending: 2000})
	next := 0
	add := func() {
		if err := b.Add(list[next]); err != nil {
			t.Fatal(err)
		}
		next++
	}
	for next < 80 {
		add()
	}
	rows := float64(len(list[0].Rows))
	if n := testing.AllocsPerRun(100, add); n > rows/50 {
		t.Errorf("%g allocations for each snapshot of %g rows", n, rows)
	}
}

func BenchmarkBook(b *testing.B) {
	list := scene(64, 170)
	rows := 0
	for b.Loop() {
		book := New(Options{})
		for _, s := range list {
			if err := book.Add(s); err != nil {
				b.Fatal(err)
			}
			rows += len(s.Rows)
		}
		if _, err := book.Finish(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(rows), "ns/row")
}
