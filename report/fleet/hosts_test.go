package fleet

import "testing"

// TestHostsInUpperAndLowerCase: names that differ in nothing else are one host, which is shown in the least spelling of all.
func TestHostsInUpperAndLowerCase(t *testing.T) {
	for _, names := range [][]string{{"pc-7", "PC-7", "Pc-7"}, {"Pc-7", "pc-7", "PC-7"}} {
		s := &scene{}
		for n, name := range names {
			s.capture(name, n, "leak").Capture.AvailableBytes = ptr(uint64(1e9))
		}
		s.capture("pc-8", 0, "churn")
		r := s.report()
		g := &r.Images[0]
		if r.Fleet.Hosts != 2 || g.Hosts != (Counts{2, 2, 1, 0}) || g.Captures.Leaking != 3 || len(g.LeakingOn) != 1 || g.LeakingOn[0] != "PC-7" ||
			g.FirstLeak.Host != "PC-7" || len(r.Hosts) != 1 || r.Hosts[0].Name != "PC-7" || r.Hosts[0].Captures != 3 {
			t.Errorf("%v: %d hosts, %+v, on %v, first on %s, %+v", names, r.Fleet.Hosts, g.Hosts, g.LeakingOn, g.FirstLeak.Host, r.Hosts)
		}
	}
}
