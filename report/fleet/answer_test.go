package fleet

import (
	"fmt"
	"strings"
	"testing"

	"etledger/report/results"
)

// TestAnswerOfCapturesThatCouldShowNothing: that nothing leaks is said of the captures that could have shown a leak.
func TestAnswerOfCapturesThatCouldShowNothing(t *testing.T) {
	for _, c := range []struct {
		judged, others, leaks int
		tags                  bool
		want                  string
	}{
		{9, 18, 0, false, "Nothing leaks in the 9 of 27 captures that could show a leak (of 27 hosts)."},
		{27, 0, 0, false, "Nothing leaks in 27 captures of 27 hosts."},
		{100, 20, 1, false, "Nothing leaks in the 100 of 120 captures that could show a leak (of 120 hosts): 1 leak verdict is as many as " +
			"false verdicts explain."},
		{0, 4, 0, false, "Nothing could be judged in 4 captures of 4 hosts."},
		{0, 4, 0, true, "No pool tag leaks in 4 captures of 4 hosts; of no process could a leak have been shown."},
	} {
		s := &scene{}
		for h := range c.judged + c.others {
			verdict := "churn"
			if h < c.leaks {
				verdict = "leak"
			}
			r := s.capture(fmt.Sprint("h", h), 0, verdict)
			if h >= c.judged {
				r.Lifetimes[0].Judged = 0
			}
			if c.tags {
				r.PoolTags = []results.PoolTag{{Tag: "Abcd", Pool: "paged", Verdict: "churn", Judged: 1}}
			}
		}
		if got := s.report().Answer; got != c.want {
			t.Errorf("%d judged, %d others: %s", c.judged, c.others, got)
		}
	}
}

// TestAnswerOfFewHostsThatDiffer: an interval that reaches below 0 is not what a leak is told by.
func TestAnswerOfFewHostsThatDiffer(t *testing.T) {
	for _, c := range []struct {
		rates []float64 // of hosts, in KiB/s
		want  string
	}{
		{[]float64{32, 64}, "leaks on 2 of 6 hosts, 32.0 to 64.0 KiB/s by host"},
		{[]float64{60, 64}, "leaks on 2 of 6 hosts, 62.0 ["},
		{[]float64{32}, "leaks on 1 of 6 hosts, 32.0 ["},
	} {
		s := &scene{}
		for h := range 6 {
			for n := range 5 {
				r := s.capture(fmt.Sprint("h", h), n)
				if h < len(c.rates) {
					add(r, "svc.exe", "1.0", "leak", c.rates[h]*1024)
				} else {
					add(r, "svc.exe", "1.0", "churn", 0)
				}
			}
		}
		if r := s.report(); !strings.Contains(r.Answer, c.want) {
			t.Errorf("%v: %s, slope %+v", c.rates, r.Answer, r.Images[0].Slope)
		}
	}
}
