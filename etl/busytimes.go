package etl

import (
	"cmp"
	"math"
	"slices"
)

// interval is a time from one stamp to another.
type interval struct{ from, to int64 }

// busyTimes is the union of the times in which events lie close to one another. Its holes are the times without any event.
type busyTimes struct {
	// apart is the least hole, in ns; shorter ones are closed. It is MinSilence as long as that leaves at most maxBusyTimes
	// intervals. A hole is closed only when it is shorter than apart, and has no event in it when it is not: so whatever the
	// order in which intervals come, the holes that remain are all those of at least apart.
	apart uint64
	set   []interval // in order, at least apart from one another
	fresh []interval // still to be united with the set
	spare []interval // memory for the next set
	found int        // what after gave last
}

// maxBusyTimes bounds the intervals of busyTimes, 16 bytes each. It takes 18 hours in which one processor has an event every
// 251 ms to have more.
const maxBusyTimes = 1 << 18

// shortTail is how many intervals of the set may lie behind a place where it is changed at once.
const shortTail = 64

// add puts the time from an event to another one into the union.
func (b *busyTimes) add(from, to int64) {
	next := len(b.set)
	if next > 0 && from < b.set[next-1].from {
		next = b.after(from)
	}
	var last *interval // that the new one continues
	if next > 0 && b.near(b.set[next-1].to, from) {
		if last = &b.set[next-1]; to <= last.to {
			return
		}
	}
	switch {
	case last != nil && (next == len(b.set) || !b.near(to, b.set[next].from)):
		last.to = to
	case len(b.set)-next <= shortTail:
		end := next
		for ; end < len(b.set) && b.near(to, b.set[end].from); end++ {
			to = max(to, b.set[end].to)
		}
		if last != nil {
			last.to = to
			b.set = slices.Delete(b.set, next, end)
		} else if b.set = slices.Replace(b.set, next, end, interval{from, to}); len(b.set) > maxBusyTimes {
			b.bound()
		}
	default:
		if b.fresh = append(b.fresh, interval{from, to}); len(b.fresh) >= max(256, len(b.set)) {
			b.unite()
		}
	}
}

// after gives the index of the first interval of the set that begins after a time.
func (b *busyTimes) after(from int64) int {
	low, high := 0, len(b.set)
	if at := b.found; at > 0 && at <= high && b.set[at-1].from <= from {
		// Buffers are in order within themselves: it is hardly ever far.
		for low = at; low < high && low < at+4; low++ {
			if b.set[low].from > from {
				b.found = low
				return low
			}
		}
	}
	for low < high {
		if middle := (low + high) / 2; b.set[middle].from <= from {
			low = middle + 1
		} else {
			high = middle
		}
	}
	b.found = low
	return low
}

// near tells whether two times are the same interval's: the second is not after the first, or too little.
func (b *busyTimes) near(to, from int64) bool {
	return from <= to || uint64(from)-uint64(to) < b.apart
}

// unite puts what is fresh into the set.
func (b *busyTimes) unite() {
	if len(b.fresh) == 0 {
		return
	}
	// Mostly they come in order.
	slices.SortFunc(b.fresh, func(a, c interval) int { return cmp.Compare(a.from, c.from) })
	united, old, fresh := b.spare[:0], b.set, b.fresh
	for len(old) > 0 || len(fresh) > 0 {
		from := &old
		if len(old) == 0 || len(fresh) > 0 && fresh[0].from < old[0].from {
			from = &fresh
		}
		next := (*from)[0]
		*from = (*from)[1:]
		if n := len(united); n > 0 && b.near(united[n-1].to, next.from) {
			united[n-1].to = max(united[n-1].to, next.to)
		} else {
			united = append(united, next)
		}
	}
	b.spare, b.set, b.fresh = b.set, united, b.fresh[:0]
	b.bound()
}

// bound keeps the set below its bound.
func (b *busyTimes) bound() {
	for len(b.set) > maxBusyTimes {
		for len(b.set) > maxBusyTimes/2 {
			b.apart *= 2
			b.closeHoles()
		}
	}
}

// closeHoles makes one interval of those that are near one another.
func (b *busyTimes) closeHoles() {
	kept := b.set[:1]
	for _, next := range b.set[1:] {
		if last := &kept[len(kept)-1]; b.near(last.to, next.from) {
			last.to = max(last.to, next.to)
		} else {
			kept = append(kept, next)
		}
	}
	b.set = kept
}

// silences gives the longest holes, as Rhythm.Silences has them, and the sum of all.
func (b *busyTimes) silences() (longest []Silence, sum int64) {
	b.unite()
	for i := 1; i < len(b.set); i++ {
		s := Silence{b.set[i-1].to, b.set[i].from}
		longest = append(longest, s)
		sum = addClamped(sum, s.length(), false)
	}
	slices.SortFunc(longest, longestFirst)
	if len(longest) > MaxSilences {
		longest = slices.Clone(longest[:MaxSilences])
	}
	return longest, sum
}

// quietTicks is how far apart the stamps of two neighbours in a buffer are, at the least, to be noted: a little less than
// MinSilence, since times are rounded down.
func (c *clock) quietTicks() uint64 {
	const perSecond = uint64(1e9 / MinSilence)
	quiet := c.frequency / perSecond
	return max(1, quiet-min(quiet, c.frequency/1e9+1))
}

// neverQuiet as quietTicks means that nothing is to be noted.
const neverQuiet = math.MaxUint64
