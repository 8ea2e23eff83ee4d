package poolseries

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"etledger/model/poolsnap"
)

var begin = time.Date(2024, 3, 4, 8, 0, 0, 0, time.UTC)

// key makes a key of nonpaged pool.
func key(tag string) poolsnap.Key {
	k := poolsnap.Key{Pool: poolsnap.Nonpaged}
	copy(k.Tag[:], tag)
	return k
}

// row makes a row with all figures, of objects of 100 bytes.
func row4(tag string, allocs, frees uint64) poolsnap.Row {
	return poolsnap.Row{Key: key(tag), Has: poolsnap.HasAllocs | poolsnap.HasFrees | poolsnap.HasCount | poolsnap.HasBytes,
		Allocs: allocs, Frees: frees, Count: int64(allocs - frees), Bytes: 100 * (allocs - frees)}
}

// at makes a snapshot some minutes after the begin.
func at(minutes int, rows ...poolsnap.Row) *poolsnap.Snapshot {
	return &poolsnap.Snapshot{Time: begin.Add(time.Duration(minutes) * time.Minute), TimeFrom: poolsnap.TimeFromText,
		File: "snap", Line: 1 + minutes, Rows: rows}
}

// enter makes a set of snapshots.
func enter(t *testing.T, o Options, snapshots ...*poolsnap.Snapshot) *Set {
	t.Helper()
	b := New(o)
	for _, s := range snapshots {
		if err := b.Add(s); err != nil {
			t.Fatal(err)
		}
	}
	set, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// counts are the levels of objects of a tag, last in each bin; -1 where a bin does not tell.
func counts(b *Boot, tag string) (list []int64) {
	for i := range b.Series {
		if s := &b.Series[i]; s.Key == key(tag) {
			for _, c := range s.Cells {
				if c.Samples == 0 {
					list = append(list, -1)
				} else {
					list = append(list, int64(c.Count.Last))
				}
			}
		}
	}
	return list
}

func TestAbsentTagsHoldNothing(t *testing.T) {
	partial := at(30)
	partial.Partial = true
	set := enter(t, Options{}, at(0, row4("Aaaa", 5, 0)), at(10, row4("Aaaa", 6, 0), row4("Bbbb", 9, 1)), at(20, row4("Bbbb", 9, 2)),
		partial, at(40, row4("Aaaa", 8, 1), row4("Bbbb", 9, 3)))
	b := set.Machines[0].Boots[0]
	if got := counts(b, "Aaaa"); !slices.Equal(got, []int64{5, 6, 0, -1, 7}) {
		t.Errorf("Aaaa holds %v", got)
	}
	if got := counts(b, "Bbbb"); !slices.Equal(got, []int64{0, 8, 7, -1, 6}) {
		t.Errorf("Bbbb holds %v", got)
	}
	if b.Partial != 1 || set.Partial != 1 || set.Snapshots != 5 {
		t.Errorf("%d of %d snapshots are partial", b.Partial, set.Snapshots)
	}
}

func TestWrapsAndRestarts(t *testing.T) {
	wrapped := row4("Wrap", 100, math.MaxUint32-300) // the tool reckons with 64 bits
	wrapped.Count, wrapped.Bytes = int64(wrapped.Allocs)-int64(wrapped.Frees), 40100
	set := enter(t, Options{},
		at(0, row4("Wrap", math.MaxUint32-50, math.MaxUint32-400), row4("Alne", 900, 300), row4("Cccc", 1, 0), row4("Dddd", 1, 0)),
		at(10, wrapped, row4("Alne", 10, 2), row4("Cccc", 3, 0), row4("Dddd", 4, 0)))
	b := set.Machines[0].Boots[0]
	if len(set.Machines[0].Boots) != 1 || set.Wraps != 1 || set.Restarts != 2 {
		t.Fatalf("%d boots, %d wraps, %d restarts", len(set.Machines[0].Boots), set.Wraps, set.Restarts)
	}
	if got := counts(b, "Wrap"); !slices.Equal(got, []int64{350, 401}) {
		t.Errorf("Wrap holds %v", got)
	}
	for i := range b.Series {
		if s := &b.Series[i]; s.Key == key("Wrap") && s.Cells[1].Allocs != math.MaxUint32+101 {
			t.Errorf("Wrap has %d allocations", s.Cells[1].Allocs)
		}
	}
}

func TestBoots(t *testing.T) {
	up := func(s *poolsnap.Snapshot, seconds float64) *poolsnap.Snapshot {
		s.Memory.Uptime = &seconds
		return s
	}
	many := func(minutes int, allocs uint64) *poolsnap.Snapshot {
		s := at(minutes)
		for i := range 20 {
			s.Rows = append(s.Rows, row4(fmt.Sprintf("T%03d", i), allocs*uint64(i+1), allocs*uint64(i)/2))
		}
		return s
	}
	for _, c := range []struct {
		name      string
		snapshots []*poolsnap.Snapshot
		boots     int
	}{
		{"one", []*poolsnap.Snapshot{many(0, 1000), many(10, 1100), many(20, 1200)}, 1},
		{"counters fall together", []*poolsnap.Snapshot{many(0, 1000), many(10, 1100), many(20, 90), many(30, 120)}, 2},
		{"only some levels fall", []*poolsnap.Snapshot{at(0, row4("Aaaa", 900, 10)), at(10, row4("Aaaa", 901, 850))}, 1},
		{"the uptime falls", []*poolsnap.Snapshot{up(at(0, row4("Aaaa", 5, 0)), 90000), up(at(60, row4("Aaaa", 6, 0)), 1200)}, 2},
		{"the uptime goes on", []*poolsnap.Snapshot{up(at(0, row4("Aaaa", 5, 0)), 90000), up(at(60, row4("Aaaa", 6, 0)), 93601)}, 1},
	} {
		set := enter(t, Options{}, c.snapshots...)
		if n := len(set.Machines[0].Boots); n != c.boots {
			t.Errorf("%s: %d boots, expected %d", c.name, n, c.boots)
		}
	}
}

// TestBootsFromCounters: counters with uptimes tell of a boot that the snapshots do not show.
func TestBootsFromCounters(t *testing.T) {
	b := New(Options{})
	for minutes, uptime := range map[int]float64{0: 5000, 30: 6800, 60: 600, 90: 2400} {
		m := poolsnap.Memory{Time: begin.Add(time.Duration(minutes) * time.Minute), Uptime: &uptime}
		if err := b.AddMemory(&m, "counters", minutes); err != nil {
			t.Fatal(err)
		}
	}
	for _, minutes := range []int{5, 25, 65, 85} {
		if err := b.Add(at(minutes, poolsnap.Row{Key: key("Aaaa"), Has: poolsnap.HasBytes, Bytes: uint64(minutes)})); err != nil {
			t.Fatal(err)
		}
	}
	set, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	boots := set.Machines[0].Boots
	if len(boots) != 2 || boots[0].Snapshots != 2 || boots[1].Snapshots != 2 || boots[1].Reason == "" {
		t.Errorf("boots %+v", boots)
	}
	if len(set.Machines[0].Memory) != 2 {
		t.Errorf("%d times of counters", len(set.Machines[0].Memory))
	}
}

func TestCopiesAndConflicts(t *testing.T) {
	one, other := at(10, row4("Aaaa", 7, 0)), at(10, row4("Aaaa", 9, 0), row4("Bbbb", 3, 0))
	copied := at(10, row4("Aaaa", 7, 0))
	copied.File, other.File = "tap", "tap"
	other.Line = 99
	set := enter(t, Options{}, at(0, row4("Aaaa", 5, 0)), one, copied, other)
	if set.Snapshots != 2 || set.Duplicates != 1 || set.Joined != 1 || set.Conflicts != 1 {
		t.Errorf("%+v", set)
	}
	b := set.Machines[0].Boots[0]
	if got := counts(b, "Aaaa"); !slices.Equal(got, []int64{5, 7}) {
		t.Errorf("Aaaa holds %v", got)
	}
	if got := counts(b, "Bbbb"); !slices.Equal(got, []int64{0, 3}) {
		t.Errorf("Bbbb holds %v", got)
	}
}

func TestOrderAlone(t *testing.T) {
	var snapshots []*poolsnap.Snapshot
	for i := range 12 {
		snapshots = append(snapshots, &poolsnap.Snapshot{TimeFrom: poolsnap.TimeUnknown, File: fmt.Sprintf("snap%d.txt", i), Line: 1,
			Rows: []poolsnap.Row{row4("Aaaa", uint64(i), 0)}})
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(snapshots), func(i, j int) { snapshots[i], snapshots[j] = snapshots[j], snapshots[i] })
	set := enter(t, Options{}, snapshots...)
	b := set.Machines[0].Boots[0]
	if !b.Ordinal || !b.Start.IsZero() || !slices.Equal(counts(b, "Aaaa"), []int64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}) {
		t.Errorf("%v: %v", b.Ordinal, counts(b, "Aaaa"))
	}
	if b.Bins[11].From != 11 {
		t.Errorf("the last snapshot is the %gth", b.Bins[11].From)
	}
}

