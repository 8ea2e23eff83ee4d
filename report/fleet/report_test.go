package fleet

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"etledger/report/results"
)

// TestRate: of each host the mean of its lifetimes counts, however many captures it has.
func TestRate(t *testing.T) {
	s := &scene{}
	rates := []float64{100, 200, 300}
	for h, rate := range rates {
		for c := range 1 + h*3 {
			add(s.capture(fmt.Sprint("h", h), c), "svc.exe", "1.0", "leak", rate*1e3)
		}
	}
	slope := s.report().Images[0].Slope
	if math.Abs(slope.Rate-200e3) > 2e3 || slope.Estimates != 3 || slope.Of != "hosts" || slope.Lowest != 100e3 || slope.Highest != 300e3 {
		t.Errorf("slope %+v", slope)
	}
	if !(*slope.Low < 100e3 && *slope.High > 300e3) || math.Abs(*slope.Tau-100e3) > 3e3 || *slope.I2 < 0.9 {
		t.Errorf("slope from %g to %g, tau %g, I2 %g", *slope.Low, *slope.High, *slope.Tau, *slope.I2)
	}
}

// TestUpdates: a leak that comes with a build and goes with the next, versions in the order of their numbers.
func TestUpdates(t *testing.T) {
	s := &scene{}
	for h := range 60 {
		for i, version := range []string{"1.9.0", "1.10.0", "1.11.0"} {
			verdict := "churn"
			if i == 1 && h%3 == 0 {
				verdict = "leak"
			}
			r := s.capture(fmt.Sprint("h", h), i)
			add(r, "svc.exe", version, verdict, 1e5)
			add(r, "other.exe", version, "churn", 0)
		}
	}
	r := s.report()
	if len(r.Updates) != 2 || r.Method.TestedUpdates != 4 {
		t.Fatalf("%d updates of %d", len(r.Updates), r.Method.TestedUpdates)
	}
	for _, u := range r.Updates {
		from, to := *u.From.FileVersion, *u.To.FileVersion
		if u.Name != "svc.exe" || u.By != ByBuild || !(from == "1.9.0" && to == "1.10.0" && u.Change == Came ||
			from == "1.10.0" && to == "1.11.0" && u.Change == Went) || u.Chance > 1e-6 {
			t.Errorf("%+v", u)
		}
	}
	// One build that leaks since a version of the product, as metadata tells.
	s = &scene{}
	for h := range 60 {
		for i, version := range []string{"5.9", "5.9", "5.10", "5.10"} {
			verdict := "churn"
			if i >= 2 && h%2 == 0 {
				verdict = "leak"
			}
			s.capture(fmt.Sprint("h", h), i, verdict).Meta.Version = version
		}
	}
	r = s.report()
	if len(r.Updates) != 1 || r.Updates[0].By != ByVersion || *r.Updates[0].From.Version != "5.9" || r.Updates[0].Change != Came ||
		!r.Updates[0].Since.Equal(epoch.Add(48*time.Hour)) {
		t.Errorf("%+v", r.Updates)
	}
}

// TestHeadroom: the latest capture of each host counts, and what runs out first.
func TestHeadroom(t *testing.T) {
	s := &scene{}
	old := s.capture("memory", 0, "leak", "leak", "leak")
	old.Capture.AvailableBytes = ptr(uint64(1))
	s.capture("memory", 1, "leak", "leak", "churn").Capture.AvailableBytes = ptr(uint64(1e9))
	s.capture("total", 0, "leak").Capture.MemoryBytes = ptr(uint64(4e9))
	narrow := s.capture("narrow", 0, "leak")
	narrow.Capture.AvailableBytes = ptr(uint64(1e9))
	narrow.Lifetimes[0].ExhaustionS = ptr(77.0)
	s.capture("dark", 0, "leak")
	s.capture("healed", 0, "leak")
	s.capture("healed", 1, "churn")
	s.capture("gone", 0, "leak").Lifetimes[0].Ended = ptr(epoch)
	var names []string
	for _, h := range s.report().Hosts {
		names = append(names, h.Name)
		want := map[string]float64{"memory": 1e9 / 200_000, "total": 4e9 / 100_000, "narrow": 77}[h.Name]
		if (h.Seconds == nil) != (want == 0) || want != 0 && math.Abs(*h.Seconds-want) > 1e-6 {
			t.Errorf("%s: %v, want %g", h.Name, h.Seconds, want)
		}
		if h.Name == "memory" && (h.Captures != 2 || h.Leaking != 2 || math.Abs(h.Rate.High-h.Rate.Value-10_000*math.Sqrt2) > 0.01) {
			t.Errorf("memory: %+v, rate %+v", h, h.Rate)
		}
	}
	if got := strings.Join(names, " "); got != "narrow memory total dark" {
		t.Errorf("hosts %s", got)
	}
}

