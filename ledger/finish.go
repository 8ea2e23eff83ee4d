package ledger

import (
	"cmp"
	"slices"

	"etledger/trend"
)

// Finish closes the books and gives the accounts. Lifetimes stand in the order of their start, then of their numbers.
// Called again, it gives the same accounts. The ledger keeps nothing else from then on.
func (l *Ledger) Finish() *Accounts {
	if l.finished == nil {
		*l = Ledger{finished: l.finish()}
	}
	return l.finished
}

func (l *Ledger) finish() *Accounts {
	if !l.started {
		l.begins(l.now, 0)
	}
	a := &Accounts{StartNano: l.start, EndNano: l.now}
	l.now = max(l.now, l.span.from)
	l.reach(l.now)
	a.FromNano, a.ToNano = l.span.begin(), min(l.now, l.span.until)
	for _, p := range l.processes {
		if !p.ended && p.terminating != 0 && !p.listedAtEnd {
			l.lostEnd(p, l.now)
		}
		if !p.ended {
			p.life.EndNano = l.now
		}
	}
	threadStacks := l.userStacks()
	for _, p := range l.processes {
		l.enterHeld(p)
	}
	l.sync()
	seen := slices.DeleteFunc(slices.Clone(l.processes), func(p *process) bool { return !l.isSeen(p) })
	for _, p := range seen {
		l.clip(p)
		if p.account != nil && !p.ended && l.coverage.VirtualRundownEnd > 0 && !l.unlisted {
			p.life.Audit = p.account.audit(!p.life.StartSeen)
		}
	}
	if l.options.Flows {
		a.FlowWidth, a.FlowBins = l.flowBins()
	}
	l.chargePending()
	allocated := l.carrier.allocated.byOwner()
	for _, p := range seen {
		var own []region
		if l.holds(p.number) == p {
			own = threadStacks[p.life.PID]
		}
		p.life.Reconciliation, p.life.Series = l.reconcile(p, own), l.series(p)
		l.settle(p)
		l.conclude(p, allocated[p.index])
		a.Lifetimes = append(a.Lifetimes, p.life)
	}
	slices.SortStableFunc(a.Lifetimes, func(x, y *Lifetime) int {
		return cmp.Or(cmp.Compare(x.StartNano, y.StartNano), cmp.Compare(x.PID, y.PID))
	})
	a.Pool = l.poolTags()
	a.System = l.system
	a.System.PageSize = uint32(l.pageSize)
	a.System.MemoryInfo, a.MemorySamples = l.snapshots.list(), l.samples.list
	a.Keywords, a.KeywordsKnown = l.keywords.names()
	a.Coverage = l.coverage
	a.Coverage.StackKeysUnresolved = l.stacks.unresolved()
	a.Coverage.StacksDropped = l.stacks.full + l.carrier.allocated.full
	a.Coverage.HardFaultsUnclaimed = l.unclaimedFaults()
	return a
}

// settle turns the ranges of an account into sums over sites and births. Rows that come later start it anew.
func (l *Ledger) settle(p *process) {
	l.enterHeld(p)
	l.sync()
	p.sumViews()
	a := p.account
	if a == nil {
		return
	}
	most, end := mostBins, min(p.life.EndNano, l.span.until)
	if l.endedInside(p) {
		most = mostEndedBins
	}
	a.turnTo(end)
	a.line.close(end, most)
	p.holdings = append(p.holdings, l.takeHoldings(p)...)
	if l.endedInside(p) && l.coverage.StacksMatched == 0 {
		p.images = imageSet{} // for want of stacks, none of this memory will ask for them
	}
}

// conclude fills in what the whole capture tells of a lifetime, whose stacks allocated these sums.
func (l *Ledger) conclude(p *process, allocated []*allocatedSum) {
	life := p.life
	if !life.Announced {
		l.coverage.UnannouncedLifetimes++
	}
	if p.ended && p.endLost {
		l.coverage.LostProcessEnds++
	}
	life.HardFaults, life.FaultFiles = p.faults.HardFaults, p.faults.files.list(&l.paths)
	life.MappedFiles = p.mappedFiles.list(&l.paths)
	l.concludeBuild(p)
	life.ImagePath, _ = l.paths.DOS(life.ImagePath)
	if a := p.account; a != nil {
		life.VirtualAlloc = a.result()
		life.ByOther = l.others(a)
		l.coverage.InferredLostFrees += a.lostFrees
		grow(&l.coverage.InferredLostFreeBytes, inBytes(a.inferred))
		l.coverage.OddFrees += a.oddFrees
		if a.flows != nil {
			life.Flows = a.flows.result(l.flowShift)
		}
		slices.SortStableFunc(p.holdings, compareHoldings)
		stacks := l.sumStacks(p, allocated)
		life.Suspects = l.suspects(p, stacks)
		if l.options.Stacks {
			life.Stacks = l.listStacks(p, stacks)
		}
	}
	life.Evidence = l.evidence(p)
	if !p.ended {
		life.Loads = l.loads(p)
	}
}

// evidence gives the account as package trend judges it. Without any VirtualAlloc event in the capture only snapshots
// tell of a process; with them, a process that has none is known not to have taken memory.
func (l *Ledger) evidence(p *process) trend.Input {
	life := p.life
	origin := max(p.origin(), l.span.from)
	if p.account != nil {
		origin = p.account.line.origin
	}
	in := trend.Input{
		CaptureStart: seconds(l.start, l.span.begin()), CaptureEnd: seconds(l.start, min(l.now, l.span.until)),
		Start: seconds(l.start, origin), End: seconds(l.start, life.EndNano), Ended: p.ended,
	}
	if l.coverage.VirtualAllocEvents == 0 {
		in.Level = p.memory.level(l.start, life.EndNano)
		in.Limit = l.limit(p, in.Level)
		return in
	}
	a := p.account
	if a == nil {
		a = newAccount(origin)
		a.line.close(life.EndNano, 1)
	}
	in.Cohorts = a.line.cohorts(l.start, life.EndNano, pageBytes)
	for _, h := range p.holdings {
		in.Cohorts[h.bin].Surviving += float64(h.pages) * pageBytes
	}
	in.Deaths = a.deaths.histogram()
	in.Level = a.line.samples(l.start, life.EndNano, pageBytes, float64(a.before)+float64(a.unknown))
	in.Limit = l.limit(p, in.Level)
	in.LossKnown, in.LostShare = a.lostFrees > 0, a.lostShare()
	in.Audited = life.Reconciliation.Status == ReconExact
	in.Unpaired, in.HasUnpaired = float64(inBytes(a.unknown-min(a.unknown, a.inferred))), true
	return in
}
