package ledger

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// verify checks what must hold of an account after every event. settled are the live pages whose ranges were given up;
// when there are any, what older memory and reservations went with them is not known.
func (a *account) verify(settled ...uint64) error {
	if err := a.pages.check(); err != nil {
		return err
	}
	owned := map[uint32]uint64{}
	var seen, end uint64
	var broken error
	a.pages.visit(0, pageLimit, func(lo, hi uint64, c *cell) bool {
		owned[c.record] += hi - lo
		if c.flags&cellSeen != 0 {
			seen += hi - lo
		}
		if lo != end && c.flags&cellHead == 0 && lo > end {
			broken = fmt.Errorf("a reservation goes on at %#x behind a gap", lo)
		}
		end = hi
		return true
	})
	if broken != nil {
		return broken
	}
	var live, older uint64
	for id, pages := range owned {
		if id == 0 {
			continue
		}
		r := a.records.at(id)
		if r.pages != pages {
			return fmt.Errorf("record %d says %d pages, the map %d", id, r.pages, pages)
		}
		if r.older {
			older += pages
		} else {
			live += pages
		}
	}
	for _, p := range a.partial {
		older += p.left
	}
	for _, pages := range settled {
		live += pages
		seen, older = a.liveReserved, a.before-a.beforeFreed
	}
	switch {
	case live != a.live:
		return fmt.Errorf("%d pages live in the map, %d in the sums", live, a.live)
	case a.committed-a.freed != a.live || a.freed > a.committed:
		return fmt.Errorf("committed %d - freed %d is not live %d", a.committed, a.freed, a.live)
	case a.before-a.beforeFreed != older || a.beforeFreed > a.before:
		return fmt.Errorf("before %d - freed %d is not %d", a.before, a.beforeFreed, older)
	case seen != a.liveReserved || a.liveReserved > a.reserved:
		return fmt.Errorf("reserved in the map %d, in the sums %d of %d", seen, a.liveReserved, a.reserved)
	case a.peak < a.live || a.inferred > a.freed || a.byOther > a.committed || a.large > a.committed:
		return fmt.Errorf("sums out of bounds: %+v", a.figures)
	}
	level := float64(a.live) - float64(a.beforeFreed) - float64(a.unknown)
	if a.line.level != level {
		return fmt.Errorf("level %v, want %v", a.line.level, level)
	}
	return nil
}

// event is one VirtualAlloc or VirtualFree event, or a rundown row, in pages.
type event struct {
	free, rundown bool
	lo, n         uint64
	flags         uint32
	committed     uint64 // of rundowns
}

func (a *account) play(now int64, e event) {
	switch {
	case e.rundown:
		a.seed(region{lo: e.lo, hi: e.lo + e.n, committed: e.committed})
	case e.free:
		a.free(now, e.lo, e.lo+e.n, e.flags)
	default:
		a.allocate(now, e.lo, e.lo+e.n, e.flags)
	}
}

func alloc(lo, n uint64, flags uint32) event { return event{lo: lo, n: n, flags: flags} }
func free(lo, n uint64, flags uint32) event  { return event{free: true, lo: lo, n: n, flags: flags} }
func listed(lo, n, committed uint64) event {
	return event{rundown: true, lo: lo, n: n, committed: committed}
}

const (
	reserve   = memReserve
	commit    = memCommit
	both      = memReserve | memCommit
	decommit  = memDecommit
	release   = memRelease
	holder    = memReserve | memReservePlaceholder
	replace   = memReserve | memCommit | memReplacePlaceholder
	preserve  = memRelease | memPreserve
	coalesce  = memRelease | memCoalesce
	elsewhere = 0x7ff0000
)

