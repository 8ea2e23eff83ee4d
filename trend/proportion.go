package trend

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// BinomialTail is the chance of k successes or more in n independent trials that succeed with chance p each, as the
// regularized incomplete beta function gives it, exact to the precision of float64 even where it is tiny.
func BinomialTail(k, n int, p float64) float64 {
	switch {
	case k <= 0 || p >= 1:
		return 1
	case k > n || !(p > 0):
		return 0
	}
	return mathext.RegIncBeta(float64(k), float64(n-k+1), p)
}

// PoissonTail is the chance of k events or more where mean are expected, exact to the precision of float64.
func PoissonTail(k int, mean float64) float64 {
	switch {
	case k <= 0:
		return 1
	case !(mean > 0):
		return 0
	}
	return mathext.GammaIncReg(float64(k), mean)
}

// CountTail bounds the chance that k or more of many independent trials succeed, of whose chances only the sum is given. It
// is the tail of the Poisson distribution where k is greater than the sum by one or more: there the tail is greatest when all
// chances are alike (Hoeffding, Annals of Mathematical Statistics 27, 1956), and that of the binomial distribution is below that of
// Poisson's (Anderson and Samuels, Proc. 5th Berkeley Symposium, 1967). Nearer to the sum it is Markov's bound, sum / k.
func CountTail(k int, sum float64) float64 {
	switch {
	case k <= 0:
		return 1
	case float64(k) >= sum+1:
		return PoissonTail(k, sum)
	}
	return min(1, sum/float64(k))
}

// Wilson is the share of k in n, with Wilson's 95 % interval (JASA 22, 1927), which stays between 0 and 1 and is of use for
// few trials as well. It has no interval when n is 0.
func Wilson(k, n int) Slope {
	if n <= 0 {
		return Slope{}
	}
	const z2 = normal95 * normal95
	total, share := float64(n), float64(k)/float64(n)
	middle := (share + z2/(2*total)) / (1 + z2/total)
	half := normal95 / (1 + z2/total) * math.Sqrt(share*(1-share)/total+z2/(4*total*total))
	s := Slope{Rate: share, Low: max(0, middle-half), High: min(1, middle+half), Interval: true}
	// Rounding must not move an end off the share that it is exactly.
	if k == 0 {
		s.Low = 0
	}
	if k == n {
		s.High = 1
	}
	return s
}

// FisherChance is the one-sided chance of Fisher's exact test: how likely k or more of the successes fall among the first n
// trials, when successes of all trials are dealt out at random over n trials and m others.
func FisherChance(k, n, successes, m int) float64 {
	if n < 0 || m < 0 || successes < 0 || successes > n+m {
		return 1
	}
	least, most := max(0, successes-m), min(n, successes)
	if k <= least {
		return 1
	}
	all := logChoose(n+m, successes)
	var chance float64
	for i := most; i >= k; i-- {
		chance += math.Exp(logChoose(n, i) + logChoose(m, successes-i) - all)
	}
	return min(1, chance)
}

// logChoose is the logarithm of the number of ways to choose k of n.
func logChoose(n, k int) float64 {
	log := func(x int) float64 {
		v, _ := math.Lgamma(float64(x + 1))
		return v
	}
	return log(n) - log(k) - log(n-k)
}
