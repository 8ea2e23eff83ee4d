package trend

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// ControlChance takes into account that many demands were judged at once: among thousands some rise by chance alone. It
// adjusts the chances of all that were tested after Benjamini and Hochberg (JRSS B 57, 1995), and takes back verdicts that
// do not withstand it: at most one of a hundred leaks is then expected to be none, as far as chance goes. It gives the
// number of tests.
func ControlChance(list []*Judgement) int {
	var tested []*Judgement
	for _, j := range list {
		if j.Tested {
			tested = append(tested, j)
		}
	}
	chances := make([]float64, len(tested))
	for i, j := range tested {
		chances[i] = j.Chance
	}
	for i, adjusted := range AdjustChances(chances) {
		tested[i].Adjusted = adjusted
	}
	n := len(tested)
	for _, j := range tested {
		switch {
		case j.Verdict == Leak && j.Adjusted > leakChance:
			j.demote()
			j.Reason = strings.TrimSuffix(j.Reason, ".") + fmt.Sprintf(", and among %d levels judged at once one that "+
				"rises like this is not rare enough to call it a leak.", n)
		case j.Verdict == Growth && j.fallback != nil && j.Adjusted > growthChance:
			j.Verdict, j.Reason, j.Confidence = j.fallback.verdict, j.fallback.reason, j.fallback.confidence
		}
	}
	return n
}

// AdjustChances adjusts the chances of tests that were done at once, after Benjamini and Hochberg (JRSS B 57, 1995), and
// gives them in the same order: of the tests whose adjusted chance is at most q, at most the share q is expected to be a
// matter of chance. Where there is nothing to be found at all, q bounds the chance of finding anything.
func AdjustChances(chances []float64) []float64 {
	n := len(chances)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(chances[a], chances[b]) })
	adjusted := make([]float64, n)
	least := 1.0
	for i := n - 1; i >= 0; i-- {
		least = min(least, chances[order[i]]*float64(n)/float64(i+1))
		adjusted[order[i]] = least
	}
	return adjusted
}

// demote makes growth of a leak that chance may explain.
func (j *Judgement) demote() {
	j.Verdict, j.Reason, j.Duty = Growth, j.trendReason, false
}
