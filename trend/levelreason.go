package trend

import "fmt"

func fewSamplesReason(samples int, length float64) string {
	return fmt.Sprintf("Only %d values in %s were seen, too little to judge.", samples, inSeconds(length))
}

func (e *levelEvidence) steadyReason() string {
	return fmt.Sprintf("It moved by only %s in %s.", inBytes(e.high-e.low), inSeconds(e.a.length()))
}

func (e *levelEvidence) fallReason() string {
	return fmt.Sprintf("The least it comes down to falls by %s, by %s in %s.", inRate(-e.whole.slope),
		inBytes(-e.whole.rise), inSeconds(e.a.length()))
}

func (e *levelEvidence) churnReason() string {
	return fmt.Sprintf("It moves by %s, and the least it comes down to does not rise for certain (%s to %s).",
		inBytes(e.high-e.low), inRate(e.whole.low), inRate(e.whole.high))
}

func (e *levelEvidence) leakReason() string {
	return fmt.Sprintf("The least it comes down to rises by %s (%s to %s), nearly all the time and without slowing down, by %s in %s.",
		inRate(e.whole.slope), inRate(e.whole.low), inRate(e.whole.high), inBytes(e.whole.rise), inSeconds(e.a.length()))
}

func (e *levelEvidence) growthReason() string {
	return fmt.Sprintf("The least it comes down to rises by %s (%s to %s), but what is kept and what is given back late cannot be told apart here.",
		inRate(e.whole.slope), inRate(e.whole.low), inRate(e.whole.high))
}
