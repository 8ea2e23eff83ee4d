package poolsnap

import (
	"context"
	"encoding/binary"
	"time"
)

// Bounds of what is kept of a file. A machine has some thousand tags; the table of a tracker has room for 64 Ki at
// most.
const (
	maxRows = 1 << 18 // of a snapshot
	maxOpen = 1 << 20 // of all snapshots that are put together at once
	maxKeys = 1 << 20 // tags, pools and hosts of a file that are kept from one snapshot to the next
	maxName = 256     // bytes of the name of a driver or a host
)

// assembler puts rows together to snapshots and gives them.
type assembler struct {
	ctx  context.Context
	name string
	opts Options
	sum  *Summary
	each func(*Snapshot) error

	timing     timing
	tags       tagReader
	keys       keyTable
	generation uint32
	previous   time.Time // of the snapshot given last
	fileTime   moment    // as the name says
	fileTimed  bool
	ownTimes   bool // a snapshot had a time of its own
}

func newAssembler(ctx context.Context, l *lines, opts Options, sum *Summary, each func(*Snapshot) error) *assembler {
	a := &assembler{ctx: ctx, name: l.name, opts: opts, sum: sum, each: each}
	a.tags = newTagReader(l.encoding, opts.CodePage)
	a.timing = timing{opts: opts, sum: sum}
	a.timing.lookAhead(l.window())
	a.fileTime, a.fileTimed = named(l.name)
	if f := &a.fileTime; a.fileTimed && f.separator == 0 && !f.epoch {
		a.timing.day = time.Date(f.year, time.Month(f.month), f.day, 0, 0, 0, 0, time.UTC)
	}
	return a
}

// group is a snapshot that is being put together.
type group struct {
	snap       Snapshot
	generation uint32
	host       uint32 // number of the host, in the key of its rows
	own        bool   // it has a time of its own
	pools      [Paged + 1]struct {
		rows  int
		bytes uint64
	}
}

// start makes the group an empty one. What the snapshot given before had in it is used again.
func (a *assembler) start(g *group, line int) {
	a.generation++
	*g = group{snap: Snapshot{TimeFrom: TimeUnknown, File: a.name, Line: line, Rows: g.snap.Rows[:0]},
		generation: a.generation, host: g.host}
}

// between is called when no snapshot is being put together. It forgets the keys of the file when there are too many of them.
func (a *assembler) between() {
	if a.keys.used > maxKeys {
		a.keys.clear()
	}
}

// timed gives the group a time of its own.
func (a *assembler) timed(g *group, t time.Time, from TimeSource) {
	g.snap.Time, g.snap.TimeFrom, g.own = t, from, true
}

// variant tells forms of a tag apart that are one tag for the reader: with and without the mark of protected pool. A
// snapshot can have both; a row of the same variant again is of the next snapshot.
type variant uint8

const (
	anyVariant    variant = 0 // rows of sessions: there is one for each session
	plainTag      variant = 1
	protectedMark variant = 2
)

func variantOf(t tagText) variant {
	if t.protected {
		return protectedMark
	}
	return plainTag
}

// added says what became of a row.
type added uint8

const (
	addedRow added = iota
	addedAgain
	addedNone // the snapshot has too many rows
)

// add adds a row to the group, or its figures to those of the row of another variant. It is addedAgain, and nothing is
// added, when the group has the row already.
func (a *assembler) add(g *group, row *Row, v variant, driver []byte) added {
	key := uint64(binary.LittleEndian.Uint32(row.Tag[:])) | uint64(row.Pool)<<32 | uint64(g.host)<<40
	e := a.keys.at(key)
	if driver = driver[:min(len(driver), maxName)]; string(driver) != e.driver {
		e.driver = string(driver)
	}
	pool := &g.pools[row.Pool]
	if e.generation != g.generation {
		if len(g.snap.Rows) >= maxRows {
			return addedNone
		}
		e.generation, e.seen, e.row = g.generation, uint8(v), int32(len(g.snap.Rows))
		row.Mapped = e.driver
		g.snap.Rows = append(g.snap.Rows, *row)
		pool.rows++
		pool.bytes += row.Bytes
		return addedRow
	}
	if e.seen&uint8(v) != 0 {
		return addedAgain
	}
	e.seen |= uint8(v)
	pool.bytes += row.Bytes
	r := &g.snap.Rows[e.row]
	r.Has &= row.Has
	r.Allocs += row.Allocs
	r.Frees += row.Frees
	r.Count += row.Count
	r.Bytes += row.Bytes
	return addedRow
}

// give gives the snapshot of the group. Last tells that no other follows in the file.
func (a *assembler) give(g *group, last bool) error {
	s := &g.snap
	a.own(g, last)
	nonpaged, paged := g.pools[Nonpaged].rows, g.pools[Paged].rows
	if len(s.Rows) == 0 || g.pools[PoolUnknown].rows == 0 && (nonpaged == 0 || paged == 0) {
		s.Partial = true // every machine has tags in both pools
	}
	// Rows account for nearly all of a pool. Where they do not for half of it, most of the table is missing.
	m := &s.Memory
	for pool, size := range [...]*uint64{Nonpaged: m.Nonpaged, Paged: m.Paged} {
		if size != nil && g.pools[pool].bytes < *size/2 {
			s.Partial = true
		}
	}
	m.Time = s.Time
	if s.Partial {
		a.sum.Partial++
	}
	a.sum.Snapshots++
	a.sum.Rows += len(s.Rows)
	a.sum.timed(s.Time, s.TimeFrom, &a.previous)
	if err := a.ctx.Err(); err != nil {
		return err
	}
	return a.each(s)
}

// own finds a time for a snapshot that has none of its own. The name of a file can be that of its first snapshot, and
// the time of the last change that of its last. How the others lie between is not known, and where some snapshots have
// times of their own, those of the file would only mislead.
func (a *assembler) own(g *group, last bool) {
	first := a.sum.Snapshots == 0
	if g.own {
		a.ownTimes = true
	}
	if g.own || a.ownTimes {
		return
	}
	s := &g.snap
	mod := a.opts.ModTime.UTC()
	if first && a.fileTimed {
		t, ok := a.timing.resolve(&a.fileTime, 0, []byte(a.name))
		switch {
		case !ok:
		case last && !a.fileTime.clock && !a.fileTime.epoch && !mod.Before(t) && mod.Sub(t) < 24*time.Hour:
			// The name tells the day alone, and the file was written on it.
			a.sum.DateOnly--
			s.Time, s.TimeFrom = mod, TimeFromFile
			return
		default:
			s.Time, s.TimeFrom = t, TimeFromFileName
			return
		}
	}
	if last && !mod.IsZero() {
		s.Time, s.TimeFrom = mod, TimeFromFile
		if !first && mod.Before(a.previous) {
			s.Time, s.TimeFrom = time.Time{}, TimeUnknown
		}
	}
}
