package trend

import (
	"math"
	"slices"
)

// measure takes all figures.
func (e *seasonEvidence) measure() {
	for _, p := range e.episodes {
		p.measure(e.least)
	}
	e.combine()
	e.hours()
	e.jitter()
	e.warmUps()
	e.returned()
	e.profile()
}

// measure judges one episode by itself.
func (p *seasonEpisode) measure(least float64) {
	if p.begun {
		warm := min(anHour, p.span()/4)
		if p.span() >= leastSeason {
			warm = min(6*anHour, p.span()/12)
		}
		p.warm = min(int(math.Ceil(warm/p.width)), len(p.values)/2)
	}
	rest := p.rest()
	known := len(rest.known())
	switch {
	case known < leastValues || rest.span() < leastPlain:
	case rest.span() >= leastSeason*0.98:
		p.measureSeason(&rest, least)
	case rest.span() >= leastReturn:
		p.measureReturn(&rest)
	default:
		p.measurePlain(&rest)
	}
}

// rest is the episode without its warm-up.
func (p *seasonEpisode) rest() grid { return p.from(p.warm) }

// measureSeason fits at the same hours, and looks for steps.
func (p *seasonEpisode) measureSeason(g *grid, least float64) {
	f := fitSeason(g, nil)
	distinct := map[int]bool{}
	for i, r := range f.residuals {
		if !math.IsNaN(r) {
			distinct[g.group(i, 0).slot] = true
		}
	}
	if !f.ok || float64(len(distinct))*g.width < 4*anHour {
		p.measurePlain(g) // no two days of a kind
		return
	}
	p.fit, p.basis, p.estimate = f, SameHours, f.estimate
	if parts, steps := findSteps(g, &f, least); parts != nil {
		if within := fitSeason(g, parts); within.ok {
			p.steps, p.fit, p.estimate = steps, within, within.estimate
		}
	} else if fill, ok := findFilling(g, &f, least); ok {
		p.measureFilled(g, fill)
	}
	p.measureLate(g)
}

// measureLate takes the slope of the later half, of its working days only: what grows while it is used rests on the weekend.
func (p *seasonEpisode) measureLate(g *grid) {
	late := g.from(len(g.values) / 2)
	if late.span() < leastSeason {
		return
	}
	values := slices.Clone(late.values)
	for i := range values {
		if late.group(i, 0).kind != 0 {
			values[i] = math.NaN()
		}
	}
	late.values = values
	if l := fitSeason(&late, nil); l.ok {
		p.late, p.hasLate = l.estimate, true
	}
}

// measureFilled takes what comes after a level has filled up.
func (p *seasonEpisode) measureFilled(g *grid, fill filling) {
	rest := g.from(int(fill.seconds / g.width))
	if rest.span() < leastSeason {
		return
	}
	if f := fitSeason(&rest, nil); f.ok {
		p.warm += int(fill.seconds / g.width)
		p.fill, p.fit, p.estimate = fill, f, f.estimate
	}
}

// nearDay is by how much the time between two values may differ from a day for them to be at nearly the same hour.
const nearDay = 3.5 * anHour

