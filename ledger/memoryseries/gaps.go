package memoryseries

import (
	"math/bits"
	"time"
)

// intervals counts the times between snapshots, by powers of two of milliseconds, and keeps the longest.
type intervals struct {
	counts [48]int
	sums   [48]int64
	long   []Gap
	least  int64 // length from which on gaps are kept
}

// mostGaps bounds the gaps that are kept of a boot; shorter ones are given up for longer ones.
const mostGaps = 1000

// leastGap is the shortest time without snapshots that is called a gap.
const leastGap = int64(5 * time.Minute)

// saw notes the moment of a snapshot.
func (o *boot) saw(at int64) {
	if o.Start == 0 {
		o.Start, o.End = at, at
		return
	}
	if d := at - o.End; d > together {
		g := &o.gaps
		k := bits.Len64(uint64(d / int64(time.Millisecond)))
		k = min(k, len(g.counts)-1)
		g.counts[k]++
		g.sums[k] += d
		if d >= max(leastGap, g.least) {
			g.long = append(g.long, Gap{o.End, at})
			if len(g.long) > mostGaps {
				g.least = max(leastGap, g.least) * 2
				kept := g.long[:0]
				for _, l := range g.long {
					if l.To-l.From >= g.least {
						kept = append(kept, l)
					}
				}
				g.long = kept
			}
		}
	}
	o.End = max(o.End, at)
}

// finish gives the usual time between snapshots, and the times that are many times as long.
func (g *intervals) finish() (usual time.Duration, gaps []Gap) {
	total := 0
	for _, n := range g.counts {
		total += n
	}
	if total == 0 {
		return 0, nil
	}
	seen := 0
	for k, n := range g.counts {
		if seen += n; 2*seen >= total {
			usual = time.Duration(g.sums[k] / int64(n))
			break
		}
	}
	for _, l := range g.long {
		if l.To-l.From >= 4*int64(usual) {
			gaps = append(gaps, l)
		}
	}
	return usual, gaps
}
