package memoryseries

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Options bound what a book costs. The zero value gives the defaults.
type Options struct {
	Bins  int           // of a series at most, default 1024, at least 64
	Cells int           // of all series together, default 6 million of 24 bytes: more double the widths of all bins
	Lives int           // lifetimes at most, default 1 million
	Width time.Duration // the bins' at first, default 45 s; it is taken up to a multiple that divides a day
	Least time.Duration // lifetimes that ended sooner have no series, default 30 minutes
	// From and To are moments, ns since 1970 UTC: snapshots before the one and from the other on are left out. 0 stands for none.
	From, To int64
}

// Book enters captures, in the order that Order gives, and makes series of them. It is for one goroutine.
type Book struct {
	options  Options
	scale    int // of new tracks
	cells    int // allocated
	lives    int // of boots before the present one
	machines map[string]*machine
	machine  *machine
	boot     *boot
	step     Step
	about    About
	horizon  int64 // moment up to which the boot has been read by captures before
	skipped  bool
	snapshot int64 // number of the present one
	snapAt   int64 // its moment
	snapSum  uint64
	snapOpen bool
	set      Set
}

type machine struct {
	Machine
	boots []*boot
}

type boot struct {
	Boot
	number   int
	alive    map[uint32]*life
	lives    []*life
	short    int
	shorts   map[string]*short
	sessions map[uint32]*session
	system   track
	readTo   int64
	gaps     intervals
}

type session struct {
	Session
	track
}

// New makes an empty book.
func New(o Options) *Book {
	if o.Bins <= 0 {
		o.Bins = 1024
	}
	if o.Cells <= 0 {
		o.Cells = 6_000_000
	}
	if o.Lives <= 0 {
		o.Lives = 1_000_000
	}
	if o.Least == 0 {
		o.Least = 30 * time.Minute
	}
	o.Bins = max(o.Bins, 64)
	b := &Book{options: o, machines: map[string]*machine{}}
	for b.scale < len(widths)-1 && widths[b.scale] < int64(o.Width) {
		b.scale++
	}
	return b
}

// TooManyError tells that there are more lifetimes than memory was allowed for.
type TooManyError struct{ Lifetimes int }

// Error says how many there are.
func (e *TooManyError) Error() string {
	return fmt.Sprintf("%d process lifetimes are more than can be followed; look at fewer hosts or days", e.Lifetimes)
}

// Begin begins a capture. Captures come in the order of Order.
func (b *Book) Begin(about About, step Step) {
	b.closeSnapshot()
	m := b.machines[about.Host]
	if m == nil {
		m = &machine{Machine: Machine{Host: about.Host}}
		b.machines[about.Host] = m
	}
	m.BiasMinutes = about.BiasMinutes
	if step.Set != 0 {
		m.ClockSets = append(m.ClockSets, step.Set)
	}
	if step.Slept != 0 {
		m.Slept = append(m.Slept, step.Slept)
	}
	n := len(m.boots)
	if n == 0 || m.boots[n-1].number != step.Boot {
		if n > 0 {
			b.boot = m.boots[n-1]
			b.endBoot()
		}
		m.boots = append(m.boots, &boot{number: step.Boot, alive: map[uint32]*life{}, sessions: map[uint32]*session{},
			shorts: map[string]*short{},
			system: track{figures: int(systemFigures), scale: b.scale}})
		n++
	}
	b.machine, b.boot, b.about, b.step = m, m.boots[n-1], about, step
	b.horizon, b.skipped = b.boot.readTo, false
	for _, l := range b.boot.alive {
		l.sure = false
	}
	b.boot.Captures++
	b.set.Captures++
	if step.Assumed {
		b.boot.Assumed++
	}
	if b.boot.Booted == 0 {
		b.boot.Booted = about.zero()
	}
}

// End ends the capture that was begun last.
func (b *Book) End() error {
	b.closeSnapshot()
	b.boot.readTo = max(b.boot.readTo, b.about.End+b.step.Correct)
	if b.skipped {
		b.set.Overlapping++
	}
	if n := b.lives + len(b.boot.lives); n > b.options.Lives {
		return &TooManyError{n}
	}
	return nil
}

// System enters what a capture tells of the machine.
func (b *Book) System(pageSize uint64, memoryBytes uint64, processors uint32) {
	m := b.machine
	if pageSize >= 1024 && pageSize <= 1<<21 && pageSize&(pageSize-1) == 0 {
		m.PageSize, m.PageKnown = pageSize, true
	}
	if memoryBytes > 0 {
		m.MemoryBytes = memoryBytes
	}
	if processors > 0 {
		m.Processors = processors
	}
}

// enter adds figures to a track.
func (b *Book) enter(t *track, at int64, p *Pages) {
	cells := b.at(t, at)
	if cells == nil {
		return
	}
	for i := range cells {
		if p.Known&(1<<i) != 0 {
			cells[i].add(p.Value[i])
		}
	}
	if b.cells > b.options.Cells {
		b.widen()
	}
}

// widen doubles the width of the bins of all tracks, until they fit.
func (b *Book) widen() {
	for b.cells > b.options.Cells && b.scale < len(widths)-1 {
		b.scale++
		shrink := func(t *track) {
			for t.scale < b.scale {
				b.fold(t)
			}
			b.cells -= cap(t.cells)
			t.cells = slices.Clip(slices.Clone(t.cells))
			b.cells += cap(t.cells)
		}
		for _, m := range b.machines {
			for _, o := range m.boots {
				shrink(&o.system)
				for _, l := range o.lives {
					shrink(&l.track)
				}
				for _, s := range o.sessions {
					shrink(&s.track)
				}
				for _, s := range o.shorts {
					shrink(&s.track)
				}
			}
		}
	}
}

// endBoot ends what is still there.
func (b *Book) endBoot() {
	o := b.boot
	for _, pid := range slices.Sorted(maps.Keys(o.alive)) {
		l := o.alive[pid]
		b.end(l, l.Last, EndReboot)
	}
	b.lives += len(o.lives)
}

// Finish gives the series. The book must not be used any more.
func (b *Book) Finish() *Set {
	for _, host := range slices.Sorted(maps.Keys(b.machines)) {
		m := b.machines[host]
		if m.PageSize == 0 {
			m.PageSize = 4096
		}
		for _, o := range m.boots {
			m.Boots = append(m.Boots, b.finish(o))
		}
		b.set.Machines = append(b.set.Machines, &m.Machine)
	}
	set := b.set
	*b = Book{}
	return &set
}

func (b *Book) finish(o *boot) *Boot {
	o.ShortLived = o.short
	o.finishShort()
	o.System = o.system.series()
	o.Interval, o.Gaps = o.gaps.finish()
	for _, l := range o.lives {
		if l.gone || l.Samples == 0 {
			continue
		}
		l.Series = l.track.series()
		b.set.Width = max(b.set.Width, time.Duration(l.Series.Width))
		o.Lifetimes = append(o.Lifetimes, &l.Lifetime)
	}
	slices.SortStableFunc(o.Lifetimes, func(x, y *Lifetime) int {
		return cmp.Or(cmp.Compare(x.First, y.First), cmp.Compare(x.PID, y.PID))
	})
	for _, id := range slices.Sorted(maps.Keys(o.sessions)) {
		s := o.sessions[id]
		s.Series = s.track.series()
		o.Sessions = append(o.Sessions, &s.Session)
	}
	return &o.Boot
}

func (t *track) series() Series {
	return Series{Width: t.width(), First: t.first, Cells: t.cells, Figures: t.figures}
}
