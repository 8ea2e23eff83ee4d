package etl

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math"
	"math/big"
	"reflect"
	"slices"
	"testing"
)

// rhythmReference reckons the Rhythm of a capture from every event that an iteration delivers.
func rhythmReference(t testing.TB, c *Capture) Rhythm {
	t.Helper()
	type group struct { // events that stand in one buffer
		recording uint16
		buffer    int64
	}
	var times []int64
	first, last := map[group]int64{}, map[group]int64{}
	kinds := map[group]map[KindKey]int64{}
	for e, err := range c.Events(context.Background()) {
		if corrupt := (*CorruptError)(nil); errors.As(err, &corrupt) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		g := group{e.Recording, e.Buffer}
		if kinds[g] == nil {
			first[g], last[g], kinds[g] = e.UnixNano, e.UnixNano, map[KindKey]int64{}
		}
		first[g], last[g] = min(first[g], e.UnixNano), max(last[g], e.UnixNano)
		kinds[g][KeyOf(&e)]++
		times = append(times, e.UnixNano)
	}
	if len(times) == 0 {
		return Rhythm{}
	}
	slices.Sort(times)
	r := Rhythm{From: times[0], To: times[len(times)-1], BinNano: 1, Clocks: c.clockSpans()}
	binOf := func(ns int64) int64 {
		return new(big.Int).Div(big.NewInt(ns), big.NewInt(r.BinNano)).Int64() // rounds down
	}
	for binOf(r.To)-binOf(r.From) >= RhythmBins {
		r.BinNano *= 2
	}
	bins := map[KindKey]map[int]uint64{}
	for g, counts := range kinds {
		for key, n := range counts {
			if bins[key] == nil {
				bins[key] = map[int]uint64{}
			}
			for i := range n {
				at := new(big.Int).Sub(big.NewInt(last[g]), big.NewInt(first[g]))
				at.Div(at.Mul(at, big.NewInt(2*i+1)), big.NewInt(2*n)).Add(at, big.NewInt(first[g]))
				bins[key][int(binOf(at.Int64())-binOf(r.From))]++
			}
		}
	}
	for key, counts := range bins {
		k := KindRhythm{KindKey: key, Bins: len(counts)}
		for bin, n := range counts {
			if n > k.PeakCount || n == k.PeakCount && bin < k.PeakBin {
				k.PeakCount, k.PeakBin = n, bin
			}
		}
		r.Kinds = append(r.Kinds, k)
	}
	slices.SortFunc(r.Kinds, func(a, b KindRhythm) int { return a.Compare(b.KindKey) })
	for i := 1; i < len(times); i++ {
		if s := (Silence{times[i-1], times[i]}); s.length() >= uint64(MinSilence) {
			r.Silences = append(r.Silences, s)
			r.SilentNano = int64(min(uint64(r.SilentNano)+s.length(), math.MaxInt64))
		}
	}
	slices.SortStableFunc(r.Silences, func(a, b Silence) int { return cmp.Compare(b.length(), a.length()) })
	r.Silences = r.Silences[:min(len(r.Silences), MaxSilences)]
	return r
}

// rhythmOf is what a scan says.
func rhythmOf(t testing.TB, c *Capture, opts ScanOptions) Rhythm {
	t.Helper()
	s := c.Scan(context.Background(), opts)
	defer s.Close()
	for {
		_, err := s.NextBlock()
		if err == io.EOF {
			return s.Rhythm()
		}
		if corrupt := (*CorruptError)(nil); err != nil && !errors.As(err, &corrupt) {
			t.Fatal(err)
		}
		if r := s.Rhythm(); !reflect.DeepEqual(r, Rhythm{}) {
			t.Fatalf("before the end: %+v", r)
		}
	}
}

// checkRhythm holds what all ways of scanning say against the reference. Events whose header contradicts itself have a time
// too, which the reference is not told: with such there must be only what is always true.
func checkRhythm(t testing.TB, c *Capture) Rhythm {
	t.Helper()
	want := rhythmReference(t, c)
	if c.Losses().UndecodableEvents > 0 {
		want = rhythmOf(t, c, ScanOptions{Concurrency: 1})
	}
	checkSilences(t, &want)
	for i, chosen := range []func(KindKey) bool{
		nil,
		func(k KindKey) bool { return (int(k.Kind)+int(k.Opcode)+int(k.ID)+int(k.Version))%3 == 0 },
		func(KindKey) bool { return false },
	} {
		for _, goroutines := range []int{1, 2, 4} {
			got := rhythmOf(t, c, ScanOptions{Select: chosen, Concurrency: goroutines})
			if !reflect.DeepEqual(got, want) {
				t.Errorf("choice %d, %d goroutines:\n%+v, want\n%+v", i, goroutines, got, want)
			}
		}
	}
	return want
}

// checkSilences checks what must be so whatever the input.
func checkSilences(t testing.TB, r *Rhythm) {
	t.Helper()
	sum := uint64(0)
	for i, s := range r.Silences {
		if s.From < r.From || s.To > r.To || s.length() < uint64(MinSilence) {
			t.Errorf("silence %+v of a capture from %d to %d", s, r.From, r.To)
		}
		if i > 0 && longestFirst(r.Silences[i-1], s) >= 0 {
			t.Errorf("silence %+v after %+v", s, r.Silences[i-1])
		}
		for _, other := range r.Silences[:i] {
			if s.From < other.To && other.From < s.To {
				t.Errorf("silences %+v and %+v", other, s)
			}
		}
		sum += s.length()
	}
	listed := int64(min(sum, math.MaxInt64))
	if r.SilentNano < listed || len(r.Silences) < MaxSilences && r.SilentNano != listed {
		t.Errorf("%d ns silent, listed %d", r.SilentNano, sum)
	}
	for _, k := range r.Kinds {
		if k.PeakCount == 0 || k.Bins < 1 || k.Bins > RhythmBins || k.PeakBin < 0 || k.PeakBin >= RhythmBins {
			t.Errorf("%+v", k)
		}
		if from, to := r.Bin(k.PeakBin); from > to || from < r.From || to > r.To {
			t.Errorf("bin %d from %d to %d", k.PeakBin, from, to)
		}
	}
}
