package trend

import (
	"cmp"
	"math"
	"slices"
)

// How sure a seasonal slope is.

// errors reckons the standard error. The slope is where the sum of the signs of what the pairs rise by, weighted by their times, is
// nought; how far from nought that sum may be by chance follows from the parts that each value has in it, and the slopes at which
// it is as far bound the interval, as in Sen's.
func (f *seasonFit) errors(g *grid, members map[group][]int, order []group, slopes []weighted, few float64) {
	scores := make([]float64, len(g.values))
	for i, r := range f.residuals {
		if math.IsNaN(r) {
			scores[i] = math.NaN()
		}
	}
	for _, k := range order {
		eachPair(members[k], func(i, j int) {
			part := float64(j-i) * g.width * float64(cmp.Compare(f.residuals[j], f.residuals[i]))
			scores[i] += part
			scores[j] += part
		})
	}
	length := float64(len(g.values))
	lags := min(max(2*aDay/g.width, length/6), length/3)
	f.degrees = max(2, 1.2*length/lags)
	t := studentQuantile(f.degrees)
	off := t * math.Sqrt(few*dependentSum(scores, int(lags)))
	low, high := around(slopes, off)
	f.error = max(f.rate-low, high-f.rate) / t
	f.error = max(f.error, f.wandering(g)*math.Sqrt(few))
	f.allowDays(few, g.span()/aDay)
	f.error = max(f.error, 1e-9*math.Abs(f.rate), smallest)
}

// around gives the slopes below and above which so much weight lies that the sum of signs is off by an amount. They are those at
// the ends, stretched, where there is not as much.
func around(slopes []weighted, off float64) (low, high float64) {
	total := 0.0
	for _, w := range slopes {
		total += w.weight
	}
	stretch := max(1, off/total)
	off = min(off, total*0.999)
	sum := 0.0
	low, high = slopes[0].value, slopes[len(slopes)-1].value
	found := false
	for _, w := range slopes {
		sum += w.weight
		if !found && sum >= (total-off)/2 {
			low, found = w.value, true
		}
		if sum >= (total+off)/2 {
			high = w.value
			break
		}
	}
	if stretch > 1 {
		middle := weightedMedian(slopes)
		low, high = middle-(middle-low)*stretch, middle+(high-middle)*stretch
	}
	return low, high
}

// dependentSum is the variance of a sum of values that depend on each other up to a number of lags, with the weights of Bartlett;
// never less than what it is without dependence.
func dependentSum(values []float64, lags int) float64 {
	product := func(lag int) (sum float64) {
		for i := lag; i < len(values); i++ {
			if p := values[i] * values[i-lag]; !math.IsNaN(p) {
				sum += p
			}
		}
		return sum
	}
	plain := product(0)
	v := plain
	for lag := 1; lag <= min(lags, len(values)-1); lag++ {
		v += 2 * (1 - float64(lag)/float64(lags+1)) * product(lag)
	}
	return max(v, plain)
}

// block is the time over which residuals are taken together where it is asked whether the level wanders or steps.
const block = 6 * anHour

// wandering is the standard error that the slope has if the level, freed of the profile, is a sum of chance steps: from one day to
// the next, or where there are few days from one block to the next.
func (f *seasonFit) wandering(g *grid) float64 {
	length := block
	if float64(len(g.values))*g.width >= 5*aDay {
		length = aDay
	}
	levels := f.blocks(g, length)
	var steps []float64
	for k := 1; k < len(levels); k++ {
		steps = append(steps, levels[k]-levels[k-1]) // NaN at gaps
	}
	n := 0
	for _, s := range steps {
		if !math.IsNaN(s) {
			n++
		}
	}
	if n < 3 {
		return 0
	}
	lags := max(1, n/3)
	sum, v := 0.0, 0.0
	for lag := 0; lag <= lags; lag++ {
		sum = 0
		for i := lag; i < len(steps); i++ {
			if p := steps[i] * steps[i-lag]; !math.IsNaN(p) {
				sum += p
			}
		}
		if lag == 0 {
			v = sum
		} else {
			v += 2 * (1 - float64(lag)/float64(lags+1)) * sum
		}
	}
	return math.Sqrt(max(0, v)) / (float64(n) * length) * max(leastWander, min(1, leastWander+correlation(levels)))
}

// leastWander is the part of the error of a wandering level that is allowed for where a level shows no sign of wandering.
const leastWander = 0.7

// correlation is that of values with the ones before them, with the correction of Kendall (Biometrika 41, 1954) for few
// of them. NaN stands for none.
func correlation(values []float64) float64 {
	var mean, n, squares, products float64
	for _, v := range values {
		if !math.IsNaN(v) {
			mean, n = mean+v, n+1
		}
	}
	mean /= n
	for i, v := range values {
		if math.IsNaN(v) {
			continue
		}
		squares += (v - mean) * (v - mean)
		if i > 0 && !math.IsNaN(values[i-1]) {
			products += (v - mean) * (values[i-1] - mean)
		}
	}
	if n < 3 || squares == 0 {
		return 0
	}
	r := products / squares
	return r + (1+3*r)/n
}

// blocks gives the medians of the residuals by blocks of a length, NaN for those without.
func (f *seasonFit) blocks(g *grid, length float64) []float64 {
	per := int(max(1, math.Round(length/g.width)))
	var levels []float64
	for i := 0; i < len(f.residuals); i += per {
		part := slices.DeleteFunc(slices.Clone(f.residuals[i:min(len(f.residuals), i+per)]), math.IsNaN)
		level := math.NaN()
		if len(part)*3 >= per {
			level = median(part)
		}
		levels = append(levels, level)
	}
	return levels
}
