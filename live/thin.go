package live

import (
	"time"

	"etledger/live/spool"
)

// snapshotSpan bounds the time that the events of one snapshot are apart. A system with many processes splits a snapshot over
// several events at about one time; the next snapshot comes half a second later.
const snapshotSpan = 250 * time.Millisecond

// thinner chooses one snapshot of each kind in each interval: the first. Intervals are those of the clock, so that hosts
// keep snapshots of the same times.
type thinner struct {
	every time.Duration // 0 keeps all
	kinds [kindSessions + 1]struct {
		began    int64 // time of the first event of the snapshot that is under way
		any      bool
		keep     bool
		interval int64 // the last of which a snapshot was kept
	}
}

// choose tells whether to keep an event of a snapshot, and whether it goes on with the snapshot before it.
func (t *thinner) choose(k kind, e *spool.Event) (keep, goesOn bool) {
	s := &t.kinds[k]
	if since := e.UnixNano - s.began; s.any && since >= 0 && since < int64(snapshotSpan) {
		return s.keep, true
	}
	interval := int64(0)
	if t.every > 0 {
		interval = floorDiv(e.UnixNano, int64(t.every))
	}
	s.keep = t.every <= 0 || !s.any || interval != s.interval
	s.began, s.any = e.UnixNano, true
	if s.keep {
		s.interval = interval
	}
	return s.keep, false
}

// floorDiv divides and rounds down, also below zero.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
