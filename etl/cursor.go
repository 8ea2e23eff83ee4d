package etl

import "math"

// cursor reads the events of one chain of buffers, one after another. Its head is the next event to deliver.
type cursor struct {
	recording *Recording
	buffers   []int32 // of the chain, in order
	next      int     // the buffer after the one loaded
	rank      uint32  // breaks ties of time: position of the chain in the capture's order

	info       *bufferInfo // of the buffer loaded
	data       []byte
	walked     walked
	at         int // index of the head in walked.records
	raw, plain []byte
	held       int64 // bytes of memory that the pass has booked for this cursor

	nano  int64 // the head's time
	ticks int64 // the head's stamp as repaired
	last  int64 // ticks of the event before, which the head's may not fall below
}

// fill moves the cursor to the first event of the next buffer that has one; it is done when there is none. What it finds
// damaged goes to p.
func (c *cursor) fill(p *pass) (done bool, err error) {
	for c.next < len(c.buffers) {
		if err := p.ctx.Err(); err != nil {
			return false, err
		}
		c.info = &c.recording.buffers[c.buffers[c.next]]
		c.next++
		p.progress(int64(c.info.size))
		if !c.info.holdsEvents() {
			continue
		}
		var damaged error
		c.data, damaged, err = c.recording.load(c.info, &c.raw, &c.plain)
		if err != nil {
			return false, err
		}
		if c.info.torn {
			damaged = nil // the cut is known, and counted as truncation
		}
		c.walked.walk(c.data, c.info.torn)
		p.account(c, damaged)
		if err := p.checkMemory(c); err != nil {
			return false, err
		}
		if c.at = 0; len(c.walked.records) > 0 {
			c.setHead(p)
			return false, nil
		}
	}
	return true, nil
}

// advance moves the head on by one event.
func (c *cursor) advance(p *pass) (done bool, err error) {
	c.last = c.ticks
	if c.at++; c.at < len(c.walked.records) {
		c.setHead(p)
		return false, nil
	}
	return c.fill(p)
}

// setHead takes the time of the event at the cursor. Along a chain time never falls; where a buffer begins before the last
// event of the one before it, its first events are late.
func (c *cursor) setHead(p *pass) {
	c.ticks = c.walked.records[c.at].ticks
	if c.walked.timeless {
		c.ticks = max(c.last, c.recording.header.StartTicks)
	}
	if c.ticks < c.last {
		c.ticks = c.last
		p.losses.EventsOutOfOrder++
	}
	c.nano = c.recording.clock.unixNano(max(c.ticks, c.recording.oldest))
}

// event decodes the head.
func (c *cursor) event(e *Event) error {
	r := c.walked.records[c.at]
	b := c.data[r.offset : r.offset+r.size]
	e.Ticks = c.ticks
	if t, ok := formOf(uint32(b[2])<<16 | uint32(b[3])<<24).ticks(b); ok {
		e.Ticks = t
	}
	e.UnixNano = c.nano
	e.Processor, e.Recording = c.info.processor, c.recording.number
	e.Buffer, e.Offset = c.info.pos, r.offset
	if err := parseEvent(e, b); err != nil {
		return &CorruptError{File: c.recording.name, Buffer: c.info.pos, Offset: r.offset, Err: err}
	}
	return nil
}

// before is the order of delivery: by time; at equal times by recording, there by raw stamp (clocks may tick faster than
// once a nanosecond), then by processor, session and place in the file.
func (c *cursor) before(d *cursor) bool {
	switch {
	case c.nano != d.nano:
		return c.nano < d.nano
	case c.recording != d.recording:
		return c.recording.number < d.recording.number
	case c.ticks != d.ticks:
		return c.ticks < d.ticks
	}
	return c.rank < d.rank
}

// memory is what the cursor holds, in bytes.
func (c *cursor) memory() int64 {
	return int64(cap(c.raw)+cap(c.plain)) + int64(cap(c.walked.records))*16
}

// newCursors makes the cursors of a recording: one for each chain of each stream, a stream being what one processor wrote
// in one session.
func newCursors(r *Recording) []*cursor {
	type streamKey struct{ logger, processor uint16 }
	streams := make(map[streamKey][]int32)
	for i := range r.buffers {
		b := &r.buffers[i]
		key := streamKey{b.logger, b.processor}
		streams[key] = append(streams[key], int32(i))
	}
	var cursors []*cursor
	for _, stream := range streams {
		for _, chain := range chainsOf(r.buffers, stream) {
			cursors = append(cursors, &cursor{recording: r, buffers: chain.buffers, last: math.MinInt64, ticks: math.MinInt64,
				walked: walked{earliest: r.earliest, latest: r.latest}})
		}
	}
	return cursors
}

// key orders the cursors of a recording, for their rank: by processor, session and place in the file.
func (c *cursor) key() (processor, logger uint16, pos int64) {
	b := &c.recording.buffers[c.buffers[0]]
	return b.processor, b.logger, b.pos
}
