package report

import (
	"cmp"

	"etledger/trend"
)

// rank puts the verdicts that ask for action first. Within a rank, leak and growth go by slope, all else by bytes.
func rank(verdict string) int {
	switch trend.Verdict(verdict) {
	case trend.Leak:
		return 0
	case trend.Growth:
		return 1
	case trend.Step:
		return 2
	}
	return 3
}

// compareProcesses is the order of Report.Processes, worst first: leaks by slope, then growth by slope, then steps,
// then everything else; these, and ties, by outstanding commit, then by bytes committed, then by private bytes of the
// counters, the greatest first; then by pid and by the time first seen.
func compareProcesses(a, b Process) int {
	if c := cmp.Compare(rank(a.Trend.Verdict), rank(b.Trend.Verdict)); c != 0 {
		return c
	}
	if rises(trend.Verdict(a.Trend.Verdict)) {
		if c := cmp.Compare(orZero(b.Trend.SlopeBytesPerS), orZero(a.Trend.SlopeBytesPerS)); c != 0 {
			return c
		}
	}
	return cmp.Or(
		cmp.Compare(b.VirtualAlloc.OutstandingCommitBytes, a.VirtualAlloc.OutstandingCommitBytes),
		cmp.Compare(b.VirtualAlloc.CommitBytes, a.VirtualAlloc.CommitBytes),
		cmp.Compare(privateBytes(b), privateBytes(a)),
		cmp.Compare(a.PID, b.PID),
		cmp.Compare(a.FirstSeenS, b.FirstSeenS),
		cmp.Compare(a.LastSeenS, b.LastSeenS),
	)
}

func privateBytes(p Process) uint64 {
	if p.Counters == nil {
		return 0
	}
	return orZero(p.Counters.PrivateBytes)
}

func comparePoolTags(a, b PoolTag) int {
	return cmp.Or(cmp.Compare(b.OutstandingBytes, a.OutstandingBytes), cmp.Compare(a.Tag, b.Tag), cmp.Compare(a.Pool,
		b.Pool))
}

func orZero[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}