func TestAccountRules(t *testing.T) {
	tests := []struct {
		name   string
		events []event
		want   figures
	}{
		{"release ends a reservation with its commits",
			[]event{alloc(16, 16, reserve), alloc(16, 4, commit), alloc(24, 4, commit), free(16, 16, release)},
			figures{reserved: 16, committed: 8, peak: 8, freed: 8, allocations: 3, frees: 1}},
		{"release of size 0 ends it too",
			[]event{alloc(16, 16, both), alloc(32, 4, both), free(16, 0, release)},
			figures{reserved: 20, liveReserved: 4, committed: 20, live: 4, peak: 20, freed: 16, allocations: 2, frees: 1}},
		{"release that logs too small a size ends the whole reservation",
			[]event{alloc(16, 16, both), free(16, 1, release)},
			figures{reserved: 16, committed: 16, peak: 16, freed: 16, allocations: 1, frees: 1}},
		{"release that logs more than the reservation ends what lies there",
			[]event{alloc(16, 4, both), alloc(24, 4, both), free(16, 10, release)},
			figures{reserved: 8, liveReserved: 2, committed: 8, live: 2, peak: 8, freed: 6, unknown: 4, allocations: 2, frees: 1}},
		{"decommit of start, middle and end",
			[]event{alloc(0, 12, both), free(0, 2, decommit), free(5, 2, decommit), free(10, 2, decommit)},
			figures{reserved: 12, liveReserved: 12, committed: 12, live: 6, peak: 12, freed: 6, allocations: 1, frees: 3}},
		{"decommit over several commits",
			[]event{alloc(0, 16, reserve), alloc(0, 4, commit), alloc(8, 4, commit), free(2, 8, decommit)},
			figures{reserved: 16, liveReserved: 16, committed: 8, live: 4, peak: 8, freed: 4, allocations: 3, frees: 1}},
		{"decommit of size 0 at the base is all of the reservation",
			[]event{alloc(16, 16, both), free(16, 0, decommit)},
			figures{reserved: 16, liveReserved: 16, committed: 16, peak: 16, freed: 16, allocations: 1, frees: 1}},
		{"decommit of what was never committed frees nothing",
			[]event{alloc(16, 16, reserve), free(16, 16, decommit)},
			figures{reserved: 16, liveReserved: 16, allocations: 1, frees: 1}},
		{"commit over committed pages",
			[]event{alloc(0, 8, both), alloc(4, 8, commit)},
			figures{reserved: 8, liveReserved: 8, committed: 12, live: 12, peak: 12, repeated: 4, allocations: 2}},
		{"commit in a reservation from before",
			[]event{alloc(100, 4, commit), free(100, 4, decommit), free(100, 4, decommit), free(96, 16, release)},
			figures{committed: 4, peak: 4, freed: 4, unknown: 12, allocations: 1, frees: 3}},
		{"release of memory from before",
			[]event{free(100, 16, release), free(100, 16, release)},
			figures{unknown: 32, frees: 2}},
		{"decommit of memory from before counts once",
			[]event{free(100, 16, decommit), free(100, 8, decommit), free(100, 16, release)},
			figures{unknown: 16, frees: 3}},
		{"release inside a reservation splits it",
			[]event{alloc(0, 16, both), free(4, 4, release), free(8, 0, release)},
			figures{reserved: 16, liveReserved: 4, committed: 16, live: 4, peak: 16, freed: 12, allocations: 1, frees: 2}},
		{"reservation over a live one: a free was lost",
			[]event{alloc(0, 16, both), alloc(8, 16, both)},
			figures{reserved: 32, liveReserved: 16, committed: 32, live: 16, peak: 16, freed: 16, inferred: 16,
				allocations: 2, lostFrees: 1}},
		{"reservation over two live ones and a part of a third",
			[]event{alloc(0, 4, both), alloc(4, 4, both), alloc(8, 8, both), free(10, 2, decommit), alloc(2, 8, reserve)},
			figures{reserved: 24, liveReserved: 8, committed: 16, peak: 16, freed: 16, inferred: 14,
				allocations: 4, frees: 1, lostFrees: 3}},
		{"reset changes no commit",
			[]event{alloc(0, 8, both), alloc(0, 8, memReset), alloc(0, 4, memResetUndo)},
			figures{reserved: 8, liveReserved: 8, committed: 8, live: 8, peak: 8, reset: 12, allocations: 3}},
		{"odd frees", // neither kind; size 0 where no reservation begins
			[]event{alloc(0, 8, both), free(0, 8, 0x1000), free(4, 0, release), free(elsewhere, 0, decommit)},
			figures{reserved: 8, liveReserved: 8, committed: 8, live: 8, peak: 8, allocations: 1, frees: 3, oddFrees: 3}},
		{"kinds of reservations",
			[]event{alloc(0, 512, both|memLarge), alloc(512, 8, reserve|memPhysical), alloc(600, 2, reserve|memWatch),
				alloc(700, 3, both|memTopDown)},
			figures{reserved: 525, liveReserved: 525, committed: 515, live: 515, peak: 515, large: 512, physical: 8,
				watched: 2, topDown: 3, allocations: 4}},
		{"an allocation of size 0 is counted and no more",
			[]event{alloc(0, 0, both)},
			figures{allocations: 1}},
		{"release of size 0 ends only one of two reservations side by side",
			[]event{alloc(0, 16, both), alloc(16, 16, both), free(16, 0, release)},
			figures{reserved: 32, liveReserved: 16, committed: 32, live: 16, peak: 32, freed: 16, allocations: 2, frees: 1}},
		{"splitting a placeholder ends nothing",
			[]event{alloc(0, 64, holder), free(16, 16, preserve), alloc(16, 16, replace), free(16, 0, release),
				free(0, 0, release)},
			figures{reserved: 64, liveReserved: 32, committed: 16, peak: 16, freed: 16, allocations: 2, frees: 3}},
		{"a replaced placeholder that is preserved is one again",
			[]event{alloc(0, 16, holder), alloc(0, 16, replace), free(0, 16, preserve), alloc(0, 16, replace)},
			figures{reserved: 16, liveReserved: 16, committed: 32, live: 16, peak: 16, freed: 16, allocations: 3, frees: 1}},
		{"joined placeholders are released as one",
			[]event{alloc(0, 32, holder), free(0, 16, preserve), free(0, 32, coalesce), free(0, 0, release)},
			figures{reserved: 32, allocations: 1, frees: 3}},
		{"a reservation over a placeholder is no lost free",
			[]event{alloc(0, 16, holder), alloc(0, 16, both)},
			figures{reserved: 32, liveReserved: 16, committed: 16, live: 16, peak: 16, allocations: 2}},
		{"listed by the start rundown",
			[]event{listed(0, 16, 16), listed(32, 16, 0), alloc(32, 4, commit), alloc(4, 4, commit), free(0, 0, release),
				free(32, 0, release)},
			figures{committed: 4, peak: 4, freed: 4, repeated: 4, before: 16, beforeFreed: 16, allocations: 2, frees: 2}},
		{"listed as committed in part",
			[]event{listed(0, 16, 6), free(0, 4, decommit), alloc(0, 4, commit), free(0, 0, release)},
			figures{committed: 4, peak: 4, freed: 4, before: 6, beforeFreed: 6, allocations: 1, frees: 2}},
		{"listed after the capture has seen it",
			[]event{alloc(0, 16, both), listed(0, 16, 16), listed(8, 16, 16)},
			figures{reserved: 16, liveReserved: 16, committed: 16, live: 16, peak: 16, before: 8, allocations: 1}},
		{"the last page there is",
			[]event{alloc(pageLimit-4, 4, both), free(pageLimit-1, 1, decommit)},
			figures{reserved: 4, liveReserved: 4, committed: 4, live: 3, peak: 4, freed: 1, allocations: 1, frees: 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := newAccount(0)
			for i, e := range test.events {
				a.play(int64(i+1)*1e9, e)
				if err := a.verify(); err != nil {
					t.Fatalf("after event %d: %v", i, err)
				}
			}
			if a.figures != test.want {
				t.Errorf("got  %+v\nwant %+v", a.figures, test.want)
			}
		})
	}
}

