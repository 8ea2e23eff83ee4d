package ledger

import (
	"cmp"
	"maps"
	"slices"

	"etledger/model"
)

// heldRow is a row of private memory that came while the number had no process that is known to be alive. It waits for
// a start event that may follow at once and tells whose it is.
type heldRow struct {
	row   virtualRow
	event uint64 // in the pending index
}

const (
	mostHeld = 4096
	// headerless is how long before a start an allocation that nobody is known to have made is taken as the creator's.
	headerless = int64(100e6)
)

// virtualRow enters a row of private memory.
func (l *Ledger) virtualRow(r *virtualRow) {
	l.makeRoom()
	p := l.owner(r.process, r.nano)
	switch r.op {
	case model.VirtualOpAlloc, model.VirtualOpFree:
		l.coverage.VirtualAllocEvents++
		l.leave()
		e, event := l.pending.push(r.ticks), l.pending.latest
		e.processor, e.actor, e.thread = r.processor, r.pid, r.tid
		e.owner, e.process = p.index, r.process
		if r.op == model.VirtualOpAlloc {
			e.is = l.countCommit(r.flags)
		}
		if p.ended || p.mayStart(r.nano) {
			l.hold(p, r, event)
			return
		}
		l.enterHeld(p)
		l.enter(p, r, event)
	case model.VirtualOpRundownStart:
		l.coverage.VirtualRundownStart++
		l.seeded = l.seeded || r.nano < l.span.until
		if region, ok := l.region(r); ok {
			l.enterHeld(p)
			l.enterRegion(p, region, doSeed)
		}
	case model.VirtualOpRundownEnd:
		l.coverage.VirtualRundownEnd++
		if r.nano >= l.span.until {
			l.unlisted = true
			return
		}
		if region, ok := l.region(r); ok {
			l.enterRegion(p, region, doList)
		}
	}
}

// mayStart tells whether a start event at a time would be that of this lifetime, which nothing has announced yet.
func (p *process) mayStart(now int64) bool {
	return !p.life.Announced && now-p.first <= sameMoment
}

func (l *Ledger) region(r *virtualRow) (region, bool) {
	lo, hi := pageRange(r.base, r.size, l.pageSize)
	return newRegion(lo, hi, r.flags, r.commitSize, r.hasCommitSize)
}

// operate adds an operation on the account of a lifetime, to be filled in.
func (l *Ledger) operate(p *process) *operation {
	if p.account == nil {
		p.account = newAccountOf(p.origin(), &l.span)
	}
	return l.batch.add(p)
}

// enterRegion enters a region that a rundown lists.
func (l *Ledger) enterRegion(p *process, r region, kind operationKind) {
	l.operate(p).put(kind, int64(r.committed), r.lo, r.hi, r.flags, 0)
}

// enter enters an allocation or a free in the account of a lifetime.
func (l *Ledger) enter(p *process, r *virtualRow, event uint64) {
	lo, hi := pageRange(r.base, r.size, l.pageSize)
	now := p.within(r.nano)
	if r.op == model.VirtualOpFree {
		l.operate(p).put(doFree, now, lo, hi, r.flags, 0)
		return
	}
	e := l.pending.get(event)
	if e == nil {
		l.operate(p).put(doLate, now, lo, hi, r.flags, 0)
		l.nameActor(p, r.pid, event, doName)
		return
	}
	l.operate(p).put(doAllocate, now, lo, hi, r.flags, uint32(event))
	l.nameActor(p, e.actor, event, doName)
	e.birth, e.owner = now, p.index
	e.is |= isEntered
	l.attribute(e, event)
}

// nameActor enters who made an allocation in a lifetime, when that is known and is another process (rule 12).
func (l *Ledger) nameActor(p *process, by uint32, event uint64, kind operationKind) {
	if by != noNumber && by != p.number {
		l.operate(p).put(kind, 0, uint64(by), 0, l.numbers.get(uint64(by)), uint32(event))
	}
}

// hold keeps a row back for as long as a start event may yet claim it.
func (l *Ledger) hold(p *process, r *virtualRow, event uint64) {
	p.held = append(p.held, heldRow{*r, event})
	due := 0
	for due < len(p.held) && (r.nano-p.held[due].row.nano > sameMoment || len(p.held)-due > mostHeld) {
		l.enter(p, &p.held[due].row, p.held[due].event)
		due++
	}
	p.held = p.held[due:]
}

