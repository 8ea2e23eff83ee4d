package compare

import (
	"math"

	"etledger/trend"
)

// leastRise is the amount, in bytes over the time observed, below which no difference matters: what the judge of processes
// takes to be no rise.
const leastRise = 128 << 10

// moving is the amount committed, in bytes, from which on a process counts among those that were tested at once.
const moving = leastRise

// difference is the slope of one side less that of the other.
type difference struct {
	trend.Slope
	change           trend.Change
	before, after    trend.Slope
	floor            float64 // bytes per second: a smaller difference does not matter
	load             float64 // the work after over that before, as far as the account shows it; 1 where it is about the same
	moved            bool    // either side moved
	chance, adjusted float64
}

func newDifference(before, after trend.Combined, g *group) difference {
	d := difference{before: before.Slope, after: after.Slope, chance: 1, adjusted: 1, load: loadOf(g)}
	d.Slope, d.change = trend.Difference(before.Slope, after.Slope)
	d.chance = trend.DifferenceChance(d.Slope, after.Degrees)
	shortest := math.Inf(1)
	for _, s := range g.sides {
		for _, c := range s {
			shortest = min(shortest, c.alive())
		}
		if s.committed()*s[0].alive() >= moving {
			d.moved = true
		}
	}
	d.floor = leastRise / max(shortest, 1)
	if math.Abs(d.Rate) < d.floor && d.change != trend.Unproven {
		d.change = trend.Same
	}
	return d
}

// What the work of two sides may differ by and still be the same.
const (
	mostLoad     = 2.0     // times
	leastVolume  = 1 << 20 // bytes per capture that were given back, on the busier side, to say anything of the work
	sameLengthBy = 1.1     // times
)

// loadOf compares the work of two sides. Bytes committed per second stand for it, but a new leak raises them, and bytes given
// back per second, but a corrected leak raises those; only where both moved the same way was the work another. The greater of
// the two ratios is the cautious one.
func loadOf(g *group) float64 {
	committed := [2]float64{g.sides[0].committed(), g.sides[1].committed()}
	freed := [2]float64{g.sides[0].freed(), g.sides[1].freed()}
	volume := max(freed[0]*g.sides[0][0].alive(), freed[1]*g.sides[1][0].alive())
	if volume < leastVolume {
		return 1
	}
	one, other := committed[1]/committed[0], freed[1]/freed[0]
	switch {
	case one > mostLoad && other > mostLoad:
		return max(one, other)
	case one < 1/mostLoad && other < 1/mostLoad:
		return min(one, other)
	}
	return 1
}

// perWork tells whether the difference is there too when each side is taken for the work that it did.
func (d *difference) perWork() bool {
	if d.load == 1 {
		return true
	}
	before, after := d.before, d.after
	scale := func(s trend.Slope, by float64) trend.Slope {
		return trend.Slope{Rate: s.Rate * by, Low: s.Low * by, High: s.High * by, Interval: s.Interval}
	}
	// The side with more work is scaled down to the work of the other; with an infinite ratio nothing is left of it.
	if d.load > 1 {
		after = scale(after, 1/d.load)
	} else {
		before = scale(before, d.load)
	}
	e, change := trend.Difference(before, after)
	return change == d.change && math.Abs(e.Rate) >= d.floor
}
