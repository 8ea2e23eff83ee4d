package trend

import "math"

// workAxis maps time to the work done until then.
type workAxis struct {
	phases []Phase // of work
	volume bool    // the volumes of all phases are known
	end    float64 // of the last of them
}

// newWorkAxis takes the phases of work among the phases.
func newWorkAxis(phases []Phase) workAxis {
	var a workAxis
	a.volume = true
	for _, p := range phases {
		if p.Kind != Work || !finite(p.From) || !finite(p.To) || p.To <= p.From {
			continue
		}
		a.phases = append(a.phases, p)
		a.volume = a.volume && amount(p.Volume) > 0
		a.end = max(a.end, p.To)
	}
	a.volume = a.volume && len(a.phases) > 0
	return a
}

// seconds is the time under workload until a time.
func (a *workAxis) seconds(t float64) (s float64) {
	for _, p := range a.phases {
		s += max(0, min(t, p.To)-p.From)
	}
	return s
}

// operations is the number of operations done until a time, taking each phase to have done its own evenly.
func (a *workAxis) operations(t float64) (n float64) {
	for _, p := range a.phases {
		n += p.Volume * max(0, min(t, p.To)-p.From) / (p.To - p.From)
	}
	return n
}

// along gives the floors along an axis of work.
func along(floors []floor, axis func(float64) float64) []floor {
	moved := make([]floor, len(floors))
	for i, f := range floors {
		moved[i] = floor{axis(f.at), f.value}
	}
	return joinFloors(moved)
}

// twoRates are the rates of a level with and without workload: least squares of its steps over the time of either kind,
// taking the noise of a step to grow with its length.
type twoRates struct {
	work, rest           float64 // per second
	workError, restError float64 // standard deviations
	degrees              float64
	workTime, restTime   float64 // seconds
	known                bool    // there is enough of both kinds
}

func (a *workAxis) rates(floors []floor) twoRates {
	var r twoRates
	var ww, wr, rr, wy, ry, yy float64
	for i := 1; i < len(floors); i++ {
		d := floors[i].at - floors[i-1].at
		w := a.seconds(floors[i].at) - a.seconds(floors[i-1].at)
		o, y := d-w, floors[i].value-floors[i-1].value
		ww, wr, rr = ww+w*w/d, wr+w*o/d, rr+o*o/d
		wy, ry, yy = wy+w*y/d, ry+o*y/d, yy+y*y/d
		r.workTime += w
		r.restTime += o
	}
	determinant := ww*rr - wr*wr
	r.degrees = float64(len(floors) - 3)
	const least = 1e-6 // of the product of its terms: else the two kinds of time cannot be told apart
	if r.degrees < 1 || !(determinant > least*ww*rr) {
		return r
	}
	r.known = true
	r.work = (rr*wy - wr*ry) / determinant
	r.rest = (ww*ry - wr*wy) / determinant
	variance := max(0, yy-r.work*wy-r.rest*ry) / r.degrees
	r.workError = math.Sqrt(variance * rr / determinant)
	r.restError = math.Sqrt(variance * ww / determinant)
	return r
}

// chance is how likely the rate under workload is so high by chance.
func (r *twoRates) chance() float64 {
	return drift{slope: r.work, deviation: r.workError, degrees: r.degrees}.chance()
}

// onlyWork tells whether the level rises under workload and, for all that is seen, stands still without.
func (r *twoRates) onlyWork() bool {
	const (
		still = 0.1 // of the rate under workload counts as standing still
		most  = 0.3 // of it at most where it cannot be told from none
	)
	rest := math.Abs(r.rest)
	return r.known && r.work > 0 && (rest <= still*r.work || rest <= most*r.work && rest <= 1.96*r.restError)
}

// whole is the workload as one slope with its interval.
func (r *twoRates) whole() Slope {
	half := student95(r.degrees) * r.workError
	return Slope{Rate: r.work, Low: r.work - half, High: r.work + half, Interval: true}
}

// splitChance is how likely it is that just the steps under workload are the steepest, were all steps alike: one choice of
// as many of them. It is 1 where they are not.
func (a *workAxis) splitChance(floors []floor) float64 {
	n, k := 0, 0
	least, most := math.Inf(1), math.Inf(-1) // of the rates under workload, and of the others
	for i := 1; i < len(floors); i++ {
		d := floors[i].at - floors[i-1].at
		rate := (floors[i].value - floors[i-1].value) / d
		n++
		if a.seconds(floors[i].at)-a.seconds(floors[i-1].at) >= d/2 {
			k++
			least = min(least, rate)
		} else {
			most = max(most, rate)
		}
	}
	if k == 0 || k == n || least <= most {
		return 1
	}
	all, _ := math.Lgamma(float64(n) + 1)
	some, _ := math.Lgamma(float64(k) + 1)
	rest, _ := math.Lgamma(float64(n-k) + 1)
	return math.Exp(some + rest - all)
}

// returned follows every workload from the level at its begin over its highest to what is left when the phases without
// work after it end.
func returned(points []Point, phases []Phase) Return {
	var r Return
	for i := 0; i < len(phases); {
		if phases[i].Kind != Work {
			i++
			continue
		}
		from := phases[i].From
		for ; i < len(phases) && phases[i].Kind == Work; i++ {
		}
		if i == len(phases) {
			break
		}
		rest := phases[i].From
		end := phases[i].To
		for ; i < len(phases) && phases[i].Kind != Work; i++ {
			end = phases[i].To
		}
		before, beforeKnown := levelAt(points, from)
		high, samples := highest(points, from, rest)
		left, leftAt := lastWithin(points, rest, end)
		if !beforeKnown || samples == 0 || !leftAt || high <= before {
			continue
		}
		if !r.Known {
			r.Known, r.left = true, append(r.left, floor{from, before})
		}
		r.Cycles++
		r.left = append(r.left, floor{end, left})
		r.Growth += high - before
		r.Returned += max(0, min(high-left, high-before))
	}
	return r
}

// climbs tells whether more is left after every workload than after the one before it.
func (r *Return) climbs() bool {
	for i := 1; i < len(r.left); i++ {
		if r.left[i].value <= r.left[i-1].value {
			return false
		}
	}
	return r.Cycles >= 2
}

// levelAt is the last value until a time, or the first one after it when there is none.
func levelAt(points []Point, t float64) (float64, bool) {
	if len(points) == 0 {
		return 0, false
	}
	value := points[0].First
	for _, p := range points {
		switch {
		case p.To <= t:
			value = p.Last
		case p.From <= t:
			value = p.First
		}
	}
	return value, true
}

// highest is the highest value of a time, its first moment and the first sample after it included: a workload often ends
// between two samples.
func highest(points []Point, from, to float64) (high float64, samples int) {
	high = math.Inf(-1)
	for _, p := range points {
		if p.To <= from {
			continue
		}
		if p.From <= to {
			high = max(high, p.High)
			samples += p.Samples
			continue
		}
		if high = max(high, p.First); samples == 0 {
			samples = 1
		}
		break
	}
	return high, samples
}

// lastWithin is the last value of a time.
func lastWithin(points []Point, from, to float64) (value float64, ok bool) {
	for _, p := range points {
		if p.To > from && p.From <= to {
			value, ok = p.Last, true
			if p.To > to {
				value = p.First
			}
		}
	}
	return value, ok
}
