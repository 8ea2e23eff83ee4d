package fleet

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"etledger/internal/textform"
	"etledger/report"
	"etledger/trend"
)

// point is a lifetime in a capture whose boot is known.
type point struct {
	capture     int
	group       int // index of view.images.groups
	pid         uint32
	key         uint64
	private     *uint64
	born, ended bool // in the capture
	leaks       bool
}

// What makes a chain.
const (
	sameBoot    = int64(10 * time.Minute) // boot times differ as the clock is set
	leastPoints = 4                       // captures
	mostPoints  = 256                     // captures that are tested, evenly chosen
	leastGrowth = 1 << 20                 // bytes
	leastFactor = 1.05                    // of the first level
)

// MaxChains bounds Report.Chains.
const MaxChains = 1000

// clusterBoots tells the boots of one host apart: those whose recorded times follow one another by ten minutes or less are one.
func clusterBoots(captures []*capture) {
	known := slices.Clone(captures)
	known = slices.DeleteFunc(known, func(c *capture) bool { return c.boot == nil })
	slices.SortStableFunc(known, func(a, b *capture) int { return cmp.Compare(*a.boot, *b.boot) })
	for _, c := range captures {
		c.bootCluster = none
	}
	cluster := 0
	for i, c := range known {
		if i > 0 && *c.boot-*known[i-1].boot > sameBoot {
			cluster++
		}
		c.bootCluster = cluster
	}
}

// chains finds processes that grow across the captures of one host and boot.
func (v *view) chains() []Chain {
	chains := v.link()
	v.report.Method.TestedChains = len(chains)
	chances := make([]float64, len(chains))
	for i, points := range chains {
		levels := make([]float64, len(points))
		for k, p := range points {
			levels[k] = float64(*p.private)
		}
		chances[i] = trend.RisingTest(levels).Chance
	}
	list := []Chain{}
	for i, adjusted := range trend.AdjustChances(chances) {
		points := chains[i]
		first, last := *points[0].private, *points[len(points)-1].private
		if adjusted > falseTrend || last < first || last-first < leastGrowth || float64(last) < leastFactor*float64(first) {
			continue
		}
		list = append(list, v.chain(points, chances[i], adjusted))
	}
	slices.SortFunc(list, func(a, b Chain) int {
		return cmp.Or(
			cmp.Compare(oneIf(a.Leaking > 0), oneIf(b.Leaking > 0)), cmp.Compare(b.Rate.Value, a.Rate.Value),
			cmp.Compare(a.Host, b.Host), a.First.Compare(b.First.Time), cmp.Compare(a.PID, b.PID), compareFold(a.Image, b.Image))
	})
	if len(list) > MaxChains {
		v.note("chains-left-out", "Of %s that grow across captures those named are %s: such that no capture calls a leak, and of these "+
			"the fastest, come first.", textform.Plural(len(list), "process"), textform.Count(MaxChains))
		list = list[:MaxChains]
	}
	return list
}

// link gives the points of each process that is in enough captures of a host and boot.
func (v *view) link() (chains [][]point) {
	same := func(a, b *point) int {
		x, y := v.captures[a.capture], v.captures[b.capture]
		return cmp.Or(
			cmp.Compare(x.hostIndex, y.hostIndex), cmp.Compare(x.bootCluster, y.bootCluster), cmp.Compare(a.pid, b.pid),
			cmp.Compare(a.key, b.key), cmp.Compare(a.group, b.group))
	}
	slices.SortStableFunc(v.points, func(a, b point) int {
		return cmp.Or(same(&a, &b), cmp.Compare(v.captures[a.capture].end, v.captures[b.capture].end))
	})
	var points []point
	flush := func() {
		if len(points) >= leastPoints {
			chains = append(chains, evenly(points, mostPoints))
		}
		points = nil
	}
	for i := range v.points {
		p := &v.points[i]
		// What starts in a capture is no process that was there before, and what ended is not there afterwards.
		if i > 0 && same(&v.points[i-1], p) != 0 || p.born {
			flush()
		}
		at := v.captures[p.capture].end
		if p.private != nil && (len(points) == 0 || v.captures[points[len(points)-1].capture].end < at) {
			points = append(points, *p)
		}
		if p.ended {
			flush()
		}
	}
	flush()
	return chains
}

// evenly chooses at most n of a list, the first and the last among them.
func evenly[T any](list []T, n int) []T {
	if len(list) <= n {
		return list
	}
	chosen := make([]T, n)
	for i := range chosen {
		chosen[i] = list[i*(len(list)-1)/(n-1)]
	}
	return chosen
}

// chain makes the result of a process that grows.
func (v *view) chain(points []point, chance, adjusted float64) Chain {
	begin := v.captures[points[0].capture]
	times, levels := make([]float64, len(points)), make([]float64, len(points))
	c := Chain{Host: begin.host, PID: points[0].pid, Captures: len(points), Status: string(Grows), Levels: []Level{},
		Chance: chanceOf(chance), Adjusted: chanceOf(adjusted)}
	for i, p := range points {
		times[i] = float64(v.captures[p.capture].end-begin.end) / float64(time.Second)
		levels[i] = float64(*p.private)
		c.Leaking += oneIf(p.leaks)
	}
	slope := trend.MedianSlope(times, levels)
	c.Rate = *interval(slope, rateStep)
	b := &v.images.groups[points[0].group].build
	c.Image, c.FileVersion, c.BuildStamp, c.Role = b.name, text(b.version), b.stamp, text(b.role)
	boot := report.At(*begin.boot)
	c.Boot = &boot
	end := points[len(points)-1]
	c.First, c.Last = report.At(begin.end), report.At(v.captures[end.capture].end)
	c.FirstBytes, c.LastBytes = *points[0].private, *end.private
	for _, p := range evenly(points, MaxNamed) {
		at := v.captures[p.capture]
		c.Levels = append(c.Levels, Level{Time: report.At(at.end), PrivateBytes: *p.private, Capture: at.id})
	}
	c.Reason = fmt.Sprintf("Its private bytes rise from %s to %s over %s in %s (chance %s, adjusted for %s %s); %s.",
		textform.Size(c.FirstBytes), textform.Size(c.LastBytes), textform.Span(math.Max(0, times[len(times)-1])),
		textform.Plural(len(points), "capture"), chanceWords(chance),
		textform.Plural(v.report.Method.TestedChains, "process"), chanceWords(adjusted), calledText(c.Leaking))
	return c
}

func calledText(leaking int) string {
	switch leaking {
	case 0:
		return "no capture calls it a leak by itself"
	case 1:
		return "1 capture calls it a leak by itself"
	}
	return textform.Count(leaking) + " captures call it a leak by themselves"
}