// enterHeld enters the rows held back in the lifetime that they were taken to be of.
func (l *Ledger) enterHeld(p *process) {
	for i := range p.held {
		l.enter(p, &p.held[i].row, p.held[i].event)
	}
	p.held = nil
}

// claimHeld shares the rows held back out between the lifetime that has ended and the one that a start event begins
// (rule 15).
func (l *Ledger) claimHeld(old, next *process, r *processRow) {
	held := old.held
	first := slices.IndexFunc(held, func(h heldRow) bool { return l.isCreators(&h, old, r.nano) })
	if first < 0 {
		first = len(held)
	}
	old.held = held[:first]
	l.enterHeld(old)
	if first < len(held) {
		next.first = held[first].row.nano
		next.held = held[first:]
		l.enterCreators(next, r)
	}
}

// enterCreators enters the rows held back that came before the start of their lifetime. Until then only its creator can
// have made allocations: the process that logged the start.
func (l *Ledger) enterCreators(p *process, r *processRow) {
	creator := r.by
	if creator == noNumber && r.parentKnown {
		creator = r.parent
	}
	for i := range p.held {
		if h := &p.held[i]; h.row.pid == noNumber {
			h.row.pid = l.pending.tellActor(h.event, creator)
		}
	}
	l.enterHeld(p)
}

// isCreators tells whether a row held back is an allocation that the creator of the next process made in it.
func (l *Ledger) isCreators(h *heldRow, old *process, start int64) bool {
	before := start - h.row.nano
	if h.row.op != model.VirtualOpAlloc || before > sameMoment {
		return false
	}
	by := h.row.pid
	if by == noNumber {
		by = l.pending.actor(h.event)
	}
	if by != noNumber {
		return by != old.life.PID
	}
	return before <= headerless && before < h.row.nano-old.life.EndNano
}

// nameActor enters that another process committed pages.
func (a *account) nameActor(who actor, pages uint64) {
	if pages == 0 {
		return
	}
	grow(&a.byOther, pages)
	if a.actors == nil {
		a.actors = map[actor]uint64{}
	}
	sum := a.actors[who]
	grow(&sum, pages)
	a.actors[who] = sum
}

// result gives the figures of the account in bytes.
func (a *account) result() VirtualAlloc {
	f := &a.figures
	return VirtualAlloc{
		ReserveBytes: inBytes(f.reserved), CommitBytes: inBytes(f.committed), FreedBytes: inBytes(f.freed),
		OutstandingCommitBytes: inBytes(f.live), OutstandingReserveBytes: inBytes(f.liveReserved),
		PeakCommitBytes: inBytes(f.peak), UnknownFreedBytes: inBytes(f.unknown), RepeatCommitBytes: inBytes(f.repeated),
		ByOtherProcessBytes: inBytes(f.byOther), ResetBytes: inBytes(f.reset),
		Allocations: f.allocations, Frees: f.frees,
		BeforeCommitBytes: inBytes(f.before), BeforeFreedBytes: inBytes(f.beforeFreed),
		InferredFreedBytes: inBytes(f.inferred), LargePageBytes: inBytes(f.large), PhysicalBytes: inBytes(f.physical),
		WriteWatchBytes: inBytes(f.watched), TopDownBytes: inBytes(f.topDown), LostFrees: f.lostFrees,
	}
}

// others names the processes that committed memory in this lifetime.
func (l *Ledger) others(a *account) []OtherProcess {
	var list []OtherProcess
	for _, who := range slices.SortedFunc(maps.Keys(a.actors), func(x, y actor) int {
		return cmp.Or(cmp.Compare(a.actors[y], a.actors[x]), cmp.Compare(x.pid, y.pid), cmp.Compare(x.owner, y.owner))
	}) {
		other := OtherProcess{PID: who.pid, CommitBytes: inBytes(a.actors[who])}
		p := l.holder(who.pid, l.start)
		if who.owner != 0 {
			p = l.processes[who.owner-1]
		}
		if p != nil {
			other.Image = p.life.Image
		}
		list = append(list, other)
	}
	return list
}
