package scenario

import (
	"testing"

	"etledger/etl"
	"etledger/internal/etlwriter"
)

// replay keeps the plainest account of what a file's events say, by process number: sets of pages. It serves for
// numbers that are used once.
type replay struct {
	reserved, committed     map[uint64]bool
	commit, freed, unknown  uint64
	peak, reserve, repeated uint64
	allocations, frees      uint64
}

func replayAll(all []etl.Event) map[uint32]*replay {
	accounts := map[uint32]*replay{}
	for _, e := range ofHooks(all, etlwriter.HookVirtualAlloc, etlwriter.HookVirtualFree) {
		p := int(e.PointerSize)
		base, size := word(e, 0, 0), word(e, p, 0)
		pid, flags := uint32(word(e, 2*p, 4)), word(e, 2*p+4, 4)
		a := accounts[pid]
		if a == nil {
			a = &replay{reserved: map[uint64]bool{}, committed: map[uint64]bool{}}
			accounts[pid] = a
		}
		a.apply(etlwriter.Hook(e.Hook()), base, size, flags)
	}
	return accounts
}

func (a *replay) apply(hook etlwriter.Hook, base, size, flags uint64) {
	if hook == etlwriter.HookVirtualAlloc {
		a.allocations++
	} else {
		a.frees++
	}
	for page := base; page < base+size; page += pageSize {
		if hook == etlwriter.HookVirtualAlloc {
			if flags&etlwriter.MemReserve != 0 {
				a.reserve += pageSize
				a.reserved[page] = true
			}
			if flags&etlwriter.MemCommit != 0 {
				if a.committed[page] {
					a.repeated += pageSize
				} else {
					a.commit += pageSize
					a.committed[page] = true
				}
			}
			a.peak = max(a.peak, a.commit-a.freed)
			continue
		}
		if a.committed[page] {
			a.freed += pageSize
			delete(a.committed, page)
		} else if !a.reserved[page] {
			a.unknown += pageSize
		}
		if flags&etlwriter.MemRelease != 0 {
			delete(a.reserved, page)
		}
	}
}

// TestTruthEqualsEvents replays the events of a file and compares them with the truth, for both word sizes and for each
// style of stacks, which must not matter.
func TestTruthEqualsEvents(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"64-bit":     func(*Options) {},
		"32-bit":     func(o *Options) { o.Session.PointerSize = etlwriter.Pointer32 },
		"split":      func(o *Options) { o.Stacks = SplitStacks },
		"keyed":      func(o *Options) { o.Stacks = KeyedStacks },
		"compressed": func(o *Options) { o.Session.Mode = etlwriter.ModeSequential | etlwriter.ModeCompressed },
		"cycles":     func(o *Options) { o.Session.Clock = etlwriter.CPUCycle },
		"one processor, system time": func(o *Options) {
			o.Session.Processors, o.Session.Clock = 1, etlwriter.SystemTime
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := everything()
			change(&o)
			c := run(t, o)
			all, losses := events(t, c)
			if losses.Any() {
				t.Errorf("losses %+v", losses)
			}
			accounts := replayAll(all)
			seen := 0
			for i := range c.Truth.Lifetimes {
				l := &c.Truth.Lifetimes[i]
				a := accounts[l.PID]
				if l.PID == 4000 || a == nil {
					if a == nil && l.Allocations+l.Frees > 0 {
						t.Errorf("%s: no event", l.Image)
					}
					continue
				}
				seen++
				for _, f := range []struct {
					name      string
					got, want uint64
				}{
					{"commit", a.commit, l.CommitBytes}, {"freed", a.freed, l.FreedBytes}, {"unknown", a.unknown, l.UnknownFreedBytes},
					{"peak", a.peak, l.PeakCommitBytes}, {"reserve", a.reserve, l.ReserveBytes}, {"repeat", a.repeated,
						l.RepeatCommitBytes},
					{"outstanding", uint64(len(a.committed)) * pageSize, l.OutstandingCommitBytes},
					{"reserved", uint64(len(a.reserved)) * pageSize, l.OutstandingReserveBytes},
					{"allocations", a.allocations, l.Allocations}, {"frees", a.frees, l.Frees},
				} {
					if f.got != f.want {
						t.Errorf("%s: %s is %d by the events, truth %d", l.Image, f.name, f.got, f.want)
					}
				}
			}
			if seen < 10 {
				t.Errorf("%d lifetimes compared", seen)
			}
		})
	}
}

// TestCounters checks that the kernel's counts in the file are the truth, and that private bytes are what was there and
// what came and went.
func TestCounters(t *testing.T) {
	c := run(t, everything())
	all, _ := events(t, c)
	byPID := map[uint32]uint64{}
	for _, e := range ofHooks(all, etlwriter.HookProcessCountersAtEnd) {
		byPID[uint32(word(e, 0, 4))] = word(e, 96, 8)
	}
	for _, l := range c.Truth.Lifetimes {
		if !l.EndedInside && byPID[l.PID] != l.PrivateBytes {
			t.Errorf("%s: counter %d, truth %d", l.Image, byPID[l.PID], l.PrivateBytes)
		}
		sum := l.InitialPrivateBytes + l.CommitBytes - l.FreedBytes - l.UnknownFreedBytes
		if l.BornInside {
			sum += l.UnloggedBytes
		}
		if sum != l.PrivateBytes {
			t.Errorf("%s: initial, committed and freed make %d, private bytes are %d", l.Image, sum, l.PrivateBytes)
		}
		modules := uint64(0)
		for _, bytes := range l.OutstandingByModule {
			modules += bytes
		}
		if modules != l.OutstandingCommitBytes {
			t.Errorf("%s: the modules hold %d, the process %d", l.Image, modules, l.OutstandingCommitBytes)
		}
	}
	exit := ofHooks(all, etlwriter.HookProcessCounters)
	first := c.Truth.Find("first.exe")[0]
	if len(exit) != 1 || word(exit[0], 32, 8) != first.PeakPrivateBytes || word(exit[0], 96, 8) != 0 {
		t.Errorf("%d counter records of exits, expected one with the peak %d and no present value", len(exit),
			first.PeakPrivateBytes)
	}
}
