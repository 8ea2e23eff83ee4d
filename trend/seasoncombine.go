package trend

import (
	"math"
	"slices"
)

// Slopes of episodes, such as the lifetimes of one program, are taken together.

// combine takes the estimates of the best basis together.
func (e *seasonEvidence) combine() {
	j := &e.j
	for _, b := range []Basis{SameHours, Returning, Plain} {
		e.chosen = nil
		for _, p := range e.episodes {
			// An episode of a day tells beside those of several days: it begins and ends at nearly the same hour.
			if p.basis == b || b == SameHours && p.basis == Returning {
				e.chosen = append(e.chosen, p)
			}
		}
		if slices.ContainsFunc(e.chosen, func(p *seasonEpisode) bool { return p.basis == b }) {
			j.Basis = b
			break
		}
	}
	if j.Basis == NoBasis {
		return
	}
	e.chooseNewest()
	for _, p := range e.chosen {
		e.used = append(e.used, p.estimate)
		if p.hasLate {
			e.late = append(e.late, p.late)
		}
		rest := p.rest()
		j.Days += rest.span() / aDay
		j.Longest = max(j.Longest, rest.span())
		if p.estimate.rate > 0 {
			j.Rising++
		}
		j.Steps = append(j.Steps, p.steps...)
	}
	j.Episodes = len(e.used)
	all := together(e.used)
	if e.fewReturns() || j.Basis == Plain {
		// The load of the day is not told apart: all that the level does beside the slope may be in it.
		all.error = max(all.error, besideHalf*e.beside(all.rate)/j.Longest/studentQuantile(all.degrees))
	}
	j.Slope, j.Chance, j.Tested = all.slope(), all.chance(), true
	j.Rise = j.Slope.Rate * j.Longest
	e.filled()
	if len(e.late) > 0 {
		j.Late = together(e.late).slope()
	}
	last := e.episodes[len(e.episodes)-1]
	rest := last.rest()
	if n := int(2 * aDay / rest.width); last.basis == SameHours && len(rest.values) > n {
		recent := rest.from(len(rest.values) - n - 1)
		if f := fitSeason(&recent, nil); f.ok {
			j.Recent = f.slope()
		}
	}
}

// besideHalf is how many times what a level does beside a slope half an interval is, where the load of the day is not told apart.
const besideHalf = 1.5

// chooseNewest leaves out the episodes before a restart that surely did something else than those after it.
func (e *seasonEvidence) chooseNewest() {
	j := &e.j
	var list []estimate
	for _, p := range e.chosen {
		list = append(list, p.estimate)
	}
	from := 0
	if j.Basis != Plain {
		from = newest(list)
	}
	later := e.chosen[from:]
	if from == 0 || len(later) < leastReturns && !slices.ContainsFunc(later, func(p *seasonEpisode) bool { return p.basis == SameHours }) {
		return
	}
	j.Since, j.SinceRestart, j.Earlier = later[0].time(0)-later[0].width/2, true, together(list[:from]).slope()
	e.chosen = later
}

// fewReturns tells whether there are too few episodes of about a day, and none of more, to tell anything apart from the load of the day.
func (e *seasonEvidence) fewReturns() bool {
	return e.j.Basis == Returning && e.j.Episodes < leastReturns
}

// beside is how much episodes swing beside a slope, from the 5th to the 95th percentile, the greatest.
func (e *seasonEvidence) beside(rate float64) (most float64) {
	for _, p := range e.chosen {
		rest := p.rest()
		var left []float64
		for i, v := range rest.values {
			if !math.IsNaN(v) {
				left = append(left, v-rate*float64(i)*rest.width)
			}
		}
		slices.Sort(left)
		if n := len(left); n > 0 {
			most = max(most, left[n-1-n/20]-left[n/20])
		}
	}
	return most
}

// filled takes the episodes together that filled up.
func (e *seasonEvidence) filled() {
	var bytes, seconds []float64
	for _, p := range e.chosen {
		if p.fill.bytes > 0 {
			bytes, seconds = append(bytes, p.fill.bytes), append(seconds, p.fill.seconds)
		}
	}
	if 2*len(bytes) > e.j.Episodes {
		e.j.Filled, e.j.FilledSeconds = median(bytes), median(seconds)
	}
}

// mostFew is from how many estimates on how they differ tells what lies between them.
const mostFew = 5

// fewTogether takes together fewer estimates than that: a mean by their errors, whose error is widened by the ratio of Birge
// (Physical Review 40, 1932), by how much more they differ than their errors tell.
func fewTogether(list []estimate) (out estimate) {
	var weights, squares float64
	for _, e := range list {
		w := 1 / (e.error * e.error)
		weights += w
		out.rate += w * e.rate
		out.degrees += e.degrees
	}
	out.rate /= weights
	for _, e := range list {
		squares += (e.rate - out.rate) * (e.rate - out.rate) / (e.error * e.error)
	}
	out.error = math.Sqrt(max(1, squares/float64(len(list)-1)) / weights)
	return out
}

// together takes estimates together: five or more by the random-effects model, with the error of Knapp and Hartung.
func together(list []estimate) estimate {
	if len(list) == 1 {
		return list[0]
	}
	slopes := make([]Slope, len(list))
	var begins, ends []float64
	for i, e := range list {
		half := normal95 * e.error
		slopes[i] = Slope{Rate: e.rate, Low: e.rate - half, High: e.rate + half, Interval: true}
		begins, ends = append(begins, e.begin), append(ends, e.end)
	}
	c := Combine(slopes)
	begin, end := sum(begins)/float64(len(list)), sum(ends)/float64(len(list))
	if len(list) < mostFew {
		out := fewTogether(list)
		out.begin, out.end = begin, end
		return out
	}
	out := estimate{rate: c.Rate, begin: begin, end: end}
	var weights, degrees float64
	for _, e := range list {
		weights += 1 / (e.error*e.error + c.Tau*c.Tau)
		degrees += e.degrees
	}
	out.error, out.degrees = 1/math.Sqrt(weights), degrees
	if n := float64(len(list)); n >= mostFew && c.Tau > 0 {
		out.degrees = n - 1
		out.error = max(out.error, (c.High-c.Low)/2/studentQuantile(n-1))
	}
	out.degrees = min(out.degrees, 30)
	return out
}
