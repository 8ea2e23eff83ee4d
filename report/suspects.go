package report

import (
	"cmp"
	"slices"

	"etledger/ledger"
	"etledger/trend"
)

// MaxSuspects is how many suspects a report names for each process.
const MaxSuspects = 20

// maxJudgedSuspects bounds how many suspects of a process, the greatest first, have their slope worked out.
const maxJudgedSuspects = 1000

// suspectsOf names the places that left memory outstanding. In a process that leaks or grows they stand by their own
// slope, since what is large need not be what grows; in others by outstanding bytes. Ties keep the order of the
// account.
func suspectsOf(l *ledger.Lifetime, in trend.Input, verdict trend.Verdict, judge judge) []Suspect {
	bySlope := rises(verdict)
	chosen := l.Suspects[:min(len(l.Suspects), MaxSuspects)]
	if bySlope {
		chosen = l.Suspects[:min(len(l.Suspects), maxJudgedSuspects)]
	}
	suspects := make([]Suspect, len(chosen))
	for i, s := range chosen {
		suspects[i] = Suspect{
			Module: s.Module, ModulePath: known(s.ModulePath), Frame: known(s.Frame),
			ModuleBuildStamp: known(s.ModuleStamp), ModuleFileVersion: fileVersionOf(s.ModuleVersion),
			AllocatedBytes: s.AllocatedBytes, OutstandingBytes: s.OutstandingBytes,
			Allocations: s.Count, Stack: append([]string{}, s.Stack...),
		}
		if total := l.VirtualAlloc.OutstandingCommitBytes; total > 0 {
			suspects[i].Share = rounded(float64(s.OutstandingBytes)/float64(total), shareStep)
		}
		if bySlope && len(s.Cohorts) > 0 {
			suspects[i].SlopeBytesPerS = rounded(suspectSlope(s, in, judge), rateStep)
		}
	}
	if bySlope {
		slices.SortStableFunc(suspects, func(a, b Suspect) int {
			return cmp.Compare(orZero(b.SlopeBytesPerS), orZero(a.SlopeBytesPerS))
		})
	}
	return slices.Clip(suspects[:min(len(suspects), MaxSuspects)])
}

// suspectSlope is the rate at which one place leaves memory behind: that of its own survivors, if they were born as
// those of a leak are.
func suspectSlope(s ledger.Suspect, in trend.Input, judge judge) float64 {
	if r := judge(partOf(in, s.Cohorts)); rises(r.Verdict) {
		return r.Slope
	}
	return 0
}

// rises tells whether a verdict claims that memory grows at a rate.
func rises(v trend.Verdict) bool { return v == trend.Leak || v == trend.Growth }
