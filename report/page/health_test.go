package page

import (
	"testing"

	"etledger/report"
)

// TestKeywordStates: a keyword is in force, without use, missing, or not known.
func TestKeywordStates(t *testing.T) {
	with := func(known bool, keywords ...string) *report.Report {
		r := madeReport(1, 4)
		r.Capture.Keywords, r.Capture.KeywordsKnown = keywords, known
		r.Processes[0].VirtualAlloc.Allocations = 1
		return r
	}
	for _, c := range []struct {
		r          *report.Report
		name, want string
	}{
		{with(true, "VIRT_ALLOC"), "VIRT_ALLOC", "in force"},
		{with(true, "LOADER"), "LOADER", "in force"},
		{with(true, "HARD_FAULTS"), "HARD_FAULTS", "in force, but nothing of it came"},
		{with(true, "VIRT_ALLOC"), "VAMAP", "missing"},
		{with(true), "VIRT_ALLOC", "not named, but its events are there"},
		{with(false), "MEMINFO", "not seen; whether it was in force is not recorded"},
	} {
		for _, k := range healthOf(c.r).Keywords {
			if k.Name == c.name && k.State != c.want {
				t.Errorf("%s is %q, expected %q", c.name, k.State, c.want)
			}
		}
	}
	h := healthOf(with(true, "CSWITCH", "VIRT_ALLOC", "DISPATCHER"))
	if h.Others != "CSWITCH, DISPATCHER" {
		t.Errorf("others: %s", h.Others)
	}
	if len(h.Processors) != 4 || h.Processors[1].Gaps != 375 || *h.Processors[1].FirstS != 1 || *h.Processors[1].LastS != 1497 {
		t.Errorf("loss by processor: %+v", h.Processors)
	}
}