// TestRepeatedCommitStaysWithFirstOwner checks who owns pages that two sites commit.
func TestRepeatedCommitStaysWithFirstOwner(t *testing.T) {
	a := newAccount(0)
	first := a.allocate(1, 0, 8, both)
	second := a.allocate(2, 4, 12, commit)
	if first == 0 || second == 0 || first == second {
		t.Fatalf("records %d and %d", first, second)
	}
	if third := a.allocate(3, 2, 10, commit); third != 0 {
		t.Errorf("a commit that adds nothing has record %d", third)
	}
	if got := a.records.at(first).pages; got != 8 {
		t.Errorf("first owner has %d pages, want 8", got)
	}
	if got := a.records.at(second).pages; got != 4 {
		t.Errorf("second owner has %d pages, want 4", got)
	}
}

func TestPageRange(t *testing.T) {
	tests := []struct{ base, size, page, lo, hi uint64 }{
		{0x1000, 0x1000, 4096, 1, 2},
		{0x1fff, 2, 4096, 1, 3},
		{0x1001, 0, 4096, 1, 1},
		{0xfff00000, 0x100000, 4096, 0xfff00, 0x100000},
		{0xfffffffffffff000, 0x1000, 4096, pageLimit - 1, pageLimit},
		{0xfffffffffffff000, 0x5000, 4096, pageLimit - 1, pageLimit},
		{0x2fff, 1, 8192, 2, 4},
		{0, ^uint64(0), 4096, 0, pageLimit},
	}
	for _, test := range tests {
		if lo, hi := pageRange(test.base, test.size, test.page); lo != test.lo || hi != test.hi {
			t.Errorf("%#x+%#x: [%#x, %#x), want [%#x, %#x)", test.base, test.size, lo, hi, test.lo, test.hi)
		}
	}
}

