package pool

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"etledger/internal/poolscenario"
	"etledger/trend"
)

var evaluate = flag.Bool("evaluate", false, "print the tables of docs/pool.md, which takes some minutes")

// machineOf makes a machine as they are: of the tags seven in ten hardly move, the others do all that is no leak, and a few
// leak, one of each kind.
func machineOf(seed uint64, snapshots, tags int, workload bool) *poolscenario.Scenario {
	o := poolscenario.Options{Seed: seed, Snapshots: snapshots}
	others, leaks := poolscenario.Others[2:], poolscenario.Leaks
	if workload { // four times: idle, work, recovery
		step := max(2, snapshots/12)
		for i := range 4 {
			o.Phases = append(o.Phases, poolscenario.Phase{First: (3*i + 1) * step, Last: (3*i + 2) * step, Volume: 500})
		}
		others = append(slices.Clone(others), poolscenario.WorkOthers...)
		leaks = append(slices.Clone(leaks), poolscenario.WorkLeaks...)
	}
	s := poolscenario.New(o)
	for i := range tags {
		switch {
		case i%20 < 9:
			s.Add(poolscenario.Unmoved)
		case i%20 < 14:
			s.Add(poolscenario.Idle)
		default:
			s.Add(others[i%len(others)])
		}
	}
	for _, k := range leaks {
		s.Add(k)
	}
	return s
}

// phasesOf gives the phases of a scenario to the analysis.
func phasesOf(s *poolscenario.Scenario) (phases []Phase) {
	at := func(i int) Moment { return Moment{Time: s.Time(i)} }
	for i, p := range s.Phases {
		if i == 0 {
			phases = append(phases, Phase{Label: "idle", Kind: trend.Idle, Start: at(0), End: at(p.First)})
		}
		end := s.Options.Snapshots - 1
		if i+1 < len(s.Phases) {
			end = s.Phases[i+1].First
		}
		phases = append(phases,
			Phase{Label: "load", Kind: trend.Work, Start: at(p.First), End: at(p.Last), Volume: p.Volume},
			Phase{Label: "recovery", Kind: trend.Recovery, Start: at(p.Last), End: at(end)})
	}
	return phases
}

// tally counts what became of the tags of many machines.
type tally struct {
	right, missed, wrong int
	rising               int // leaks that were called leak or growth
	others               int
	errors               []float64
	covered              int
	kinds                map[poolscenario.Kind]map[string]int
}

func (c *tally) add(t testing.TB, s *poolscenario.Scenario) {
	r := analyzed(t, Inputs{Now: scenarioOf(t, s), Phases: phasesOf(s)}, Options{})
	if c.kinds == nil {
		c.kinds = map[poolscenario.Kind]map[string]int{}
	}
	found := map[string]*Tag{}
	for i := range r.Machines[0].Tags {
		tag := &r.Machines[0].Tags[i]
		found[tag.Tag+tag.Pool] = tag
	}
	for _, truth := range s.Tags {
		tag := found[truth.Tag.String()+truth.Pool.String()]
		if c.kinds[truth.Kind] == nil {
			c.kinds[truth.Kind] = map[string]int{}
		}
		c.kinds[truth.Kind][tag.Verdict]++
		switch leak := isLeak(tag.Verdict); {
		case truth.Kind.Leaks() && leak:
			c.right++
			c.rising++
			c.measure(truth, tag, s)
		case truth.Kind.Leaks():
			c.missed++
			if tag.Verdict == string(trend.Growth) {
				c.rising++
			}
		case leak:
			c.wrong++
		}
		if !truth.Kind.Leaks() {
			c.others++
		}
	}
}

// measure holds the rate of a leak against the true one, where that is even.
func (c *tally) measure(truth *poolscenario.Tag, tag *Tag, s *poolscenario.Scenario) {
	switch truth.Kind {
	case poolscenario.Speeding, poolscenario.PerWork:
		return
	}
	rate, want := tag.Objects.PerHour, truth.Grow/s.Hours()
	c.errors = append(c.errors, math.Abs(rate.Rate-want)/want)
	const rounding = 1e-5
	if *rate.Low <= want*(1+rounding) && want*(1-rounding) <= *rate.High {
		c.covered++
	}
}

func (c *tally) row() string {
	slices.Sort(c.errors)
	return fmt.Sprintf("%.3f | %.3f | %.3f | %d of %d | %.1f %% | %.1f %%", ratio(c.right, c.right+c.wrong),
		ratio(c.right, c.right+c.missed), ratio(c.rising, c.right+c.missed), c.wrong, c.others,
		100*c.errors[len(c.errors)/2], 100*ratio(c.covered, len(c.errors)))
}

func ratio(part, whole int) float64 { return float64(part) / max(1, float64(whole)) }

// TestVerdictsOnMachines holds precision and recall on a few machines against what docs/pool.md tells of many.
func TestVerdictsOnMachines(t *testing.T) {
	var c tally
	machines, tags := 3, 600
	for seed := range machines {
		c.add(t, machineOf(uint64(seed), 40, tags, false))
	}
	if p, r := ratio(c.right, c.right+c.wrong), ratio(c.right, c.right+c.missed); p < 0.85 || r < 0.7 {
		t.Errorf("precision %.3f, recall %.3f: %v", p, r, c.kinds)
	}
}

// TestEvaluation prints the tables of docs/pool.md.
func TestEvaluation(t *testing.T) {
	if !*evaluate {
		t.Skip("run with -evaluate")
	}
	const machines, tags = 25, 3000
	var b strings.Builder
	b.WriteString("| snapshots | workload | precision | recall | called leak or growth | called a leak but none | rate error, median | interval covers |\n")
	b.WriteString("|---:|---|---|---|---|---|---|---|\n")
	all := map[poolscenario.Kind]map[string]int{}
	for _, n := range []int{8, 12, 16, 30, 60, 200} {
		for _, workload := range []bool{false, true} {
			if workload && n < 30 {
				continue
			}
			var c tally
			for seed := range machines {
				c.add(t, machineOf(uint64(1000*n+seed), n, tags, workload))
			}
			fmt.Fprintf(&b, "| %d | %v | %s |\n", n, map[bool]string{true: "yes", false: "no"}[workload], c.row())
			for k, v := range c.kinds {
				if all[k] == nil {
					all[k] = map[string]int{}
				}
				for verdict, count := range v {
					all[k][verdict] += count
				}
			}
		}
	}
	b.WriteString("\n| kind | leak | growth | held | returns | steady |\n|---|---:|---:|---:|---:|---:|\n")
	for _, k := range slices.Concat(poolscenario.Leaks, poolscenario.WorkLeaks, poolscenario.Others, poolscenario.WorkOthers) {
		fmt.Fprintf(&b, "| %s |", k)
		for _, v := range []string{"leak", "growth", "held", "returns", "steady"} {
			if n := all[k][v]; n > 0 {
				fmt.Fprintf(&b, " %d |", n)
			} else {
				b.WriteString("  |")
			}
		}
		b.WriteString("\n")
	}
	fmt.Println(b.String())
}
