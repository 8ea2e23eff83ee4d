package etl

import "sort"

// countLosses takes stock of what the index and the header tell is missing.
func (r *Recording) countLosses() {
	r.losses.EventsLost = uint64(r.header.EventsLost)
	r.losses.BuffersLost = uint64(r.header.BuffersLost)
	for i := range r.buffers {
		if r.buffers[i].flags&flagEventsLost != 0 {
			r.losses.BuffersFlaggedEventsLost++
		}
		if r.buffers[i].flags&flagBufferLost != 0 {
			r.losses.BuffersFlaggedBuffersLost++
		}
	}
	// A ring holds fewer buffers than were written into it; that is its purpose, not a loss.
	if written := int(r.header.BuffersWritten); written > len(r.buffers) && !r.isRing() {
		r.losses.BuffersMissing = uint64(written - len(r.buffers))
	}
	r.findGaps()
}

// isRing tells whether the session overwrote its oldest buffers.
func (r *Recording) isRing() bool { return r.header.LogFileMode&(ModeCircular|ModeBuffering) != 0 }

// findGaps looks for jumps in the sequence numbers, which a session gives its buffers one after another over all processors
// (format notes, 1.2 and 1.5). Numbers that are absent between two that are present are buffers that were lost.
func (r *Recording) findGaps() {
	bySession := make(map[uint16][]int32)
	var sessions []uint16
	for i := range r.buffers {
		b := &r.buffers[i]
		if b.kind == bufferHeader && i > 0 || b.sequence < 0 {
			continue
		}
		if _, ok := bySession[b.logger]; !ok {
			sessions = append(sessions, b.logger)
		}
		bySession[b.logger] = append(bySession[b.logger], int32(i))
	}
	for _, session := range sessions {
		r.gapsOf(bySession[session])
	}
	sort.SliceStable(r.losses.Gaps, func(i, j int) bool { return r.losses.Gaps[i].From < r.losses.Gaps[j].From })
	if len(r.losses.Gaps) > MaxGaps {
		r.losses.Gaps = r.losses.Gaps[:MaxGaps]
	}
}

func (r *Recording) gapsOf(session []int32) {
	sort.SliceStable(session, func(i, j int) bool {
		return r.buffers[session[i]].sequence < r.buffers[session[j]].sequence
	})
	for k := 1; k < len(session); k++ {
		before, after := &r.buffers[session[k-1]], &r.buffers[session[k]]
		missing := uint64(after.sequence) - uint64(before.sequence)
		if missing <= 1 || before.kind == bufferHeader && r.isRing() {
			continue
		}
		// A jump of more than all buffers of the recording is rather a damaged number, or parts of several
		// sessions, than that many buffers lost: it counts for one.
		if missing--; missing > uint64(len(r.buffers))*100 {
			missing = 1
		}
		r.losses.SequenceMissing += missing
		r.losses.Gaps = append(r.losses.Gaps, Gap{
			Recording: int(r.number), Missing: missing, Processor: after.processor,
			From: r.firstNano(before), To: r.firstNano(after),
		})
	}
}

// firstNano is the time of a buffer's first event, 0 when its header does not show it.
func (r *Recording) firstNano(b *bufferInfo) int64 {
	if !b.timed {
		return 0
	}
	return r.clock.unixNano(b.firstTicks)
}
