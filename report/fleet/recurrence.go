package fleet

// Limits of recurrence.
const (
	leastRecurrence = 0.5
	leastExpected   = 1.0
)

// recurrence is how often another capture of a host is called a leak, or growth, as well when one is called a leak: over all
// pairs of captures of a host, less those of leak verdicts that are to be expected as false ones. It is not known where there are
// not as many pairs as make one. What is called a leak now and then, on one host as on another, does not recur; what leaks does.
// What leaks since a version of metadata recurs among the captures of that: the greater of the two counts, over all pairs and over
// those of one version.
func (v *view) recurrence(g *collected) (share float64, known bool) {
	var all, within recurring
	for i := range g.hosts {
		h := &g.hosts[i]
		all.add(h.captures, h.leaking, h.rises, v.rules.rate)
		for _, part := range v.byVersion(h) {
			within.add(part.captures, part.leaking, part.rises, v.rules.rate)
		}
	}
	share, known = all.share()
	if other, too := within.share(); too && (!known || other > share) {
		return other, true
	}
	return share, known
}

// recurring adds up pairs of captures.
type recurring struct{ pairs, expected float64 }

// add adds the captures of a host that judge a group, of which so many show a leak, and so many a leak or growth.
func (r *recurring) add(captures, leaking, rises int, rate float64) {
	if captures < 2 {
		return
	}
	r.pairs += float64(leaking * (rises - 1))
	r.expected += (float64(leaking) - rate*float64(captures)) * float64(captures-1)
}

func (r *recurring) share() (share float64, known bool) {
	if r.expected < leastExpected {
		return 0, false
	}
	return min(1, r.pairs/r.expected), true
}

// byVersion divides what a host tells by the versions of metadata, in the order in which its captures have them; nil where no
// capture of the fleet has one.
func (v *view) byVersion(h *hostCell) (parts []hostCell) {
	if len(v.report.Fleet.Versions) == 0 {
		return nil
	}
	index := map[string]int{}
	for k := range h.cells {
		c := &h.cells[k]
		if c.judged == 0 {
			continue
		}
		version := v.captures[c.capture].version
		i, known := index[version]
		if !known {
			i = len(parts)
			index[version] = i
			parts = append(parts, hostCell{})
		}
		parts[i].captures++
		parts[i].leaking += oneIf(c.leaking > 0)
		parts[i].rises += oneIf(c.leaking+c.growing > 0)
	}
	return parts
}
