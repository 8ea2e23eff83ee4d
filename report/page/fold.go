package page

import (
	"cmp"
	"slices"

	"etledger/report"
)

// folded gives the timeline in bins twice as wide. Sums over ranges of whole new bins stay exact.
func folded(t *report.Timeline) *report.Timeline {
	first := t.FirstBin / 2
	n := 0
	if len(t.Committed) > 0 {
		n = (t.FirstBin+len(t.Committed)-1)/2 - first + 1
	}
	f := &report.Timeline{FirstBin: first, Committed: make([]uint64, n), BeforeFreed: make([]uint64, n), Low: make([]int64, n),
		High: make([]int64, n), Freed: make([][3]uint64, 0, len(t.Freed))}
	bin := func(old int) int { return (t.FirstBin+old)/2 - first }
	seen := make([]bool, n)
	for i := range t.Committed {
		b := bin(i)
		f.Committed[b] += t.Committed[i]
		f.BeforeFreed[b] += t.BeforeFreed[i]
		if !seen[b] {
			f.Low[b], f.High[b], seen[b] = t.Low[i], t.High[i], true
		}
		f.Low[b], f.High[b] = min(f.Low[b], t.Low[i]), max(f.High[b], t.High[i])
	}
	for _, p := range t.Freed {
		f.Freed = append(f.Freed, [3]uint64{uint64(bin(int(p[0]))), uint64(bin(int(p[1]))), p[2]})
	}
	slices.SortStableFunc(f.Freed, func(a, b [3]uint64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	merged := f.Freed[:0]
	for _, p := range f.Freed {
		if last := len(merged) - 1; last >= 0 && merged[last][0] == p[0] && merged[last][1] == p[1] {
			merged[last][2] += p[2]
		} else {
			merged = append(merged, p)
		}
	}
	f.Freed = merged
	return f
}
