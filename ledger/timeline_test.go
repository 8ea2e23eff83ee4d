package ledger

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestTimelineKeepsSums folds a timeline many times: nothing may be lost, and the bins must cover the life.
func TestTimelineKeepsSums(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, length := range []int64{1, 1e6, 1e9, 40e9, 3600e9, 1e15, math.MaxInt64} {
		l := newTimeline(1000, mostBins)
		var born, level, lowest, highest float64
		for range 3000 {
			at := 1000 + r.Int64N(length)
			b := l.bin(at)
			amount := float64(r.IntN(100))
			b.born += amount
			b.births++
			born += amount
			l.move(b, amount-50)
			level += amount - 50
			lowest, highest = min(lowest, level), max(highest, level)
			if len(l.bins) > mostBins {
				t.Fatalf("%d bins", len(l.bins))
			}
		}
		end := 1000 + min(length, math.MaxInt64-1000)
		l.close(end, mostBins)
		var sum, low, high float64
		births := 0
		at := 0.0
		for i, c := range l.cohorts(1000, end, 1) {
			sum += c.Born
			births += c.Count
			if c.From != at || c.To <= c.From && length > 1 {
				t.Fatalf("length %d: bin %d is [%v, %v] after %v", length, i, c.From, c.To, at)
			}
			at = c.To
		}
		for _, s := range l.samples(1000, end, 1, 0) {
			low, high = min(low, s.Low), max(high, s.High)
		}
		if sum != born || births != 3000 || low != lowest || high != highest {
			t.Errorf("length %d: %v of %v born in %d births, level from %v to %v", length, sum, born, births, low, high)
		}
		if at != seconds(1000, end) {
			t.Errorf("length %d: bins end at %v", length, at)
		}
	}
}

func TestTimelineSamples(t *testing.T) {
	const ms = int64(1e6)
	l := newTimeline(0, mostBins)
	at := func(now int64, by float64) { l.move(l.bin(now), by) }
	at(1*ms, 10) // first bin: up to 16.8 ms
	at(2*ms, -4)
	at(60*ms, 5) // fourth bin
	l.close(100*ms, mostBins)
	got := l.samples(0, 100*ms, 2, 1)
	want := [][3]float64{{2, 22, 14}, {14, 14, 14}, {14, 14, 14}, {14, 24, 24}, {24, 24, 24}, {24, 24, 24}}
	if len(got) != len(want) {
		t.Fatalf("got %+v", got)
	}
	for i, s := range got {
		if [3]float64{s.Low, s.High, s.End} != want[i] {
			t.Errorf("sample %d: got %+v, want %v", i, s, want[i])
		}
	}
	if got[5].Time != 0.1 || got[0].Time != float64(1<<firstShift)/1e9 {
		t.Errorf("times %v and %v", got[0].Time, got[5].Time)
	}
}

// TestTimelineEndsOnABorder has the last event at the very end, on the border of two bins.
func TestTimelineEndsOnABorder(t *testing.T) {
	l := newTimeline(0, mostBins)
	const end = 4 << firstShift
	l.bin(end).born = 7
	l.close(end, mostBins)
	c := l.cohorts(0, end, 1)
	if len(c) != 4 || c[3].Born != 7 || c[3].To != seconds(0, end) || l.closedIndex(end) != 3 {
		t.Errorf("got %+v", c)
	}
}

// TestDeathBins checks that every age lies in its bin: above the edge before, not above its own.
func TestDeathBins(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 9))
	ages := []int64{1, 2, 3, 4, 5, 7, 8, 1000, 1e9, math.MaxInt64}
	for range 2000 {
		ages = append(ages, r.Int64()>>r.IntN(62)+1)
	}
	for _, age := range ages {
		bin := deathBin(age)
		s := float64(age) / 1e9
		if s > deathAge(bin)*(1+1e-12) || bin > 8 && s < deathAge(bin-1)*(1-1e-12) {
			t.Errorf("age %d in bin %d up to %v", age, bin, deathAge(bin))
		}
	}
	if deathBin(0) != deathBin(1) || deathBin(-5) != deathBin(1) {
		t.Error("an age that is none has a bin of its own")
	}
	var d deaths
	if d.histogram() != nil {
		t.Error("deaths where there are none")
	}
	d.add(1e9, 3)
	d.add(1e9+1, 4)
	d.add(60e9, 5)
	got := d.histogram()
	if len(got) != 2 || got[0].Bytes != 7*pageBytes || got[1].Bytes != 5*pageBytes || got[0].Age < 1 || got[0].Age > 1.3 {
		t.Errorf("got %+v", got)
	}
}

func TestSaturatingSums(t *testing.T) {
	sum := ^uint64(0) - 5
	grow(&sum, 3)
	if sum != ^uint64(0)-2 {
		t.Errorf("got %d", sum)
	}
	grow(&sum, 9)
	if sum != ^uint64(0) {
		t.Errorf("got %d", sum)
	}
	if inBytes(3) != 3*4096 || inBytes(pageLimit) != ^uint64(0) || inPages(4097) != 2 || inPages(0) != 0 ||
		inPages(4096) != 1 {
		t.Error("pages and bytes do not agree")
	}
}
