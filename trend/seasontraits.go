package trend

import (
	"cmp"
	"math"
	"slices"
)

// What else a seasonal level does: by the hours of the day, by chance, at the beginning of episodes and from one to the next.

// The least times of an episode.
const (
	leastSeason = 2 * aDay      // to tell the same hours of different days, without the warm-up
	leastReturn = 20.5 * anHour // to tell by the return to the same hour
	leastPlain  = anHour
	leastValues = 6
)

// jitter gives how much the level moves by chance from one value to the next: second differences know neither slope nor hour.
func (e *seasonEvidence) jitter() {
	var moves []float64
	for _, p := range e.episodes {
		moves = append(moves, p.secondDifferences()...)
	}
	e.j.Jitter = 1.4826 * medianOf(moves) / math.Sqrt(6)
}

func (g *grid) secondDifferences() (sizes []float64) {
	for i := 2; i < len(g.values); i++ {
		sizes = append(sizes, math.Abs(g.values[i]-2*g.values[i-1]+g.values[i-2]))
	}
	return sizes
}

// warmUps gives what episodes take at first.
func (e *seasonEvidence) warmUps() {
	var bytes, seconds []float64
	for _, p := range e.episodes {
		if p.warm == 0 || p.warm >= len(p.values) {
			continue
		}
		rest := p.rest()
		if after, before := rest.known(), p.values[0]; len(after) > 0 && !math.IsNaN(before) {
			bytes = append(bytes, after[0]-before)
			seconds = append(seconds, float64(p.warm)*p.width)
		}
	}
	e.j.WarmUp, e.j.WarmUpSeconds = median(bytes), median(seconds)
}

// returned tells what of the rise of an episode the next one begins without.
func (e *seasonEvidence) returned() {
	var shares []float64
	for i := 1; i < len(e.episodes); i++ {
		before, after := e.episodes[i-1].rest(), e.episodes[i].rest()
		a, b := before.known(), after.known()
		if len(a) < leastValues || len(b) < leastValues || !e.episodes[i].begun || after.first < before.first+len(before.values)-1 {
			continue
		}
		start, end, next := median(a[:leastValues/2]), median(a[len(a)-leastValues/2:]), median(b[:leastValues/2])
		if rise := end - start; rise >= e.least {
			shares = append(shares, max(0, min(1, (end-next)/rise)))
		}
	}
	if len(shares) > 0 {
		e.j.Returned, e.j.HasReturned = median(shares), true
	}
}

// profile gives how much the level swings with the hours, of the longest episode that tells.
func (e *seasonEvidence) profile() {
	var best *seasonEpisode
	for _, p := range e.episodes {
		if p.basis == SameHours && (best == nil || len(p.values) > len(best.values)) {
			best = p
		}
	}
	if best == nil {
		if len(e.episodes) > 0 {
			longest := slices.MaxFunc(e.episodes, func(a, b *seasonEpisode) int { return cmp.Compare(len(a.values), len(b.values)) })
			e.j.Noise = longest.fit.noise
		}
		return
	}
	f := &best.fit
	var effects []float64
	var explained, left float64
	for i, v := range f.effects {
		if !math.IsNaN(v) {
			effects = append(effects, v)
			left += f.residuals[i] * f.residuals[i]
		}
	}
	mean := sum(effects) / float64(len(effects))
	for _, v := range effects {
		explained += (v - mean) * (v - mean)
	}
	slices.Sort(effects)
	n := len(effects)
	e.j.Swing = effects[n-1-n/20] - effects[n/20]
	e.j.Noise = f.noise
	if explained+left > 0 {
		e.j.SwingShare = explained / (explained + left)
	}
}
