package report

import (
	"math/rand/v2"
	"slices"
	"testing"

	"etledger/trend"
)

// ranked makes a process with what the order looks at.
func ranked(pid uint32, v trend.Verdict, slope float64, outstanding uint64) Process {
	return Process{PID: pid, Trend: Trend{Verdict: string(v), SlopeBytesPerS: &slope},
		VirtualAlloc: VirtualAlloc{OutstandingCommitBytes: outstanding, CommitBytes: outstanding}}
}

func TestWorstFirst(t *testing.T) {
	private := uint64(7 * mib)
	counted := ranked(31, trend.Steady, 0, 0)
	counted.Counters = &Counters{PrivateBytes: &private}
	busy := ranked(30, trend.Churn, 0, 0)
	busy.VirtualAlloc.CommitBytes = 9 * mib
	second, later := ranked(40, trend.Steady, 0, 0), ranked(40, trend.Steady, 0, 0)
	second.LastSeenS, later.FirstSeenS = 5, 5
	unknownSlope := ranked(13, trend.Growth, 0, 50*mib)
	unknownSlope.Trend.SlopeBytesPerS = nil

	want := []Process{
		ranked(10, trend.Leak, 900, 1*mib),
		ranked(11, trend.Leak, 800, 90*mib),
		ranked(12, trend.Growth, 5000, 1*mib),
		unknownSlope,
		ranked(14, trend.Step, 0, 2*mib),
		ranked(20, trend.Inconclusive, 700, 80*mib), // no claim on its slope, so bytes decide
		ranked(21, trend.WarmUp, 0, 70*mib),
		ranked(22, trend.Shrinking, -100, 60*mib),
		busy,
		counted,
		ranked(39, trend.Steady, 0, 0),
		second,
		later,
	}
	for seed := range uint64(20) {
		got := slices.Clone(want)
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
		slices.SortStableFunc(got, compareProcesses)
		for i := range want {
			if got[i].PID != want[i].PID || got[i].FirstSeenS != want[i].FirstSeenS {
				t.Fatalf("seed %d: place %d is process %d, want %d", seed, i, got[i].PID, want[i].PID)
			}
		}
	}
}

func TestOrderIsTotal(t *testing.T) {
	a, b := ranked(1, trend.Leak, 1, 1), ranked(2, trend.Leak, 1, 1)
	if compareProcesses(a, b) >= 0 || compareProcesses(b, a) <= 0 || compareProcesses(a, a) != 0 {
		t.Error("processes that are alike must go by number")
	}
}
