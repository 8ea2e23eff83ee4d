package trend

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// A level that begins to grow in the middle of the time, and episodes that grow since some moment, as after an update.

const (
	leastBefore  = 3 * aDay   // of the time before a change
	leastAfter   = 2.5 * aDay // and after it
	surelyFaster = 3          // standard errors
	changeTries  = 2          // moments a day that count as tried
	// throughout is the part of the slope that the slopes of the lowest and the mean level of days must have where a level grows.
	throughout = 0.25
)

// change is a moment from which on a level grows.
type change struct {
	at            float64 // seconds
	before, after seasonFit
	span, chance  float64
}

// findChange looks for a moment from which on a level surely grows, and before which it surely grew slower. The moment is where two
// lines leave the least of the blocks unexplained. What follows must be beyond the error of its own slope, beyond what
// the level does from day to day, and beyond all levels before, in the lowest of the day and in the mean. The chance is multiplied by how
// many moments were tried.
func findChange(g *grid, least float64) (c change, ok bool) {
	at := changeMoment(g)
	if at == 0 {
		return c, false
	}
	before, after := grid{g.width, g.first, g.values[:at]}, g.from(at)
	c = change{at: g.time(at) - g.width/2, before: fitSeason(&before, nil), after: fitSeason(&after, nil), span: after.span()}
	a, b := &c.after, &c.before
	if !a.ok || !b.ok || !a.daily.ok && !b.daily.ok || a.rate*c.span < least || !a.daily.rises(a.rate) {
		return c, false
	}
	if a.slope().Low <= 0 || b.rate > a.rate/2 || a.rate-b.rate < surelyFaster*math.Hypot(a.error, b.error) {
		return c, false
	}
	if !a.daily.exceeds(&b.daily) {
		return c, false
	}
	c.chance = chanceOfRise(a, b, c.span/aDay)
	c.chance = min(1, c.chance*max(1, changeTries*(g.span()-leastBefore-leastAfter)/aDay))
	return c, c.chance <= seasonChance
}

// chanceOfRise is how likely the steps from day to day, of what came before and after a change, make as great a rise in some days.
func chanceOfRise(after, before *seasonFit, days float64) float64 {
	var one, n, two, m float64
	for _, f := range []*seasonFit{after, before} {
		square, k := f.daily.moves(1)
		one, n = one+square*k, n+k
		square, k = f.daily.moves(2)
		two, m = two+square*k, m+k
	}
	if n < 2 {
		return 1
	}
	one /= n
	part := 1.0
	if m >= 2 && one > 0 {
		part = wanders(two / m / one)
	}
	deviation := math.Sqrt(one * max(1, 1.5*days*part*part))
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n}.Survival(after.rate * aDay * days / max(deviation, smallest))
}

// changeMoment gives the value at which a second line begins, 0 for none: it leaves the least of the blocks unexplained that lines and a
// level for each block of a day of a kind leave.
func changeMoment(g *grid) int {
	per := int(max(1, math.Round(block/g.width)))
	var y, at []float64
	var groups []group
	for i := 0; i+per <= len(g.values); i += per {
		if v := medianOf(g.values[i : i+per]); len(slices.DeleteFunc(slices.Clone(g.values[i:i+per]), math.IsNaN))*3 >= per {
			k := g.group(i+per/2, 0)
			k.slot = i / per % hopsOfDay
			y, at, groups = append(y, v), append(at, float64(i)), append(groups, k)
		}
	}
	line := demeaned(groups, at)
	freed := without(demeaned(groups, y), line)
	best, left := 0, math.Inf(1)
	for k := 2; k < len(y)-2; k++ {
		if at[k]*g.width < leastBefore || (float64(len(g.values))-at[k])*g.width < leastAfter {
			continue
		}
		level, bend := make([]float64, len(y)), make([]float64, len(y))
		for i := k; i < len(y); i++ {
			level[i], bend[i] = 1, at[i]-at[k]
		}
		level, bend = without(demeaned(groups, level), line), without(demeaned(groups, bend), line)
		bend = without(bend, level)
		squares := 0.0
		for _, v := range without(without(freed, level), bend) {
			squares += v * v
		}
		if squares < left {
			best, left = int(at[k]), squares
		}
	}
	return best
}

// demeaned frees values of the means of their groups.
func demeaned(groups []group, values []float64) []float64 {
	sums, counts := map[group]float64{}, map[group]float64{}
	for i, k := range groups {
		sums[k] += values[i]
		counts[k]++
	}
	list := make([]float64, len(values))
	for i, k := range groups {
		list[i] = values[i] - sums[k]/counts[k]
	}
	return list
}

// without frees values of what follows x: the residuals of a line through nought by least squares.
func without(values, x []float64) []float64 {
	var xx, xy float64
	for i, v := range values {
		xx, xy = xx+x[i]*x[i], xy+x[i]*v
	}
	list := slices.Clone(values)
	if xx > smallest {
		for i := range list {
			list[i] -= xy / xx * x[i]
		}
	}
	return list
}

// rises tells whether the lowest and the mean level of the day rise with a slope, and the highest, which the busiest hour of each day
// makes and which is known least, does not fall.
func (d *daily) rises(rate float64) bool {
	return !d.ok || min(d.low, d.mean) >= throughout*rate && d.high >= 0
}

// exceeds tells whether the last windows are above all earlier ones of a kind, in the lowest level and in the mean.
func (d *daily) exceeds(earlier *daily) bool {
	for k := len(d.windows) - 1; k >= 0; k-- {
		last := &d.windows[k]
		seen := false
		for i := range earlier.windows {
			w := &earlier.windows[i]
			if !last.alike(w) {
				continue
			}
			seen = true
			if last.low <= w.low || last.mean <= w.mean {
				return false
			}
		}
		if seen {
			return true
		}
	}
	return false
}

// changed looks for a change in the last episode.
func (e *seasonEvidence) changed() bool {
	j := &e.j
	p := e.episodes[len(e.episodes)-1]
	if p.basis != SameHours {
		return false
	}
	rest := p.rest()
	c, ok := findChange(&rest, e.least)
	if !ok || j.Verdict == Growth && c.chance >= j.Chance {
		return false
	}
	j.Since, j.Earlier, j.Slope = c.at, c.before.slope(), c.after.slope()
	j.Chance, j.Days, j.Longest, j.Rise = c.chance, c.span/aDay, c.span, c.after.rate*c.span
	j.Episodes, j.Rising, j.SinceRestart = 1, 1, false
	return true
}

// otherRestart is the chance, over all restarts, below which episodes before one are taken for others than those after it.
const otherRestart = 0.01

// newest gives from which estimate on they are taken together: the first, unless those before another surely differ from those after it.
func newest(list []estimate) int {
	from, least := 0, otherRestart
	for k := 1; k < len(list); k++ {
		before, after := together(list[:k]), together(list[k:])
		deviation := math.Hypot(before.error, after.error)
		far := max(0, math.Abs(after.rate-before.rate)-before.drift()-after.drift())
		degrees := max(1, min(before.degrees, after.degrees))
		chance := 2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: degrees}.Survival(far/deviation) * float64(len(list)-1)
		if chance < least {
			from, least = k, chance
		}
	}
	return from
}
