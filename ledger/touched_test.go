package ledger

import (
	"math/rand/v2"
	"testing"
)

// TestTouched compares with a set of blocks.
func TestTouched(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 200 {
		var bitmap touched
		naive := map[uint64]bool{}
		for range r.IntN(20) {
			lo, n := r.Uint64N(5000), r.Uint64N(1500)
			bitmap.add(lo, lo+n)
			for p := lo; p < lo+n; p++ {
				naive[p>>4] = true
			}
		}
		words := bitmap.sorted()
		for range 20 {
			lo, n := r.Uint64N(6000), r.Uint64N(3000)
			var want uint64
			for b := lo >> 4; n > 0 && b <= (lo+n-1)>>4; b++ {
				if naive[b] {
					want += 16
				}
			}
			if bitmap.has(lo) != naive[lo>>4] {
				t.Fatalf("page %d: touched %v", lo, bitmap.has(lo))
			}
			if got := bitmap.count(words, lo, lo+n); got != min(want, n) {
				t.Fatalf("[%d, %d): %d pages, want %d", lo, lo+n, got, min(want, n))
			}
		}
	}
}

// TestTouchedIsBounded enters all the address space there is, at once and in pieces: neither time nor memory may grow
// with it.
func TestTouchedIsBounded(t *testing.T) {
	var bitmap touched
	bitmap.add(0, pageLimit)
	if bitmap.words > mostAtOnce+1 {
		t.Errorf("%d words of one range", bitmap.words)
	}
	for i := range uint64(3 * mostWords) {
		bitmap.add(i<<20, i<<20+1)
	}
	if bitmap.words > mostWords {
		t.Errorf("%d words", bitmap.words)
	}
	if got := bitmap.count(bitmap.sorted(), 0, pageLimit); got == 0 || got > uint64(bitmap.words)<<10 {
		t.Errorf("%d pages", got)
	}
}
