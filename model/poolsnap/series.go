package poolsnap

import (
	"math"
	"time"
)

// Width is how many bits a counter of allocations or frees has. The tool does not say it. The counters that Windows
// gives to programs, and so those of PoolMon, have 32 bits on machines of 64 bits too; the debugger reads the kernel's
// own, which have 64 there.
type Width uint8

// The widths.
const (
	Width32 Width = 32
	Width64 Width = 64
)

// WidthOf gives the width that the rows of a snapshot show: 64 bits if a counter is over 2^32 - 1, otherwise the
// narrower. Take the greatest of a series.
func WidthOf(s *Snapshot) Width {
	for i := range s.Rows {
		r := &s.Rows[i]
		if r.Has&HasAllocs != 0 && r.Allocs > math.MaxUint32 || r.Has&HasFrees != 0 && r.Frees > math.MaxUint32 {
			return Width64
		}
	}
	return Width32
}

// Increase gives by how much a counter grew from one reading to the next, over at most one turn. A counter that fell
// has turned over if what it grew by is less than half of its range; otherwise it was set back, which only a reboot
// does, and ok is false.
func Increase(prev, next uint64, width Width) (grown uint64, ok bool) {
	if next >= prev {
		return next - prev, true
	}
	if width == Width32 && prev <= math.MaxUint32 {
		if grown = uint64(uint32(next - prev)); grown < 1<<31 {
			return grown, true
		}
	}
	return 0, false
}

// Change is what happened to a tag in a pool between two snapshots.
type Change struct {
	Has    Fields // figures that both rows have and that can be compared
	Allocs uint64 // allocations made
	Frees  uint64 // allocations freed
	Count  int64  // change of outstanding allocations
	Bytes  int64  // change of outstanding bytes
	// Turned tells which counters turned over at 32 bits, Reset which were set back: these are not in Has.
	Turned, Reset Fields
}

// Delta compares two rows of the same key. Count and Bytes are no counters: they may fall, and their change is given
// whatever became of the counters.
func Delta(prev, next Row, width Width) Change {
	c := Change{Has: prev.Has & next.Has, Count: next.Count - prev.Count, Bytes: int64(next.Bytes - prev.Bytes)}
	counted := func(f Fields, before, after uint64, grown *uint64) {
		if c.Has&f == 0 {
			return
		}
		var ok bool
		*grown, ok = Increase(before, after, width)
		switch {
		case !ok:
			c.Reset |= f
			c.Has &^= f
		case after < before:
			c.Turned |= f
		}
	}
	counted(HasAllocs, prev.Allocs, next.Allocs, &c.Allocs)
	counted(HasFrees, prev.Frees, next.Frees, &c.Frees)
	if c.Has&HasCount == 0 {
		c.Count = 0
	}
	if c.Has&HasBytes == 0 {
		c.Bytes = 0
	}
	return c
}

// Resets counts evidence of a reboot between two snapshots: counters of tags that were set back.
type Resets struct {
	Compared int // tags in a pool with allocations before
	Reset    int // of these, with fewer after, and not by turning over
}

// Add adds the rows of a key.
func (r *Resets) Add(prev, next Row, width Width) {
	if prev.Has&next.Has&HasAllocs == 0 || prev.Allocs == 0 {
		return
	}
	r.Compared++
	if _, ok := Increase(prev.Allocs, next.Allocs, width); !ok {
		r.Reset++
	}
}

// Reboot tells whether the counters say that the machine was started anew: one in twenty of them was set back, as one
// damaged row among many is not. After a reboot some counters may have passed their old readings already.
func (r *Resets) Reboot() bool { return r.Reset > 0 && 20*r.Reset >= r.Compared }

// Evidence is what tells of a reboot.
type Evidence uint8

// The kinds of evidence.
const (
	NoReboot       Evidence = iota // nothing tells of one, which rules it out if the uptime is known
	RebootUptime                   // the uptime fell
	RebootTimes                    // the uptime is less than the time since the snapshot before
	RebootCounters                 // counters were set back
)

// String names the evidence.
func (e Evidence) String() string {
	return [...]string{"no reboot", "the uptime fell", "the uptime is less than the time between",
		"counters of allocations were set back"}[e]
}

// uptimeSlack is what clocks may differ by.
const uptimeSlack = 2 * time.Minute

// Rebooted tells whether a machine was started anew between two samples of its memory, as far as uptime and times say.
func (m *Memory) Rebooted(next *Memory) (evidence Evidence, known bool) {
	if next.Uptime == nil {
		return NoReboot, false
	}
	if m.Uptime != nil && *next.Uptime < *m.Uptime {
		return RebootUptime, true
	}
	if !m.Time.IsZero() && !next.Time.IsZero() {
		between := next.Time.Sub(m.Time)
		if slack := max(uptimeSlack, between/100); *next.Uptime+slack.Seconds() < between.Seconds() {
			return RebootTimes, true
		}
	}
	return NoReboot, m.Uptime != nil
}

// Rebooted tells whether the machine was started anew between two snapshots: by uptime and times where they are known,
// otherwise by the counters of the tags that both have.
func (s *Snapshot) Rebooted(next *Snapshot, width Width) Evidence {
	if evidence, known := s.Memory.Rebooted(&next.Memory); known {
		return evidence
	}
	before := make(map[Key]*Row, len(s.Rows))
	for i := range s.Rows {
		before[s.Rows[i].Key] = &s.Rows[i]
	}
	var r Resets
	for i := range next.Rows {
		if prev := before[next.Rows[i].Key]; prev != nil {
			r.Add(*prev, next.Rows[i], width)
		}
	}
	if r.Reboot() {
		return RebootCounters
	}
	return NoReboot
}
