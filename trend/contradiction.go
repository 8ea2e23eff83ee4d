package trend

// Survivors that are born evenly look like a leak also where a heap waits for its next collection, where a full cache
// gives up any of its memory for what comes, and where memory that lives longer than the capture is replaced. The level
// tells these from a leak.

// collected tells whether what stays may only wait for the next collection: an account that falls at once after it grew
// has proven as much as outlived two such falls. What outlived one must be matched by what outlived two; where there was
// but one, the growth since must be matched by what outlived it. The youngest, which have not yet met most of the deaths,
// are left out.
func (e *evidence) collected() bool {
	teeth := e.level.teeth
	n := len(teeth)
	switch {
	case n == 0:
		return false
	case n == 1:
		return e.unmatched(teeth[0], e.a.end-e.lives.age(0.5))
	}
	return e.unmatched(teeth[n-2], min(teeth[n-1], e.a.end-e.lives.age(0.9))) || e.unmatched(teeth[n-1], e.kept.to)
}

// unmatched tells whether much less stays of the births before a time than of those between it and another one.
func (e *evidence) unmatched(at, until float64) bool {
	const (
		telling = 0.05 // of the judged time must lie before and after, to tell something
		matched = 0.4  // of the later rate
	)
	before := min(at, e.kept.to)
	if before-e.kept.from < telling*e.kept.span() || until-at < telling*e.kept.span() {
		return false
	}
	return e.staying(e.kept.from, before) < matched*e.staying(at, until)
}

// staying is the rate at which memory is taken between two times that survives and is not expected to die.
func (e *evidence) staying(from, to float64) float64 {
	var bytes float64
	for i, b := range e.a.bins {
		if b.mid() > from && b.mid() < to {
			bytes += b.surviving
			if e.lives.deadShare(i) > 0 {
				bytes -= e.lives.expected(i, b)
			}
		}
	}
	return bytes / (to - from)
}

// standsStill tells whether the level contradicts the survivors: as much goes elsewhere as stays here, as in a cache
// that is full and gives up any of its memory for what comes.
func (e *evidence) standsStill() bool {
	const contradicts = 0.4
	return e.level.late.high < contradicts*e.rate.low
}

// replaced tells whether older memory goes at about the rate at which new memory stays: it lives longer than the
// capture, but does not grow.
func (e *evidence) replaced() bool {
	const least, most = 0.8, 1.25
	kept := e.kept.present / e.kept.span() * e.a.length() / 2
	older := e.level.olderLate - (e.a.born-e.a.surviving)/2*e.lost.orphans
	return older > least*kept && older < most*kept
}
