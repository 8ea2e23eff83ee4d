package trend

import "slices"

// Rates gives the rates, in bytes per second, at which parts of an account keep memory: its call sites, say. Each part
// is what Input.Cohorts is, for some of the same memory; of each cohort only its times and Surviving are looked at. All parts
// are judged over the time and beyond the age that Judge takes for the whole, so their rates compare with each other and
// come to about the whole's Slope when the parts make up the whole and little is expected to die; what came at once is
// left out of each. A part of which nothing stays has the rate 0, as has every part of an account without cohorts.
func Rates(in Input, parts [][]Cohort) []float64 {
	rates := make([]float64, len(parts))
	a := clean(in)
	if a.length() < leastWindow || len(a.bins) == 0 {
		return rates
	}
	e := newEvidence(in, a)
	for i, part := range parts {
		v := survivors{from: e.kept.from, to: e.kept.to, times: e.kept.times, rises: e.risesOf(part)}
		v.takeSteps()
		rates[i] = v.fit(e.shape.from).slope
	}
	return rates
}

// risesOf is what stays of a part, in the bins of the survivors.
func (e *evidence) risesOf(part []Cohort) []float64 {
	rises := make([]float64, len(e.kept.times))
	for _, c := range part {
		middle := (c.From + c.To) / 2
		i, _ := slices.BinarySearch(e.kept.times, middle)
		if i < len(rises) && finite(middle) && middle > e.kept.from {
			rises[i] += amount(c.Surviving)
		}
	}
	return rises
}
