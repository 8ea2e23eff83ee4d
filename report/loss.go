package report

import (
	"cmp"
	"slices"

	"etledger/etl"
	"etledger/ledger"
	"etledger/trend"
)

// This file estimates what loss means for one account: a gap outside of its time takes nothing from it.

// inputOf gives the account of a lifetime as it is judged: in the light of what was lost in its time. The share of what
// gaps took is that of the missing buffers among those of its time, as if buffers were written evenly; of loss that has
// no place in time, the share in the whole capture.
func (e *evidence) inputOf(l *ledger.Lifetime) trend.Input {
	share, known := e.unplacedShare()
	var missing uint64
	for _, g := range e.gapsOf(l) {
		missing += g.Missing
	}
	if missing > 0 {
		known = true
		buffers := float64(e.buffers)
		if whole := float64(e.endNano - e.startNano); whole > 0 {
			buffers *= float64(l.EndNano-l.StartNano) / whole
		}
		share = max(share, float64(missing)/(float64(missing)+buffers))
	}
	in := l.Evidence
	in.LossKnown = in.LossKnown || known
	in.LostShare = max(in.LostShare, share)
	return in
}

// gapsOf gives the gaps in the time of a lifetime, in order. One without times may be anywhere.
func (e *evidence) gapsOf(l *ledger.Lifetime) (gaps []etl.Gap) {
	for _, g := range e.losses.Gaps {
		if (g.From == 0 || g.From <= l.EndNano) && (g.To == 0 || g.To >= l.StartNano) {
			gaps = append(gaps, g)
		}
	}
	return gaps
}

// busyOverGaps gives the lifetimes that took or gave back memory in the time of a gap or next to it, the busiest first.
func (e *evidence) busyOverGaps() (busy []*ledger.Lifetime) {
	for _, l := range e.accounts.Lifetimes {
		if slices.ContainsFunc(e.gapsOf(l), func(g etl.Gap) bool { return e.busyOver(l, g) }) {
			busy = append(busy, l)
		}
	}
	slices.SortStableFunc(busy, func(a, b *ledger.Lifetime) int {
		return cmp.Compare(b.VirtualAlloc.CommitBytes, a.VirtualAlloc.CommitBytes)
	})
	return busy
}

// busyOver tells whether the account of a lifetime moved in one of the bins that a gap touches.
func (e *evidence) busyOver(l *ledger.Lifetime, g etl.Gap) bool {
	from, to := secondsBetween(e.startNano, g.From), secondsBetween(e.startNano, g.To)
	for i, c := range l.Evidence.Cohorts {
		if g.From != 0 && c.To < from || g.To != 0 && c.From > to {
			continue
		}
		if c.Born > 0 || c.OlderFreed > 0 {
			return true
		}
		if i < len(l.Evidence.Level) && l.Evidence.Level[i].Low != l.Evidence.Level[i].High {
			return true
		}
	}
	return false
}

// lostShare estimates the share of all events that never reached the file or could not be read from it, and tells
// whether any loss is known. Where only the fact of a loss is recorded and not its extent, the share does not count it.
func (e *evidence) lostShare() (share float64, known bool) {
	return e.shareWith(e.losses.SequenceMissing)
}

// unplacedShare is lostShare without what the gaps tell the time of.
func (e *evidence) unplacedShare() (share float64, known bool) {
	missing := e.losses.SequenceMissing
	for _, g := range e.losses.Gaps {
		missing -= min(missing, g.Missing)
	}
	return e.shareWith(missing)
}

// shareWith is lostShare with a number of buffers missing from the sequence instead of all. Buffers that the header
// counts as lost are those missing, as far as there are any.
func (e *evidence) shareWith(missing uint64) (share float64, known bool) {
	l := e.losses
	events := l.EventsLost + l.LostEventRecords
	lost := l.BuffersLost - min(l.BuffersLost, l.SequenceMissing-missing)
	buffers := max(lost, missing, l.BuffersMissing) + l.LostBufferRecords
	bytes := l.TruncatedBytes + l.UndecodableBytes
	malformed, sound := e.memoryEvents()
	share = max(part(events, e.stats.Events), part(buffers, e.buffers), part(uint64(bytes), e.bytes), part(malformed,
		sound))
	return share, share > 0 ||
		l.BuffersFlaggedEventsLost+l.BuffersFlaggedBuffersLost+l.LostFileRecords+l.UndecodableBuffers > 0
}

// part is the share that the missing are of all.
func part(missing, present uint64) float64 {
	if missing == 0 {
		return 0
	}
	return float64(missing) / (float64(missing) + float64(present))
}
