package compare

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"

	"etledger/report"
)

var (
	pairs     = flag.Int("pairs", 4, "simulated pairs of sides for each row of the error rates")
	firstPair = flag.Int("first-pair", 0, "number of the first pair, which its chance follows from")
)

// situation is a kind of change whose truth is known: what each side's captures are like, given a source of chance.
type situation struct {
	name          string
	before, after func(r *rand.Rand) machine
	captures      int     // of each side
	truth         float64 // difference of the slope of worker.exe, bytes per second
	want          string  // status of worker.exe; empty where nothing is claimed
	options       Options
}

func leaking(rate float64) func(*rand.Rand) machine {
	return func(*rand.Rand) machine { return machine{leak: rate} }
}

// scattered leaks at a rate that itself differs from capture to capture, by a part as standard deviation.
func scattered(rate, part float64) func(*rand.Rand) machine {
	return func(r *rand.Rand) machine { return machine{leak: rate * (1 + part*r.NormFloat64())} }
}

func lossy(rate, share float64) func(*rand.Rand) machine {
	return func(*rand.Rand) machine { return machine{leak: rate, lost: share} }
}

func lasting(rate float64, seconds int) func(*rand.Rand) machine {
	return func(*rand.Rand) machine { return machine{leak: rate, seconds: seconds} }
}

func situations() []situation {
	const leak = 200 * kib
	return []situation{
		{"no leak, unchanged", leaking(0), leaking(0), 1, 0, Unchanged, Options{}},
		{"leak, unchanged", leaking(leak), leaking(leak), 1, 0, Unchanged, Options{}},
		{"leak introduced", leaking(0), leaking(leak), 1, leak, Worse, Options{}},
		{"leak doubled", leaking(leak), leaking(2 * leak), 1, leak, Worse, Options{}},
		{"leak 25 % faster", leaking(leak), leaking(1.25 * leak), 1, 0.25 * leak, Worse, Options{}},
		{"leak halved", leaking(leak), leaking(leak / 2), 1, -leak / 2, Better, Options{}},
		{"leak fixed", leaking(leak), leaking(0), 1, -leak, Better, Options{}},
		{"leak, unchanged, 60 s and 240 s", lasting(leak, 62), lasting(leak, 240), 1, 0, Unchanged, Options{}},
		{"leak, unchanged, 5 % of buffers lost after", leaking(leak), lossy(leak, 0.05), 1, 0, Unchanged, Options{}},
		{"leak doubled, 5 % of buffers lost after", leaking(leak), lossy(2*leak, 0.05), 1, leak, Worse, Options{}},
		{"2 + 2 captures, unchanged", leaking(leak), leaking(leak), 2, 0, Unchanged, Options{}},
		{"3 + 3 captures, unchanged", leaking(leak), leaking(leak), 3, 0, Unchanged, Options{}},
		{"3 + 3 captures, leak 25 % faster", leaking(leak), leaking(1.25 * leak), 3, 0.25 * leak, Worse, Options{}},
		{"1 + 1 captures, rates scatter by 40 KiB/s, unchanged", scattered(leak, 0.2), scattered(leak, 0.2), 1, 0, "", Options{}},
		{"3 + 3 captures, rates scatter by 40 KiB/s, unchanged", scattered(leak, 0.2), scattered(leak, 0.2), 3, 0, Unchanged, Options{}},
		{"5 + 5 captures, rates scatter by 40 KiB/s, doubled", scattered(leak, 0.2), scattered(2*leak, 0.1), 5, leak, Worse, Options{}},
	}
}

// tally counts what was said of the pairs of a situation.
type tally struct {
	pairs, wanted, worse, better, doubtful int // wanted and doubtful are of worker.exe; the others of any process, in the wrong direction
	intervals, covered                     int
	width                                  float64
}

func (s *situation) run(t testing.TB, pair int) (r *Report) {
	random := rand.New(rand.NewPCG(uint64(pair), 77))
	side := func(of func(*rand.Rand) machine, first int) (reports []*report.Report) {
		for i := range s.captures {
			m := of(random)
			m.seed = uint64(1_000_000*(first+1) + 100*pair + i)
			reports = append(reports, m.report(t))
		}
		return reports
	}
	return Compare(side(s.before, 0), side(s.after, 1), s.options)
}

func (c *tally) add(t testing.TB, s *situation, r *Report) {
	c.pairs++
	worse, better := false, false
	for i := range r.Processes {
		p := &r.Processes[i]
		if p.Image != nil && *p.Image == "worker.exe" {
			if p.Status == s.want {
				c.wanted++
			}
			if p.Status == NotComparable {
				c.doubtful++
			}
			if d := p.SlopeDifference; d != nil && d.Low != nil {
				c.intervals++
				c.width += *d.High - *d.Low
				if *d.Low <= s.truth && s.truth <= *d.High {
					c.covered++
				}
			}
			worse, better = worse || p.Status == Worse && s.truth <= 0, better || p.Status == Better && s.truth >= 0
			continue
		}
		worse, better = worse || p.Status == Worse, better || p.Status == Better
	}
	if worse {
		c.worse++
	}
	if better {
		c.better++
	}
}

// TestErrorRates holds the claims of the comparison against simulated machines whose truth is known. With more -pairs it
// gives the table of docs/compare.md.
func TestErrorRates(t *testing.T) {
	var table strings.Builder
	fmt.Fprintf(&table, "| situation | as expected | not comparable | false \"worse\" | false \"better\" | interval covers | its width |\n"+
		"|---|---:|---:|---:|---:|---:|---:|\n")
	for _, s := range situations() {
		var c tally
		reports := make([]*Report, *pairs)
		var workers sync.WaitGroup
		for w := range runtime.GOMAXPROCS(0) {
			workers.Go(func() {
				for i := w; i < *pairs; i += runtime.GOMAXPROCS(0) {
					reports[i] = s.run(t, *firstPair+i)
				}
			})
		}
		workers.Wait()
		for _, r := range reports {
			c.add(t, &s, r)
		}
		part := func(n, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(max(of, 1))) }
		expected := part(c.wanted, c.pairs)
		if s.want == "" {
			expected = "-"
		}
		fmt.Fprintf(&table, "| %s | %s | %s | %s | %s | %s | %.1f KiB/s |\n", s.name, expected, part(c.doubtful, c.pairs),
			part(c.worse, c.pairs), part(c.better, c.pairs), part(c.covered, c.intervals), c.width/float64(max(c.intervals, 1))/kib)
		c.check(t, &s)
	}
	t.Logf("%d pairs in each row\n%s", *pairs, table.String())
}

// check fails where a rate is above what is claimed by more than three standard deviations of chance.
func (c *tally) check(t *testing.T, s *situation) {
	bound := func(chance float64) int {
		n := float64(c.pairs)
		return int(chance*n + 3*math.Sqrt(chance*(1-chance)*n))
	}
	if s.want == "" {
		return
	}
	if c.worse > bound(level/2) || c.better > bound(level/2) {
		t.Errorf("%s: of %d pairs %d are called worse and %d better where nothing changed", s.name, c.pairs, c.worse, c.better)
	}
	if missed := c.intervals - c.covered; missed > bound(0.05) {
		t.Errorf("%s: %d of %d intervals miss the truth", s.name, missed, c.intervals)
	}
}
