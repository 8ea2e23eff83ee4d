package trend

import "math"

// A free that was lost makes its memory look as if it stayed; an allocation that was lost hides memory that stays.

// loss is what may have been lost: shares of the events.
type loss struct {
	known bool    // something was lost
	share float64 // likely
	least float64 // may also be so low
	worst float64 // a claim must withstand that it is so high
}

// newLoss gives what may have been lost of an account. Events are lost by the buffer, so few frees may by chance be lost
// all together: the share of a small number of buffers deviates from that of all, the more so when they come in clumps.
func newLoss(in Input, a *account, clumps bool) loss {
	const (
		unknown   = 0.2 // to withstand when only the fact is known
		margin    = 1.5 // an estimated share may be wrong by this factor
		greatest  = 0.9 // a greater share leaves nothing to reckon with
		perBuffer = 200 // frees of one account in one buffer
	)
	share := min(amount(in.LostShare), greatest)
	switch {
	case share > 0:
		frees := float64(a.births) * (a.born - a.surviving) / max(1, a.born)
		chance := math.Sqrt(share * (1 - share) / (1 + frees/perBuffer))
		if clumps {
			chance *= 2
		}
		return loss{true, share, share / margin, min(margin*share+chance, greatest)}
	case in.LossKnown:
		return loss{known: true, worst: unknown}
	}
	return loss{}
}

// orphans is how much only seems to stay beside an amount that was given back, when a share of the frees was lost. It
// is also how much is freed whose allocation was lost.
func orphans(dead, share float64) float64 { return dead * share / (1 - share) }

// widen takes the interval of a rate to the extremes that the loss allows, for an amount that was given back per second.
// Lost frees lower what stays in truth, lost allocations raise it.
func (l loss) widen(r line, dead float64) line {
	r.low -= orphans(dead, l.worst) - orphans(dead, l.share)
	r.high += orphans(dead, l.share) - orphans(dead, l.least)
	if r.low > 0 {
		r.low *= (1 - l.share) / (1 - l.least)
	}
	if r.high > 0 {
		r.high *= (1 - l.share) / (1 - l.worst)
	}
	return r
}

// amend takes from the survivors what probably only seems to stay, and adds those that were probably not seen.
func (l loss) amend(a *account, v *survivors) {
	if l.share == 0 {
		return
	}
	for i := range v.rises {
		b := a.bins[i]
		v.rises[i] = (v.rises[i] - orphans(b.born-b.surviving, l.share)) / (1 - l.share)
	}
}
