package trend

import (
	"math"
	"slices"
)

// lifetimes is the distribution of the ages that mortal bytes reach: those that are given back sooner or later.
//
// Survivors settle nothing about it, and the share of what is immortal may differ from cohort to cohort (a warm-up is
// immortal, the churn after it is not). So the distribution rests on the dead alone. A cohort of age a, of which dead(i)
// have died, has taken N(i) = dead(i) / F(a) mortal bytes; and the share that dies at an age x is what died at it over
// the mortal bytes of the cohorts that have reached it,
//
//	f(x) = died(x) / sum of N(i) over the cohorts with a(i) >= x.
//
// That is a self-consistent estimate in the sense of Efron (1967) for lifetimes cut off at the cohort's age, found by
// iteration from F = 1. Where every cohort has the same immortal share it is the curve of Kaplan and Meier (1958) below
// its plateau.
type lifetimes struct {
	ages  []float64 // upper edges of the bins of age, rising
	dead  []float64 // F at ages[k]; the last is below 1 by what is expected to die later still
	reach []reach   // of the account's bins, in their order
}

// reach is where among the ages a cohort stands: part of the way from the edge before ages[bin] to that edge.
type reach struct {
	bin  int
	part float64
}

const (
	survivalRounds = 25
	// leastExposure is the part of all mortal bytes that is taken to have reached any age, so that the few that were
	// born first do not stand for all.
	leastExposure = 0.1
	// flattestTail is the greatest part that an octave of age may lose of what the octave before it lost.
	flattestTail = 0.8
)

// newLifetimes estimates the distribution. It is empty when nothing was seen to die.
func newLifetimes(a *account) lifetimes {
	var l lifetimes
	var died []float64
	for _, d := range a.deaths {
		if n := len(l.ages); n > 0 && l.ages[n-1] == d.Age {
			died[n-1] += d.Bytes
			continue
		}
		l.ages = append(l.ages, d.Age)
		died = append(died, d.Bytes)
	}
	if len(died) == 0 {
		return l
	}
	for _, b := range a.bins {
		l.reach = append(l.reach, l.reachOf(a.age(b)))
	}
	l.dead = make([]float64, len(died))
	for k := range l.dead {
		l.dead[k] = 1
	}
	mortal := make([]float64, len(a.bins))
	for range survivalRounds {
		l.refine(a, died, mortal)
	}
	l.leaveTail(a.length())
	return l
}

// refine takes one step of the iteration; mortal is room for one number per bin.
func (l *lifetimes) refine(a *account, died, mortal []float64) {
	var all float64
	for i, b := range a.bins {
		if dead := l.at(l.reach[i]); dead > 0 {
			all += (b.born - b.surviving) / dead
		}
		mortal[i] = all // of the cohorts up to and with this one, which are the older ones
	}
	youngest := len(a.bins) - 1 // of those that have reached the age
	var sum float64
	for k := range l.dead {
		middle := l.ages[k]
		if k > 0 {
			middle = (l.ages[k] + l.ages[k-1]) / 2
		}
		for youngest > 0 && a.age(a.bins[youngest]) < middle {
			youngest--
		}
		if exposed := max(mortal[youngest], leastExposure*all); exposed > 0 {
			sum += died[k] / exposed
		}
		l.dead[k] = sum
	}
	if sum > 0 {
		for k := range l.dead {
			l.dead[k] /= sum
		}
	}
}

// leaveTail makes room for the deaths that no window of this length can show. The shares that died in the last octaves
// of age are continued as a geometric row: that is exact for a Pareto tail, in which each octave loses the same part of
// what is left, and more than lighter tails have.
func (l *lifetimes) leaveTail(length float64) {
	end, half, quarter := l.deadBy(length), l.deadBy(length/2), l.deadBy(length/4)
	late, before := end-half, half-quarter
	if late <= 0 {
		return
	}
	ratio := flattestTail
	if before > 0 {
		ratio = min(flattestTail, late/before)
	}
	tail := late * ratio / (1 - ratio)
	for k := range l.dead {
		l.dead[k] /= 1 + tail
	}
}

// reachOf finds an age; within a bin of age deaths are spread evenly over the logarithm of the age.
func (l *lifetimes) reachOf(age float64) reach {
	k, exact := slices.BinarySearch(l.ages, age)
	switch {
	case exact || k == len(l.ages):
		return reach{min(k, len(l.ages)-1), 1}
	case k == 0 || !(l.ages[k-1] > 0):
		return reach{k, 0}
	}
	return reach{k, math.Log(age/l.ages[k-1]) / math.Log(l.ages[k]/l.ages[k-1])}
}

// at is the share of mortal bytes that has died where a cohort stands.
func (l *lifetimes) at(r reach) float64 {
	var before float64
	if r.bin > 0 {
		before = l.dead[r.bin-1]
	}
	return before + r.part*(l.dead[r.bin]-before)
}

// deadBy is the share of mortal bytes that has died by an age.
func (l *lifetimes) deadBy(age float64) float64 {
	if len(l.ages) == 0 {
		return 0
	}
	return l.at(l.reachOf(age))
}

// deadShare is the share of the mortal bytes of the account's bin i that has died; 1 when nothing is known to be mortal.
func (l *lifetimes) deadShare(i int) float64 {
	if len(l.ages) == 0 {
		return 1
	}
	return l.at(l.reach[i])
}

// expected is how many survivors of the account's bin i are expected to die yet, going by its own dead; in a small
// cohort that may be more than survive.
func (l *lifetimes) expected(i int, b bin) float64 {
	dead := l.deadShare(i)
	if dead <= 0 {
		return b.surviving
	}
	return (b.born - b.surviving) * (1 - dead) / dead
}

// age is the least age, among the edges known, by which a share of the mortal bytes has died; 0 when nothing is known.
func (l *lifetimes) age(share float64) float64 {
	for k, dead := range l.dead {
		if dead >= share {
			return l.ages[k]
		}
	}
	if n := len(l.ages); n > 0 {
		return l.ages[n-1]
	}
	return 0
}
