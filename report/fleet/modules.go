package fleet

import (
	"fmt"
	"math"

	"etledger/internal/textform"
)

// use is what a module left in one lifetime that leaks or grows.
type use struct {
	image int  // index of view.images.groups; none where no event names the process
	first bool // no known module left more in the lifetime
	risen
}

// moduleCollection collects modules. Their groups have a cell for each capture, whose leaking lifetimes are those that leak and in
// which the module is the first.
type moduleCollection struct {
	collection
	uses    [][]use       // by group
	stacked []map[int]int // by image and host: lifetimes that leak and of which a module is known
}

func newModuleCollection() moduleCollection { return moduleCollection{collection: newCollection()} }

// add adds the modules of a capture, whose lifetimes are of these groups of images.
func (m *moduleCollection) add(capture, host int, o *observation, groups []int) {
	before := none
	for i := range o.modules {
		row := &o.modules[i]
		l := &o.lifetimes[row.lifetime]
		first := row.lifetime != before
		before = row.lifetime
		verdict := l.verdict
		if verdict == leaking && !first {
			verdict = growing
		}
		image := groups[row.lifetime]
		part := partOf(&l.rise, row)
		at := m.collection.add(capture, &o.builds[row.build], verdict, true, &part)
		for len(m.uses) <= at {
			m.uses = append(m.uses, nil)
		}
		m.uses[at] = append(m.uses[at], use{
			image: image, first: first, risen: risen{capture: capture, verdict: l.verdict, rise: part},
		})
		if first && l.verdict == leaking && image != none {
			for len(m.stacked) <= image {
				m.stacked = append(m.stacked, nil)
			}
			if m.stacked[image] == nil {
				m.stacked[image] = map[int]int{}
			}
			m.stacked[image][host]++
		}
	}
}

// partOf is the rise that is a module's. Its interval is that of the lifetime times the root of the module's share of the
// slope, as for amounts that are taken independently at random.
func partOf(of *rise, m *module) rise {
	part := rise{outstanding: m.outstanding, observedS: of.observedS}
	if m.slope == nil {
		return part
	}
	part.slope, part.known = *m.slope, true
	if of.interval && of.slope > 0 && part.slope > 0 {
		share := math.Sqrt(min(1, part.slope/of.slope))
		part.low, part.high = part.slope-(of.slope-of.low)*share, part.slope+(of.high-of.slope)*share
		part.interval = true
	}
	return part
}

// imageHost is an image on a host.
type imageHost struct{ image, host int }

// judge gives the groups of modules, and the partners of those of images. A module leaks on a host where an image leaks if it
// is the first module in at least half of the image's leaking lifetimes there of which a module is known.
func (m *moduleCollection) judge(v *view) {
	partners := make([]partners, len(v.images.groups))
	for at, g := range m.groups {
		first := map[imageHost]int{}
		images := newPartners(v)
		for i := range m.uses[at] {
			u := &m.uses[at][i]
			host := v.captures[u.capture].hostIndex
			if u.image == none {
				continue
			}
			if u.first && u.verdict == leaking && v.images.groups[u.image].leaking[host] {
				first[imageHost{u.image, host}]++
			}
			images.add(u.image, &u.risen)
			if partners[u.image].of == nil {
				partners[u.image] = newPartners(v)
			}
			partners[u.image].add(at, &u.risen)
		}
		g.leaking = map[int]bool{}
		leads := map[int]int{} // hosts, by image
		for k, n := range first {
			if 2*n >= m.stacked[k.image][k.host] {
				g.leaking[k.host] = true
				leads[k.image]++
			}
		}
		m.finish(v, g, at, leads)
		g.result.Partners = images.list(v.images.groups, [2]uint64{})
	}
	for i, g := range v.images.groups {
		if partners[i].of != nil {
			g.result.Partners = partners[i].list(m.groups, g.left())
		}
	}
	v.report.Modules = sorted(m.groups)
}

// moduleStatus judges a module that is not the first in an image that leaks, on half of the hosts whose stacks tell. Where the leak
// verdicts of an image are such as false ones explain, they say no more of its modules.
func (v *view) moduleStatus(uses []use) (Status, string) {
	var suspects, grows bool
	called := 0
	for i := range uses {
		u := &uses[i]
		if !u.first {
			continue
		}
		image := Unjudged
		if u.image != none {
			image = v.images.groups[u.image].result.Status
		}
		leaks := u.verdict == leaking
		called += oneIf(leaks)
		suspects = suspects || leaks && (image == Leaks || image == Suspected)
		grows = grows || !leaks || image == Grows
	}
	verdicts := "and in none that is called a leak."
	if called > 0 {
		verdicts = fmt.Sprintf("and in %s called a leak, in no image that leaks or is suspected.",
			textform.Counted(uint64(called), "lifetime", "that is", "that are"))
	}
	switch {
	case suspects:
		return Suspected, "It leaves more memory than any other module in lifetimes that are called a leak, but of no image that leaks " +
			"in the fleet on half of the hosts whose stacks tell."
	case grows:
		return Grows, "It leaves more memory than any other module in what grows, " + verdicts
	case called > 0:
		return Clear, fmt.Sprintf("It leaves more memory than any other module in %s called a leak, in no image that leaks or is "+
			"suspected: false verdicts explain as many.", textform.Counted(uint64(called), "lifetime", "that is", "that are"))
	}
	return Clear, "Wherever it leaves memory, another module leaves more."
}

// finish makes the result of a module, given on how many hosts it is the first in images that leak there.
func (m *moduleCollection) finish(v *view, g *collected, at int, leads map[int]int) {
	v.byHost(g.cells)
	g.hosts, _ = v.hostCells(g.cells)
	for i := range g.hosts {
		switch h := &g.hosts[i]; {
		case g.leaking[h.host]:
			h.state = hostLeaks
		default:
			h.state = hostGrows
		}
	}
	g.risen = g.risen[:0]
	for i := range m.uses[at] {
		g.risen = append(g.risen, m.uses[at][i].risen)
	}
	r := v.frame(g)
	g.result = r
	leader := none
	for i, image := range v.images.groups {
		if n := leads[i]; image.result.Status == Leaks && n > 0 && 2*n >= len(m.stacked[i]) &&
			(leader == none || n > leads[leader]) {
			leader = i
		}
	}
	r.Status, r.Reason = v.moduleStatus(m.uses[at])
	if leader != none {
		r.Status = Leaks
		r.Reason = "It leaves more memory than any other module in " + v.images.groups[leader].name() + ", which leaks, on " +
			textform.Count(leads[leader]) + " of the " + textform.Plural(len(m.stacked[leader]), "host") + " whose stacks tell."
	}
	v.complete(g, r)
}
