package etl

import (
	"math"
	"math/bits"
)

// kindTally says how many events of a kind a buffer has.
type kindTally struct {
	number uint16 // of the kind
	count  uint32
}

// rhythmBins counts events by time and kind. Time is divided into cells of a power of two of nanoseconds, numbered from 1970,
// whose length doubles whenever the events no longer fit into RhythmBins of them. Each event has one place in time, so it is in
// the same cell whenever the cells grew: the counts do not depend on the order in which buffers come.
type rhythmBins struct {
	shift       uint // cells are 1 << shift ns long
	any         bool
	first, last int64                // numbers of the cells that hold the first and the last event
	cells       [RhythmBins][]uint64 // by the number of the cell modulo RhythmBins, then by the number of the kind

	// The first buffers wait here: when the cells they need are known at once, those need not grow step by step.
	waiting []waitingBuffer
	tallies []kindTally // of those
	begun   bool        // there is nothing to wait for any more
}

type waitingBuffer struct {
	interval
	kinds int // entries of tallies
}

// maxWaiting bounds rhythmBins.tallies.
const maxWaiting = 1 << 15

// add counts the events of a buffer, which lie between from and to: evenly, each kind's for itself.
func (b *rhythmBins) add(from, to int64, tally []kindTally) {
	if b.begun {
		b.reach(from, to)
		b.place(from, to, tally)
		return
	}
	b.waiting = append(b.waiting, waitingBuffer{interval{from, to}, len(tally)})
	if b.tallies = append(b.tallies, tally...); len(b.tallies) > maxWaiting {
		b.begin()
	}
}

// begin counts the buffers that wait.
func (b *rhythmBins) begin() {
	for _, w := range b.waiting {
		b.reach(w.from, w.to)
	}
	tallies := b.tallies
	for _, w := range b.waiting {
		b.place(w.from, w.to, tallies[:w.kinds])
		tallies = tallies[w.kinds:]
	}
	b.waiting, b.tallies, b.begun = nil, nil, true
}

// place counts events in the cells, which are long enough for them.
func (b *rhythmBins) place(from, to int64, tally []kindTally) {
	if len(tally) == 0 {
		return
	}
	low, high := from>>b.shift, to>>b.shift
	for i := range high - low + 1 { // high may be the last number there is
		b.makeRoom(low+i, int(tally[len(tally)-1].number))
	}
	if low != high {
		b.spread(from, to, tally)
		return
	}
	counts := b.cells[low&(RhythmBins-1)]
	for _, t := range tally {
		counts[t.number] += uint64(t.count)
	}
}

// makeRoom makes room for the kind of a number, and those below, in a cell.
func (b *rhythmBins) makeRoom(cell int64, number int) {
	counts := &b.cells[cell&(RhythmBins-1)]
	if number >= len(*counts) {
		*counts = append(*counts, make([]uint64, min(number+1+number/2, maxKinds)-len(*counts))...)
	}
}

// spread counts events in several cells. Of n events of a kind, event i lies (2i+1)/2n of the way between from and to, rounded
// down.
func (b *rhythmBins) spread(from, to int64, tally []kindTally) {
	low, high := from>>b.shift, to>>b.shift
	length := uint64(to) - uint64(from)
	// Event i is before the end of a cell while (2i+1) * length < 2n * end, both counted from from. So half of 2n * end / length,
	// rounded up, are.
	lowEnd := newRatio(uint64(low+1)<<b.shift-uint64(from), length)
	lowCounts, highCounts := b.cells[low&(RhythmBins-1)], b.cells[high&(RhythmBins-1)]
	for _, t := range tally {
		if high-low > 4 && int64(t.count) < (high-low)/4 {
			b.spreadFew(from, length, t)
			continue
		}
		upTo, rest := lowEnd.times(2 * uint64(t.count))
		before := (upTo + min(rest, 1)) / 2
		lowCounts[t.number] += before
		if low+1 < high {
			before = b.spreadMiddle(low, high, length, t, upTo, rest)
		}
		highCounts[t.number] += uint64(t.count) - before
	}
}

