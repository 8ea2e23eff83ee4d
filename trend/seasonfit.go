package trend

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// seasonFit is the slope of a level beneath its profile of the day.
type seasonFit struct {
	estimate
	ok        bool
	days      float64   // values in a group, on average
	residuals []float64 // NaN where there is no other value at the hour
	effects   []float64 // of the group of each value, NaN likewise
	noise     float64
	daily     daily
}

// group tells which values of a grid are at the same hour of days of a kind: working days, or days of the weekend. Part tells
// stretches apart that have nothing to do with each other.
type group struct{ slot, kind, part int }

func (g *grid) group(i, part int) group {
	t := g.time(i)
	days := math.Floor(t / aDay)
	kind := 0
	if weekday := int(math.Mod(math.Mod(days+4, 7)+7, 7)); weekday == 0 || weekday == 6 { // 1970 began on a Thursday
		kind = 1
	}
	return group{int((t - days*aDay) / g.width), kind, part}
}

// fitSeason fits a slope to a grid. Parts, where it is not nil, gives the part that each value is of: pairs are made within parts.
func fitSeason(g *grid, parts []int) (f seasonFit) {
	members := map[group][]int{}
	var order []group
	n := 0
	for i, v := range g.values {
		if math.IsNaN(v) {
			continue
		}
		part := 0
		if parts != nil {
			part = parts[i]
		}
		k := g.group(i, part)
		if members[k] == nil {
			order = append(order, k)
		}
		members[k] = append(members[k], i)
	}
	var slopes []weighted
	groups := 0
	for _, k := range order {
		m := members[k]
		if len(m) < 2 {
			continue
		}
		groups++
		n += len(m)
		eachPair(m, func(i, j int) {
			d := float64(j-i) * g.width
			slopes = append(slopes, weighted{(g.values[j] - g.values[i]) / d, d})
		})
	}
	if len(slopes) == 0 {
		return f
	}
	f.ok, f.days = true, float64(n)/float64(groups)
	f.rate = weightedMedian(slopes)
	f.residuals, f.effects = make([]float64, len(g.values)), make([]float64, len(g.values))
	for i := range g.values {
		f.residuals[i], f.effects[i] = math.NaN(), math.NaN()
	}
	for _, k := range order {
		m := members[k]
		if len(m) < 2 {
			continue
		}
		level := make([]float64, len(m))
		for a, i := range m {
			level[a] = g.values[i] - f.rate*float64(i)*g.width
		}
		effect := median(level)
		for a, i := range m {
			f.effects[i] = effect
			f.residuals[i] = level[a] - effect
		}
	}
	f.noise = spreadOf(f.residuals)
	f.daily = newDaily(g, parts, f.residuals)
	f.errors(g, members, order, slopes, float64(n)/float64(n-groups))
	return f
}

// allPairs is how many values of a group have pairs with all others: of more, only every second, third and so on is taken.
const allPairs = 32

// eachPair calls do for pairs of the values of a group, the earlier one first.
func eachPair(members []int, do func(i, j int)) {
	stride := (len(members) + allPairs - 1) / allPairs
	for a, i := range members {
		for b := a + stride; b < len(members); b += stride {
			do(i, members[b])
		}
	}
}

type weighted struct{ value, weight float64 }

// weightedMedian is the value below which half of the weight lies.
func weightedMedian(list []weighted) float64 {
	slices.SortFunc(list, func(a, b weighted) int { return cmp.Compare(a.value, b.value) })
	total := 0.0
	for _, w := range list {
		total += w.weight
	}
	sum := 0.0
	for i, w := range list {
		sum += w.weight
		switch {
		case sum > total/2:
			return w.value
		case sum == total/2 && i+1 < len(list):
			return (w.value + list[i+1].value) / 2
		}
	}
	return 0
}

// spreadOf is a robust standard deviation about zero: 1.4826 times the median of what the values are apart from it.
func spreadOf(values []float64) float64 {
	var sizes []float64
	for _, v := range values {
		if !math.IsNaN(v) {
			sizes = append(sizes, math.Abs(v))
		}
	}
	return 1.4826 * median(sizes)
}

// drift is the error that other estimates share.
func (e estimate) drift() float64 { return max(math.Abs(e.begin), math.Abs(e.end)) }

// slope gives an estimate with its 95 % interval.
func (e estimate) slope() Slope {
	half := studentQuantile(e.degrees)*e.error + e.drift()
	return Slope{Rate: e.rate, Low: e.rate - half, High: e.rate + half, Interval: true}
}

// studentQuantile is the quantile of Student's distribution that 2.5 % exceed.
func studentQuantile(degrees float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: max(1, degrees)}.Quantile(0.975)
}

// chance is how likely a rate as far from zero, on its side, is when the true one is zero.
func (e estimate) chance() float64 {
	t := max(0, math.Abs(e.rate)-e.drift()) / max(e.error, smallest)
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: max(1, e.degrees)}.Survival(t)
}
