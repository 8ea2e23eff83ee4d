package fleet

import (
	"strings"
	"testing"
	"time"

	"etledger/model/dataset"
	"etledger/report/results"
)

// TestFindings: what is wrong with an archive is said.
func TestFindings(t *testing.T) {
	s := &scene{}
	r := s.capture("unknown", 0, "churn")
	r.Capture.Damaged, r.Capture.EventsLost, r.Capture.Boot, r.Capture.Findings = 1, 5, nil, `["virtual-alloc-missing"]`
	s.capture("a", 0, "leak").Capture.Stacks = 0
	later := s.capture("a", 1)
	later.Capture.Start, later.Capture.ID, later.Meta = s.rows[1].Capture.Start.Add(time.Minute), "c-x", dataset.Meta{Version: "1", Ring: "x"}
	r.Lifetimes[0].Image = nil
	add(s.rows[1], "app.exe", "", "churn", 0).FileVersion = nil
	got := map[string]bool{}
	for _, n := range partialOf(s.rows).Report(Options{Failed: 2, LeftOut: 1}).Findings {
		got[n.Code] = true
		if !strings.HasSuffix(n.Message, ".") || strings.Contains(n.Message, "%!") {
			t.Errorf("%s: %q", n.Code, n.Message)
		}
	}
	for _, code := range []string{"failed-captures", "left-out", "damaged-captures", "lossy-captures", "virtual-alloc-missing", "nothing-judged",
		"stacks-missing", "overlapping-captures", "unknown-hosts", "few-hosts", "versions-missing", "rings-missing", "boots-unknown",
		"unnamed-processes", "builds-unknown"} {
		if !got[code] {
			t.Errorf("no finding %s", code)
		}
		delete(got, code)
	}
	if len(got) != 0 {
		t.Errorf("also %v", got)
	}
	r2 := partialOf(s.rows).Report(Options{Failed: 2, Unreadable: 3})
	if n := r2.Findings[0]; r2.Fleet.Unreadable != 3 || n.Code != "unreadable-results" ||
		!strings.HasPrefix(n.Message, "3 captures have results that cannot be read and are left out:") {
		t.Errorf("%d unreadable, %v", r2.Fleet.Unreadable, r2.Findings[0])
	}
	if r := NewPartial().Report(Options{}); r.Answer != "There are no captures." || r.Findings[0].Code != "no-captures" {
		t.Errorf("nothing: %s, %v", r.Answer, r.Findings)
	}
}

// TestReplacedCaptures: captures of different content from one location are told, and other captures are not.
func TestReplacedCaptures(t *testing.T) {
	s := &scene{}
	for n := range 6 {
		s.capture("a", n, "churn")
	}
	message := func(rows ...*results.Rows) string {
		for _, n := range partialOf(rows).Report(Options{}).Findings {
			if n.Code == "replaced-captures" {
				return n.Message
			}
		}
		return ""
	}
	again, nowhere, nowhere2 := *s.rows[0], *s.rows[1], *s.rows[2]
	again.Capture.Location = "b/0.etl" // the same content from elsewhere
	nowhere.Capture.Location, nowhere2.Capture.Location = "", ""
	if got := message(append(s.rows[3:], s.rows[0], s.rows[0], &again, &nowhere, &nowhere2)...); got != "" {
		t.Errorf("nothing was replaced, but: %s", got)
	}
	for i, row := range s.rows {
		row.Capture.Location = []string{"a/1.etl", "a/1.etl", "a/1.etl", "a/2.zip#x.etl", "a/2.zip#x.etl", "a/2.zip#y.etl"}[i]
	}
	if got := message(s.rows...); !strings.HasPrefix(got, "From 2 locations several contents were read,") || !strings.Contains(got, "capture=ID") {
		t.Errorf("finding %q", got)
	}
}
