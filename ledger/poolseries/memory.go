package poolseries

import (
	"fmt"
	"maps"
	"slices"

	"etledger/model/poolsnap"
)

// Population is a part of the machine's memory.
type Population uint8

// The populations.
const (
	Nonpaged Population = iota
	Paged
	Committed
	PrivateBytes // of all processes
	WorkingSets  // of all processes
	Available
	SystemCache
	populations
)

// String names the population for people.
func (p Population) String() string {
	return [...]string{"nonpaged pool", "paged pool", "commit", "private bytes of processes", "working sets", "available memory",
		"system cache"}[p]
}

// Sources of memory counters.
const (
	fromCounters = iota
	fromHeads    // head lines of snapshots
	sources
)

// limits are the last values that tell what there can be.
type limits struct {
	physical, commit, nonpaged, paged *uint64
	uptime                            *float64
}

func (l *limits) update(v *poolsnap.Memory) {
	set(&l.physical, v.Physical)
	set(&l.commit, v.CommitLimit)
	set(&l.nonpaged, v.NonpagedLimit)
	set(&l.paged, v.PagedLimit)
	set(&l.uptime, v.Uptime)
}

// join takes over what later limits tell.
func (l *limits) join(next *limits) {
	set(&l.physical, next.physical)
	set(&l.commit, next.commit)
	set(&l.nonpaged, next.nonpaged)
	set(&l.paged, next.paged)
	set(&l.uptime, next.uptime)
}

// set keeps a copy of a value that is known.
func set[T any](to **T, from *T) {
	if from != nil {
		v := *from
		*to = &v
	}
}

// addMemory puts counters in the queues of a machine.
func (b *Book) addMemory(m *machine, at *entry, v *poolsnap.Memory, source int) error {
	m.knowBoot(at.bootedAt)
	e := *at
	e.rows, e.complete = b.rows(), false
	for p, value := range [populations]*uint64{
		Nonpaged: v.Nonpaged, Paged: v.Paged, Committed: v.Committed, PrivateBytes: v.PrivateBytes, WorkingSets: v.WorkingSets,
		Available: v.Available, SystemCache: v.SystemCache,
	} {
		if value == nil {
			continue
		}
		f := figures{has: poolsnap.HasBytes, bytes: *value}
		objects := [populations]*uint64{Nonpaged: v.NonpagedAllocs, Paged: v.PagedAllocs}[p]
		if objects != nil {
			f.has, f.count = f.has|poolsnap.HasCount, *objects
		}
		e.rows = append(e.rows, row{uint32(p), f})
	}
	e.limits.update(v)
	if len(e.rows) == 0 && e.limits == (limits{}) {
		b.free = append(b.free, e.rows)
		return nil
	}
	m.memory[source].by[poolsnap.TimeFromColumn]++
	if err := b.wait(&m.memory[source].queue, &e); err != nil {
		return err
	}
	return b.addProcesses(m, at, v)
}

func (b *Book) addProcesses(m *machine, at *entry, v *poolsnap.Memory) error {
	if len(v.Processes) == 0 {
		return nil
	}
	e := *at
	e.rows, e.complete = b.rows(), true
	for _, name := range slices.Sorted(maps.Keys(v.Processes)) {
		p := v.Processes[name]
		if p.PID != nil {
			name = fmt.Sprintf("%s (%d)", name, *p.PID)
		}
		var f figures
		if p.PrivateBytes != nil {
			f.has, f.bytes = poolsnap.HasBytes, *p.PrivateBytes
		}
		if p.Handles != nil {
			f.has, f.count = f.has|poolsnap.HasCount, *p.Handles
		}
		e.rows = append(e.rows, row{m.names.id(name), f})
	}
	return b.wait(&m.process.queue, &e)
}

// takeMemory enters counters that are next in order.
func (b *Book) takeMemory(m *machine, t *timed, e *entry) {
	var current *boot
	if n := len(t.boots); n > 0 {
		current = t.boots[n-1]
	}
	switch {
	case current == nil:
		current = b.newBoot(t, e, false, "")
	case current.last == e.at:
		return
	case current.bootedAt != 0 && e.bootedAt > current.bootedAt+sameBoot, m.newBootBetween(current.last, e.at):
		current = b.newBoot(t, e, false, "the uptime fell")
	default:
		current.end()
	}
	current.begin(seconds(current.start, e.at), e.complete)
	current.last = e.at
	if e.bootedAt != 0 {
		current.bootedAt = e.bootedAt
	}
	current.limits.join(&e.limits)
	for i := range e.rows {
		current.enter(e.rows[i].id, &e.rows[i].figures)
	}
}
