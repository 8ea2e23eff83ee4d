package fleet

import (
	"slices"

	"etledger/report"
	"etledger/trend"
)

// judge gives the groups of images, tags and modules.
func (v *view) judge() {
	for _, g := range slices.Concat(v.images.groups, v.tags.groups) {
		v.byHost(g.cells)
		g.hosts, g.expected = v.hostCells(g.cells)
		g.leaking = map[int]bool{}
		for i := range g.hosts {
			if g.hosts[i].state == hostLeaks {
				g.leaking[g.hosts[i].host] = true
			}
		}
	}
	v.adjust()
	for _, g := range v.images.groups {
		g.result = v.group(g)
		g.result.Role, g.result.Product = text(g.build.role), text(g.build.product)
	}
	for _, g := range v.tags.groups {
		g.result = v.group(g)
		g.result.Pool, g.result.Component = text(g.build.role), text(g.build.product)
	}
	v.modules.judge(v)
	v.report.Images, v.report.PoolTags = sorted(v.images.groups), sorted(v.tags.groups)
}

// adjust gives the chances of all groups that were judged, those of images and of tags together.
func (v *view) adjust() {
	var tested []*collected
	var chances []float64
	for _, g := range slices.Concat(v.images.groups, v.tags.groups) {
		judged := false
		for i := range g.hosts {
			judged = judged || g.hosts[i].state != hostUnjudged
		}
		if !judged {
			continue
		}
		g.chance = v.chance(g)
		tested = append(tested, g)
		chances = append(chances, g.chance)
	}
	for i, adjusted := range trend.AdjustChances(chances) {
		tested[i].adjusted = adjusted
	}
	v.report.Method.Tested = len(tested)
}

// chance is how likely it is that as much speaks for a leak when all leak verdicts are false ones. Two things may speak for one: that
// many hosts count as leaking, and that one of them does in capture after capture. The chance is twice that of the less likely of
// the two, or, of a group that was judged on one host alone, that of the second.
func (v *view) chance(g *collected) float64 {
	if len(g.leaking) == 0 {
		return 1
	}
	hosts, least := 0, 1.0
	for i := range g.hosts {
		h := &g.hosts[i]
		hosts += oneIf(h.state != hostUnjudged)
		if h.state == hostLeaks {
			least = min(least, trend.BinomialTail(h.leaks, h.judged, v.rules.rate))
		}
	}
	if hosts == 1 {
		return least
	}
	return min(1, 2*min(trend.CountTail(len(g.leaking), g.expected), float64(hosts)*least))
}

// frame makes a result with what holds for groups of all kinds before they are judged.
func (v *view) frame(g *collected) *Group {
	r := &Group{
		Name: g.build.name, FileVersion: text(g.build.version), BuildStamp: g.build.stamp,
		OverTime: []Period{}, ByRing: []Part{}, ByVersion: []Part{}, ByWorkload: []Part{}, ByOSBuild: []Part{}, LeakingOn: []string{},
		Partners: []Partner{},
	}
	r.Hosts, r.Captures, r.Lifetimes = g.counts()
	return r
}

// group makes the result of a group of images or tags.
func (v *view) group(g *collected) *Group {
	r := v.frame(g)
	if r.Hosts.Judged > 0 {
		r.Prevalence = interval(trend.Wilson(r.Hosts.Leaking, r.Hosts.Judged), shareStep)
		chance, adjusted := chanceOf(g.chance), chanceOf(g.adjusted)
		r.Chance, r.Adjusted = &chance, &adjusted
	}
	r.Status = v.status(g, r)
	r.Reason = v.reason(g, r)
	v.complete(g, r)
	return r
}

// complete gives what holds for groups of all kinds after they were judged.
func (v *view) complete(g *collected, r *Group) {
	var observed float64
	for i := range g.risen {
		if s := &g.risen[i]; s.verdict == leaking {
			r.OutstandingBytes += s.outstanding
			observed += s.observedS
		}
	}
	r.ObservedS = rounded(observed, secondStep)
	v.sightings(g, r)
	if r.Status != Clear && r.Status != Unjudged {
		v.divide(g, r)
	}
	if r.Hosts.Leaking > 0 {
		rates := v.hostRates(g)
		r.LeakingOn = v.names(rates)
		r.Slope = v.pool(g, rates)
	}
}

// status judges a group by its hosts.
func (v *view) status(g *collected, r *Group) Status {
	recurs, known := v.recurrence(g)
	switch {
	case r.Hosts.Judged == 0:
		return Unjudged
	case r.Hosts.Leaking > 0 && g.adjusted <= falseShare && r.Hosts.Leaking >= v.merely(g) &&
		(!known || recurs >= leastRecurrence):
		return Leaks
	case g.suspected(v.rules.rate):
		return Suspected
	case r.Hosts.Growing > 0:
		return Grows
	}
	return Clear
}

// sightings says when a group was seen first, and when it was called a leak first and last: where it counts as leaking, if it
// does anywhere.
func (v *view) sightings(g *collected, r *Group) {
	first, firstLeak, lastLeak := none, none, none
	for i := range g.cells {
		c := &g.cells[i]
		at := int(c.capture)
		if first == none || at < first {
			first = at
		}
		if c.leaking == 0 || len(g.leaking) > 0 && !g.leaking[v.captures[at].hostIndex] {
			continue
		}
		if firstLeak == none || at < firstLeak {
			firstLeak = at
		}
		lastLeak = max(lastLeak, at)
	}
	r.FirstSeen, r.FirstLeak, r.LastLeak = v.sighting(first), v.sighting(firstLeak), v.sighting(lastLeak)
}

func (v *view) sighting(i int) *Sighting {
	if i == none {
		return nil
	}
	c := v.captures[i]
	return &Sighting{Time: report.At(c.start), Host: c.host, Capture: c.id, Location: c.location}
}

// text is null for what nothing tells.
func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
