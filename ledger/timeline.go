package ledger

import "etledger/trend"

// timeline collects births and the level of one account in bins of equal width over its life. The width doubles when
// the bins have become too many, so memory is bounded however long the account lives.
type timeline struct {
	origin int64 // ns since 1970 UTC: where the first bin begins
	most   int   // bins
	shift  uint8 // a bin is 1<<shift ns wide
	bins   []timeBin
	level  float64
}

// timeBin is what happened in one bin. Amounts are in the account's own unit.
type timeBin struct {
	born   float64
	older  float64 // freed of what was there before the account was observed
	births int
	low    float64 // level, when touched
	high   float64
	end    float64
	used   bool
}

const (
	firstShift = 24 // 16.8 ms
	lastShift  = 62

	mostBins      = 512
	mostEndedBins = 128 // of a lifetime that has ended: it is no leak, so less evidence serves
	mostSideBins  = 64  // of pool tags, suspects and memory snapshots
)

func newTimeline(origin int64, most int) timeline {
	return timeline{origin: origin, most: most, shift: firstShift}
}

// index gives the bin of a time, which may be past the last.
func (l *timeline) index(now int64) int {
	return int(uint64(max(now-l.origin, 0)) >> l.shift)
}

// bin gives the bin of a time, making the bins wider when it would be past the last.
func (l *timeline) bin(now int64) *timeBin {
	i := l.index(now)
	for i >= l.most && l.shift < lastShift {
		l.fold()
		i = l.index(now)
	}
	i = min(i, l.most-1)
	for len(l.bins) <= i {
		l.bins = append(l.bins, timeBin{})
	}
	return &l.bins[i]
}

// fold joins bins two by two.
func (l *timeline) fold() {
	l.shift++
	for i := 0; i < len(l.bins); i += 2 {
		b := l.bins[i]
		if i+1 < len(l.bins) {
			b.join(&l.bins[i+1])
		}
		l.bins[i/2] = b
	}
	l.bins = l.bins[:(len(l.bins)+1)/2]
}

// join adds the next bin to this one.
func (b *timeBin) join(next *timeBin) {
	b.born += next.born
	b.older += next.older
	b.births += next.births
	switch {
	case !next.used:
	case !b.used:
		b.low, b.high, b.end, b.used = next.low, next.high, next.end, true
	default:
		b.low, b.high, b.end = min(b.low, next.low), max(b.high, next.high), next.end
	}
}

// move changes the level at a time by a difference.
func (l *timeline) move(b *timeBin, by float64) {
	if !b.used {
		b.low, b.high, b.used = l.level, l.level, true
	}
	l.level += by
	b.low, b.high, b.end = min(b.low, l.level), max(b.high, l.level), l.level
}

// close ends the timeline: from now on its bins cover [origin, end] and are no more than most. The last bin takes what
// happened at the very end, and what was logged after it.
func (l *timeline) close(end int64, most int) {
	l.most = most
	l.bin(end)
	for len(l.bins) > most {
		l.fold()
	}
	// An end on the border of two bins does not begin a new one.
	covering := max(1, int((uint64(max(end-l.origin, 0))+1<<l.shift-1)>>l.shift))
	for len(l.bins) > covering {
		last := len(l.bins) - 1
		l.bins[last-1].join(&l.bins[last])
		l.bins = l.bins[:last]
	}
}

// births counts all births so far.
func (l *timeline) births() (n uint64) {
	for i := range l.bins {
		n += uint64(l.bins[i].births)
	}
	return n
}

// closedIndex gives the bin of a time in a timeline that is closed.
func (l *timeline) closedIndex(t int64) int { return min(l.index(t), len(l.bins)-1) }

// cohorts gives the births of a closed timeline that ends at end. One unit is scale bytes; times are seconds since start.
func (l *timeline) cohorts(start, end int64, scale float64) []trend.Cohort {
	cohorts := make([]trend.Cohort, len(l.bins))
	for i := range l.bins {
		b := &l.bins[i]
		from, to := l.edges(i, end)
		cohorts[i] = trend.Cohort{
			From: seconds(start, from), To: seconds(start, to),
			Born: b.born * scale, Count: b.births, OlderFreed: b.older * scale,
		}
	}
	return cohorts
}

// edges gives the ends of a bin of a closed timeline; the last is cut at the end of the account.
func (l *timeline) edges(i int, end int64) (from, to int64) {
	from = l.origin + int64(i)<<l.shift
	to = from + int64(1)<<l.shift
	if i == len(l.bins)-1 {
		to = max(end, from)
	}
	return from, to
}

// samples gives the level of a closed timeline that ends at end, lifted by offset units.
func (l *timeline) samples(start, end int64, scale, offset float64) []trend.Sample {
	samples := make([]trend.Sample, len(l.bins))
	level := 0.0
	for i := range l.bins {
		b := l.bins[i]
		if !b.used {
			b.low, b.high, b.end = level, level, level
		}
		level = b.end
		_, to := l.edges(i, end)
		samples[i] = trend.Sample{
			Time: seconds(start, to),
			Low:  (b.low + offset) * scale, High: (b.high + offset) * scale, End: (b.end + offset) * scale,
		}
	}
	return samples
}

// seconds is the time from start to t in seconds.
func seconds(start, t int64) float64 { return float64(t-start) / 1e9 }
