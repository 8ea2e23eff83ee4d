package trend

import "math"

// A free that was lost makes its memory look as if it stayed; an allocation that was lost hides memory that stays.

// loss is what may have been lost of an account: the shares of its events, and how much only seems to stay beside a byte
// that was given back, its free having been lost: the orphans.
type loss struct {
	known bool // something was lost

	share float64 // of the events, likely
	least float64 // may also be so low
	worst float64 // a claim must withstand that it is so high

	orphans, leastOrphans, worstOrphans float64 // bytes for each byte given back
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
	if in.Audited {
		return loss{known: in.LossKnown || amount(in.LostShare) > 0}
	}
	dead := a.born - a.surviving
	share := min(amount(in.LostShare), greatest)
	var l loss
	switch {
	case share > 0:
		frees := float64(a.births) * dead / max(1, a.born)
		chance := math.Sqrt(share * (1 - share) / (1 + frees/perBuffer))
		if clumps {
			chance *= 2
		}
		l = loss{known: true, share: share, least: share / margin, worst: min(margin*share+chance, greatest)}
	case in.LossKnown:
		l = loss{known: true, worst: unknown}
	}
	l.orphans, l.leastOrphans, l.worstOrphans = ratio(l.share), ratio(l.least), ratio(l.worst)
	if in.HasUnpaired && l.known && dead > 0 {
		l.bound(amount(in.Unpaired), dead, a.born/max(1, float64(a.births)))
	}
	return l
}

// ratio is how much only seems to stay beside each byte that was given back when a share of the frees was lost, whatever
// frees they are. It is also how much is freed whose allocation was lost.
func ratio(share float64) float64 { return share / (1 - share) }

// bound holds what the shares let expect against what the account shows. Seen backwards in time a free is an allocation, so
// as much is freed that was never seen taken as is left over by frees that were lost. When a whole stretch of events is
// lost, both of most short-lived blocks are, and that is much less than the share of the events.
func (l *loss) bound(unpaired, dead, block float64) {
	const (
		margin = 1.5 // between the two directions of time
		blocks = 4   // by chance in one of them only
	)
	l.orphans = min(l.orphans, unpaired/dead)
	l.leastOrphans = min(l.leastOrphans, unpaired/margin/dead)
	l.worstOrphans = min(l.worstOrphans, (margin*unpaired+blocks*block)/dead)
}

// widen takes the interval of a rate to the extremes that the loss allows, for an amount that was given back per second.
// Lost frees lower what stays in truth, lost allocations raise it.
func (l loss) widen(r line, dead float64) line {
	r.low -= dead * (l.worstOrphans - l.orphans)
	r.high += dead * (l.orphans - l.leastOrphans)
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
		v.rises[i] = (v.rises[i] - (b.born-b.surviving)*l.orphans) / (1 - l.share)
	}
}
