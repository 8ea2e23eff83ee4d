package poolseries

import (
	"slices"
	"time"

	"etledger/model/poolsnap"
)

// boot is one time that a machine ran, as far as snapshots saw it.
type boot struct {
	grid
	start, last int64 // first and last snapshot, ns since 1970 UTC
	ordinal     bool
	reason      string // why a boot began here, empty for the first
	bootedAt    int64
	digest      uint64 // of the snapshot entered last
	partial     int
	limits      limits
}

// sameBoot is by how much two reckonings of the moment of a boot may differ: clocks are set, and counters are rounded.
const sameBoot = int64(3 * time.Minute)

// knowBoot keeps a moment at which the machine started.
func (m *machine) knowBoot(at int64) {
	if at == 0 {
		return
	}
	i, _ := slices.BinarySearch(m.booted, at)
	if i < len(m.booted) && m.booted[i]-at <= sameBoot || i > 0 && at-m.booted[i-1] <= sameBoot {
		return
	}
	m.booted = slices.Insert(m.booted, i, at)
}

// newBootBetween tells whether the machine is known to have started between two moments.
func (m *machine) newBootBetween(from, to int64) bool {
	i, _ := slices.BinarySearch(m.booted, from+1)
	return i < len(m.booted) && m.booted[i] <= to
}

// startedAnew tells why a snapshot is of another boot than the one before it, empty when it is not.
func (m *machine) startedAnew(current *boot, e *entry) string {
	switch {
	case current.bootedAt != 0 && e.bootedAt > current.bootedAt+sameBoot:
		return "the uptime fell"
	case e.at != 0 && m.newBootBetween(current.last, e.at):
		return "counters tell of a start in between"
	case countersFell(current, e.rows):
		return "the counters of allocations fell together"
	}
	return ""
}

// countersFell tells whether counters that moved have fallen together, in a way that no wrap explains: half of them, or a
// tenth where they are many, since a while after a boot most may have passed what they were before.
func countersFell(current *boot, rows []row) bool {
	fell, moved := 0, 0
	for i := range rows {
		r := &rows[i]
		if int(r.id) >= len(current.series) {
			continue
		}
		before := &current.series[r.id].last
		if before.has&r.has&poolsnap.HasAllocs == 0 || before.allocs == r.allocs {
			continue
		}
		moved++
		if r.allocs < before.allocs && !wraps(before.allocs, r.allocs) {
			fell++
		}
	}
	const many = 5 // that fall alone by damage of as many rows
	return fell > 0 && 2*fell >= moved || fell >= many && 10*fell >= moved
}

// newBoot begins a boot with a snapshot.
func (b *Book) newBoot(t *timed, e *entry, ordinal bool, reason string) *boot {
	if n := len(t.boots); n > 0 {
		t.boots[n-1].end()
	}
	n := &boot{start: e.at, ordinal: ordinal, reason: reason, grid: grid{book: b, per: 1}}
	t.boots = append(t.boots, n)
	b.grids = append(b.grids, &n.grid)
	return n
}

// takePools enters a snapshot of pools that is next in order.
func (b *Book) takePools(m *machine, t *timed, e *entry, ordinal bool) {
	var current *boot
	if n := len(t.boots); n > 0 {
		current = t.boots[n-1]
	}
	again := current != nil && !ordinal && current.last == e.at
	switch {
	case again && current.digest == e.digest:
		b.set.Duplicates++
		return
	case again:
		current.full = current.full || e.complete
		b.set.Joined++
	default:
		if current == nil {
			current = b.newBoot(t, e, ordinal, "")
		} else if reason := m.startedAnew(current, e); reason != "" {
			current = b.newBoot(t, e, ordinal, reason)
		} else {
			current.end()
		}
		now := seconds(current.start, e.at)
		if ordinal {
			now = float64(current.steps)
		}
		current.begin(now, e.complete)
		b.set.Snapshots++
	}
	current.last, current.digest = e.at, e.digest
	if e.bootedAt != 0 {
		current.bootedAt = e.bootedAt
	}
	if !e.complete {
		current.partial++
	}
	for i := range e.rows {
		if current.enter(e.rows[i].id, &e.rows[i].figures) {
			b.set.Conflicts++
		}
	}
}
