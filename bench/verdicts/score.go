package main

import (
	"math"
	"slices"

	"etledger/trend"
)

// score is how well a judge did.
type score struct {
	right, missed, wrong, clear int // leaks called, leaks not called, others called, others not called
	errors                      []float64
	covered                     int
}

func (s *score) add(truth, called bool) {
	switch {
	case truth && called:
		s.right++
	case truth:
		s.missed++
	case called:
		s.wrong++
	default:
		s.clear++
	}
}

func (s *score) precision() float64 { return ratio(s.right, s.right+s.wrong) }
func (s *score) recall() float64    { return ratio(s.right, s.right+s.missed) }
func (s *score) coverage() float64  { return ratio(s.covered, len(s.errors)) }

func (s *score) medianError() float64 { return quantile(s.errors, 0.5) }

// ratio is a share of whole numbers, not a number when there are none.
func ratio(part, whole int) float64 {
	if whole == 0 {
		return math.NaN()
	}
	return float64(part) / float64(whole)
}

func quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}

// scoreOurs scores package trend on outcomes.
func scoreOurs(outcomes []outcome) score {
	var s score
	for _, o := range outcomes {
		isLeak := o.result.Verdict == trend.Leak
		s.add(o.leak, isLeak)
		if o.leak && isLeak {
			s.errors = append(s.errors, math.Abs(o.result.Slope-o.rate)/o.rate)
			if o.result.SlopeLow <= o.rate && o.rate <= o.result.SlopeHigh {
				s.covered++
			}
		}
	}
	return s
}

// scoreBaseline scores one of the baselines on outcomes.
func scoreBaseline(outcomes []outcome, which int) score {
	var s score
	for _, o := range outcomes {
		b := o.baselines[which]
		s.add(o.leak, b.leak)
		if o.leak && b.leak {
			s.errors = append(s.errors, math.Abs(b.slope-o.rate)/o.rate)
		}
	}
	return s
}

// ofKind picks the outcomes of one kind.
func ofKind(outcomes []outcome, name string) []outcome {
	var list []outcome
	for _, o := range outcomes {
		if o.kind == name {
			list = append(list, o)
		}
	}
	return list
}
