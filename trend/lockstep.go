package trend

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Member is a series that may move in lockstep with others. All members have increments over the same bins of time.
type Member struct {
	Increments    []float64 // of outstanding objects, from bin to bin
	Allocs, Frees float64   // in all, as far as they are counted
	Counted       bool      // Allocs and Frees are known
	NeverFreed    bool      // nor was anything freed before
	Turnover      Turnover  // since the counters began, Allocs and Frees included
}

// Turnover is what was allocated and freed.
type Turnover struct{ Allocs, Frees float64 }

// Evidence of lockstep.
const (
	ByIncrements = "increments" // they rise and rest at the same times, in one ratio
	ByRatio      = "ratio"      // they rose in a ratio of small whole numbers
)

// Group is a set of members that move in lockstep: what allocates the one makes the others allocate, too.
type Group struct {
	Members []int     // indexes, the leader first, then by ratio
	Ratios  []float64 // objects of each member for one of the leader
	Whole   []int     // the ratios as small whole numbers, 0 where one is none
	// Leader tells that the first member leads: it is freed least, by more than chance explains. Otherwise which one leads
	// is open.
	Leader   bool
	Evidence string
}

// What makes a lockstep.
const (
	leastIncrements = 5
	sameTimes       = 0.9  // correlation of the increments
	moving          = 0.05 // variation of the increments: less tells nothing of time
	leastMoves      = 3.0  // increments that hold the rise: two that jump once at the same time may do so by chance
	oneRatio        = 0.25 // most of the sum of squares that one ratio leaves over
	nearWhole       = 0.01 // of a whole number, relative
	largestWhole    = 4
	leastRisen      = 1000.0 // objects: a ratio of fewer is no evidence alone
)

// Lockstep finds the groups among members, none of which has fewer than two. Groups are in the order of their first member.
func Lockstep(members []Member) []Group {
	parent := make([]int, len(members))
	for i := range parent {
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			i = parent[i]
		}
		return i
	}
	evidence := make([]string, len(members))
	for i := range members {
		for j := i + 1; j < len(members); j++ {
			if e := lockstep(&members[i], &members[j]); e != "" {
				a, b := root(i), root(j)
				parent[max(a, b)] = min(a, b)
				for _, k := range []int{i, j} {
					if evidence[k] != ByIncrements {
						evidence[k] = e
					}
				}
			}
		}
	}
	sets := map[int][]int{}
	for i := range members {
		sets[root(i)] = append(sets[root(i)], i)
	}
	var groups []Group
	for i := range members {
		if set := sets[i]; len(set) > 1 {
			groups = append(groups, newGroup(members, set, evidence))
		}
	}
	return groups
}

// lockstep tells by what evidence two members move together, empty when they do not.
func lockstep(a, b *Member) string {
	n := min(len(a.Increments), len(b.Increments))
	if n == 0 {
		return ""
	}
	x, y := a.Increments[:n], b.Increments[:n]
	riseX, riseY := sum(x), sum(y)
	if !(riseX > 0) || !(riseY > 0) {
		return ""
	}
	if n >= leastIncrements && variation(x) >= moving && variation(y) >= moving &&
		effective(x) >= leastMoves && effective(y) >= leastMoves &&
		stat.Correlation(x, y, nil) >= sameTimes && leftOver(x, y) <= oneRatio {
		return ByIncrements
	}
	ratio := max(riseX, riseY) / min(riseX, riseY)
	if min(riseX, riseY) >= leastRisen && wholeNear(ratio) > 0 && leftOver(x, y) <= oneRatio {
		return ByRatio
	}
	return ""
}

// variation is the standard deviation over the mean.
func variation(values []float64) float64 {
	mean, deviation := stat.MeanStdDev(values, nil)
	return deviation / math.Abs(mean)
}

