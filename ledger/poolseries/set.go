package poolseries

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"etledger/model/poolsnap"
)

// Set is all that was made of the snapshots.
type Set struct {
	Machines   []*Machine // by host
	Snapshots  int        // that were entered, of pools
	Rows       int        // of them
	Partial    int        // of the snapshots, all that were given
	Duplicates int        // copies that were left out
	Joined     int        // snapshots that were added to another one of the same time
	Conflicts  int        // rows left out because such a one had told of the key
	Late       int        // snapshots that came too late to be put in order, and were left out
	Wraps      int        // counters of 32 bits that wrapped
	Restarts   int        // counters that fell alone
}

// Machine is one host; the host's name is empty when it is not known.
type Machine struct {
	Host      string
	Boots     []*Boot   // in order of time; one of snapshots without time is last
	Memory    []*Memory // of the source that has most samples, by boot
	Processes []*Processes
	TimesFrom [5]int // snapshots of pools by where their time is from (poolsnap.TimeSource)
}

// Span is a time of a machine from its first snapshot to its last.
type Span struct {
	Start, End time.Time // zero when Ordinal
	Ordinal    bool      // only the order is known: bins count snapshots
	Snapshots  int
	Partial    int
	Reason     string // why the machine is taken to have started anew before; empty for the first
	BootedAt   time.Time
	Bins       []Bin
}

// Seconds is the length of the span.
func (s *Span) Seconds() float64 { return s.End.Sub(s.Start).Seconds() }

// Boot is what one boot's snapshots of pools tell.
type Boot struct {
	Span
	Series []Series // by tag, then pool
}

// Series is one tag in one pool.
type Series struct {
	poolsnap.Key
	Mapped string // what a tool named as its driver
	Cells  []Cell // as many as there are bins
}

// Memory is what the counters of a boot tell. Limits are the last values, nil when not known.
type Memory struct {
	Span
	FromHeads                                        bool // head lines of snapshots; else counters
	Populations                                      [populations][]Cell
	Physical, CommitLimit, NonpagedLimit, PagedLimit *uint64
	Uptime                                           *float64 // seconds, at the last sample that tells it
}

// Processes is what the counters of a boot tell of processes: Bytes are private bytes, Count is handles.
type Processes struct {
	Span
	Names []string // sorted
	Cells [][]Cell
}

// Finish enters what waits and gives the series. The book must not be used any more.
func (b *Book) Finish() (*Set, error) {
	for _, host := range slices.Sorted(maps.Keys(b.machines)) {
		m := b.machines[host]
		for _, q := range m.queues() {
			q.flush(b, 0)
		}
		if err := b.checkSize(); err != nil {
			return nil, err
		}
		b.set.Machines = append(b.set.Machines, m.finish())
	}
	set := b.set
	*b = Book{}
	return &set, nil
}

func (m *machine) finish() *Machine {
	machine := &Machine{Host: m.host}
	for _, t := range []*timed{&m.pools, &m.ordinal} {
		for _, b := range t.boots {
			machine.Boots = append(machine.Boots, b.pools(m))
		}
		for i, n := range t.by {
			machine.TimesFrom[i] += n
		}
	}
	source := fromCounters
	if steps(m.memory[fromHeads].boots) > 0 && steps(m.memory[fromCounters].boots) < 2 {
		source = fromHeads
	}
	for _, b := range m.memory[source].boots {
		machine.Memory = append(machine.Memory, b.memory(source))
	}
	for _, b := range m.process.boots {
		machine.Processes = append(machine.Processes, b.processes(m))
	}
	return machine
}

func steps(boots []*boot) (n int) {
	for _, b := range boots {
		n += b.steps
	}
	return n
}

// span closes a boot and gives its time.
func (b *boot) span() Span {
	b.end()
	s := Span{Ordinal: b.ordinal, Snapshots: b.steps, Partial: b.partial, Reason: b.reason, Bins: b.bins}
	if !b.ordinal {
		s.Start, s.End = time.Unix(0, b.start).UTC(), time.Unix(0, b.last).UTC()
	}
	if b.bootedAt != 0 {
		s.BootedAt = time.Unix(0, b.bootedAt).UTC()
	}
	return s
}

// all gives the cells of a series, one for each bin.
func (b *boot) all(id int) []Cell {
	if id >= len(b.series) || b.series[id].seen == 0 {
		return nil
	}
	t := &b.series[id]
	b.cell(t)
	return t.cells
}

func (b *boot) pools(m *machine) *Boot {
	list := &Boot{Span: b.span()}
	for id := range b.series {
		if cells := b.all(id); cells != nil {
			list.Series = append(list.Series, Series{m.keys.keys[id], m.mapped[uint32(id)], cells})
		}
	}
	slices.SortFunc(list.Series, func(x, y Series) int {
		return cmp.Or(slices.Compare(x.Tag[:], y.Tag[:]), cmp.Compare(x.Pool, y.Pool))
	})
	return list
}

func (b *boot) memory(source int) *Memory {
	l := &b.limits
	list := &Memory{Span: b.span(), FromHeads: source == fromHeads, Physical: l.physical, CommitLimit: l.commit,
		NonpagedLimit: l.nonpaged, PagedLimit: l.paged, Uptime: l.uptime}
	for p := range list.Populations {
		list.Populations[p] = b.all(p)
	}
	return list
}

func (b *boot) processes(m *machine) *Processes {
	list := &Processes{Span: b.span()}
	ids := []int{}
	for id := range b.series {
		if b.all(id) != nil {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(x, y int) int { return cmp.Compare(m.names.keys[x], m.names.keys[y]) })
	for _, id := range ids {
		list.Names = append(list.Names, m.names.keys[id])
		list.Cells = append(list.Cells, b.all(id))
	}
	return list
}
