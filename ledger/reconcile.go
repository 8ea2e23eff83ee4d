package ledger

import (
	"etledger/model"
)

// counterRow is one row of process counters.
type counterRow struct {
	nano    int64
	atExit  bool
	process uint32
	Counters
}

func counterRowOf(v *model.ProcessCountersRows, i int) counterRow {
	atExit := v.Op[i] == model.OpEnd
	return counterRow{
		nano: v.UnixNano[i], atExit: atExit, process: v.PID[i],
		Counters: Counters{
			AtExit: atExit, PrivateBytes: v.PrivatePageCount[i], PeakPrivateBytes: v.PeakPagefileUsage[i],
			WorkingSetBytes: v.WorkingSetSize[i], PeakWorkingSetBytes: v.PeakWorkingSetSize[i],
			VirtualBytes: v.VirtualSize[i], PeakVirtualBytes: v.PeakVirtualSize[i], PagefileBytes: v.PagefileUsage[i],
			PagedPoolBytes: v.PagedPool[i], NonPagedPoolBytes: v.NonPagedPool[i],
			PeakPagedPoolBytes: v.PeakPagedPool[i], PeakNonPagedPoolBytes: v.PeakNonPagedPool[i],
			HandleCount: v.HandleCount[i], PageFaultCount: v.PageFaultCount[i],
		},
	}
}

// counterRow enters the counters of a process. Those at the end of the capture stand, whatever comes after.
func (l *Ledger) counterRow(r *counterRow) {
	l.coverage.CounterRecords++
	if l.stage == stageAfter {
		return
	}
	life := l.owner(r.process, r.nano).life
	if life.Counters == nil || life.Counters.AtExit {
		counters := r.Counters
		life.Counters = &counters
	}
}

// Sources of Reconciliation.InitialPrivateBytes.
const (
	initialBornInside = "born inside"
	initialRundown    = "start rundown"
	initialSnapshot   = "memory snapshot"
	initialEndRundown = "end rundown"
	initialInferred   = "inferred"
	initialCommitted  = "committed before the window"

	explainedStacks = "user stacks of threads that no VirtualAlloc event covers"
)

// reconcile holds the counters against the account (rule 26). stacks are the user stacks of the lifetime's threads.
func (l *Ledger) reconcile(p *process, stacks []region) Reconciliation {
	c := p.life.Counters
	if c == nil || c.AtExit || l.coverage.VirtualAllocEvents == 0 {
		return Reconciliation{Status: ReconNotAvailable}
	}
	var a account
	if p.account != nil {
		a = *p.account
	}
	r := Reconciliation{Status: ReconUnexplained}
	private := signed(c.PrivateBytes)
	// What is left of the initial bytes is what was not given back since. Of memory given back whose commit was never
	// seen, only as much can have been part of them.
	givenBack := signed(inBytes(a.beforeFreed)) + signed(inBytes(a.unknown))
	outstanding := signed(inBytes(a.live))
	r.InitialPrivateBytes, r.InitialSource = l.initialBytes(p)
	r.InitialKnown = r.InitialSource != ""
	if !r.InitialKnown {
		r.InitialSource = initialInferred
		r.InitialPrivateBytes = uint64(max(private-outstanding+givenBack, 0))
	}
	left := max(signed(r.InitialPrivateBytes)-givenBack, 0)
	r.ResidualBytes = private - left - outstanding
	if r.ResidualBytes > 0 {
		if found := min(r.ResidualBytes, signed(inBytes(a.uncovered(stacks)))); found > 0 {
			r.ExplainedBytes, r.ExplainedBy = found, explainedStacks
			r.ResidualBytes -= found
		}
	}
	switch {
	case r.ResidualBytes != 0:
	case !r.InitialKnown, r.ExplainedBytes != 0:
		r.Status = ReconExplained
	default:
		r.Status = ReconExact
	}
	if !r.InitialKnown && r.ResidualBytes == 0 {
		r.ExplainedBy = "memory from before the capture, inferred"
	}
	return r
}

// uncovered counts the pages of the spans that the account does not hold as committed.
func (a *account) uncovered(spans []region) (n uint64) {
	for _, s := range spans {
		n += s.hi - s.lo - a.committedIn(s.lo, s.hi)
	}
	return n
}

// signed is an amount of bytes as a signed number; one that only a damaged capture gives stays at the greatest value.
func signed(bytes uint64) int64 { return int64(min(bytes, 1<<61)) }
