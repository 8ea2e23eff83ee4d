package poolseries

import "etledger/model/poolsnap"

const (
	wrap = 1 << 32 // what a counter of 32 bits wraps at
	half = 1 << 31
)

// wraps tells whether a counter that fell has wrapped: it was in the upper half of 32 bits, and has not gone on by more
// than the lower half.
func wraps(before, now uint64) bool {
	return now < before && before < wrap && before >= half && uint32(now-before) < half
}

// unwrap counts on the counters of a series that wrapped, or that began anew alone.
func (b *Book) unwrap(t *track, f *figures) {
	if t.last.has&f.has&poolsnap.HasAllocs != 0 {
		b.unwrapOne(&t.wrapped[0], t.last.allocs, f.allocs)
	}
	if t.last.has&f.has&poolsnap.HasFrees != 0 {
		b.unwrapOne(&t.wrapped[1], t.last.frees, f.frees)
	}
}

// wrappedBefore is what the counter of allocations had lost by a wrap before the first snapshot, where the frees, which had
// not wrapped, and what is outstanding tell it; 0 where they do not.
func wrappedBefore(f *figures) uint64 {
	const all = poolsnap.HasAllocs | poolsnap.HasFrees | poolsnap.HasCount
	if f.has&all == all && f.allocs < f.frees && f.frees < wrap && f.count < wrap && uint32(f.frees+f.count) == uint32(f.allocs) &&
		f.frees+f.count >= wrap {
		return wrap
	}
	return 0
}

func (b *Book) unwrapOne(base *uint64, before, now uint64) {
	switch {
	case now >= before:
	case wraps(before, now):
		*base += wrap
		b.set.Wraps++
	default:
		*base += before - now
		b.set.Restarts++
	}
}

// figuresOf takes what a row says. A count that is not told, or that the tool reckoned wrongly from counters that had
// wrapped, follows from the counters.
func figuresOf(r *poolsnap.Row) figures {
	f := figures{has: r.Has, allocs: r.Allocs, frees: r.Frees, bytes: r.Bytes, count: uint64(max(0, r.Count))}
	const counters = poolsnap.HasAllocs | poolsnap.HasFrees
	if r.Has&counters == counters && (r.Has&poolsnap.HasCount == 0 || r.Count < 0) {
		f.has |= poolsnap.HasCount
		f.count = outstanding(r.Allocs, r.Frees)
	}
	if f.has&poolsnap.HasAllocs == 0 {
		f.allocs = 0
	}
	if f.has&poolsnap.HasFrees == 0 {
		f.frees = 0
	}
	return f
}

// outstanding is what two counters leave, one of which may have wrapped; frees that were counted a moment before the
// allocations may be ahead by a few.
func outstanding(allocs, frees uint64) uint64 {
	if allocs >= frees {
		return allocs - frees
	}
	if d := uint32(allocs - frees); frees < wrap && d < half {
		return uint64(d)
	}
	return 0
}
