// Package rounds times pieces of work against one another on machines that are not quiet: all of them take turns, so that
// what disturbs one disturbs the others too, and what is told is the median of the ratios of each turn.
package rounds

import (
	"context"
	"runtime"
	"slices"
	"time"
)

// Work is one pass over something.
type Work func() error

// Plan says how long to measure.
type Plan struct {
	Least  int           // rounds at least; 1 if less
	Most   int           // rounds at most; Least if less
	Budget time.Duration // no further round begins after so long
	Sample time.Duration // a work is repeated within its turn, as often as its first pass fits into so much time
	// Even lengthens the turns of the shorter works to that of the longest, but to no more than so much time: a long turn
	// shares the processor with whatever else runs on the machine, and a short one often escapes that.
	Even time.Duration
}

// Times holds the seconds of one pass of each work, by work and round.
type Times [][]float64

// Interleave lets every work make a pass for warming up, and then measures them in turn, round by round, in one order and
// the other way round by turns. Before each turn the heap is collected, and a work whose pass is shorter than the sample
// makes some that are not measured: so that no work pays for what another one left in memory and in the caches.
func Interleave(ctx context.Context, plan Plan, works ...Work) (Times, error) {
	times := make(Times, len(works))
	if len(works) == 0 {
		return times, nil
	}
	first := make([]float64, len(works))
	for i, w := range works {
		var err error
		if first[i], err = timed(w, 1); err != nil {
			return nil, err
		}
	}
	sample := max(plan.Sample.Seconds(), min(plan.Even.Seconds(), slices.Max(first)))
	start := time.Now()
	for round := 1; ; round++ {
		for turn := range works {
			i := turn
			if round%2 == 0 {
				i = len(works) - 1 - turn
			}
			seconds, err := turnOf(ctx, works[i], passesIn(plan.Sample.Seconds(), first[i])-1, passesIn(sample, first[i]))
			if err != nil {
				return nil, err
			}
			times[i] = append(times[i], seconds)
		}
		if round >= plan.Least && (time.Since(start) >= plan.Budget || round >= max(plan.Least, plan.Most)) {
			return times, nil
		}
	}
}

// passesIn is how many passes are made in so much time.
func passesIn(seconds, pass float64) int { return 1 + int(min(seconds/max(pass, 1e-9), 1e6)) }

// turnOf measures so many passes of a work, after some that are not measured.
func turnOf(ctx context.Context, w Work, before, passes int) (secondsPerPass float64, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	runtime.GC()
	if _, err := timed(w, before); err != nil {
		return 0, err
	}
	return timed(w, passes)
}

func timed(w Work, passes int) (secondsPerPass float64, err error) {
	start := time.Now()
	for range passes {
		if err := w(); err != nil {
			return 0, err
		}
	}
	return time.Since(start).Seconds() / float64(passes), nil
}

// Median gives the middle of the values, the mean of the two in the middle if their number is even; 0 if there are none.
func Median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// Ratio gives the median over the rounds of the first list divided by the second.
func Ratio(over, under []float64) float64 {
	ratios := make([]float64, min(len(over), len(under)))
	for i := range ratios {
		ratios[i] = over[i] / under[i]
	}
	return Median(ratios)
}
