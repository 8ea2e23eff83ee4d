package etl

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// TestBusyTimesInAnyOrder gives times in many orders, and more of them than are kept.
func TestBusyTimesInAnyOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 1))
	for _, n := range []int{1, 10, 1000, 5000, maxBusyTimes + maxBusyTimes/2} {
		times := make([]interval, n)
		at := int64(0)
		for i := range times {
			at += int64(300*time.Millisecond) + random.Int64N(int64(600*time.Millisecond))
			times[i].from = at
			at += random.Int64N(int64(400 * time.Millisecond))
			times[i].to = at
		}
		ordered := busyTimes{apart: uint64(MinSilence)}
		for _, in := range times {
			ordered.add(in.from, in.to)
		}
		want, sum := ordered.silences()
		naive := int64(0)
		for i := 1; i < n; i++ {
			if hole := times[i].from - times[i-1].to; uint64(hole) >= ordered.apart {
				naive += hole
			}
		}
		if sum != naive || ordered.apart > uint64(time.Second) || n < maxBusyTimes && ordered.apart != uint64(MinSilence) {
			t.Errorf("%d times: %d ns in all holes, want %d, of at least %d", n, sum, naive, ordered.apart)
		}
		for range 3 {
			random.Shuffle(n, func(i, j int) { times[i], times[j] = times[j], times[i] })
			shuffled := busyTimes{apart: uint64(MinSilence)}
			for _, in := range times {
				shuffled.add(in.from, in.to)
			}
			got, gotSum := shuffled.silences()
			if shuffled.apart == ordered.apart && (!slices.Equal(got, want) || gotSum != sum) {
				t.Errorf("%d times, shuffled: %d ns, %v, want %d, %v", n, gotSum, got, sum, want)
			}
			if len(shuffled.set) > maxBusyTimes || cap(shuffled.fresh) > 4*maxBusyTimes {
				t.Errorf("%d times kept, %d fresh", len(shuffled.set), cap(shuffled.fresh))
			}
		}
	}
	extreme := busyTimes{apart: uint64(MinSilence)}
	extreme.add(math.MaxInt64, math.MaxInt64)
	extreme.add(math.MinInt64, math.MinInt64)
	if longest, sum := extreme.silences(); len(longest) != 1 || sum != math.MaxInt64 {
		t.Errorf("all of time: %v, %d", longest, sum)
	}
}
