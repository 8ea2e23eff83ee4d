package trend

import "math"

// Steps are told from a slope by which of the two leaves less of a level unexplained, once the profile of the day is off.

const (
	mostLevelSteps = 3   // that are looked for in an episode
	betterStep     = 0.7 // part of the squares that a slope leaves: more is no step
	clearStep      = 3   // standard deviations of the blocks between steps: less is no step
	sideBlocks     = 4   // blocks of six hours on each side of a step: a day
)

// findSteps looks for steps in what is left of a level without its profile. It gives which part, between steps, each value is of;
// nil where a slope explains the level as well.
func findSteps(g *grid, f *seasonFit, least float64) (parts []int, steps []LevelStep) {
	levels := f.blocks(g, block)
	per := int(max(1, math.Round(block/g.width)))
	// Blocks with the slope put back, on a line of time.
	var at, y []float64
	for k, v := range levels {
		if !math.IsNaN(v) {
			at = append(at, float64(k))
			y = append(y, v+f.rate*float64(k*per)*g.width)
		}
	}
	if len(y) < 3*sideBlocks {
		return nil, nil
	}
	line := lineSquares(at, y)
	cuts := []int{0, len(y)}
	for range mostLevelSteps {
		best, gain := 0, 0.0
		for c := 0; c+1 < len(cuts); c++ {
			from, to := cuts[c], cuts[c+1]
			whole := meanSquares(y[from:to])
			for k := from + sideBlocks; k <= to-sideBlocks; k++ {
				if d := whole - meanSquares(y[from:k]) - meanSquares(y[k:to]); d > gain {
					best, gain = k, d
				}
			}
		}
		if best == 0 {
			break
		}
		cuts = insertSorted(cuts, best)
		if left := squaresOf(y, cuts); left < betterStep*line {
			// A slope in the parts would make ever more steps worth while: the steps must do better than a slope beside them.
			if parts, steps := stepsAt(g, f, at, y, cuts, per, least); parts != nil {
				return parts, steps
			}
		}
	}
	return nil, nil
}

// stepsAt makes steps of cuts. Each has to happen at once: between the day before it and the day after it the level does in six
// hours most of what it does.
func stepsAt(g *grid, f *seasonFit, at, y []float64, cuts []int, per int, least float64) (parts []int, steps []LevelStep) {
	noise := math.Sqrt(squaresOf(y, cuts) / float64(len(y)))
	for _, c := range cuts[1 : len(cuts)-1] {
		before, after := y[max(0, c-sideBlocks):c], y[c:min(len(y), c+sideBlocks)]
		jump := median(after) - median(before)
		near := math.Abs(median(y[c:min(len(y), c+2)]) - median(y[max(0, c-2):c]))
		if math.Abs(jump) < max(least, clearStep*noise) || near < 0.7*math.Abs(jump) {
			return nil, nil
		}
		steps = append(steps, LevelStep{Time: g.time(min(len(g.values)-1, int(at[c])*per)), Bytes: jump})
	}
	parts = make([]int, len(g.values))
	for i := range parts {
		for _, c := range cuts[1 : len(cuts)-1] {
			if i >= int(at[c])*per {
				parts[i]++
			}
		}
	}
	return parts, steps
}

func insertSorted(cuts []int, k int) []int {
	list := append([]int{}, cuts...)
	i := 0
	for i < len(list) && list[i] < k {
		i++
	}
	return append(list[:i], append([]int{k}, list[i:]...)...)
}

func squaresOf(y []float64, cuts []int) (total float64) {
	for c := 0; c+1 < len(cuts); c++ {
		total += meanSquares(y[cuts[c]:cuts[c+1]])
	}
	return total
}

// meanSquares is the sum of the squares of the deviations from the mean.
func meanSquares(y []float64) (total float64) {
	mean := sum(y) / float64(max(1, len(y)))
	for _, v := range y {
		total += (v - mean) * (v - mean)
	}
	return total
}

// lineSquares is the sum of the squares of the deviations from a line.
func lineSquares(x, y []float64) float64 {
	n := float64(len(x))
	mx, my := sum(x)/n, sum(y)/n
	var xx, xy, yy float64
	for i := range x {
		xx += (x[i] - mx) * (x[i] - mx)
		xy += (x[i] - mx) * (y[i] - my)
		yy += (y[i] - my) * (y[i] - my)
	}
	if xx == 0 {
		return yy
	}
	return yy - xy*xy/xx
}