// measureReturn compares the end of an episode with a day before.
func (p *seasonEpisode) measureReturn(g *grid) {
	off := math.Inf(1) // by how much the best pairs miss the hour
	for i := range g.values {
		for j := i + 1; j < len(g.values); j++ {
			d := math.Abs(float64(j-i)*g.width - aDay)
			if d <= nearDay && d < off && !math.IsNaN(g.values[i]+g.values[j]) {
				off = d
			}
		}
	}
	if math.IsInf(off, 1) {
		p.measurePlain(g)
		return
	}
	within := off + anHour/2
	var slopes, lags []float64
	for i := range g.values {
		for j := i + 1; j < len(g.values); j++ {
			lag := float64(j-i) * g.width
			if math.Abs(lag-aDay) <= within && !math.IsNaN(g.values[i]+g.values[j]) {
				slopes = append(slopes, (g.values[j]-g.values[i])/lag)
				lags = append(lags, math.Abs(lag-aDay))
			}
		}
	}
	miss := int(math.Round(median(lags) / g.width))
	p.basis = Returning
	p.estimate = estimate{rate: median(slopes), degrees: 4}
	// What the level does in as much time as the hours differ by, at the beginning and before the end.
	n := len(g.values)
	if miss > 0 {
		edge := int(max(2, anHour/g.width))
		var begin, end []float64
		for i := range edge {
			if i+miss < n {
				begin = append(begin, g.values[i+miss]-g.values[i])
				end = append(end, g.values[n-1-i]-g.values[n-1-i-miss])
			}
		}
		p.estimate.begin, p.estimate.end = medianOf(begin)/aDay, medianOf(end)/aDay
	}
	noise := 1.4826 * medianOf(g.secondDifferences()) / math.Sqrt(6)
	p.estimate.error = max(noise*math.Sqrt2, smallest) / aDay
	p.measureEnds()
}

// measureEnds takes the rates early in an episode, when a warm-up is over, and at its end.
func (p *seasonEpisode) measureEnds() {
	hours := func(h float64) int { return int(math.Round(h * anHour / p.width)) }
	n, half := len(p.values), max(1, hours(0.5))
	if hours(8) > n {
		return
	}
	around := func(i int) float64 { return medianOf(p.values[max(0, i-half):min(n, i+half)]) }
	p.early = (around(hours(3.5)) - around(hours(2))) / (1.5 * anHour)
	p.ending = (around(n-half) - around(n-half-hours(5))) / (5 * anHour)
	p.before = (around(n-half-hours(2.5)) - around(n-half-hours(5))) / (2.5 * anHour)
	if math.IsNaN(p.early + p.ending + p.before) {
		p.early, p.ending, p.before = p.estimate.rate, p.estimate.rate, p.estimate.rate // which tells nothing
	}
}

// measurePlain fits a line through all hours alike.
func (p *seasonEpisode) measurePlain(g *grid) {
	var times, values []float64
	for i, v := range g.values {
		if !math.IsNaN(v) {
			times, values = append(times, g.time(i)), append(values, v)
		}
	}
	times, values = thinned(times), thinned(values)
	l, _ := theilSen(times, values)
	p.basis = Plain
	n := len(values)
	mean := sum(times) / float64(n)
	scores, squares := make([]float64, n), 0.0
	residuals := make([]float64, n)
	for i := range values {
		residuals[i] = values[i] - l.slope*times[i]
	}
	level := median(residuals)
	for i := range residuals {
		residuals[i] -= level
		scores[i] = residuals[i] * (times[i] - mean)
		squares += (times[i] - mean) * (times[i] - mean)
	}
	p.estimate = estimate{rate: l.slope, degrees: 3, error: max(math.Sqrt(dependentSum(scores, n/4))/squares, smallest)}
	p.fit.noise = spreadOf(residuals)
}

// thinned takes every k-th value, so that at most 300 are left.
func thinned(values []float64) []float64 {
	k := (len(values) + 299) / 300
	if k < 2 {
		return values
	}
	var list []float64
	for i := 0; i < len(values); i += k {
		list = append(list, values[i])
	}
	return list
}

// hours gives the rise in each hour of the day.
func (e *seasonEvidence) hours() {
	var rises [24][]float64
	for _, p := range e.episodes {
		rest := p.rest()
		for i := 1; i < len(rest.values); i++ {
			if d := rest.values[i] - rest.values[i-1]; !math.IsNaN(d) {
				at := math.Mod(math.Mod(rest.time(i)-rest.width/2, aDay)+aDay, aDay)
				h := int(at/anHour) % 24
				rises[h] = append(rises[h], d/rest.width*anHour)
			}
		}
	}
	for h := range rises {
		if len(rises[h]) > 0 {
			e.j.Hours[h] = sum(rises[h]) / float64(len(rises[h]))
		}
	}
}
