package ledger

// batch is operations that are carried out together. Those of a lifetime stand together, in segments.
type batch struct {
	number   uint32     // from 1
	segments []*segment // those from used on are free
	used     int
	shares   []share
	charges  []charge

	most        int    // segments
	eventBefore uint64 // number of the last event before those of the batch
	eventLimit  uint64 // number of the event that the batch is full with
	lastEvent   uint64
	linked      bool // stack records have been met
	pending     int  // size of the index of pending events
}

// share is the operations of one lifetime in a batch.
type share struct {
	process *process
	account *account
	first   *segment
}

// segment is a run of operations of one lifetime. It fills a page of memory.
type segment struct {
	next       *segment // of the same lifetime
	n          int
	operations [segmentSize]operation
}

const (
	segmentSize = 127
	// mostLinked is how many events make a batch when they may get stacks: the outcomes of so many more than are in the
	// index must be kept.
	mostLinked = 1 << 16
	// mostSegments is how many segments make a batch: enough to come back to each account many times. The first batches
	// are smaller, so that there is soon something to carry out.
	mostSegments = 1 << 11
	fewSegments  = 1 << 6
)

// add adds an operation on a lifetime, to be filled in.
func (b *batch) add(p *process) *operation {
	s := p.segment
	if p.batch != b.number || s.n == segmentSize {
		s = b.addSegment(p)
	}
	s.n++
	return &s.operations[s.n-1]
}

// addSegment gives a lifetime an empty segment.
func (b *batch) addSegment(p *process) *segment {
	if b.used == len(b.segments) {
		more := make([]segment, 16)
		for i := range more {
			b.segments = append(b.segments, &more[i])
		}
	}
	s := b.segments[b.used]
	s.next, s.n = nil, 0
	b.used++
	if p.batch == b.number {
		p.segment.next = s
	} else {
		b.shares = append(b.shares, share{process: p, first: s})
	}
	p.batch, p.segment = b.number, s
	return s
}

// isFull tells that the batch has had its segments, or its events.
func (b *batch) isFull(latestEvent uint64) bool {
	return b.used >= b.most || latestEvent >= b.eventLimit
}

// begin makes the batch an empty one that follows another.
func (b *batch) begin(after *batch, events *pendingIndex, most int) {
	most = min(most, max(2*after.most, fewSegments))
	*b = batch{
		number: after.number + 1, segments: b.segments, shares: b.shares[:0], charges: b.charges[:0],
		most: most, eventBefore: events.latest, eventLimit: events.latest + uint64(most)*segmentSize,
	}
	if events.linked {
		b.eventLimit = events.latest + mostLinked
	}
}
