package ledger

import (
	"math"
	"time"
)

// Window is a part of a capture: from From up to, not including, To, since the first event. To 0 means to the end.
type Window struct{ From, To time.Duration }

// A ledger of a window walks all rows, so that lifetimes, images, stacks and names are as the whole capture tells them.
// What is counted is what happens in the window. All that was committed or mapped at its beginning becomes memory from
// before; accounts do that by themselves at the first of their operations that is in the window (account.turnTo), so that
// it does not depend on which operations are carried out together.

// span is the time that a ledger counts, in ns since 1970 UTC.
type span struct {
	start int64 // of the capture
	from  int64 // always when the window begins with the capture
	until int64 // never when it ends with the capture
	flows bool  // collect the flows of accounts
}

// stage is where the rows have come to, seen from the window.
type stage uint8

const (
	stageInside stage = iota
	stageBefore
	stageAfter
)

func newSpan(start int64, o *Options) span {
	s := span{start: start, from: always, until: never, flows: o.Flows}
	if o.Window.From > 0 {
		s.from = later(start, o.Window.From)
	}
	if o.Window.To > 0 {
		s.until = later(start, o.Window.To)
	}
	return s
}

// later is a time some time after another one, or the latest there is.
func later(t int64, by time.Duration) int64 {
	if int64(by) > math.MaxInt64-max(t, 0) {
		return never
	}
	return t + int64(by)
}

// begin is the beginning of the window.
func (s *span) begin() int64 { return max(s.start, s.from) }

// reach has what is counted outside of accounts begin and end with the window.
func (l *Ledger) reach(nano int64) {
	if nano < l.turn {
		return
	}
	if l.stage == stageBefore {
		l.stage, l.turn = stageInside, l.span.until
		l.carryOver()
	}
	if nano >= l.span.until {
		l.stage, l.turn = stageAfter, never
	}
}

// carryOver has all counters begin anew at the beginning of the window.
func (l *Ledger) carryOver() {
	l.sync()
	for _, p := range l.processes {
		p.memory, p.faults, p.life.Counters = memorySeries{}, faultSum{}, nil
		p.life.Mapped = Mapped{}
		for base, v := range p.views {
			v.before = true
			p.views[base] = v
			grow(&p.life.Mapped.BeforeBytes, v.bytes)
		}
	}
	l.faults, l.pool = map[uint32]faultSum{}, poolBook{}
	l.snapshots, l.samples = snapshotSummary{}, memorySamples{}
}

// turnTo has the account begin and end with the window. It gives false when the window is over.
func (a *account) turnTo(now int64) bool {
	if !a.carried.begun && now >= a.span.from {
		a.begin()
		a.turn = a.span.until
	}
	if a.carried.begun && now >= a.span.until {
		a.turn = always
	}
	return a.turn != always
}

// carried is what an account brings along into the window.
type carried struct {
	begun  bool   // the account is one of the window
	pages  uint64 // committed
	idle   uint64 // reserved, not committed
	serial uint32 // of the last record
}

// begin makes all that is committed memory from before, and has the figures begin anew.
func (a *account) begin() {
	a.carried = carried{begun: true, serial: a.records.serial}
	if a.span.flows {
		a.flows = newFlows(a.span.start, a.span.begin())
	}
	if a.span.from == always {
		return
	}
	for id := range a.records.list {
		if r := a.records.at(uint32(id)); r.pages > 0 {
			r.older = true
			a.carried.pages += r.pages
		}
	}
	for i := range a.partial {
		a.carried.pages += a.partial[i].left
	}
	a.pages.visit(0, pageLimit, func(lo, hi uint64, c *cell) bool {
		if c.flags&cellSeen != 0 && c.record == 0 {
			a.carried.idle += hi - lo
		}
		c.flags &^= cellSeen
		return true
	})
	a.figures = figures{before: a.carried.pages}
	a.line = newTimeline(max(a.line.origin, a.span.from), mostBins)
	a.deaths, a.reuse, a.actors = deaths{}, reuse{}, nil
}

// isBefore tells whether an event made its pages committed before the window.
func (a *account) isBefore(what *outcome) bool {
	return a.span.from != always && a.carried.begun && int32(what.serial-a.carried.serial) <= 0
}

// endedInside tells whether a lifetime ended before the end of the window.
func (l *Ledger) endedInside(p *process) bool { return p.ended && p.life.EndNano < l.span.until }

// isSeen tells whether anything tells of a lifetime in the window, now that all rows have been seen.
func (l *Ledger) isSeen(p *process) bool {
	switch {
	case p.ended && p.life.EndNano < l.span.from:
		return p.account != nil && p.account.carried.begun // its end became known only after more was seen of it
	case !p.life.Announced:
		return p.first < l.span.until || p.faults.Count > 0
	}
	return min(p.first, p.life.StartNano) < l.span.until
}

// clip has a lifetime begin and end with the window, now that all rows have been seen.
func (l *Ledger) clip(p *process) {
	life := p.life
	p.began = p.origin()
	if p.ended && !l.endedInside(p) {
		p.ended, life.EndSeen, life.Defunct = false, false, false
		life.ExitStatus, life.HasExitStatus = 0, false
	}
	life.EndNano = max(min(life.EndNano, l.span.until), l.span.from)
	if life.Counters != nil && life.Counters.AtExit && !p.ended {
		life.Counters = nil
	}
	if p.account != nil {
		p.account.turnTo(life.EndNano)
	}
	if life.StartNano < l.span.from || life.StartNano >= l.span.until {
		p.startedBefore = life.StartSeen && life.StartNano < l.span.from
		life.StartNano, life.StartSeen = max(p.began, l.span.from), false
	}
}
