package etl

// Losses is what a capture is known to lack, each source told apart, since each weakens other conclusions. Figures
// marked (pass) are complete only after an iteration over Events came to its end.
type Losses struct {
	EventsLost  uint64 // logfile headers: events the session could not log
	BuffersLost uint64 // logfile headers: buffers the session could not write

	BuffersFlaggedEventsLost  uint64 // buffers that carry the flag EVENTS_LOST
	BuffersFlaggedBuffersLost uint64 // buffers that carry the flag BUFFER_LOST

	LostEventRecords  uint64 // (pass) RTLostEvent records
	LostBufferRecords uint64 // (pass) RTLostBuffer records
	LostFileRecords   uint64 // (pass) RTLostFile records

	// Gaps lists where sequence numbers of a session jump, in order of time, at most MaxGaps of them; SequenceMissing
	// counts the missing buffers over all gaps. In circular recordings what was overwritten is not a gap.
	Gaps            []Gap
	SequenceMissing uint64

	BuffersMissing uint64 // buffers that a logfile header says were written but the recording does not hold
	// DuplicateBuffers counts buffers that stand in the recording more than once, byte for byte; they are read once.
	DuplicateBuffers uint64

	TruncatedBytes int64 // bytes of a torn last buffer that the recording lacks
	TrailingBytes  int64 // bytes after the last buffer that are no buffer, but not zeros either

	UndecodableBytes   int64  // (pass in part) bytes that could not be understood, of event data or where a buffer should be
	UndecodableBuffers uint64 // (pass in part) buffers of which something could not be stepped over
	UndecodableEvents  uint64 // (pass) events that were stepped over because their header contradicts itself
	UnknownEvents      uint64 // (pass) events stepped over because their header kind is unknown
	EventsOutOfOrder   uint64 // (pass) events whose time stamp contradicts their neighbours'
}

// MaxGaps bounds Losses.Gaps.
const MaxGaps = 1000

// Gap is a run of buffers that a session numbered but the recording does not hold.
type Gap struct {
	Recording int
	Missing   uint64
	// From and To enclose the gap: the times, in ns since 1970 UTC, of the first event of the buffer before it and
	// of the buffer after it (by sequence number); 0 where that event has no stamp.
	From, To int64
	// Processor is that of the buffer after the gap; the missing buffers' own processors are not known.
	Processor uint16
}

// add sums two partial accounts of losses.
func (l *Losses) add(m *Losses) {
	l.EventsLost += m.EventsLost
	l.BuffersLost += m.BuffersLost
	l.BuffersFlaggedEventsLost += m.BuffersFlaggedEventsLost
	l.BuffersFlaggedBuffersLost += m.BuffersFlaggedBuffersLost
	l.LostEventRecords += m.LostEventRecords
	l.LostBufferRecords += m.LostBufferRecords
	l.LostFileRecords += m.LostFileRecords
	l.SequenceMissing += m.SequenceMissing
	l.BuffersMissing += m.BuffersMissing
	l.DuplicateBuffers += m.DuplicateBuffers
	l.TruncatedBytes += m.TruncatedBytes
	l.TrailingBytes += m.TrailingBytes
	l.UndecodableBytes += m.UndecodableBytes
	l.UndecodableBuffers += m.UndecodableBuffers
	l.UndecodableEvents += m.UndecodableEvents
	l.UnknownEvents += m.UnknownEvents
	l.EventsOutOfOrder += m.EventsOutOfOrder
	l.Gaps = append(l.Gaps, m.Gaps...)
	if len(l.Gaps) > MaxGaps {
		l.Gaps = l.Gaps[:MaxGaps]
	}
}

// Any tells whether anything at all is known to be missing.
func (l Losses) Any() bool {
	return l.EventsLost+l.BuffersLost+l.BuffersFlaggedEventsLost+l.BuffersFlaggedBuffersLost+l.LostEventRecords+
		l.LostBufferRecords+l.LostFileRecords+l.SequenceMissing+l.BuffersMissing+l.DuplicateBuffers+l.UndecodableBuffers+l.UndecodableEvents+l.UnknownEvents+l.EventsOutOfOrder > 0 ||
		l.TruncatedBytes+l.TrailingBytes+l.UndecodableBytes > 0
}
