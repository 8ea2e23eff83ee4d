package trend

import (
	"math"
	"slices"
)

// lump is an amount born within a short time.
type lump struct{ at, bytes float64 }

// Steps are looked for with windows of the 64th part of the time, two of which a step may cover.
const (
	stepWindows = 64
	mostSteps   = 3
	// towering is how many times greater a step is than the greatest lump that is none. A leak in bursts has many lumps
	// of a kind, so none of them towers.
	towering = 2.5
	// leastStep is the part of the whole that a step has at least.
	leastStep = 0.03
)

// takeSteps finds what came at once and at most three times, and leaves of it only what is usual at other times.
func (v *survivors) takeSteps() []lump {
	total := v.total()
	if total <= 0 {
		return nil
	}
	w := v.profile(v.from, v.to, stepWindows)
	width := v.span() / stepWindows
	usual := max(0, median(w)) / width // bytes per second
	lumps := greatestPairs(w, mostSteps+1)
	plain := max(0, lumps[mostSteps].bytes)
	var steps []lump
	for _, l := range lumps[:mostSteps] {
		if l.bytes < leastStep*total || l.bytes < towering*plain {
			break
		}
		begin := v.from + l.at*width
		steps = append(steps, v.lower(begin, begin+2*width, usual))
	}
	return steps
}

// isRamp tells whether steps adjoin each other or the beginning of the time: what takes longer than one step, as the first
// moments of a warm-up do, is none.
func isRamp(v *survivors, steps []lump) bool {
	near := 2.5 * v.span() / stepWindows
	for i, l := range steps {
		if l.at-v.from < near {
			return true
		}
		for _, other := range steps[:i] {
			if math.Abs(l.at-other.at) < near {
				return true
			}
		}
	}
	return false
}

// greatestPairs lists the n pairs of adjoining windows that hold most and do not overlap, the greatest first; at is the
// index of the first window of a pair.
func greatestPairs(w []float64, n int) []lump {
	w = slices.Clone(w)
	var list []lump
	for range n {
		best := 0
		for i := 0; i+1 < len(w); i++ {
			if w[i]+w[i+1] > w[best]+w[best+1] {
				best = i
			}
		}
		list = append(list, lump{float64(best), w[best] + w[best+1]})
		w[best], w[best+1] = 0, 0
	}
	return list
}

// lower takes from what was born between two times all but what a rate, in bytes per second, explains. It gives what it
// took, and when most of it had been born: the beginning of the bin that held most.
func (v *survivors) lower(from, to, rate float64) lump {
	var inside []int
	var taken lump
	var held, usual, most float64
	begin := v.from
	for i, rise := range v.rises {
		if begin < to && v.times[i] > from {
			usual += rate * (v.times[i] - begin)
			if rise > 0 {
				inside = append(inside, i)
				held += rise
			}
			if rise > most {
				taken.at, most = begin, rise
			}
		}
		begin = v.times[i]
	}
	if held <= usual {
		return taken
	}
	for _, i := range inside {
		v.rises[i] *= usual / held
	}
	taken.bytes = held - usual
	return taken
}
