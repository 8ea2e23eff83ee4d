package etl

import "math"

// Block is a row of events that follow one another in the exact order of time. What it holds is valid until the scan's next
// step.
type Block struct {
	Refs []Ref

	event Event
}

// Ref names an event of a block, with what most consumers need of most events at hand.
type Ref struct {
	UnixNano int64 // as Event.UnixNano
	// Plain tells that the event has the short header of the kernel (PERFINFO_TRACE_HEADER) in its 64-bit form, with
	// nothing between it and the payload. Then there is no more to know of it than the Ref says: it has no process or thread.
	Plain     bool
	Kind      uint16 // as Event.KindNumber
	Processor uint16 // as Event.Processor
	at        int32
	Ticks     int64  // as Event.Ticks, where Plain
	Payload   []byte // as Event.Payload, where Plain
	cursor    *cursor
}

// blockSize bounds the events of a block, so that what it refers to stays in the cache.
const blockSize = 256

// NextBlock gives the next events, at least one; otherwise it does what Next does, errors included. Both may be used in
// turns.
func (s *Scan) NextBlock() (*Block, error) {
	if _, err := s.Next(); err != nil {
		return nil, err
	}
	b := &s.block
	if b.Refs == nil {
		b.Refs = make([]Ref, 0, blockSize)
		b.event.Buffer = -1 // of none
	}
	b.Refs = b.Refs[:1]
	b.Refs[0].name(s.heap[0], s.heap[0].at)
	if !s.manyClocks && len(s.pending) == 0 {
		s.extend(b)
	}
	return b, nil
}

// extend adds to a block the events that follow its last one, which is the head of the first cursor, as far as they are in
// memory.
func (s *Scan) extend(b *Block) {
	for {
		c := s.heap[0]
		until := s.limit()
		at, records := c.at+1, c.records
		for at < len(records) && records[at].ticks < until && records[at].kind != noKind && len(b.Refs) < cap(b.Refs) {
			b.add(c, at)
			at++
		}
		c.at = at - 1
		c.ticks = records[c.at].ticks
		c.key = c.ticks
		if at == len(records) || records[at].kind == noKind || len(b.Refs) == cap(b.Refs) {
			s.run, s.until = c, until
			return
		}
		// The next event of this processor comes after that of another one, or is as early as that.
		c.at = at
		c.setHead(s)
		if s.runner != nil && !c.before(s.runner) {
			s.sink(0)
			s.findRunner()
		}
		first := s.heap[0]
		if first.records[first.at].kind == noKind {
			s.state, s.run = scanReady, nil
			return
		}
		b.add(first, first.at)
	}
}

// limit gives the stamp before which events of the first cursor follow at once.
func (s *Scan) limit() int64 {
	if s.runner == nil {
		return math.MaxInt64
	}
	return s.runner.key
}

func (b *Block) add(c *cursor, at int) {
	b.Refs = b.Refs[:len(b.Refs)+1]
	b.Refs[len(b.Refs)-1].name(c, at)
}

// name makes the Ref that of an event.
func (ref *Ref) name(c *cursor, at int) {
	r := &c.records[at]
	ref.UnixNano, ref.Kind, ref.Processor, ref.at, ref.cursor = c.nano(r.ticks), r.kind, c.own.Processor, int32(at), c
	record := c.buffer.data[r.offset : r.offset+uint32(r.size)]
	ref.Plain = false
	if record[2] == typePerfInfo64 && record[3] == markerTrace && record[1]&0x87 == 0 && !c.buffer.walked.repaired {
		ref.Plain, ref.Ticks, ref.Payload = true, r.ticks, record[16:]
	}
}

// Event gives an event of the block whole, valid until the next call or the scan's next step.
func (b *Block) Event(i int) *Event {
	ref := &b.Refs[i]
	own := &ref.cursor.own
	if b.event.Buffer != own.Buffer || b.event.Recording != own.Recording {
		b.event = Event{Buffer: own.Buffer, Processor: ref.Processor, Recording: own.Recording}
	}
	// The walk checked that the event can be decoded.
	_ = ref.cursor.decode(int(ref.at), &b.event)
	return &b.event
}
