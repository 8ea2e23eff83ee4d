package ledger

import (
	"math/rand/v2"
	"testing"
)

// TestIndex compares with a map. Keys come from all over, and close together.
func TestIndex(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for _, span := range []uint64{10, 1000, 1 << 63} {
		var x index
		want := map[uint64]uint32{}
		for range 20_000 {
			key := r.Uint64N(span) << r.IntN(2)
			if got := x.get(key); got != want[key] {
				t.Fatalf("key %#x has %d, want %d", key, got, want[key])
			}
			if r.IntN(2) == 0 {
				want[key] = 1 + r.Uint32N(100)
				x.set(key, want[key])
			}
		}
		if x.used != len(want) || 2*(x.used-1) >= len(x.slots) {
			t.Errorf("%d keys in %d slots, want %d", x.used, len(x.slots), len(want))
		}
	}
}
