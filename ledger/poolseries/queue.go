package poolseries

import (
	"cmp"
	"slices"
	"time"

	"etledger/internal/natural"
)

// entry is one snapshot that waits for its turn.
type entry struct {
	at       int64  // ns since 1970 UTC; 0 where not known
	file     string // and line: the order of snapshots at one time, or without time
	line     int
	complete bool
	bootedAt int64 // ns since 1970 UTC when the machine started, 0 where not known
	digest   uint64
	rows     []row
	limits   limits
}

type row struct {
	id uint32
	figures
}

func compareEntries(a, b *entry) int {
	return cmp.Or(cmp.Compare(a.at, b.at), natural.Compare(a.file, b.file), cmp.Compare(a.line, b.line))
}

// queue puts the snapshots of one kind of one machine in order.
type queue struct {
	waiting []*entry
	rows    int
	passed  *entry // the last that was taken, for its place only
	take    func(*entry)
}

// flush takes the earliest snapshots, all of them or so many that at most keep rows wait.
func (q *queue) flush(b *Book, keep int) {
	slices.SortStableFunc(q.waiting, compareEntries)
	n := 0
	for ; n < len(q.waiting) && (keep == 0 || q.rows > keep); n++ {
		e := q.waiting[n]
		q.rows -= len(e.rows)
		b.pending -= len(e.rows)
		if q.passed != nil && compareEntries(e, q.passed) < 0 {
			b.set.Late++
		} else {
			q.take(e)
			q.passed = &entry{at: e.at, file: e.file, line: e.line}
		}
		b.free = append(b.free, e.rows[:0])
	}
	q.waiting = slices.Delete(q.waiting, 0, n)
}

// seconds is the time between two moments in ns.
func seconds(from, to int64) float64 { return float64(to-from) / float64(time.Second) }
