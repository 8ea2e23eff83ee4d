package growth

import (
	"fmt"
	"math"
	"slices"

	"etledger/internal/textform"
	"etledger/ledger/memoryseries"
	"etledger/trend"

	"gonum.org/v1/gonum/stat/distuv"
)

// Lifetimes of hours tell nothing by themselves: the load of the day is in each. Where they begin at all hours of the day, it raises some
// and lowers others, and what rises in all of them is growth, which restarts hide.

const (
	leastLives   = 12      // lifetimes of hours that are judged by their signs
	leastLife    = 3600.0  // seconds that one lasts at least
	mostLife     = 86400.0 // and at most: longer ones are judged by the hours of the day
	goesOn       = 0.5     // of the rise of the former half: less in the later one is a warm-up
	evenlySpread = 0.4     // resultant of the hours at which lifetimes begin, 1 if all begin at one hour
	signChance   = 1e-3
)

// judgeRestarts tells whether the level rises in each lifetime, and goes on to in its later half.
func (p *program) judgeRestarts() {
	j := &p.levels[memoryseries.Commit]
	if p.total != nil || j.Verdict != trend.Inconclusive && j.Verdict != trend.Steady || j.Basis != trend.Plain || len(p.lifetimes) < leastLives {
		return
	}
	var rates, early, late []float64
	var x, y, longest float64
	up := 0
	for _, l := range p.lifetimes {
		points := pointsOf(&l.Series, p.host, func(bin int) (float64, bool) { return meanOf(l.Series.Cell(bin, int(memoryseries.Commit))) })
		if len(points) < 8 {
			continue
		}
		points = points[len(points)/8:] // what it takes at first
		n := len(points)
		span := points[n-1].Time - points[0].Time
		if span < leastLife || span > mostLife {
			continue
		}
		first, middle, last := levelAround(points, 0), levelAround(points, n/2), levelAround(points, n-1)
		early, late = append(early, middle-first), append(late, last-middle)
		rates = append(rates, (last-middle)/(points[n-1].Time-points[n/2].Time))
		if last > middle {
			up++
		}
		longest = max(longest, span)
		angle := points[0].Time / aDay * 2 * math.Pi
		x, y = x+math.Cos(angle), y+math.Sin(angle)
	}
	n := len(rates)
	if n < leastLives || math.Hypot(x, y)/float64(n) > evenlySpread {
		return
	}
	chance := distuv.Binomial{N: float64(n), P: 0.5}.Survival(float64(up) - 1)
	before, after := middleOf(early), middleOf(late)
	if chance > signChance || after < goesOn*before || before+after < max(1<<20, j.Level/200) {
		return
	}
	low, high := signInterval(rates)
	if low <= 0 {
		return
	}
	p.restarts = true
	j.Verdict, j.Basis, j.Chance, j.Adjusted, j.Tested = trend.Growth, trend.Plain, chance, chance, true
	j.Slope = trend.Slope{Rate: middleOf(rates), Low: low, High: high, Interval: true}
	j.Episodes, j.Rising, j.Longest = n, up, longest
	j.Rise = j.Slope.Rate * longest
	j.Confidence = min(0.6, 0.2+0.01*float64(n))
	j.Reason = fmt.Sprintf("It rises in the later half of %d of %s, which begin at all hours, by %s an hour (%s); restarts take it back.", up,
		textform.Plural(n, "lifetime"), textform.Size(j.Slope.Rate*3600), textform.SizeRange(low*3600, high*3600))
}

// doubtYoung takes back what is said of an instance beside others from a few hours alone, which the load of the day may explain. A program
// of which there is one is told from hours, with little confidence; of many instances some rise for hours.
func (p *program) doubtYoung() {
	j := &p.levels[memoryseries.Commit]
	if p.siblings == 0 || p.restarts || j.Verdict != trend.Growth || j.Basis != trend.Plain || j.Longest >= fewDays {
		return
	}
	j.Verdict, j.Confidence = trend.Inconclusive, 0
	j.Reason = fmt.Sprintf("It rises by %s an hour over %s. Of %s of the image some do so for hours, with the load of the day: two days or more tell.",
		textform.Size(j.Slope.Rate*3600), textform.Span(j.Longest), textform.Plural(p.siblings+1, "instance"))
}

// levelAround is the median of the points about one: a sixteenth of them, three at least.
func levelAround(points []trend.LevelPoint, at int) float64 {
	half := max(1, len(points)/32)
	at = min(max(at, half), len(points)-1-half)
	var values []float64
	for _, q := range points[at-half : at+half+1] {
		values = append(values, q.Value)
	}
	return middleOf(values)
}

func middleOf(values []float64) float64 {
	v := slices.Sorted(slices.Values(values))
	n := len(v)
	if n%2 == 1 {
		return v[n/2]
	}
	return (v[n/2-1] + v[n/2]) / 2
}

// signInterval is the 95 % interval of a median by the sign test, wherever values lie.
func signInterval(values []float64) (low, high float64) {
	v := slices.Sorted(slices.Values(values))
	b := distuv.Binomial{N: float64(len(v)), P: 0.5}
	k := 0
	for k+1 < len(v)/2 && b.CDF(float64(k)) <= 0.025 {
		k++
	}
	k = max(0, k-1)
	return v[k], v[len(v)-1-k]
}
