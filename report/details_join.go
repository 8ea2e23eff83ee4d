package report

import (
	"cmp"
	"slices"
)

// Joined gives the timeline in bins twice as wide, for who has room for fewer: those of Details.BinS*2. The pairs of Freed
// are what takes most room, and become up to four times as few. It stays exact, for ranges of the wider bins, and shares
// nothing with t.
func (t *Timeline) Joined() *Timeline {
	odd := t.FirstBin & 1
	n := (len(t.Committed) + odd + 1) / 2
	if len(t.Committed) == 0 {
		n = 0
	}
	j := &Timeline{
		FirstBin: t.FirstBin / 2, Committed: make([]uint64, n), BeforeFreed: make([]uint64, n), Freed: [][3]uint64{},
		Low: make([]int64, n), High: make([]int64, n),
	}
	for i := range t.Committed {
		to := (i + odd) / 2
		j.Committed[to] += t.Committed[i]
		j.BeforeFreed[to] += t.BeforeFreed[i]
		if i == 0 || (i+odd)%2 == 0 {
			j.Low[to], j.High[to] = t.Low[i], t.High[i]
		}
		j.Low[to], j.High[to] = min(j.Low[to], t.Low[i]), max(j.High[to], t.High[i])
	}
	pairs := make([][3]uint64, len(t.Freed))
	for i, f := range t.Freed {
		pairs[i] = [3]uint64{(f[0] + uint64(odd)) / 2, (f[1] + uint64(odd)) / 2, f[2]}
	}
	slices.SortFunc(pairs, func(a, b [3]uint64) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	for _, p := range pairs {
		if last := len(j.Freed) - 1; last >= 0 && j.Freed[last][0] == p[0] && j.Freed[last][1] == p[1] {
			j.Freed[last][2] += p[2]
		} else {
			j.Freed = append(j.Freed, p)
		}
	}
	return j
}
