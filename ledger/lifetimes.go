package ledger

import "etledger/model"

// sameMoment is how far apart two rows may lie that tell of one moment of a process: its start as two providers log it,
// a commit that its creator makes in it just before its start is logged, its start and the rundown that was under way.
const sameMoment = int64(1e9)

// settleAfter is how long after its end a lifetime still takes rows that come late before its ranges are given up for
// the sums over them.
const settleAfter = int64(10e9)

// owner gives the lifetime that a row about a process number belongs to: the one that has the number, or had it last.
// A number that nothing has announced gets an unannounced lifetime.
func (l *Ledger) owner(number uint32, now int64) *process {
	if p := l.recent[recentPlace(number)]; p != nil && p.number == number {
		return p
	}
	return l.findOwner(number, now)
}

func (l *Ledger) findOwner(number uint32, now int64) *process {
	p := l.holds(number)
	if p == nil {
		p = l.begin(number, now, l.start)
	}
	l.recent[recentPlace(number)] = p
	return p
}

// recentOwners is how many owners are remembered, so that most rows find theirs without a search.
const recentOwners = 256

// recentPlace is where the owner of a number is remembered. Numbers of processes are multiples of 4.
func recentPlace(number uint32) uint32 { return number / 4 % recentOwners }

// give gives a number to a lifetime.
func (l *Ledger) give(number uint32, p *process) {
	l.numbers.set(uint64(number), p.index)
	l.recent[recentPlace(number)] = p
}

// holds gives the latest lifetime of a number, nil when it has none.
func (l *Ledger) holds(number uint32) *process {
	if at := l.numbers.get(uint64(number)); at != 0 {
		return l.processes[at-1]
	}
	return nil
}

// holder gives the lifetime that had a number at a time, as far as is known now; nil when the number has none.
func (l *Ledger) holder(number uint32, t int64) *process {
	p := l.holds(number)
	for p != nil && p.before != nil && min(p.first, p.life.StartNano) > t {
		p = p.before
	}
	return p
}

// begin makes a lifetime and gives it the number.
func (l *Ledger) begin(number uint32, now, start int64) *process {
	p := &process{number: number, first: now, life: &Lifetime{PID: number, StartNano: start}, before: l.holds(number)}
	l.processes = append(l.processes, p)
	p.index = uint32(len(l.processes))
	l.give(number, p)
	return p
}

// end closes a lifetime and has its ranges settled in time.
func (l *Ledger) end(p *process, at int64, seen bool) {
	p.close(at, seen)
	l.ended = append(l.ended, p)
}

// settleEnded settles the lifetimes that ended long enough ago.
func (l *Ledger) settleEnded(now int64) {
	for len(l.ended) > 0 && now-l.ended[0].life.EndNano > settleAfter {
		l.settle(l.ended[0])
		l.ended[0] = nil
		l.ended = l.ended[1:]
	}
}

func (l *Ledger) processRow(r *processRow) {
	l.settleEnded(r.nano)
	if r.key != 0 && (r.op == model.OpStart || r.op == model.OpEnd) {
		l.keywords.prove("PROC_THREAD")
	}
	switch r.op {
	case model.OpStart:
		l.processStart(r)
	case model.OpEnd:
		l.processEnd(r)
	case model.OpRundownStart:
		l.coverage.ProcessRundownStart = true
		l.processRundown(r)
	case model.OpRundownEnd:
		l.coverage.ProcessRundownEnd = true
		l.processRundown(r).listedAtEnd = true
	case model.OpDefunct:
		l.processDefunct(r)
	case model.OpTerminate:
		if p := l.holds(r.number); p != nil && !p.ended && p.terminating == 0 {
			p.terminating = r.nano
		}
	}
}

// processStart is rules 13 to 15.
func (l *Ledger) processStart(r *processRow) {
	p := l.holds(r.number)
	if p != nil && !p.ended {
		if p.isStart(r) {
			p.started(r)
			l.enterCreators(p, r)
			return
		}
		l.lostEnd(p, r.nano)
	}
	next := l.begin(r.number, r.nano, r.nano)
	next.started(r)
	if p != nil {
		l.claimHeld(p, next, r)
	}
}

// started enters the start of a lifetime.
func (p *process) started(r *processRow) {
	p.announce(r)
	if !p.life.StartSeen {
		p.life.StartNano, p.life.StartSeen = r.nano, true
	}
}

// isStart tells whether a start row is about a lifetime that has already begun in the book.
func (p *process) isStart(r *processRow) bool {
	if !p.life.Announced {
		return p.mayStart(r.nano)
	}
	if r.nano-p.announced > sameMoment || p.contradicts(r) {
		return false
	}
	return p.manifest != r.manifest || !p.life.StartSeen && p.key != 0 && p.key == r.key
}

// lostEnd closes a lifetime whose end was not logged, at the latest at the time of a row about the next one.
func (l *Ledger) lostEnd(p *process, now int64) {
	p.endLost = true
	l.enterHeld(p)
	if p.terminating != 0 {
		now = p.terminating
	}
	l.end(p, now, false)
}

// processEnd is rule 16.
func (l *Ledger) processEnd(r *processRow) {
	p := l.processRundown(r)
	p.exit(r)
	if !p.ended {
		l.end(p, r.nano, true)
	}
}

// processRundown is rule 17, which holds for the row of an end as well. It gives the lifetime that the row is about.
func (l *Ledger) processRundown(r *processRow) *process {
	p := l.holds(r.number)
	switch {
	case p == nil:
		p = l.begin(r.number, r.nano, l.start)
	case p.contradicts(r):
		if !p.ended {
			l.lostEnd(p, r.nano)
		}
		p = l.begin(r.number, r.nano, r.nano)
	}
	l.enterHeld(p)
	p.announce(r)
	return p
}

// processDefunct is rule 18.
func (l *Ledger) processDefunct(r *processRow) {
	p := l.holds(r.number)
	for q := p; q != nil; q = q.before { // the number may have been given out again since
		if !q.contradicts(r) {
			p = q
			break
		}
	}
	if p == nil || p.contradicts(r) {
		held := l.holds(r.number)
		p = l.begin(r.number, r.nano, l.start)
		l.end(p, l.start, false)
		if held != nil {
			l.give(r.number, held) // the number's present owner is another one
		}
	}
	l.enterHeld(p)
	p.announce(r)
	p.life.Defunct = true
	if p.ended {
		return
	}
	at := r.nano
	switch {
	case r.exitNano != 0:
		at = min(at, max(r.exitNano, l.start))
	case p.terminating != 0:
		at = p.terminating
	}
	p.endLost = true
	l.end(p, at, false)
}