func TestHosts(t *testing.T) {
	one, other := at(0, row4("Aaaa", 5, 0)), at(0, row4("Aaaa", 50, 0))
	one.Memory.Host, other.Memory.Host = "one", "other"
	set := enter(t, Options{}, other, one)
	if len(set.Machines) != 2 || set.Machines[0].Host != "one" || counts(set.Machines[1].Boots[0], "Aaaa")[0] != 50 {
		t.Errorf("%+v", set.Machines)
	}
}

// TestWrapBeforeTheFirstSnapshot: what is outstanding tells that the counter of allocations had wrapped before, and the frees
// wrap later.
func TestWrapBeforeTheFirstSnapshot(t *testing.T) {
	const wrapAt = 1 << 32
	snap := func(minutes int, allocs, frees uint64) *poolsnap.Snapshot {
		r := row4("Wrap", allocs, frees)
		r.Allocs, r.Frees = allocs%wrapAt, frees%wrapAt
		return at(minutes, r)
	}
	set := enter(t, Options{}, snap(0, wrapAt+500, wrapAt-2_000), snap(10, wrapAt+900, wrapAt-1_500), snap(20, wrapAt+9_000, wrapAt+6_000))
	cells := set.Machines[0].Boots[0].Series[0].Cells
	if last := cells[len(cells)-1]; last.Allocs != wrapAt+9_000 || last.Frees != wrapAt+6_000 || set.Restarts != 0 {
		t.Errorf("%+v, %d restarts", last, set.Restarts)
	}
	if n := wrappedBefore(&figures{has: poolsnap.HasAllocs | poolsnap.HasFrees | poolsnap.HasCount, allocs: 500, frees: wrapAt - 2_000, count: 7}); n != 0 {
		t.Errorf("a wrap that nothing tells is taken for one: %d", n)
	}
}
