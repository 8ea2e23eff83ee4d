package trend

import (
	"cmp"
	"math"
	"slices"
)

// How many windows a demand is looked at in, at most: along the time, where wide windows quieten what comes and goes, and
// along the work, where narrow ones tell phases apart.
const (
	timeWindows = 16
	workWindows = 48
)

// floor is the least value of a window, and where it was met: on the axis of time, and on that of work.
type floor struct{ at, value float64 }

// cleanPoints leaves out points that are no numbers, puts the others in order, and joins those at one time.
func cleanPoints(points []Point) []Point {
	list := make([]Point, 0, len(points))
	for _, p := range points {
		if !finite(p.From) || !finite(p.To) || p.To < p.From ||
			!finite(p.First) || !finite(p.Last) || !finite(p.Low) || !finite(p.High) {
			continue
		}
		p.Samples = max(1, p.Samples)
		p.Low, p.High = min(p.Low, p.First, p.Last), max(p.High, p.First, p.Last)
		list = append(list, p)
	}
	slices.SortStableFunc(list, func(a, b Point) int { return cmp.Or(cmp.Compare(a.To, b.To), cmp.Compare(a.From, b.From)) })
	kept := list[:0]
	for _, p := range list {
		if n := len(kept); n > 0 && p.To <= kept[n-1].To {
			q := &kept[n-1]
			q.Last, q.Low, q.High = p.Last, min(q.Low, p.Low), max(q.High, p.High)
			q.Samples += p.Samples
			continue
		}
		kept = append(kept, p)
	}
	return kept
}

// windowFloors gives the floors of at most k windows with about the same number of points each. A bin tells where its
// least value was only when that is its first or its last.
func windowFloors(points []Point, k int) []floor {
	n := len(points)
	if n > k {
		k = n / ((n + k - 1) / k) // windows of one and of two points have floors that differ
	}
	k = min(k, n)
	floors := make([]floor, 0, k)
	for w := range k {
		part := points[w*n/k : (w+1)*n/k]
		least := part[0]
		for _, p := range part {
			if p.Low < least.Low {
				least = p
			}
		}
		at := (least.From + least.To) / 2
		switch least.Low {
		case least.First:
			at = least.From
		case least.Last:
			at = least.To
		}
		floors = append(floors, floor{at, least.Low})
	}
	return joinFloors(floors)
}

// joinFloors makes one of floors that are at the same place, the least: what is left there.
func joinFloors(floors []floor) []floor {
	kept := floors[:0]
	for _, f := range floors {
		if n := len(kept); n > 0 && f.at <= kept[n-1].at {
			kept[n-1].value = min(kept[n-1].value, f.value)
			continue
		}
		kept = append(kept, f)
	}
	return kept
}

// floorColumns gives the places and the values.
func floorColumns(floors []floor) (at, values []float64) {
	at, values = make([]float64, len(floors)), make([]float64, len(floors))
	for i, f := range floors {
		at[i], values[i] = f.at, f.value
	}
	return at, values
}

// floorTrend is what floors tell along one axis, of time or of work.
type floorTrend struct {
	floors []floor
	Slope
	drift  drift
	score  float64    // Kendall's statistic in standard deviations
	rise   float64    // from the first floor to the last
	spread float64    // the greatest less the least floor
	parts  [3]float64 // slopes from each quarter of the floors to the next
}

// newFloorTrend takes the trend of floors along an axis.
func newFloorTrend(floors []floor) floorTrend {
	t := floorTrend{floors: floors}
	n := len(floors)
	if n < 2 {
		return t
	}
	at, values := floorColumns(floors)
	l, score := theilSen(at, values)
	t.score = score
	t.Slope = Slope{Rate: l.slope, Low: l.low, High: l.high}
	t.rise = values[n-1] - values[0]
	t.spread = slices.Max(values) - slices.Min(values)
	t.drift = newDrift(at, values)
	if n >= leastDrift {
		half := t.drift.half()
		t.Low, t.High = min(t.Low, t.Rate-half), max(t.High, t.Rate+half)
		t.Interval = !math.IsInf(half, 0)
		t.parts = quarterSlopes(floors)
	}
	return t
}

// quarterSlopes are the slopes between the means of successive quarters of the floors.
func quarterSlopes(floors []floor) (slopes [3]float64) {
	const quarters = 4
	var means [quarters]floor
	n := len(floors)
	for q := range quarters {
		part := floors[q*n/quarters : (q+1)*n/quarters]
		for _, f := range part {
			means[q].at += f.at / float64(len(part))
			means[q].value += f.value / float64(len(part))
		}
	}
	for i := range slopes {
		slopes[i] = (means[i+1].value - means[i].value) / (means[i+1].at - means[i].at)
	}
	return slopes
}

// throughout tells whether the floors rise all along the axis, to its end.
func (t *floorTrend) throughout() bool {
	const (
		each     = 0.25 // of the mean rate is that of every part
		dominant = 0.7  // of the spread is the rise
		certain  = 2.5  // standard deviations of Kendall's statistic; 6 floors that only rise have 2.6
	)
	mean := (t.parts[0] + t.parts[1] + t.parts[2]) / 3
	for _, p := range t.parts {
		if !(p > each*mean) {
			return false
		}
	}
	return t.score >= certain && t.rise >= dominant*t.spread
}

// fades tells whether the rise slows down towards the end, as the filling of a cache does.
func (t *floorTrend) fades() bool {
	const keepsUp = 0.6
	return t.parts[2] < keepsUp*(t.parts[0]+t.parts[1]+t.parts[2])/3
}

// chance is how likely a level without trend would rise like this. Few samples do not tell a random walk from noise, and
// those walks that happen to go up evenly pass for noise about a line; so the chance of a walk must be low, too, if only
// as the square root of what the other has to be.
func (t *floorTrend) chance() float64 {
	if t.rise <= 0 {
		return 1
	}
	c := max(t.drift.chance(), orderChance(len(t.floors)))
	if n := len(t.floors); n >= leastDrift {
		at, values := floorColumns(t.floors)
		walk := driftOfWalk(at, values).chance()
		c = max(c, walk*walk)
	}
	return min(1, c)
}
