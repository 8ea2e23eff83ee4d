package ledger

// reuse counts the reservations at addresses that had been given back before: those whose release was seen, and those
// that the account still held, so that the release was lost (rule 2).
type reuse struct{ seen, lost uint64 }

// leastReuse is how many such reservations it takes to estimate a share from them.
const leastReuse = 20

func (r *reuse) add(released, live bool) {
	switch {
	case live:
		r.lost++
	case released:
		r.seen++
	}
}

// lostShare estimates the share of the frees of an account that were lost. An address is given out again regardless of
// whether its release was recorded, so of the reservations at addresses given out again the share at which the release
// is missing is that of all frees. With few such reservations there is only a lower bound: the frees known to be lost
// among all.
func (a *account) lostShare() float64 {
	if a.lostFrees == 0 {
		return 0
	}
	share := float64(a.lostFrees) / float64(a.frees+a.lostFrees)
	if again := a.reuse.lost + a.reuse.seen; again >= leastReuse {
		share = max(share, float64(a.reuse.lost)/float64(again))
	}
	return share
}
