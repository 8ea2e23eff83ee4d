package ledger

import (
	"math/rand/v2"
	"testing"
)

// TestPendingIndexAgainstScan looks for the events of stack records, of late ones too, and compares with a scan of all
// events that the index must still hold. Stamps come in order, or with some that are too early.
func TestPendingIndexAgainstScan(t *testing.T) {
	const size = 512
	for seed := range rounds(40) {
		r := rand.New(rand.NewPCG(seed, 8))
		index := newPendingIndex()
		var all []pendingEvent // by number, from 1
		all = append(all, pendingEvent{})
		ticks := r.Int64N(1000) - 500
		kept := 1 // number of the first event that is kept
		linked := false
		for range 3000 {
			if r.IntN(3) > 0 {
				ticks += r.Int64N(4)
				stamp := ticks
				if seed%2 == 1 && r.IntN(200) == 0 {
					stamp -= r.Int64N(300)
				}
				e := index.push(stamp)
				e.process, e.actor, e.thread, e.processor = r.Uint32N(3), noNumber, r.Uint32N(3), uint16(r.IntN(2))
				all = append(all, *e)
				most := fewPending
				if linked {
					most = size
				}
				kept = max(kept, len(all)-most)
				continue
			}
			if !linked {
				if len(all) < 300 {
					continue
				}
				linked = true
				index.link(size)
			}
			row := stackRow{event: ticks - r.Int64N(700), process: r.Uint32N(3), thread: r.Uint32N(3),
				processor: uint16(r.IntN(2))}
			if r.IntN(2) == 0 {
				row.event = ticks
			}
			best, want := 0, 0
			for number := len(all) - 1; number >= kept; number-- {
				if rank := all[number].fits(&row, partUser); rank > best {
					best, want = rank, number
				}
			}
			found, number := index.match(&row, partUser)
			if number != uint64(want) || (found == nil) != (want == 0) {
				t.Fatalf("seed %d: event %d for a record of %+v, want %d", seed, number, row, want)
			}
			if found != nil {
				found.filled, all[want].filled = partUser, partUser
			}
		}
		if chained := index.heads != nil; chained != (seed%2 == 1) {
			t.Errorf("seed %d: chains were made: %v", seed, chained)
		}
	}
}
