package fleet

// Limits of recurrence.
const (
	leastRecurrence = 0.5
	leastExpected   = 1.0
)

// recurrence is how often another capture of a host is called a leak, or growth, as well when one is called a leak: over all
// pairs of captures of a host, less those of leak verdicts that are to be expected as false ones. It is not known where there are
// not as many pairs as make one. What is called a leak now and then, on one host as on another, does not recur; what leaks does.
// What leaks since a version of metadata recurs among the captures of that, and what leaks under a workload among those of that:
// the greatest of three counts, over all pairs, over those of one version, and over those of one workload.
func (v *view) recurrence(g *collected) (share float64, known bool) {
	var all, ofVersion, ofWorkload recurring
	f := &v.report.Fleet
	for i := range g.hosts {
		h := &g.hosts[i]
		all.add(h, v.rules.rate)
		for _, part := range v.divided(h, versionOf, f.Versions) {
			ofVersion.add(&part, v.rules.rate)
		}
		for _, part := range v.divided(h, workloadOf, f.Workloads) {
			ofWorkload.add(&part, v.rules.rate)
		}
	}
	for _, r := range []*recurring{&all, &ofVersion, &ofWorkload} {
		if s, too := r.share(); too {
			share, known = max(share, s), true
		}
	}
	return share, known
}

// recurring adds up pairs of captures.
type recurring struct{ pairs, expected float64 }

// add adds the captures of a host that judge a group.
func (r *recurring) add(h *hostCell, rate float64) {
	if h.captures < 2 {
		return
	}
	r.pairs += float64(h.leaking * (h.rises - 1))
	r.expected += (float64(h.leaking) - rate*float64(h.captures)) * float64(h.captures-1)
}

func (r *recurring) share() (share float64, known bool) {
	if r.expected < leastExpected {
		return 0, false
	}
	return min(1, r.pairs/r.expected), true
}

// divided divides what a host tells by a dimension, in the order in which its captures have the values; nil where no capture of
// the fleet has one.
func (v *view) divided(h *hostCell, of dimension, shares []Share) (parts []hostCell) {
	if len(shares) == 0 {
		return nil
	}
	index := map[string]int{}
	for k := range h.cells {
		c := &h.cells[k]
		if c.judged == 0 {
			continue
		}
		value := of(v.captures[c.capture])
		i, known := index[value]
		if !known {
			i = len(parts)
			index[value] = i
			parts = append(parts, hostCell{})
		}
		parts[i].captures++
		parts[i].leaking += oneIf(c.leaking > 0)
		parts[i].rises += oneIf(c.leaking+c.growing > 0)
	}
	return parts
}