func TestAudit(t *testing.T) {
	a := newAccount(0)
	a.allocate(1, 0, 16, both)  // listed in part
	a.allocate(1, 32, 40, both) // not listed
	a.listed = []region{{lo: 0, hi: 16, committed: 12}, {lo: 64, hi: 96, committed: 8}, {lo: 8, hi: 20, committed: 12}}
	want := Audit{Regions: 2, RegionBytes: 48 << 12, CommitBytes: 20 << 12, AgreedBytes: 12 << 12,
		UnseenBytes: 8 << 12, MissedBytes: 8 << 12, StaleBytes: 12 << 12}
	if got := a.audit(false); got == nil || *got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	want.MissedBytes, want.BeforeBytes = 0, 8<<12
	if got := a.audit(true); got == nil || *got != want {
		t.Errorf("of an older process: got %+v, want %+v", got, want)
	}
}

// TestAuditTellsOlderFromMissed lists one region of an older process at the end, after events of all kinds, and tells
// how much of it counts as from before the capture; the rest of what the account lacks was missed.
func TestAuditTellsOlderFromMissed(t *testing.T) {
	tests := []struct {
		name           string
		events         func(a *account)
		committed      uint64 // of the region [0x100, 0x140)
		before, missed uint64
	}{
		{"never touched", func(a *account) { a.allocate(1, 0x140, 0x150, both) }, 64, 64, 0},
		{"released, so it must have been taken anew", func(a *account) { a.free(1, 0x100, 0x140, release) }, 64, 0, 64},
		{"taken and released", func(a *account) {
			a.allocate(1, 0x100, 0x140, both)
			a.free(2, 0x100, 0, release)
		}, 10, 0, 10},
		{"reserved in the capture", func(a *account) { a.allocate(1, 0x100, 0x140, reserve) }, 3, 0, 3},
		{"an older reservation with a commit in the capture", func(a *account) { a.allocate(1, 0x100, 0x110, commit) }, 64, 48, 0},
		{"with fewer pages committed than untouched", func(a *account) { a.allocate(1, 0x100, 0x110, commit) }, 20, 4, 0},
		{"decommitted in part", func(a *account) { a.free(1, 0x100, 0x110, decommit) }, 64, 48, 16},
		{"listed at the start as committed in part", func(a *account) {
			a.seed(region{lo: 0x100, hi: 0x140, committed: 8})
		}, 8, 8, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := newAccount(0)
			test.events(a)
			a.listed = []region{{lo: 0x100, hi: 0x140, committed: test.committed}}
			got := a.audit(true)
			if got.BeforeBytes != test.before<<12 || got.MissedBytes != test.missed<<12 ||
				got.UnseenBytes != got.BeforeBytes+got.MissedBytes {
				t.Errorf("got %+v, want %d pages from before and %d missed", got, test.before, test.missed)
			}
		})
	}
}

// randomEvents makes a script of events over a small address space.
func randomEvents(r *rand.Rand, n int) []event {
	allocs := []uint32{reserve, commit, commit, both, both, holder, replace, memReset, both | memLarge, 0}
	frees := []uint32{decommit, decommit, decommit, release, release, preserve, coalesce, 0}
	var list []event
	for range n {
		lo, size := uint64(r.IntN(200)), uint64(r.IntN(24))
		switch r.IntN(20) {
		case 0:
			list = append(list, listed(lo, size+1, uint64(r.IntN(int(size)+2))))
		case 1, 2, 3, 4, 5, 6, 7, 8, 9:
			list = append(list, free(lo, size, frees[r.IntN(len(frees))]))
		default:
			list = append(list, alloc(lo, size, allocs[r.IntN(len(allocs))]))
		}
	}
	return list
}
