package ledger

const (
	mostSteps       = 256 // along a chain, or among events with one stamp
	chainMultiplier = 0x9E3779B97F4A7C15
)

// match finds the event that a stack record is about (rule 20), with its number; nil when there is none. parts tells
// which parts of a stack the record has.
func (x *pendingIndex) match(r *stackRow, parts uint8) (found *pendingEvent, itsNumber uint64) {
	if x.heads == nil && !x.sorted() {
		x.chainAll()
	}
	best := 0
	number := x.latestWith(r.event)
	for range mostSteps {
		e := x.get(number)
		if e == nil || x.heads == nil && e.ticks != r.event {
			break
		}
		if rank := e.fits(r, parts); rank > best {
			best, found, itsNumber = rank, e, number
		}
		if number--; x.heads != nil {
			number = e.before
		}
	}
	return found, itsNumber
}

// sorted tells whether the stamps in the ring never decrease.
func (x *pendingIndex) sorted() bool { return x.disorder <= x.first() }

// latestWith gives the number where the search for events with a stamp begins, 0 when there is none: the head of its
// chain, or as long as there are no chains the latest event that is not stamped later. That is mostly near the end.
func (x *pendingIndex) latestWith(ticks int64) uint64 {
	if x.heads != nil {
		return *x.head(ticks)
	}
	if x.latest == 0 {
		return 0
	}
	lo, hi := x.first(), x.latest+1 // the event is in [lo, hi), if it is there at all
	for step := uint64(1); step < hi-lo; step *= 2 {
		if x.at(hi-step).ticks <= ticks {
			lo = hi - step
			break
		}
		hi -= step
	}
	for hi-lo > 1 {
		if mid := lo + (hi-lo)/2; x.at(mid).ticks <= ticks {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// chainAll makes chains of the events in the ring. From then on they are kept.
func (x *pendingIndex) chainAll() {
	x.heads = make([]uint64, len(x.ring))
	for number := x.first(); number <= x.latest; number++ {
		x.chain(x.at(number), number)
	}
}

// chain puts an event at the head of its chain.
func (x *pendingIndex) chain(e *pendingEvent, number uint64) {
	head := x.head(e.ticks)
	e.before = *head
	*head = number
}

// head is where the chain of a stamp begins.
func (x *pendingIndex) head(ticks int64) *uint64 {
	return &x.heads[uint64(ticks)*chainMultiplier>>32&uint64(len(x.heads)-1)]
}

// fits ranks how well an event fits a stack record, 0 when it does not.
func (e *pendingEvent) fits(r *stackRow, parts uint8) int {
	if e.ticks != r.event || e.filled&parts != 0 {
		return 0
	}
	rank := 0
	switch {
	case e.thread == noNumber || r.thread == noNumber:
	case e.thread != r.thread:
		return 0
	default:
		rank += 4
	}
	if e.processor == r.processor {
		rank += 2
	}
	by := e.actor
	if by == noNumber {
		by = e.process
	}
	if by == r.process {
		rank++
	}
	return rank
}
