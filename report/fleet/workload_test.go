package fleet

import (
	"fmt"
	"strings"
	"testing"
)

// TestLeakUnderOneWorkload: a leak that shows in those captures, one of four, that have a workload is suspected, with a reason that
// points at it, and of these captures alone it is shown.
func TestLeakUnderOneWorkload(t *testing.T) {
	workloads := []string{"office", "night jobs", "build", "idle"}
	s, alone := &scene{}, &scene{}
	for h := range 12 {
		for n := range 8 {
			verdict, workload := "churn", workloads[n%4]
			if n%4 == 1 && h < 10 {
				verdict = "leak"
			}
			r := s.capture(fmt.Sprint("h", h), n, verdict)
			r.Meta.Workload = workload
			if n%4 == 1 {
				alone.rows = append(alone.rows, r)
			}
		}
	}
	g := &s.report().Images[0]
	const hint = " Of the 20 captures that call it a leak 20 have workload night jobs, as only 24 of 96 captures that judged it have: " +
		`--workload 'night jobs' looks at these alone.`
	if g.Status != Suspected || !strings.HasSuffix(g.Reason, hint) {
		t.Errorf("%s: %s", g.Status, g.Reason)
	}
	if len(g.ByWorkload) != 4 || *g.ByWorkload[0].Value != "build" || g.ByWorkload[0].Hosts != (Counts{12, 12, 0, 0}) {
		t.Errorf("by workload %+v", g.ByWorkload)
	}
	if g := &alone.report().Images[0]; g.Status != Leaks || g.Hosts.Leaking != 10 || g.ByWorkload[0].Hosts.Leaking != 10 {
		t.Errorf("alone: %s: %s", g.Status, g.Reason)
	}
	for _, r := range s.rows { // no workload, or one for all, is none to point at
		r.Meta.Workload = ""
	}
	if g := &s.report().Images[0]; g.Status != Suspected || strings.Contains(g.Reason, "workload") || len(g.ByWorkload) != 0 {
		t.Errorf("%s: %s, %+v", g.Status, g.Reason, g.ByWorkload)
	}
}

// TestRecurrenceWithinAWorkload: what every second capture calls a leak hardly recurs, unless these are those of one workload.
func TestRecurrenceWithinAWorkload(t *testing.T) {
	for _, c := range []struct {
		workload func(n int) string
		want     Status
	}{
		{func(int) string { return "" }, Suspected},
		{func(n int) string { return []string{"a", "b"}[n/2] }, Suspected}, // the workloads say nothing of the leak
		{func(n int) string { return []string{"a", "b"}[n%2] }, Leaks},
	} {
		s := &scene{}
		for h := range 20 {
			for n := range 4 {
				s.capture(fmt.Sprint("h", h), n, []string{"leak", "churn"}[n%2]).Meta.Workload = c.workload(n)
			}
		}
		if g := &s.report().Images[0]; g.Status != c.want {
			t.Errorf("%s: %s", g.Status, g.Reason)
		}
	}
}