// leftOver is the part of the sum of squares of y that a multiple of x leaves over.
func leftOver(x, y []float64) float64 {
	var xx, xy, yy float64
	for i := range x {
		xx, xy, yy = xx+x[i]*x[i], xy+x[i]*y[i], yy+y[i]*y[i]
	}
	if xx == 0 || yy == 0 {
		return 1
	}
	return 1 - xy*xy/(xx*yy)
}

// wholeNear is the small whole number that a ratio is nearly, 0 when it is none.
func wholeNear(ratio float64) int {
	whole := math.Round(ratio)
	if whole < 1 || whole > largestWhole || math.Abs(ratio-whole) > nearWhole*whole {
		return 0
	}
	return int(whole)
}

// nearlyWhole is the ratio of a member to the leader, the whole number where it is nearly one.
func nearlyWhole(members []Member, i int, lead float64) float64 {
	ratio := sum(members[i].Increments) / lead
	if whole := wholeNear(ratio); whole > 0 {
		return float64(whole)
	}
	return ratio
}

// freedShare is the part of its allocations that a member freed: 0 leads. One whose frees are not counted comes last.
func (m *Member) freedShare() float64 {
	if !m.Counted || m.Allocs <= 0 {
		return math.Inf(1)
	}
	return m.Frees / m.Allocs
}

// share is the part that was freed, without allocations more than any.
func (t Turnover) share() float64 {
	if t.Allocs <= 0 {
		return math.Inf(1)
	}
	return t.Frees / t.Allocs
}

// freedLess tells whether a member is freed less than another one: by much and surely in the time of the increments, or
// never at all while the other one is freed, now or before, however small the share.
func (m *Member) freedLess(o *Member) bool {
	if !o.Counted || o.Allocs <= 0 {
		return true
	}
	const (
		clearly = 0.5  // of the share of the other
		by      = 0.05 // or so much below it
	)
	now, other := Turnover{m.Allocs, m.Frees}, Turnover{o.Allocs, o.Frees}
	if surelyLess(now, other) {
		a, b := now.share(), other.share()
		return a < clearly*b || b-a > by
	}
	return m.NeverFreed && surelyLess(m.Turnover, o.Turnover)
}

// surelyLess tells whether the freed share of one is below that of the other by more than chance explains: the root of a
// share of n has a deviation of about 1/(2*sqrt(n)), whatever the share (Bartlett 1936).
func surelyLess(a, b Turnover) bool {
	const deviations = 3
	if a.Allocs <= 0 || b.Allocs <= 0 {
		return false
	}
	difference := math.Sqrt(b.share()) - math.Sqrt(a.share())
	return difference >= deviations*math.Sqrt(1/a.Allocs+1/b.Allocs)/2
}

// newGroup puts the leader first: the member that is freed least.
func newGroup(members []Member, set []int, evidence []string) Group {
	g := Group{Members: slices.Clone(set), Evidence: ByIncrements}
	slices.SortStableFunc(g.Members, func(a, b int) int {
		return cmp.Or(cmp.Compare(members[a].freedShare(), members[b].freedShare()),
			cmp.Compare(members[a].Turnover.share(), members[b].Turnover.share()))
	})
	first := &members[g.Members[0]]
	g.Leader = !math.IsInf(first.freedShare(), 1)
	for _, i := range g.Members[1:] {
		g.Leader = g.Leader && first.freedLess(&members[i])
	}
	lead := sum(members[g.Members[0]].Increments)
	slices.SortFunc(g.Members[1:], func(a, b int) int {
		return cmp.Or(cmp.Compare(nearlyWhole(members, a, lead), nearlyWhole(members, b, lead)), cmp.Compare(a, b))
	})
	for _, i := range g.Members {
		ratio := sum(members[i].Increments) / lead
		g.Ratios = append(g.Ratios, ratio)
		g.Whole = append(g.Whole, wholeNear(ratio))
		if evidence[i] == ByRatio {
			g.Evidence = ByRatio
		}
	}
	return g
}