// spreadMiddle counts the events of a kind in the cells between low and high, where 2n * end / length is upTo and rest / length
// for the end of low: from one end to the next it grows by the same. It gives how many events lie before high.
func (b *rhythmBins) spreadMiddle(low, high int64, length uint64, t kindTally, upTo, rest uint64) uint64 {
	over, under := bits.Mul64(2*uint64(t.count), 1<<b.shift)
	each, eachRest := bits.Div64(over, under, length)
	before := (upTo + min(rest, 1)) / 2
	for cell := low + 1; cell < high; cell++ {
		var carry uint64
		upTo += each
		if rest, carry = bits.Add64(rest, eachRest, 0); carry != 0 || rest >= length {
			rest -= length
			upTo++
		}
		through := (upTo + min(rest, 1)) / 2
		b.cells[cell&(RhythmBins-1)][t.number] += through - before
		before = through
	}
	return before
}

// spreadFew is spread for a kind with far fewer events than there are cells.
func (b *rhythmBins) spreadFew(from int64, length uint64, t kindTally) {
	for i := range uint64(t.count) {
		over, under := bits.Mul64(length, 2*i+1)
		at, _ := bits.Div64(over, under, 2*uint64(t.count))
		b.cells[(from+int64(at))>>b.shift&(RhythmBins-1)][t.number]++
	}
}

// ratio is a fraction of at most 1 to multiply whole numbers with, exactly, and faster than by a division for each.
type ratio struct {
	part, whole uint64
	scaled      uint64 // part / whole times 2^64, rounded down; 0 where divisions are needed
}

func newRatio(part, whole uint64) ratio {
	r := ratio{part, whole, 0}
	switch {
	case whole >= 1<<62:
	case part == whole:
		r.scaled = math.MaxUint64
	default:
		r.scaled, _ = bits.Div64(part, 0, whole)
	}
	return r
}

// times gives n * part / whole as a whole number and the rest of the division.
func (r *ratio) times(n uint64) (quotient, rest uint64) {
	if r.scaled == 0 {
		over, under := bits.Mul64(n, r.part)
		return bits.Div64(over, under, r.whole)
	}
	quotient, _ = bits.Mul64(n, r.scaled) // or one less than it should be
	if rest = n*r.part - quotient*r.whole; rest >= r.whole {
		quotient, rest = quotient+1, rest-r.whole
	}
	return quotient, rest
}

// reach makes the cells long enough for events between from and to besides those there are.
func (b *rhythmBins) reach(from, to int64) {
	low, high := from>>b.shift, to>>b.shift
	if b.any {
		low, high = min(low, b.first), max(high, b.last)
	}
	longer := uint(0)
	for uint64(high)-uint64(low) >= RhythmBins {
		low, high = low>>1, high>>1
		longer++
	}
	if longer > 0 && b.any {
		b.join(longer)
	}
	b.shift += longer
	b.any, b.first, b.last = true, low, high
}

// join makes one cell of each 1 << longer.
func (b *rhythmBins) join(longer uint) {
	var joined [RhythmBins][]uint64
	for i := range b.last - b.first + 1 {
		cell := b.first + i
		counts := b.cells[cell&(RhythmBins-1)]
		into := &joined[cell>>longer&(RhythmBins-1)]
		if len(*into) < len(counts) {
			*into, counts = counts, *into
		}
		for number, n := range counts {
			(*into)[number] += n
		}
	}
	b.cells = joined
}

// rhythmOf gives, when begun, how the events of a kind are spread, and whether there are any.
func (b *rhythmBins) rhythmOf(number int) (r KindRhythm, any bool) {
	for i := range int(b.last - b.first + 1) {
		counts := b.cells[(b.first+int64(i))&(RhythmBins-1)]
		if number >= len(counts) || counts[number] == 0 {
			continue
		}
		r.Bins++
		if counts[number] > r.PeakCount {
			r.PeakCount, r.PeakBin = counts[number], i
		}
	}
	return r, r.Bins > 0
}
