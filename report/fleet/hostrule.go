package fleet

import "etledger/trend"

// hostState is what a group does on a host.
type hostState uint8

const (
	hostUnjudged hostState = iota
	hostClear
	hostGrows
	hostLeaks
)

// hostCell is what the captures of one host tell of a group.
type hostCell struct {
	host  int // index of view.hosts
	cells []cell
	state hostState
	// Of the lifetimes that were judged on it, and of the captures in which there is one: how many are called a leak, and how
	// many a leak or growth.
	judged, leaks            int
	captures, leaking, rises int
	slows                    bool // it is called warm-up in at least half of these captures, and neither leaks nor grows
}

// rules are those by which hosts are judged, with what they have worked out.
type rules struct {
	rate   float64 // of false leak verdicts
	least  map[int]int
	chance map[[2]int]float64
}

func newRules(rate float64) *rules {
	return &rules{rate: rate, least: map[int]int{}, chance: map[[2]int]float64{}}
}

// leastLeaks is the least number of leak verdicts on as many judged lifetimes that false ones do not explain: the chance of
// so many or more false ones is at most level.
func (r *rules) leastLeaks(judged int) int {
	k, known := r.least[judged]
	if !known {
		for k = 1; trend.BinomialTail(k, judged, r.rate) > level; {
			k++
		}
		r.least[judged] = k
	}
	return k
}

// hostChance is how likely a host is to count as leaking when all its leak verdicts are false ones, given how many lifetimes
// were judged on it in how many captures: at least as many as leastLeaks says must be, and at least one in half of the
// captures. It is exact with one lifetime in each capture, else an upper bound, for two may be in one capture.
func (r *rules) hostChance(judged, captures int) float64 {
	at := [2]int{judged, captures}
	chance, known := r.chance[at]
	if !known {
		chance = trend.BinomialTail(max(r.leastLeaks(judged), (captures+1)/2), judged, r.rate)
		r.chance[at] = chance
	}
	return chance
}

// hostCells judges the hosts of a group, whose cells are in order of host.
func (v *view) hostCells(cells []cell) (hosts []hostCell, expected float64) {
	for from := 0; from < len(cells); {
		host := v.captures[cells[from].capture].hostIndex
		to := from
		for to < len(cells) && v.captures[cells[to].capture].hostIndex == host {
			to++
		}
		h := hostCell{host: host, cells: cells[from:to]}
		expected += h.judge(v.rules)
		hosts = append(hosts, h)
		from = to
	}
	return hosts, expected
}

// judge gives the state of a host, and the chance that false verdicts would make it count as leaking.
func (h *hostCell) judge(r *rules) (chance float64) {
	slowing := 0
	for i := range h.cells {
		c := &h.cells[i]
		if c.judged == 0 {
			continue
		}
		slowing += oneIf(c.slowing > 0)
		h.judged += int(c.judged)
		h.leaks += int(c.leaking)
		h.captures++
		h.leaking += oneIf(c.leaking > 0)
		h.rises += oneIf(c.leaking+c.growing > 0)
	}
	switch {
	case h.captures == 0:
		return 0
	case h.leaks >= r.leastLeaks(h.judged) && 2*h.leaking >= h.captures:
		h.state = hostLeaks
	case h.rises > 0 && 2*h.rises >= h.captures:
		h.state = hostGrows
	default:
		h.state = hostClear
		h.slows = slowing > 0 && 2*slowing >= h.captures
	}
	return r.hostChance(h.judged, h.captures)
}

// counts counts hosts, captures and lifetimes of a group.
func (g *collected) counts() (hosts, captures, lifetimes Counts) {
	for i := range g.hosts {
		h := &g.hosts[i]
		hosts.Seen++
		hosts.Judged += oneIf(h.state != hostUnjudged)
		hosts.Leaking += oneIf(h.state == hostLeaks)
		hosts.Growing += oneIf(h.state == hostGrows)
		for k := range h.cells {
			c := &h.cells[k]
			leaks := h.state == hostLeaks && c.leaking > 0
			captures.Seen++
			captures.Judged += oneIf(c.judged > 0)
			captures.Leaking += oneIf(leaks)
			captures.Growing += oneIf(!leaks && c.leaking+c.growing > 0)
			lifetimes.Seen += int(c.seen)
			lifetimes.Judged += int(c.judged)
			lifetimes.Growing += int(c.growing)
			if leaks {
				lifetimes.Leaking += int(c.leaking)
			} else {
				lifetimes.Growing += int(c.leaking)
			}
		}
	}
	return hosts, captures, lifetimes
}

// called counts the lifetimes that are called a leak, whether their hosts count as leaking or not.
func (g *collected) called() (leaks int) {
	for i := range g.cells {
		leaks += int(g.cells[i].leaking)
	}
	return leaks
}

// suspicious is the chance up to which leak verdicts are more than false ones explain, so that a group is suspected. It is not
// adjusted for the number of groups: of those that do not leak, up to a fifth may be suspected.
const suspicious = 0.2

// suspected tells whether leak verdicts are more than false ones explain: all of them together, or those of one host.
func (g *collected) suspected(rate float64) bool {
	var judged, leaks, hosts int
	least := 1.0
	for i := range g.hosts {
		h := &g.hosts[i]
		if h.captures == 0 {
			continue
		}
		hosts++
		judged += h.judged
		leaks += h.leaks
		if h.leaks > 0 {
			least = min(least, trend.BinomialTail(h.leaks, h.judged, rate))
		}
	}
	return leaks > 0 && min(trend.BinomialTail(leaks, judged, rate), least*float64(hosts)) <= suspicious
}

// merely counts the hosts on which a group merely grows. Where nothing tells whether what is called a leak recurs, those count as
// well on which growth is seen to slow down: what grows ever more slowly is called warm-up mostly, and a leak now and then.
func (v *view) merely(g *collected) (hosts int) {
	_, known := v.recurrence(g)
	for i := range g.hosts {
		h := &g.hosts[i]
		hosts += oneIf(h.state == hostGrows || !known && h.slows)
	}
	return hosts
}
