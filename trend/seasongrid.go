package trend

import "math"

// Levels are judged on grids, whose values are at the same hours of each day.

// grid is a level at even distances; NaN where it is not known.
type grid struct {
	width  float64 // seconds
	first  int     // number of the first value: it is at (first + 1/2) * width
	values []float64
}

func (g *grid) time(i int) float64 { return (float64(g.first+i) + 0.5) * g.width }

// from gives the part of a grid from a value on.
func (g *grid) from(i int) grid {
	i = min(i, len(g.values))
	return grid{g.width, g.first + i, g.values[i:]}
}

// The bases.
const (
	SameHours Basis = "same-hours" // the level at the same hours of different days
	Returning Basis = "return"     // what an episode of about a day has more at its end than a day before
	Plain     Basis = "plain"      // all hours alike: growth is not told from the load of the day
	NoBasis   Basis = ""
)

// span is the time from the first value to the last, in seconds.
func (g *grid) span() float64 {
	if len(g.values) < 2 {
		return 0
	}
	return float64(len(g.values)-1) * g.width
}

// known gives the values that are.
func (g *grid) known() (list []float64) {
	for _, v := range g.values {
		if !math.IsNaN(v) {
			list = append(list, v)
		}
	}
	return list
}

// mostGrid bounds the values of an episode: three months at half an hour.
const mostGrid = 1 << 14

// newGrid puts points on a grid. Points that are no numbers, or before the ones before them, are left out.
func newGrid(points []LevelPoint, width float64) (g grid) {
	g.width = width
	var sums, counts []float64
	last := math.Inf(-1)
	for _, p := range points {
		if !(math.Abs(p.Value) <= largest) || !(math.Abs(p.Time) <= 1e12) || p.Time < last {
			continue
		}
		last = p.Time
		n := int(math.Floor(p.Time / width))
		if len(sums) == 0 {
			g.first = n
		}
		if n -= g.first; n >= mostGrid {
			break
		}
		for len(sums) <= n {
			sums, counts = append(sums, 0), append(counts, 0)
		}
		sums[n] += p.Value
		counts[n]++
	}
	for i := range sums {
		sums[i] /= counts[i] // NaN where there was none
	}
	g.values = sums
	return g
}

// gridWidth is the distance of values that suits points at some distance and the time that they span: an hour has to have
// whole numbers of them, and weeks need not have as many as hours.
func gridWidth(points, span float64) float64 {
	least := 30.0 * 60
	switch {
	case span < 6*anHour:
		least = 3 * 60
	case span < 2*aDay:
		least = 15 * 60
	case span > 35*aDay:
		least = 96 * 60
	}
	for _, w := range []float64{45, 90, 180, 360, 720, 900, 1440, 1800, 2880, 3600, 5760, 7200, 14400} {
		if w >= least && (w >= points*0.999) && (w >= 2*points || math.Mod(w, max(points, 1)) < 1e-6) {
			return w
		}
	}
	return max(points, 14400)
}
