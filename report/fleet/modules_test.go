package fleet

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"etledger/report/results"
)

// TestModules: the module that left most in an image that leaks leaks, another does not.
func TestModules(t *testing.T) {
	s := &scene{}
	for h := range 12 {
		for c := range 3 {
			r := s.capture(fmt.Sprint("h", h), c, map[bool]string{true: "leak", false: "growth"}[h < 8])
			for i, name := range []string{"unknown", "Cache.dll", "net.dll"} {
				slope := 100_000 * []float64{0.1, 0.6, 0.3}[i]
				r.Modules = append(r.Modules, results.Module{Rank: uint32(i + 1), Module: name, OutstandingBytes: uint64(slope * 600),
					Verdict: r.Lifetimes[0].Verdict, Slope: &slope})
			}
		}
	}
	r := s.report()
	if len(r.Modules) != 2 || r.Modules[0].Name != "Cache.dll" || r.Modules[0].Status != Leaks || r.Modules[1].Status != Clear {
		t.Fatalf("%+v", r.Modules)
	}
	m, image := &r.Modules[0], &r.Images[0]
	if m.Hosts != (Counts{12, 12, 8, 4}) || m.Captures.Leaking != 24 || m.Chance != nil || math.Abs(m.Slope.Rate-60_000) > 1 {
		t.Errorf("%+v, slope %+v", m, m.Slope)
	}
	if len(image.Partners) != 2 || image.Partners[0].Name != "Cache.dll" || *image.Partners[0].Share != 0.6 || image.Partners[0].Hosts != 8 ||
		len(m.Partners) != 1 || m.Partners[0].Name != "svc.exe" {
		t.Errorf("partners %+v and %+v", image.Partners, m.Partners)
	}
	if !strings.HasSuffix(r.Answer, "from Cache.dll; nothing else leaks.") {
		t.Error(r.Answer)
	}
}

// TestModulesOfFalseVerdicts: in a fleet in which nothing leaks a leak verdict or two make no module suspected, and those of an image
// that is suspected do.
func TestModulesOfFalseVerdicts(t *testing.T) {
	for _, c := range []struct {
		hosts, leaks int
		others       string // verdict of the other captures
		image, want  Status
		reason       string
	}{
		{100, 1, "churn", Clear, Clear, "in 1 lifetime that is called a leak, in no image"},
		{100, 1, "growth", Grows, Grows, "in what grows, and in 1 lifetime that is called a leak"},
		{5, 1, "churn", Suspected, Suspected, "of no image that leaks"},
	} {
		s := &scene{}
		for h := range c.hosts {
			verdict := c.others
			if h < c.leaks {
				verdict = "leak"
			}
			r := s.capture(fmt.Sprint("h", h), 0, verdict)
			if h < c.leaks || c.others == "growth" {
				r.Modules = []results.Module{{Rank: 1, Module: "cache.dll", OutstandingBytes: 1 << 20, Verdict: verdict, Slope: ptr(1e4)}}
			}
		}
		r := s.report()
		if m := &r.Modules[0]; r.Images[0].Status != c.image || m.Status != c.want || !strings.Contains(m.Reason, c.reason) {
			t.Errorf("%d hosts, others %s: image %s, module %s: %s", c.hosts, c.others, r.Images[0].Status, m.Status, m.Reason)
		}
	}
}
