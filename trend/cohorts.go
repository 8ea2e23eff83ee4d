package trend

import (
	"math"
	"slices"
)

// survivors is what is known of the births that are old enough to be judged: by bins of birth time, the bytes that
// outlived the lifetimes of their account and are not expected to die.
type survivors struct {
	from, to float64   // births in this span are judged
	times    []float64 // upper edges of the bins
	rises    []float64 // bytes born in the bin that stay; below 0 where fewer survive than were expected to
	horizon  float64   // seconds: the age from which a survivor counts
	doubt    float64   // share of present that may die yet
	present  float64   // bytes born in the span that survive
	dead     float64   // bytes born in the span that were given back
}

// span is the judged time in seconds.
func (v *survivors) span() float64 { return v.to - v.from }

// total is the bytes that stay.
func (v *survivors) total() float64 { return sum(v.rises) }

const (
	// leastPart is the part of the window that the horizon must leave to be judged.
	leastPart = 0.3
	// priceOfTime is what judging half of the window instead of all of it costs, in terms of doubt.
	priceOfTime = 0.04
)

// judged picks the horizon, the age from which survivors count, and gathers them. A late horizon leaves few survivors
// that may die yet, an early one much time to judge; the price of both is weighed.
func judged(a *account, l *lifetimes) survivors {
	horizon, cheapest := 0.0, math.Inf(1)
	for _, age := range horizons(a, l) {
		n := a.olderThan(age)
		if n == 0 {
			break
		}
		doubt := doubtful(a, l, n)
		if price := doubt + priceOfTime*(a.length()/(a.bins[n-1].to-a.start)-1); price < cheapest {
			horizon, cheapest = age, price
		}
	}
	return beyond(a, l, horizon)
}

// horizons lists the ages to try, rising: those at which something died, about four to an octave, up to the part of the
// window that must be left.
func horizons(a *account, l *lifetimes) []float64 {
	const step = 1.18
	if len(l.ages) == 0 {
		return []float64{0}
	}
	limit := a.length() * (1 - leastPart)
	var list []float64
	for _, age := range append(slices.Clone(l.ages), limit) {
		if n := len(list); age == limit || age < limit && (n == 0 || age >= step*list[n-1]) {
			list = append(list, age)
		}
	}
	slices.Sort(list)
	return list
}

// olderThan counts the bins all of whose births have reached an age; they come first.
func (a *account) olderThan(age float64) int {
	last := a.end - age + 1e-9*a.length()
	n := 0
	for n < len(a.bins) && a.bins[n].to <= last {
		n++
	}
	return n
}

// doubtful is the share of the survivors of the first n bins that may die yet. A cohort's own dead tell how many will
// follow; but the youngest cohorts of a heap that is collected from time to time have no dead at all, though all of them
// will die, so the births of the cohort are heard as well and the worse counts.
func doubtful(a *account, l *lifetimes, n int) float64 {
	var born, mortal, present, doubt float64
	for i, b := range a.bins[:n] {
		born += b.born
		present += b.surviving
		mortal += b.born - b.surviving + l.expected(i, b)
	}
	if present == 0 {
		return 0
	}
	share := min(1, mortal/born)
	for i, b := range a.bins[:n] {
		doubt += max(l.expected(i, b), b.born*share*(1-l.deadShare(i)))
	}
	return doubt / present
}

// doubtError is by how many bytes the expected deaths among the survivors may be wrong: by half for what the tail of the
// lifetimes is taken to be, and by chance, for they come in blocks.
func (v *survivors) doubtError(a *account) float64 {
	if v.dead == 0 || a.births == 0 {
		return 0
	}
	const certain = 1.64
	expected := v.doubt * v.present
	block := a.born / float64(a.births)
	return expected/2 + certain*math.Sqrt(2*block*expected) + block
}

// beyond gathers the survivors of at least the given age.
func beyond(a *account, l *lifetimes, horizon float64) survivors {
	v := survivors{from: a.start, to: a.start, horizon: horizon}
	n := a.olderThan(horizon)
	for i, b := range a.bins[:n] {
		v.present += b.surviving
		v.dead += b.born - b.surviving
		v.times = append(v.times, b.to)
		v.rises = append(v.rises, b.surviving-l.expected(i, b))
		v.to = b.to
	}
	v.doubt = doubtful(a, l, n)
	return v
}

// since is the index of the first bin that ends after a time, and the time at which it begins.
func (v *survivors) since(from float64) (first int, begin float64) {
	begin = v.from
	for i, t := range v.times {
		if t > from+1e-9*v.span() {
			return i, begin
		}
		begin = t
	}
	return len(v.times), begin
}

// fitted bounds the births that fit(from) rests on; both ends are equal when there are none.
func (v *survivors) fitted(from float64) (first, last float64) {
	if _, begin := v.since(from); begin < v.to {
		return begin, v.to
	}
	return v.to, v.to
}

// profile is the survivors' bytes born in k spans of equal length between two times.
func (v *survivors) profile(from, to float64, k int) []float64 {
	cells := make([]float64, k)
	scale := float64(k) / (to - from)
	begin := v.from
	for i, rise := range v.rises {
		spread(cells, (begin-from)*scale, (v.times[i]-from)*scale, rise)
		begin = v.times[i]
	}
	return cells
}

// spread shares an amount out evenly over [from, to] and adds to each cell [k, k+1] what falls into it.
func spread(cells []float64, from, to, amount float64) {
	if amount == 0 || !(to > from) || from >= float64(len(cells)) {
		return
	}
	for k := max(0, int(from)); k < len(cells) && float64(k) < to; k++ {
		part := min(to, float64(k+1)) - max(from, float64(k))
		cells[k] += amount * part / (to - from)
	}
}
