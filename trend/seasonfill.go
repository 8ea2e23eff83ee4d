package trend

import "math"

// What fills up and comes to rest is told from a slope as steps are: by which of the two leaves less of a level unexplained.

// filling is a rise that came to rest.
type filling struct{ bytes, seconds float64 }

const (
	betterFilling = 0.5 // part of the squares that a slope leaves: more is no filling
	fillTimes     = 4   // times its constant after which what fills exponentially is full, but for a fiftieth
)

// findFilling looks for a rise to a level, with an exponential of which four constants end in the first half of the time.
func findFilling(g *grid, f *seasonFit, least float64) (best filling, ok bool) {
	levels := f.blocks(g, block)
	per := int(max(1, math.Round(block/g.width)))
	var at, y []float64
	for k, v := range levels {
		working := g.group(min(len(g.values)-1, k*per+per/2), 0).kind == 0 // what is filled by use rests on the weekend
		if !math.IsNaN(v) && working {
			at = append(at, (float64(k)+0.5)*block)
			y = append(y, v+f.rate*(float64(k)+0.5)*float64(per)*g.width)
		}
	}
	if len(y) < 3*sideBlocks {
		return best, false
	}
	left := betterFilling * lineSquares(at, y)
	for constant := block; fillTimes*constant <= g.span()/2; constant *= 1.25 {
		x := make([]float64, len(at))
		for i := range at {
			x[i] = 1 - math.Exp(-at[i]/constant)
		}
		squares, rise := lineSquares(x, y), lineRise(x, y)
		noise := math.Sqrt(squares / float64(len(y)))
		if squares < left && rise >= max(least, clearStep*noise) {
			left, best, ok = squares, filling{rise, fillTimes * constant}, true
		}
	}
	return best, ok
}

// lineRise is the slope of a line by least squares.
func lineRise(x, y []float64) float64 {
	n := float64(len(x))
	mx, my := sum(x)/n, sum(y)/n
	var xx, xy float64
	for i := range x {
		xx += (x[i] - mx) * (x[i] - mx)
		xy += (x[i] - mx) * (y[i] - my)
	}
	if xx == 0 {
		return 0
	}
	return xy / xx
}
