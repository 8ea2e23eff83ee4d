package ledger

import "slices"

// Series holds the account against the memory snapshots of a lifetime, all along. The residual of a snapshot is its commit
// less what the account says that it should be: the initial private bytes, less what was given back of them, plus the
// outstanding commit.
type Series struct {
	Samples             int
	FirstNano, LastNano int64
	// InitialBytes is the initial private bytes that the residuals are counted from: 0 for a process born inside, else what
	// the start rundown lists, else what the first snapshot shows beyond the account, whose residual is then 0.
	InitialBytes uint64
	// PartNano is the first snapshot from which the two differ, 0 when they never do.
	PartNano int64
	// ResidualBytes is the residual of the last snapshot.
	ResidualBytes int64
	// ChangeNano is the snapshot at which the residual changed most since the one before, and ChangeBytes by how much:
	// lost frees make it fall, lost allocations and memory that no event tells of make it rise. Both are 0 when it never
	// changed.
	ChangeNano  int64
	ChangeBytes int64
	// Points are snapshots in order of time, at most 64: all of them, or as many as are wanted for every second, fourth and
	// so on, always with the last.
	Points []SeriesPoint
}

// SeriesPoint is one snapshot of a Series.
type SeriesPoint struct {
	Nano          int64
	CommitBytes   uint64 // by the snapshot
	AccountBytes  uint64 // outstanding commit by the account
	ResidualBytes int64
}

// seriesBook keeps the series of a lifetime while snapshots come. What is initial is known at the end only, so it keeps
// gaps: the commit of a snapshot less the change of the account since the capture began.
type seriesBook struct {
	samples     int
	first, last gapPoint
	parts       int64 // first snapshot whose gap differs from that of the first, 0 for none
	changed     int64
	change      int64
	points      []gapPoint
	every       int // one of so many snapshots is a point
}

type gapPoint struct {
	nano            int64
	commit, account uint64 // bytes
	gap             int64
}

const mostPoints = 64

func (s *seriesBook) add(p gapPoint) {
	if s.samples == 0 {
		s.first, s.every = p, 1
	} else {
		if p.gap != s.first.gap && s.parts == 0 {
			s.parts = p.nano
		}
		if by := p.gap - s.last.gap; magnitude(by) > magnitude(s.change) {
			s.changed, s.change = p.nano, by
		}
	}
	if s.samples%s.every == 0 {
		if len(s.points) == mostPoints {
			s.coarsen()
		}
		if s.samples%s.every == 0 {
			s.points = append(s.points, p)
		}
	}
	s.samples++
	s.last = p
}

// coarsen leaves every second point out.
func (s *seriesBook) coarsen() {
	for i := range len(s.points) / 2 {
		s.points[i] = s.points[2*i]
	}
	s.points = s.points[:len(s.points)/2]
	s.every *= 2
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

// series holds the account of a lifetime against its snapshots (rule 27); nil when it has none, or when the first one,
// which everything else is held against, is the only one.
func (l *Ledger) series(p *process) *Series {
	s := &p.memory.series
	if s.samples == 0 || l.coverage.VirtualAllocEvents == 0 {
		return nil
	}
	initial, source := l.initialBytes(p)
	if source == initialSnapshot && s.samples == 1 {
		return nil
	}
	r := &Series{
		Samples: s.samples, FirstNano: s.first.nano, LastNano: s.last.nano, InitialBytes: initial, PartNano: s.parts,
		ChangeNano: s.changed, ChangeBytes: s.change,
	}
	base := signed(initial)
	if source == initialSnapshot {
		base = s.first.gap // not cut off at 0
	}
	if s.first.gap != base {
		r.PartNano = s.first.nano
	}
	r.ResidualBytes = s.last.gap - base
	points := s.points
	if points[len(points)-1] != s.last {
		points = append(slices.Clip(points[:min(len(points), mostPoints-1)]), s.last)
	}
	for _, g := range points {
		r.Points = append(r.Points, SeriesPoint{g.nano, g.commit, g.account, g.gap - base})
	}
	return r
}

// enter enters the commit that a snapshot shows of the lifetime that has an account, nil when there is none. In one that
// has not begun nothing has moved yet.
func (s *seriesBook) enter(a *account, now int64, commit uint64) {
	g := gapPoint{nano: now, commit: commit, gap: signed(commit)}
	if a != nil && a.carried.begun {
		g.account = inBytes(a.live)
		g.gap += signed(inBytes(a.beforeFreed)) + signed(inBytes(a.unknown)) - signed(g.account)
	}
	s.add(g)
}

// initialBytes gives the private bytes of a lifetime before its first event in the capture, and how they are known. The
// source is "" when nothing tells them.
func (l *Ledger) initialBytes(p *process) (bytes uint64, source string) {
	a := p.account
	switch {
	case p.life.StartSeen:
		if a != nil {
			bytes = inBytes(a.carried.pages) // by its creator, just before the window
		}
		return bytes, initialBornInside
	case p.startedBefore:
		if a != nil {
			bytes = inBytes(a.carried.pages)
		}
		return bytes, initialCommitted
	case l.seeded:
		if a != nil {
			bytes = inBytes(a.before)
		}
		return bytes, initialRundown
	case p.memory.series.samples > 0:
		return uint64(max(p.memory.series.first.gap, 0)), initialSnapshot
	case p.life.Audit != nil:
		bytes = p.life.Audit.BeforeBytes
		if a != nil {
			grow(&bytes, inBytes(a.before))
			grow(&bytes, inBytes(a.unknown))
		}
		return bytes, initialEndRundown
	}
	return 0, ""
}
