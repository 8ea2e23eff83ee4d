package pool

import (
	"cmp"

	"etledger/ledger/poolseries"
)

// place finds the times of the phases.
func (m *observedMachine) place(phases []Phase) {
	switch {
	case m.boot != nil && !m.boot.Ordinal:
		m.plan = placed(phases, m.boot.Start)
	case m.memory != nil:
		m.plan = placed(phases, m.memory.Start)
	}
}

// judgedBoot chooses the longest time without a boot: of several as long the one with more snapshots, then the later.
func judgedBoot(boots []*poolseries.Boot) *poolseries.Boot {
	var best *poolseries.Boot
	for _, b := range boots {
		if best == nil || cmp.Or(cmp.Compare(b.Seconds(), best.Seconds()), cmp.Compare(b.Snapshots, best.Snapshots)) >= 0 {
			best = b
		}
	}
	return best
}

// memoryOf chooses the counters that have most time in common with the snapshots that are judged.
func memoryOf(m *observedMachine) *poolseries.Memory {
	var best *poolseries.Memory
	var most float64
	for _, memory := range m.Memory {
		common := memory.Seconds()
		if m.boot != nil && !m.boot.Ordinal {
			start, end := memory.Start, memory.End
			if m.boot.Start.After(start) {
				start = m.boot.Start
			}
			if m.boot.End.Before(end) {
				end = m.boot.End
			}
			common = end.Sub(start).Seconds()
			if common < 0 {
				continue
			}
		}
		if best == nil || common >= most {
			best, most = memory, common
		}
	}
	return best
}
