package fleet

import (
	"fmt"

	"etledger/internal/textform"
)

// When a workload is named as that under which a group is called a leak: it has at least nine tenths of two or more captures that
// call it one, and fewer than half of those that judged it. One capture by itself has some workload and tells nothing.
const (
	leastCalled   = 2
	leastOfCalled = 0.9
	lessOfJudged  = 0.5
)

// workloadText points at the workload under which a group is called a leak, where there is such a one; else it is empty.
func (v *view) workloadText(g *collected) string {
	called, judged := map[string]int{}, map[string]int{}
	allCalled, allJudged := 0, 0
	for i := range g.cells {
		c := &g.cells[i]
		if c.judged == 0 {
			continue
		}
		workload := v.captures[c.capture].workload
		judged[workload]++
		allJudged++
		if c.leaking > 0 {
			called[workload]++
			allCalled++
		}
	}
	if allCalled < leastCalled {
		return ""
	}
	for workload, n := range called { // at most one has so many
		if workload == "" || float64(n) < leastOfCalled*float64(allCalled) ||
			float64(judged[workload]) >= lessOfJudged*float64(allJudged) {
			continue
		}
		return fmt.Sprintf(" Of the %s that call it a leak %s have workload %s, as only %s of %s that judged it have: --workload %s "+
			"looks at these alone.", textform.Plural(allCalled, "capture"), textform.Count(n), textform.Printable(workload),
			textform.Count(judged[workload]), textform.Plural(allJudged, "capture"), textform.ShellWord(workload))
	}
	return ""
}
