package ledger

import "time"

// flowBins sets the width of the bins of all flows: the least with which no more of them than there may be cover the
// time of the ledger. It gives the number past the last one too.
func (l *Ledger) flowBins() (width time.Duration, bins int) {
	g := flowGrid{l.start, l.span.begin(), firstFlowShift}
	last := l.now
	if l.span.until <= last {
		last = max(l.span.until-1, g.from)
	}
	for g.at(last) >= mostFlowBins {
		g.shift++
	}
	for _, p := range l.processes {
		if p.account != nil && p.account.flows != nil {
			g.shift = max(g.shift, p.account.flows.grid.shift)
		}
	}
	l.flowShift = g.shift
	return 1 << g.shift, g.first() + g.at(last) + 1
}

// result gives the flows in bins of a common width, no less than their own.
func (f *flows) result(shift uint8) *Flows {
	for f.grid.shift < shift {
		f.fold()
	}
	if len(f.bins) > 0 {
		f.closeBin()
	}
	first := f.grid.first()
	r := &Flows{Bins: make([]FlowBin, len(f.bins))}
	for i, b := range f.bins {
		r.Bins[i] = FlowBin{
			Bin: first + b.at, Committed: inBytes(b.committed), BeforeFreed: inBytes(b.before),
			Low: b.low << pageShift, High: b.high << pageShift, End: b.end << pageShift,
		}
	}
	f.pairs = sumPairs(f.pairs)
	for _, p := range f.pairs {
		r.Freed = append(r.Freed, FlowPair{first + int(p.commit), first + int(p.free), inBytes(p.pages)})
	}
	return r
}
