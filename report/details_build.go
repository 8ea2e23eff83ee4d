package report

import (
	"etledger/ledger"
	"etledger/trend"
)

// processDetailsOf gives the details of a lifetime but for its stacks' frames, which detailsOf numbers.
func processDetailsOf(l *ledger.Lifetime, p *Process, e *evidence, judge judge) *ProcessDetails {
	d := &ProcessDetails{
		Timeline: timelineOf(l, e), Snapshots: []ProcessSnapshot{}, Loads: []ImageLoad{}, StackCount: len(l.Stacks),
	}
	if l.Series != nil {
		for _, s := range l.Series.Points {
			d.Snapshots = append(d.Snapshots, ProcessSnapshot{
				TimeS: secondsBetween(e.startNano, s.Nano), CommitBytes: s.CommitBytes, AccountBytes: s.AccountBytes,
				ResidualBytes: s.ResidualBytes,
			})
		}
	}
	for _, load := range l.Loads {
		d.Loads = append(d.Loads, ImageLoad{
			Module: load.Image.Name, ModulePath: known(load.Image.Path), LoadedS: secondsBetween(e.startNano, load.Nano),
		})
	}
	leaking := leakingStacks(l, e.inputOf(l), trend.Verdict(p.Trend.Verdict), judge)
	for _, i := range shownStacks(l.Stacks) {
		s := &l.Stacks[i]
		shown := StackBytes{
			Frames: []int{}, AllocatedBytes: s.AllocatedBytes, OutstandingBytes: s.OutstandingBytes, OutstandingCount: s.Count,
			frames: s.Frames,
		}
		if leaking[i] {
			shown.LeakingBytes = s.OutstandingBytes
		}
		d.Stacks = append(d.Stacks, shown)
	}
	if d.Stacks == nil {
		d.Stacks = []StackBytes{}
	}
	return d
}

// shownStacks chooses the stacks that details have, by their numbers: the first, and last the one without frames.
func shownStacks(stacks []ledger.Stack) []int {
	var chosen []int
	unknown := -1
	for i := range stacks {
		if len(stacks[i].Frames) == 0 {
			unknown = i
		} else if len(chosen) < MaxStacks {
			chosen = append(chosen, i)
		}
	}
	if unknown >= 0 {
		chosen = append(chosen[:min(len(chosen), MaxStacks-1)], unknown)
	}
	return chosen
}

// timelineOf spreads the flows of a lifetime over the bins of its time; where nothing moved they are empty lists.
func timelineOf(l *ledger.Lifetime, e *evidence) *Timeline {
	a := e.accounts
	if !e.hasMemoryEvents() {
		return nil
	}
	bin := func(nano int64) int {
		return min(int(uint64(max(nano-a.StartNano, 0))/uint64(a.FlowWidth)), a.FlowBins-1)
	}
	t := &Timeline{
		FirstBin: bin(l.StartNano), Committed: []uint64{}, BeforeFreed: []uint64{}, Freed: [][3]uint64{}, Low: []int64{},
		High: []int64{},
	}
	f := l.Flows
	if f == nil || len(f.Bins) == 0 {
		return t
	}
	t.FirstBin = min(t.FirstBin, f.Bins[0].Bin)
	n := max(bin(l.EndNano), f.Bins[len(f.Bins)-1].Bin) + 1 - t.FirstBin
	t.Committed, t.BeforeFreed, t.Low, t.High = make([]uint64, n), make([]uint64, n), make([]int64, n), make([]int64, n)
	next, level := 0, int64(0)
	for i := range n {
		t.Low[i], t.High[i] = level, level
		if next < len(f.Bins) && f.Bins[next].Bin == t.FirstBin+i {
			b := &f.Bins[next]
			t.Committed[i], t.BeforeFreed[i], t.Low[i], t.High[i], level = b.Committed, b.BeforeFreed, b.Low, b.High, b.End
			next++
		}
	}
	for _, p := range f.Freed {
		t.Freed = append(t.Freed, [3]uint64{uint64(p.Committed - t.FirstBin), uint64(p.Freed - t.FirstBin), p.Bytes})
	}
	return t
}

// detailsOf gives what the details of all lifetimes have in common, and numbers the frames of their stacks.
func detailsOf(processes []Process, e *evidence) *Details {
	a := e.accounts
	d := &Details{
		BinS: a.FlowWidth.Seconds(), Bins: a.FlowBins, Frames: []string{}, Gaps: []Gap{},
		MemoryInfo: snapshotsOf(a.MemorySamples, e.startNano),
	}
	numbers := map[string]int{}
	for i := range processes {
		stacks := processes[i].Details.Stacks
		for j := range stacks {
			s := &stacks[j]
			for _, f := range s.frames {
				text := f.String()
				number, ok := numbers[text]
				if !ok {
					number = len(d.Frames)
					numbers[text] = number
					d.Frames = append(d.Frames, text)
				}
				s.Frames = append(s.Frames, number)
			}
			s.frames = nil
		}
	}
	for _, g := range e.losses.Gaps {
		gap := Gap{
			FromS: when(g.From != 0, secondsBetween(e.startNano, g.From)), ToS: when(g.To != 0, secondsBetween(e.startNano, g.To)),
			Buffers: g.Missing, Processor: uint32(g.Processor),
		}
		if g.Recording >= 0 && g.Recording < len(e.names) {
			gap.File = e.names[g.Recording]
		}
		d.Gaps = append(d.Gaps, gap)
	}
	return d
}
