package fleet

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"etledger/report/results"
)

// scene makes captures by hand: one image unless told otherwise, judged for 10 minutes.
type scene struct{ rows []*results.Rows }

// capture adds the capture number n of a host, with these verdicts on svc.exe.
func (s *scene) capture(host string, n int, verdicts ...string) *results.Rows {
	start := epoch.Add(time.Duration(n) * 24 * time.Hour)
	r := &results.Rows{Capture: results.Capture{
		ID: fmt.Sprintf("c-%s-%03d", host, n), Location: fmt.Sprintf("%s/%d.etl", host, n), HostName: host, Start: start, End: start.Add(10 * time.Minute), DurationS: 600,
		Findings: "[]", Stacks: 1, Boot: ptr(epoch.Add(-time.Duration(n) * time.Minute)),
	}}
	s.rows = append(s.rows, r)
	for _, v := range verdicts {
		add(r, "svc.exe", "1.0", v, 100_000)
	}
	return r
}

func add(r *results.Rows, image, version, verdict string, rate float64) *results.Lifetime {
	n := len(r.Lifetimes)
	l := results.Lifetime{Lifetime: uint32(n), PID: uint32(100 + n), Image: &image, FileVersion: &version, Verdict: verdict, Judged: 1,
		ObservedS: 600, ProcessKey: ptr(uint64(0xffff000000000000) + uint64(n))}
	if verdict == "leak" || verdict == "growth" {
		l.Slope, l.SlopeLow, l.SlopeHigh, l.OutstandingBytes = &rate, ptr(rate*0.9), ptr(rate*1.1), uint64(rate*600)
	}
	r.Lifetimes = append(r.Lifetimes, l)
	return &r.Lifetimes[n]
}

func (s *scene) report() *Report { return partialOf(s.rows).Report(Options{}) }

// TestStatuses has one image in fleets by hand, and what the rules of docs/fleet.md make of it.
func TestStatuses(t *testing.T) {
	repeated := func(hosts, captures int, verdicts ...string) func(*scene) { // of host h in capture c: verdicts in turn
		return func(s *scene) {
			for h := range hosts {
				for c := range captures {
					s.capture(fmt.Sprintf("h%03d", h), c, verdicts[(h*captures+c)%len(verdicts)])
				}
			}
		}
	}
	several := func(parts ...func(*scene)) func(*scene) {
		return func(s *scene) {
			for i, part := range parts {
				first := len(s.rows)
				part(s)
				for _, r := range s.rows[first:] { // hosts of each part are others
					r.Capture.HostName = fmt.Sprint(i, r.Capture.HostName)
					r.Capture.ID += fmt.Sprint("-", i)
				}
			}
		}
	}
	for _, c := range []struct {
		name    string
		make    func(*scene)
		want    Status
		leaking int
		reason  string
	}{
		{"not judged", func(s *scene) { s.capture("a", 0, "churn").Lifetimes[0].Judged = 0 }, Unjudged, 0, "No capture could"},
		{"clear", repeated(3, 2, "churn"), Clear, 0, "nowhere called a leak"},
		{"grows", repeated(3, 2, "growth"), Grows, 0, "grows on 3 of the 3 hosts"},
		{"grows in fewer than half of the captures", repeated(1, 3, "growth", "churn", "churn"), Clear, 0, ""},
		{"a false verdict among many", several(repeated(1, 1, "leak"), repeated(99, 1, "churn")), Clear, 1, "as false verdicts explain"},
		{"one of five hosts, one capture each", several(repeated(1, 1, "leak"), repeated(4, 1, "churn")), Suspected, 1, "1 of 5 hosts"},
		{"ten of a hundred hosts", several(repeated(10, 1, "leak"), repeated(90, 1, "churn")), Leaks, 10, "leaks on 10 of the 100 hosts"},
		{"one of a hundred hosts, in each of six captures", several(repeated(1, 6, "leak"), repeated(99, 6, "churn")), Leaks, 1, ""},
		{"grows everywhere, and is called a leak on a tenth", several(repeated(10, 1, "leak"), repeated(90, 1, "growth")), Suspected, 10,
			"merely grows on 90 hosts"},
		{"is warming up everywhere else", several(repeated(10, 1, "leak"), repeated(90, 1, "warm-up")), Suspected, 10, "warming up"},
		{"warms up elsewhere, but recurs", several(repeated(10, 3, "leak"), repeated(90, 3, "warm-up")), Leaks, 10, "100 %"},
		{"every second capture of many hosts", repeated(20, 4, "leak", "churn"), Suspected, 20, "hardly recurs"},
		{"all captures of the only host", repeated(1, 4, "leak"), Leaks, 1, ""},
		{"growth does not speak against a leak that is seen mostly", repeated(4, 4, "leak", "leak", "growth", "leak"), Leaks, 4, ""},
	} {
		s := &scene{}
		c.make(s)
		g := s.report().Images[0]
		if g.Status != c.want || g.Hosts.Leaking != c.leaking || !strings.Contains(g.Reason, c.reason) {
			t.Errorf("%s: %s on %d hosts: %s", c.name, g.Status, g.Hosts.Leaking, g.Reason)
		}
	}
}

// TestManyGroups: what is rare for one group is not for fifty.
func TestManyGroups(t *testing.T) {
	for _, images := range []int{1, 50} {
		s := &scene{}
		r := s.capture("only", 0)
		for i := range images {
			verdict := "churn"
			if i == 0 {
				verdict = "leak"
			}
			add(r, fmt.Sprintf("app%d.exe", i), "1", verdict, 1e5)
		}
		report := s.report()
		g := report.Images[0]
		if want := chanceOf(0.01 * float64(images)); *g.Chance != 0.01 || *g.Adjusted != want || report.Method.Tested != images {
			t.Errorf("%d images: chance %g, adjusted %g, want %g", images, *g.Chance, *g.Adjusted, want)
		}
		if images == 50 && (g.Status != Suspected || !strings.Contains(g.Reason, "One capture cannot tell") ||
			report.Answer != "app0.exe 1 is suspected to leak, and nothing is shown to, in 1 capture of 1 host.") {
			t.Errorf("%s: %s\n%s", g.Status, g.Reason, report.Answer)
		}
	}
}
