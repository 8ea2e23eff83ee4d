package ledger

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkAccount measures one event, an allocation or a release in turn, in an account that holds a number of ranges.
// Addresses are spread over the address space at random, which is the worst case for caches.
func BenchmarkAccount(b *testing.B) {
	for _, live := range []int{1_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(live), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 2))
			a := newAccount(0)
			where := make([]uint64, live)
			for i := range where {
				where[i] = uint64(i) * 64
			}
			r.Shuffle(live, func(i, j int) { where[i], where[j] = where[j], where[i] })
			now := int64(0)
			for _, p := range where {
				now += 1000
				a.allocate(now, p, p+16, both)
			}
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				now += 1000
				p := where[i/2%live]
				if i%2 == 0 {
					a.free(now, p, p+16, memRelease)
				} else {
					a.allocate(now, p, p+16, both)
				}
			}
			b.StopTimer()
			if a.live != uint64(live+(-b.N%2))*16 || a.oddFrees+a.unknown+a.lostFrees != 0 {
				b.Fatalf("%d pages live", a.live)
			}
		})
	}
}

// BenchmarkHeapGrowth measures commits one after the other in large reservations, then their decommit.
func BenchmarkHeapGrowth(b *testing.B) {
	a := newAccount(0)
	const step, steps = 16, 256
	now := int64(0)
	b.ReportAllocs()
	for i := range b.N {
		now += 1000
		k := uint64(i) % (2*steps + 2)
		switch {
		case k == 0:
			a.allocate(now, 0, step*steps, reserve)
		case k <= steps:
			a.allocate(now, (k-1)*step, k*step, commit)
		case k <= 2*steps:
			a.free(now, (k-1-steps)*step, (k-steps)*step, memDecommit)
		default:
			a.free(now, 0, 0, memRelease)
		}
	}
}