// TestChains follows processes over captures and tells apart what is not one.
func TestChains(t *testing.T) {
	s := &scene{}
	for n := range 8 {
		r := s.capture("h", n)
		level := func(image string, bytes int) *results.Lifetime {
			l := add(r, image, "1", "steady", 0)
			l.PrivateBytes = ptr(uint64(bytes))
			return l
		}
		level("grows.exe", 50<<20+n*5<<20)
		level("little.exe", 50<<20+n<<10)
		level("waves.exe", 50<<20+(n%2)*30<<20)
		if l := level("restarted.exe", 50<<20+n*5<<20); n == 4 {
			l.Started = &r.Capture.Start
		}
		level("moves.exe", 50<<20+n*5<<20).ProcessKey = ptr(uint64(n))
	}
	r := s.report()
	if r.Method.TestedChains != 5 { // restarted.exe is two, moves.exe none
		t.Errorf("%d chains", r.Method.TestedChains)
	}
	if len(r.Chains) != 1 || r.Chains[0].Image != "grows.exe" || r.Chains[0].Captures != 8 || len(r.Chains[0].Levels) != 8 ||
		math.Abs(r.Chains[0].Rate.Value-5<<20/86400.0) > 1e-3 || r.Chains[0].Chance != chanceOf(1.0/40320) {
		t.Errorf("%+v", r.Chains)
	}
	for i, row := range s.rows { // another boot half-way
		if i >= 4 {
			row.Capture.Boot = ptr(epoch.Add(time.Hour))
		}
	}
	if r := s.report(); len(r.Chains) != 0 {
		t.Errorf("a chain over two boots: %+v", r.Chains)
	}
}

// TestParts: by metadata a host counts for the values of the captures that show the leak.
func TestParts(t *testing.T) {
	s := &scene{}
	for h := range 20 {
		for c := range 4 {
			verdict := "churn"
			if h < 5 && c >= 2 {
				verdict = "leak"
			}
			r := s.capture(fmt.Sprint("h", h), 7*c, verdict)
			r.Meta.Ring = []string{"canary", "broad"}[h%2]
			r.Capture.OSBuild = ptr(uint32(19045))
		}
	}
	r := s.report()
	g := &r.Images[0]
	if r.Fleet.Period != "day" || len(g.OverTime) != 4 || g.OverTime[1].Hosts != (Counts{20, 20, 0, 0}) || g.OverTime[2].Hosts != (Counts{20, 20, 5, 0}) {
		t.Errorf("%s: %+v", r.Fleet.Period, g.OverTime)
	}
	if len(g.ByRing) != 2 || *g.ByRing[0].Value != "broad" || g.ByRing[0].Hosts.Leaking != 2 || g.ByRing[1].Hosts.Leaking != 3 || len(g.ByVersion) != 0 {
		t.Errorf("%+v %+v", g.ByRing, g.ByVersion)
	}
	if !g.FirstSeen.Time.Equal(epoch) || !g.FirstLeak.Time.Equal(epoch.Add(14*24*time.Hour)) || !g.LastLeak.Time.Equal(epoch.Add(21*24*time.Hour)) {
		t.Errorf("first seen %v, leaks from %v to %v", g.FirstSeen, g.FirstLeak, g.LastLeak)
	}
}
