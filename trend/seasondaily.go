package trend

import (
	"math"
	"slices"
)

// The lowest, the mean and the highest level of windows of a day. What swings with a period that is nearly a part of a day, such as a
// collected heap, looks like a slope at the same hours of different days. In windows of a day it does not, and memory that is never
// given back raises all three.

// daily is the level in windows of a day, which begin every hop.
type daily struct {
	windows []window
	// low, mean and high are the slopes of the three, bytes a second. They are known if ok is set.
	low, mean, high float64
	ok              bool
}

// window is a day of a level.
type window struct {
	low, mean, high float64
	rest            float64 // median of what slope and profile do not explain
	known           bool
	part            int
	days            int // which days of the week it is made of: windows of a kind may be compared
}

const (
	hop        = 6 * anHour
	hopsOfDay  = int(aDay / hop)
	wholeDay   = 0.9        // of the values of the window that has most
	shortGap   = 3 * anHour // a line is drawn over
	allWorking = -1
	allWeekend = -2
)

// newDaily takes the windows of a grid and their slopes.
func newDaily(g *grid, parts []int, residuals []float64) (d daily) {
	values := g.bridged()
	per, step := int(math.Round(aDay/g.width)), int(max(1, math.Round(hop/g.width)))
	var counts []int
	for i := 0; i+per <= len(values)+per/20; i += step {
		part := values[i:min(len(values), i+per)]
		w := window{low: math.Inf(1), high: math.Inf(-1), days: g.daysOf(i, len(part))}
		n := 0
		if parts != nil {
			w.part = parts[i]
			if parts[i+len(part)-1] != w.part {
				part = nil // a step is in it
			}
		}
		for _, v := range part {
			if !math.IsNaN(v) {
				n++
				w.mean += v
				w.low, w.high = min(w.low, v), max(w.high, v)
			}
		}
		w.mean /= float64(n)
		w.rest = medianOf(residuals[i:min(len(values), i+per)])
		d.windows, counts = append(d.windows, w), append(counts, n)
	}
	if len(counts) == 0 {
		return d
	}
	most := slices.Max(counts)
	for i := range d.windows {
		d.windows[i].known = counts[i] > 0 && !math.IsNaN(d.windows[i].rest) && float64(counts[i]) >= wholeDay*float64(most)
	}
	d.low, d.ok = d.slope(func(w *window) float64 { return w.low })
	d.mean, _ = d.slope(func(w *window) float64 { return w.mean })
	d.high, _ = d.slope(func(w *window) float64 { return w.high })
	return d
}

// bridged is the level with lines over short gaps.
func (g *grid) bridged() []float64 {
	values := slices.Clone(g.values)
	last := -1
	for i, v := range values {
		if math.IsNaN(v) {
			continue
		}
		if gap := i - last; last >= 0 && gap > 1 && float64(gap)*g.width <= shortGap {
			for k := last + 1; k < i; k++ {
				values[k] = values[last] + (v-values[last])*float64(k-last)/float64(gap)
			}
		}
		last = i
	}
	return values
}

// daysOf tells which days some values are of: all working days, all of a weekend, or at which hop of the week they begin.
func (g *grid) daysOf(i, n int) int {
	first, last := g.group(i, 0), g.group(i+n-1, 0)
	switch {
	case first.kind != last.kind:
		return int(math.Mod(math.Mod(math.Floor(g.time(i)/g.width), 7*aDay/g.width)+7*aDay/g.width, 7*aDay/g.width))
	case first.kind == 0:
		return allWorking
	}
	return allWeekend
}

// slope is the median of the slopes between windows of a kind that have nothing in common, weighted by the time between them.
func (d *daily) slope(of func(w *window) float64) (rate float64, ok bool) {
	var slopes []weighted
	for i := range d.windows {
		for j := i + hopsOfDay; j < len(d.windows); j++ {
			a, b := &d.windows[i], &d.windows[j]
			if a.alike(b) {
				lag := float64(j-i) * hop
				slopes = append(slopes, weighted{(of(b) - of(a)) / lag, lag})
			}
		}
	}
	return weightedMedian(slopes), len(slopes) > 0
}

// moves gives the mean square of what the level does, beyond slope and profile, from a day to the one some days later, and how many such
// differences there are that have nothing in common.
func (d *daily) moves(days int) (square, n float64) {
	lag := days * hopsOfDay
	for i := 0; i+lag < len(d.windows); i++ {
		if a, b := &d.windows[i], &d.windows[i+lag]; a.alike(b) {
			square += (b.rest - a.rest) * (b.rest - a.rest)
			n++
		}
	}
	if n == 0 {
		return 0, 0
	}
	return square / n, max(1, n/float64(hopsOfDay))
}

const (
	leastDaily = 0.35 // part of the error of a wandering level that its days allow for at least
	fullDaily  = 0.6  // by how much differences over two days are greater than over one where a level surely wanders
	farMean    = 1.3  // times by which the slope of the means may be off
)

// wanders gives which part of the error of a wandering level is allowed for where the squares of differences over two days have this
// ratio to those over one.
func wanders(ratio float64) float64 {
	return min(1, max(leastDaily, leastDaily+(1-leastDaily)*(ratio-1)/fullDaily))
}

// allowDays widens the interval of a slope by what the level does from day to day, and to hold the slope of the daily means.
//
// A sum of chance steps of variance v a day, averaged over days, has differences from one day to the next of variance 2v/3, and over
// two days 5v/3; the variance of a slope through n days of it is 6v/5n. Levels that do not wander have the same variance over one day
// as over two, and their slope a lesser error: how much of the error is taken follows from the ratio.
func (f *seasonFit) allowDays(few, days float64) {
	d := &f.daily
	if !d.ok {
		return
	}
	half := studentQuantile(f.degrees) * f.error
	one, n := d.moves(1)
	if n >= 2 && one > 0 {
		part := leastDaily
		if two, m := d.moves(2); m >= 1.5 {
			part = wanders(two / one)
		}
		deviation := math.Sqrt(1.5*1.2*one*few/days) / aDay * part
		if h := studentQuantile(n) * deviation; h > half {
			f.error, f.degrees, half = deviation, n, h
		}
	}
	if off := farMean * math.Abs(f.rate-d.mean); off > half {
		f.error = off / studentQuantile(f.degrees)
	}
}

// alike tells whether two windows may be compared.
func (w *window) alike(other *window) bool {
	return w.known && other.known && w.days == other.days && w.part == other.part
}
