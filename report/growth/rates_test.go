package growth

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"etledger/internal/weeks"
	"etledger/ledger/memoryseries"
	"etledger/trend"
)

var (
	hostWeeks = flag.Int("weeks", 1, "machines to simulate in TestErrorRates, two weeks each")
	firstSeed = flag.Uint64("first-seed", 1, "seed of the first of them")
	rateDays  = flag.Int("days", 14, "days of each")
)

// tally counts what became of programs of a kind.
type tally struct {
	n, growth, naive, line      int
	verdicts                    map[string]int
	covered, judged             float64
	halves                      []float64 // what a rate is off by, in halves of its interval
	relative                    []float64
	naiveRelative, lineRelative []float64
}

// TestErrorRates measures how often planted growth is found, how often growth is claimed where there is none, and how right the
// rates are, beside what is reckoned naively. docs/trend.md has a table of it:
//
//	go test ./report/growth -run TestErrorRates -v -weeks 40 -first-seed 1000
func TestErrorRates(t *testing.T) {
	tallies := map[weeks.Kind]*tally{}
	for i := range *hostWeeks {
		s := ratesSpec(*firstSeed + uint64(i))
		in := observedOf(s, memoryseries.Options{Width: 6 * time.Minute})
		r := Build(in, Options{})
		m := in.Set.Machines[0]
		byImage := map[string]*weeks.Program{}
		for k := range s.Programs {
			byImage[s.Programs[k].Image] = &s.Programs[k]
		}
		programs := map[string]*program{}
		for _, p := range programsOf(m) {
			programs[p.image] = p
		}
		for k := range r.Programs {
			p := &r.Programs[k]
			truth := byImage[p.Image]
			c := tallies[truth.Kind]
			if c == nil {
				c = &tally{verdicts: map[string]int{}}
				tallies[truth.Kind] = c
			}
			c.add(p, truth, programs[p.Image])
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-13s %5s %8s %8s %8s %9s %9s %9s %8s %7s  %s\n", "kind", "n", "growth", "naive", "line", "error", "naive", "line", "covered", "halves", "verdicts")
	for _, k := range weeks.Kinds() {
		c := tallies[k]
		if c == nil {
			continue
		}
		share := func(n int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(c.n)) }
		fmt.Fprintf(&b, "%-13s %5d %8s %8s %8s %9.2f %9.2f %9.2f %8.2f %7.2f  %v\n", k, c.n, share(c.growth), share(c.naive), share(c.line),
			middle(c.relative), middle(c.naiveRelative), middle(c.lineRelative), c.covered/max(1, c.judged), middle(c.halves), c.verdicts)
	}
	t.Log("\n" + b.String())
	if *rateDays < 14 {
		return // the bounds are those of two weeks
	}
	c := tallies[weeks.Healthy]
	if 50*c.growth > c.n {
		t.Errorf("%d of %d healthy programs are said to grow", c.growth, c.n)
	}
	if c := tallies[weeks.Leak]; 2*c.growth < c.n {
		t.Errorf("%d of %d leaks are found", c.growth, c.n)
	}
}

func middle(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return v[len(v)/2]
}

func (c *tally) add(p *Program, truth *weeks.Program, series *program) {
	c.n++
	c.verdicts[p.Verdict]++
	if p.Verdict == string(trend.Growth) {
		c.growth++
	}
	l := p.Commit
	if l.PerDay == nil {
		return
	}
	c.judged++
	c.halves = append(c.halves, math.Abs(l.PerDay.Value-truth.PerDay)/math.Max(1, (l.PerDay.High-l.PerDay.Low)/2))
	if l.PerDay.Low <= truth.PerDay && truth.PerDay <= l.PerDay.High {
		c.covered++
	}
	naive, line, sure := naively(series)
	if naive > math.Max(1<<20, float64(l.First)/200) {
		c.naive++
	}
	if sure && line > 0 {
		c.line++
	}
	if truth.PerDay > 0 {
		days := float64(*rateDays)
		c.relative = append(c.relative, math.Abs(l.PerDay.Value-truth.PerDay)/truth.PerDay)
		c.naiveRelative = append(c.naiveRelative, math.Abs(naive/days-truth.PerDay)/truth.PerDay)
		c.lineRelative = append(c.lineRelative, math.Abs(line-truth.PerDay)/truth.PerDay)
	}
}

// naively gives the end less the start of all that was seen of a program, the slope a day of a line by least squares through it, and
// whether that is above zero by its own standard error.
func naively(p *program) (rise, slope float64, sure bool) {
	var x, y []float64
	for _, l := range p.lifetimes {
		for bin := range l.Series.Bins() {
			if v, ok := meanOf(l.Series.Cell(bin, int(memoryseries.Commit))); ok {
				x, y = append(x, seconds(l.Series.At(bin))/aDay), append(y, v*4096)
			}
		}
	}
	n := float64(len(x))
	if n < 3 {
		return 0, 0, false
	}
	var mx, my, xx, xy, left float64
	for i := range x {
		mx, my = mx+x[i]/n, my+y[i]/n
	}
	for i := range x {
		xx += (x[i] - mx) * (x[i] - mx)
		xy += (x[i] - mx) * (y[i] - my)
	}
	slope = xy / xx
	for i := range x {
		d := y[i] - my - slope*(x[i]-mx)
		left += d * d
	}
	return y[len(y)-1] - y[0], slope, slope > 1.96*math.Sqrt(left/(n-2)/xx)
}

// ratesSpec is a machine of which most programs do not grow.
func ratesSpec(seed uint64) weeks.Spec {
	s := weeks.Spec{Seed: seed, Days: *rateDays, Every: 5 * time.Minute, Skip: time.Duration(seed*37%168) * time.Hour}
	s.Programs = weeks.Population(seed, weeks.Healthy, 150)
	for _, kind := range weeks.Kinds()[1:] {
		n := 3
		if !kind.Leaks() {
			n = 8
		}
		for _, p := range weeks.Population(seed, kind, n) {
			if p.LeakFrom != 0 { // within what is seen
				p.LeakFrom = s.Skip + p.LeakFrom*time.Duration(*rateDays)/14
				p.StepAt = p.LeakFrom
			}
			s.Programs = append(s.Programs, p)
		}
	}
	return s
}
