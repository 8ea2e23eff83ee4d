package report

import (
	"etledger/ledger"
	"etledger/trend"
)

// leakingStacks tells which stacks of a lifetime leak. In one that is judged to leak these are the stacks whose own
// survivors, judged alone, were born as those of a leak are. A leak that is thin in each of many stacks shows at the
// place that they are charged to: where no stack of a place leaks alone but all of them together do, each of them does.
// A leak that shows at no place leaves the whole process: then all stacks with outstanding memory leak. What a leaking
// stack left outstanding is its leaking bytes.
func leakingStacks(l *ledger.Lifetime, in trend.Input, verdict trend.Verdict, judge judge) []bool {
	leaking := make([]bool, len(l.Stacks))
	if verdict != trend.Leak {
		return leaking
	}
	any := false
	explained := make([]bool, len(l.Suspects)) // by a stack of its own
	for i, s := range l.Stacks {
		if !survivorsLeak(s.Cohorts, in, judge) {
			continue
		}
		leaking[i], any = true, true
		if s.Suspect >= 0 {
			explained[s.Suspect] = true
		}
	}
	together := make([]bool, len(l.Suspects))
	for i, s := range l.Suspects {
		together[i] = !explained[i] && survivorsLeak(s.Cohorts, in, judge)
		any = any || together[i]
	}
	for i, s := range l.Stacks {
		if s.OutstandingBytes > 0 && (!any || s.Suspect >= 0 && together[s.Suspect]) {
			leaking[i] = true
		}
	}
	return leaking
}

// survivorsLeak judges a part of a lifetime's memory by the survivors of that part.
func survivorsLeak(cohorts []trend.Cohort, in trend.Input, judge judge) bool {
	return len(cohorts) > 0 && judge(partOf(in, cohorts)).Verdict == trend.Leak
}

// partOf is the account of a part of a lifetime's memory. What of the whole died does not say what of the part did, so
// that is left out.
func partOf(in trend.Input, cohorts []trend.Cohort) trend.Input {
	in.Cohorts, in.Deaths, in.Level, in.Limit = cohorts, nil, nil, 0
	return in
}
