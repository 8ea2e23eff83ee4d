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

// perBuffer is how many events of one account a buffer holds: frees, when many come at once.
const perBuffer = 200

// newLoss gives what may have been lost of an account. Events are lost by the buffer, so few frees may by chance be lost
// all together: the share of a small number of buffers deviates from that of all. own is the level of what was born inside
// the window.
func newLoss(in Input, a *account, own []Sample) loss {
	const (
		unknown  = 0.2 // to withstand when only the fact is known
		margin   = 1.5 // an estimated share may be wrong by this factor
		greatest = 0.9 // a greater share leaves nothing to reckon with
		certain  = 2   // standard deviations of the share that one account loses
	)
	if in.Audited {
		return loss{known: in.LossKnown || amount(in.LostShare) > 0}
	}
	share := min(amount(in.LostShare), greatest)
	l := loss{known: true, share: share, least: share / margin, worst: margin * share}
	if share == 0 {
		if !in.LossKnown {
			return loss{}
		}
		l.worst = unknown
	}
	dead := a.born - a.surviving
	frees := float64(a.births) * dead / max(1, a.born)
	l.worst = min(greatest, l.worst+certain*math.Sqrt(l.worst/margin/(1+frees/perBuffer)))
	l.orphans, l.leastOrphans, l.worstOrphans = ratio(l.share), ratio(l.least), ratio(l.worst)
	if in.HasUnpaired && dead > 0 {
		l.bound(amount(in.Unpaired), dead, a.born/max(1, float64(a.births)), a.swing(own))
	}
	return l
}

// ratio is how much only seems to stay beside each byte that was given back when a share of the frees was lost, whatever
// frees they are. It is also how much is freed whose allocation was lost.
func ratio(share float64) float64 { return share / (1 - share) }

// bound holds what the shares let expect against what the account shows. Seen backwards in time a free is an allocation, so
// as much is freed that was never seen taken as is left over by frees that were lost. When a whole stretch of events is
// lost, both of most short-lived blocks are, and that is much less than the share of the events. But where much is taken at
// one time and given back at another, chance decides which of the two a lost buffer held; swing tells how much that may be.
func (l *loss) bound(unpaired, dead, block, swing float64) {
	const (
		margin  = 1.5 // between the two directions of time
		blocks  = 4   // by chance in one of them only
		certain = 2   // standard deviations of what is lost of the swings
	)
	chance := certain*swing*math.Sqrt(l.worst) + blocks*block
	l.orphans = min(l.orphans, unpaired/dead)
	l.leastOrphans = min(l.leastOrphans, unpaired/margin/dead)
	l.worstOrphans = min(l.worstOrphans, (margin*unpaired+chance)/dead)
}

// swing is the root of the sum of squares of what a level changes by in stretches of about as many births and deaths as a
// buffer holds: losing each stretch with a small chance changes the level at the end by so much times the root of the
// chance.
func (a *account) swing(level []Sample) float64 {
	if len(level) == 0 {
		return 0
	}
	squares, before := 0.0, level[0].Low
	births, next := 0, 0
	for i, s := range level {
		for ; next < len(a.bins) && a.bins[next].to <= s.Time+sameTime*a.length(); next++ {
			births += a.bins[next].count
		}
		if births < perBuffer/2 && i < len(level)-1 {
			continue
		}
		squares += (s.End - before) * (s.End - before)
		before, births = s.End, 0
	}
	return math.Sqrt(squares)
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
	if l.share == 0 || l.share > mostLost { // what is left is too little to reckon from
		return
	}
	for i := range v.rises {
		b := a.bins[i]
		v.rises[i] = (v.rises[i] - (b.born-b.surviving)*l.orphans) / (1 - l.share)
	}
}
