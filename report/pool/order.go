package pool

import (
	"cmp"

	"etledger/trend"
)

// compareMachines puts the machine with the worst tag first, then by host.
func compareMachines(a, b *observedMachine) int {
	worst := func(m *observedMachine) int {
		w := severity(trend.Steady) + 1
		for _, t := range m.tags {
			w = min(w, severity(t.verdict))
		}
		return w
	}
	return cmp.Or(cmp.Compare(worst(a), worst(b)), cmp.Compare(a.Host, b.Host))
}

// compareTags is the order of tags: the worst verdict first, among these those that the baseline does not have or that
// have become faster, then by rate. Members of a group stand together, the leader first, where the fastest of them would.
func (a *analysis) compareTags(m *observedMachine) func(x, y *observedTag) int {
	base := machineFor(m, a.baseline, len(a.now))
	type place struct {
		severity, novelty int
		still             int // of what is held, that which never moved comes after that which grew
		rate, objects     float64
	}
	places := map[*observedTag]place{}
	best := map[int]place{}
	for _, t := range m.tags {
		p := place{severity: severity(t.verdict), novelty: 1}
		if b := compareBaseline(t, base); b != nil && (b.Status == "new" || b.Status == string(trend.Faster)) {
			p.novelty = 0
		}
		if t.bytes != nil {
			p.rate = t.bytes.Slope.Rate
		} else if t.recorded != nil && t.recorded.PerHour != nil {
			p.rate = t.recorded.PerHour.Rate / hour
		}
		if t.objects != nil {
			p.objects = t.objects.Slope.Rate
		}
		if p.severity > severity(trend.Growth) { // what does not grow is in the order of what it holds
			p.rate, p.objects = 0, 0
			if t.bytes != nil {
				p.rate = t.bytes.Last
			}
			if p.still = 1; t.stop().Grew > 0 {
				p.still = 0
				if t.bytes != nil {
					p.rate = t.bytes.Last - t.bytes.First
				}
			}
		}
		places[t] = p
		if t.group >= 0 {
			g, known := best[t.group]
			if !known {
				g = p
			}
			best[t.group] = place{min(g.severity, p.severity), min(g.novelty, p.novelty), min(g.still, p.still), max(g.rate, p.rate), max(g.objects, p.objects)}
		}
	}
	for t := range places {
		if t.group >= 0 {
			places[t] = best[t.group]
		}
	}
	first := func(t *observedTag) int {
		if t.role == "leader" {
			return 0
		}
		return 1
	}
	return func(x, y *observedTag) int {
		p, q := places[x], places[y]
		return cmp.Or(cmp.Compare(p.severity, q.severity), cmp.Compare(p.novelty, q.novelty), cmp.Compare(p.still, q.still), cmp.Compare(q.rate, p.rate),
			cmp.Compare(q.objects, p.objects), cmp.Compare(x.group, y.group), cmp.Compare(first(x), first(y)),
			compareKeys(x.key, y.key))
	}
}
