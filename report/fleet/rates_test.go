package fleet

import (
	"flag"
	"fmt"
	"math"
	"strings"
	"testing"
)

var (
	fleets     = flag.Int("fleets", 3, "simulated fleets in each row of the table of error rates")
	firstFleet = flag.Int("first-fleet", 0, "number of the first of them, which seeds chance")
)

// situation is a row of the table of docs/fleet.md.
type situation struct {
	name string
	fleetOf
	found bool // the leaking build is to be found
}

func situations() []situation {
	base := fleetOf{images: 50, leak: -1, recall: 0.95, false1: 0.01, growth: 0.02}
	of := func(hosts, captures int, change func(*fleetOf)) fleetOf {
		f := base
		f.hosts, f.captures = hosts, captures
		if change != nil {
			change(&f)
		}
		return f
	}
	tenth := func(f *fleetOf) { f.leak = 0.1 }
	return []situation{
		{"nothing leaks, 100 hosts, 1 capture each", of(100, 1, nil), false},
		{"nothing leaks, 100 hosts, 4 captures", of(100, 4, nil), false},
		{"nothing leaks, 1,000 hosts, 1 capture", of(1000, 1, nil), false},
		{"nothing leaks, 100 hosts, 3 captures, 5 processes of each image", of(100, 3, func(f *fleetOf) { f.images, f.instances = 20, 5 }),
			false},
		{"leak on 10 of 100 hosts, 1 capture", of(100, 1, tenth), true},
		{"leak on 10 of 100 hosts, 3 captures", of(100, 3, tenth), true},
		{"leak on 10 of 100 hosts, 10 captures", of(100, 10, tenth), true},
		{"leak on 100 of 1,000 hosts, 1 capture", of(1000, 1, tenth), true},
		{"the same, and half of its captures call it growth", of(1000, 1, func(f *fleetOf) { f.leak, f.recall = 0.1, 0.5 }), false},
		{"leak on all of 100 hosts, 1 capture", of(100, 1, func(f *fleetOf) { f.leak = 1 }), true},
		{"leak on all of 100 hosts, 4 captures", of(100, 4, func(f *fleetOf) { f.leak = 1 }), true},
		{"leak on 1 of 100 hosts, 4 captures", of(100, 4, func(f *fleetOf) { f.leak, f.recall = 0.01, 1 }), true},
		{"leak on the only host, 1 capture", of(1, 1, func(f *fleetOf) { f.leak = 1 }), false},
		{"leak on the only host, 3 captures", of(1, 3, func(f *fleetOf) { f.leak, f.recall = 1, 1 }), true},
		{"leak on 10 of 100 hosts, another image grows without end, growth or leak, 4 captures", of(100, 4, func(f *fleetOf) {
			f.leak, f.logarithm = 0.1, 1
		}), true},
		{"the same, 1 capture", of(100, 1, func(f *fleetOf) { f.leak, f.logarithm = 0.1, 1 }), true},
		{"another image is called warm-up or leak, 4 captures", of(100, 4, func(f *fleetOf) { f.leak, f.logarithm, f.settles = 0.1, 1, true }),
			true},
		{"the same, 1 capture", of(100, 1, func(f *fleetOf) { f.leak, f.logarithm, f.settles = 0.1, 1, true }), true},
		{"another image is called a leak in 20 % of captures, 4 captures", of(100, 4, func(f *fleetOf) { f.leak, f.intermittent = 0.1, 0.2 }),
			true},
		{"the same, 10 captures", of(100, 10, func(f *fleetOf) { f.leak, f.intermittent = 0.1, 0.2 }), true},
	}
}

// TestErrorRates holds the statuses against fleets whose truth is known. With more -fleets it gives the table of docs/fleet.md.
func TestErrorRates(t *testing.T) {
	var table strings.Builder
	fmt.Fprint(&table, "| fleet | found | alone | others leak | others suspected | interval covers |\n|---|---:|---:|---:|---:|---:|\n")
	truth := 200_000 * math.Exp(0.3*0.3/2)
	for _, s := range situations() {
		var found, alone, wrong, suspected, intervals, covered int
		for i := range *fleets {
			s.seed = uint64(*firstFleet + i)
			r := partialOf(s.rows()).Report(Options{})
			finds, others := false, 0
			for k := range r.Images {
				g := &r.Images[k]
				switch {
				case g.Name == "leaky.exe":
					finds = g.Status == Leaks
					if finds && g.Slope.Low != nil && g.Slope.Of == "hosts" {
						intervals++
						covered += oneIf(*g.Slope.Low <= truth && truth <= *g.Slope.High)
					}
				case g.Status == Leaks:
					others++
				case g.Status == Suspected:
					suspected++
				}
			}
			found += oneIf(finds)
			alone += oneIf(finds && others == 0)
			wrong += oneIf(others > 0)
		}
		n := *fleets
		part := func(k, of int) string {
			if of == 0 {
				return ""
			}
			return fmt.Sprintf("%.1f %%", 100*float64(k)/float64(of))
		}
		row := []string{s.name, part(found, n), part(alone, n), part(wrong, n), fmt.Sprintf("%.1f", float64(suspected)/float64(n)),
			part(covered, intervals)}
		if s.leak < 0 {
			row[1], row[2] = "", ""
		}
		fmt.Fprintf(&table, "| %s |\n", strings.Join(row, " | "))
		// Three standard deviations of chance above what is claimed.
		bound := func(chance float64) int {
			return int(chance*float64(n) + 3*math.Sqrt(chance*(1-chance)*float64(n)))
		}
		if wrong > bound(2*falseShare) {
			t.Errorf("%s: in %d of %d fleets something else leaks", s.name, wrong, n)
		}
		if s.found && n-found > bound(0.05) {
			t.Errorf("%s: the leaking build is found in %d of %d fleets", s.name, found, n)
		}
	}
	t.Logf("%d fleets in each row\n%s", *fleets, table.String())
}
