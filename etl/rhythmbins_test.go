package etl

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestSpreadAgainstSingleEvents holds the two ways of spreading events, and the growth of cells, against one event after another.
func TestSpreadAgainstSingleEvents(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	for range 3000 {
		span := uint(1 + random.IntN(63))
		buffers := make([]interval, 1+random.IntN(5))
		tallies := make([]kindTally, len(buffers))
		want := map[int64]uint64{}
		for i := range buffers {
			from, to := random.Int64()>>(63-span), random.Int64()>>(63-span)
			if random.IntN(2) == 0 {
				from = -from
			}
			buffers[i] = interval{min(from, to), max(from, to)}
			tallies[i] = kindTally{uint16(random.IntN(3)), uint32(random.IntN(2000 >> random.IntN(11)))}
		}
		var b, backward rhythmBins
		for i := range buffers {
			b.add(buffers[i].from, buffers[i].to, tallies[i:i+1])
			last := len(buffers) - 1 - i
			backward.add(buffers[last].from, buffers[last].to, tallies[last:last+1])
			if backward.begun || i == random.IntN(6) {
				backward.begin()
			}
		}
		if b.begin(); !backward.begun {
			backward.begin()
		}
		for i, in := range buffers {
			length := new(big.Int).Sub(big.NewInt(in.to), big.NewInt(in.from))
			n := int64(tallies[i].count)
			for k := range n {
				at := new(big.Int).Mul(length, big.NewInt(2*k+1))
				at.Div(at, big.NewInt(2*n)).Add(at, big.NewInt(in.from))
				if tallies[i].number == 0 {
					want[at.Int64()>>b.shift]++
				}
			}
		}
		got, _ := b.rhythmOf(0)
		if again, _ := backward.rhythmOf(0); again != got {
			t.Fatalf("%+v, in another order %+v, of %v %v", got, again, buffers, tallies)
		}
		for i := range b.last - b.first + 1 {
			cell := b.first + i
			counts := b.cells[cell&(RhythmBins-1)]
			if n := want[cell]; n > 0 && (len(counts) == 0 || counts[0] != n) || n == 0 && len(counts) > 0 && counts[0] != 0 {
				t.Fatalf("cell %d has %v, want %d, of %v %v", cell, counts, n, buffers, tallies)
			}
			delete(want, cell)
		}
		if len(want) > 0 {
			t.Fatalf("outside of all cells: %v", want)
		}
	}
}

// TestCellsAtTheEndsOfTime has events at the last times that int64 holds, as clocks give that are damaged.
func TestCellsAtTheEndsOfTime(t *testing.T) {
	for _, at := range []int64{math.MinInt64, math.MaxInt64 - 3} {
		var b rhythmBins
		b.add(at, at+3, []kindTally{{0, 4}})
		b.add(at+3, at+3, []kindTally{{0, 1}})
		b.begin()
		if r, _ := b.rhythmOf(0); r != (KindRhythm{PeakCount: 2, PeakBin: 1, Bins: 4}) {
			t.Errorf("at %d: %+v", at, r)
		}
		b.add(math.MinInt64, math.MaxInt64, []kindTally{{0, 1}})
		if r, _ := b.rhythmOf(0); b.shift != 56 || r.PeakCount != 5 || r.Bins != 2 {
			t.Errorf("at %d and all over: %+v, cells of 1 << %d", at, r, b.shift)
		}
	}
}
