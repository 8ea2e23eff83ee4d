package trend

import (
	"math"
	"testing"
)

func closeTo(t *testing.T, what string, got, want, relative float64) {
	t.Helper()
	if math.Abs(got-want) > relative*math.Abs(want)+1e-300 {
		t.Errorf("%s: %g, want %g", what, got, want)
	}
}

// TestTails compares tails with sums of the probabilities, which are few here.
func TestTails(t *testing.T) {
	for _, n := range []int{1, 3, 17, 60} {
		for _, p := range []float64{0.01, 0.3} {
			var sum float64
			for k := n; k >= 0; k-- {
				way := 1.0
				for i := range k {
					way *= float64(n-i) / float64(k-i)
				}
				sum += way * math.Pow(p, float64(k)) * math.Pow(1-p, float64(n-k))
				closeTo(t, "binomial tail", BinomialTail(k, n, p), sum, 1e-9)
			}
		}
	}
	for _, mean := range []float64{0.001, 0.7, 12} {
		var terms []float64
		term := math.Exp(-mean)
		for k := range 120 {
			terms = append(terms, term)
			term *= mean / float64(k+1)
		}
		var sum float64
		for k := len(terms) - 1; k >= 0; k-- {
			if sum += terms[k]; k < 40 {
				closeTo(t, "Poisson tail", PoissonTail(k, mean), sum, 1e-9)
			}
		}
	}
	if BinomialTail(0, 5, 0.1) != 1 || BinomialTail(6, 5, 0.1) != 0 || BinomialTail(1, 5, 0) != 0 || PoissonTail(1, 0) != 0 {
		t.Error("tails at the ends")
	}
}

// TestCountTailIsABound compares with the exact distribution of the number of successes of trials with unequal chances.
func TestCountTailIsABound(t *testing.T) {
	for _, chances := range [][]float64{
		{0.01}, {0.01, 0.02}, {0.5, 0.001, 0.2}, {0.01, 0.01, 0.01, 0.01, 0.3}, {0.9, 0.8, 0.05, 0.05, 0.05, 0.6, 0.1},
	} {
		exact := []float64{1}
		var sum float64
		for _, p := range chances {
			sum += p
			next := make([]float64, len(exact)+1)
			for k, c := range exact {
				next[k] += c * (1 - p)
				next[k+1] += c * p
			}
			exact = next
		}
		var tail float64
		for k := len(exact) - 1; k >= 0; k-- {
			tail += exact[k]
			if bound := CountTail(k, sum); bound < tail*(1-1e-12) {
				t.Errorf("%v: the bound of %d or more is %g, the chance %g", chances, k, bound, tail)
			}
		}
	}
}

// TestWilson takes the intervals from Newcombe, Statistics in Medicine 17, 1998, table I, method 3.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		k, n      int
		low, high float64
	}{{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}} {
		s := Wilson(c.k, c.n)
		if !s.Interval || math.Abs(s.Low-c.low) > 5e-5 || math.Abs(s.High-c.high) > 5e-5 || s.Rate != float64(c.k)/float64(c.n) {
			t.Errorf("%d of %d: %+v, want %g to %g", c.k, c.n, s, c.low, c.high)
		}
	}
	if s := Wilson(7, 7); s.High != 1 || Wilson(0, 0).Interval {
		t.Error("Wilson at the ends")
	}
}

// TestFisher has Fisher's tea: 3 of 4 cups right has a chance of 17/70, all four of 1/70.
func TestFisher(t *testing.T) {
	closeTo(t, "three cups", FisherChance(3, 4, 4, 4), 17.0/70, 1e-12)
	closeTo(t, "four cups", FisherChance(4, 4, 4, 4), 1.0/70, 1e-12)
	closeTo(t, "none", FisherChance(0, 4, 4, 4), 1, 0)
	// Ten of a hundred against none of a hundred: product of (100-i)/(200-i).
	want := 1.0
	for i := range 10 {
		want *= float64(100-i) / float64(200-i)
	}
	closeTo(t, "ten of a hundred", FisherChance(10, 100, 10, 100), want, 1e-10)
	if FisherChance(1, -1, 1, 1) != 1 || FisherChance(3, 1, 9, 1) != 1 {
		t.Error("impossible tables")
	}
}
