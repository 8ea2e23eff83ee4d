package etl

import "math"

// cursor reads the events of one chain of buffers, one after another. Its head is the next event to deliver.
type cursor struct {
	recording *Recording
	buffers   []int32 // of the chain, in order
	next      int     // the buffer to load after those ahead
	rank      uint32  // breaks ties of time: position of the chain in the capture's order

	buffer  *loaded   // holds the head
	ahead   []*loaded // on their way, in order
	records []record  // of the buffer
	at      int       // index of the head in records
	own     Event     // the head, once it has been asked for

	key   int64 // what the order of time is decided by: the head's ticks, or its time where clocks differ
	ticks int64 // the head's stamp as repaired
	last  int64 // stamp of the last event of the buffer before, which no later event's may fall below
}

// fill moves the cursor to the first event of the next buffer that has one to deliver; it is done when there is none. What
// it finds damaged goes to s.
func (c *cursor) fill(s *Scan) (done bool, err error) {
	for {
		if c.buffer != nil {
			s.loader.free(c.buffer)
			c.buffer = nil
		}
		if err := s.ctx.Err(); err != nil {
			return false, err
		}
		l := s.loader.next(c)
		if l == nil {
			return true, nil
		}
		s.progress(int64(l.info.size))
		if l.err != nil {
			return false, l.err
		}
		c.buffer = l
		late := c.settle(s)
		s.account(c, late)
		if err := s.checkMemory(c); err != nil {
			return false, err
		}
		if c.records, c.at = l.walked.records, 0; len(c.records) > 0 {
			c.own = Event{Buffer: l.info.pos, Processor: l.info.processor, Recording: c.recording.number}
			c.setHead(s)
			return false, nil
		}
	}
}

// settle fits the stamps of the buffer just loaded to those of the chain before it, and returns how many it had to change.
// Along a chain time never falls; where a buffer begins before the last event of the one before it, its first events are
// late. Where no event has a stamp, all of them take the one before.
func (c *cursor) settle(s *Scan) (late uint64) {
	w := &c.buffer.walked
	if w.events == 0 {
		return 0
	}
	if w.timeless {
		w.first = max(c.last, c.recording.header.StartTicks)
		w.last = w.first
		for i := range w.records {
			w.records[i].ticks = w.first
		}
	} else if w.first < c.last {
		w.kinds = s.loader.finder
		w.walkAll(c.buffer.data, c.buffer.info.torn, math.MaxInt)
		w.repaired = true
		for i := range w.records {
			if r := &w.records[i]; r.ticks < c.last {
				r.ticks = c.last
				late++
			}
		}
		w.findGaps()
		w.leaveOut()
		w.first, w.last = c.last, max(w.last, c.last)
	}
	c.mark(s, w)
	c.last = w.last
	return late
}

// mark takes note of when the events of the buffer just loaded happened.
func (c *cursor) mark(s *Scan, w *walked) {
	first, last := c.nano(w.first), c.nano(w.last)
	s.span(first, last)
	s.bins.add(first, last, w.tally)
	for _, gap := range w.gaps {
		s.busy.add(first, c.nano(gap.from))
		first = c.nano(gap.to)
	}
	s.busy.add(first, last)
}

// nano gives the time of a stamp of the cursor's recording.
func (c *cursor) nano(ticks int64) int64 {
	return c.recording.clock.unixNano(max(ticks, c.recording.oldest))
}

// advance moves the head on by one event.
func (c *cursor) advance(s *Scan) (done bool, err error) {
	if c.at++; c.at < len(c.records) {
		c.setHead(s)
		return false, nil
	}
	return c.fill(s)
}

// setHead takes the time of the event at the cursor.
func (c *cursor) setHead(s *Scan) {
	c.ticks = c.records[c.at].ticks
	c.key = c.ticks
	if s.manyClocks {
		c.key = c.nano(c.ticks)
	}
}

// event decodes the head.
func (c *cursor) event() (*Event, error) {
	if err := c.decode(c.at, &c.own); err != nil {
		return nil, &CorruptError{File: c.recording.name, Buffer: c.own.Buffer, Offset: c.records[c.at].offset, Err: err}
	}
	return &c.own, nil
}

// decode decodes an event of the buffer. Where the buffer is, e knows already.
func (c *cursor) decode(at int, e *Event) error {
	l, r := c.buffer, &c.records[at]
	b := l.data[r.offset : r.offset+uint32(r.size)]
	e.Ticks = r.ticks
	e.UnixNano = c.nano(r.ticks)
	e.KindNumber = r.kind
	e.Offset = r.offset
	if l.walked.repaired {
		if t, ok := formOf(uint32(b[2])<<16 | uint32(b[3])<<24).ticks(b); ok {
			e.Ticks = t
		}
	}
	if form := &kernelForms[b[2]]; form.size != 0 && b[3] == markerTrace && e.Kind == KindKernel && b[1]&0x87 == 0 {
		// As the event before: what kernel events lack is zero already.
		parseKernel(e, b, form, int(form.size))
		return nil
	}
	return parseEvent(e, b)
}

// before is the order of delivery: by time; at equal times by recording, there by raw stamp (clocks may tick faster than
// once a nanosecond), then by processor, session and place in the file.
func (c *cursor) before(d *cursor) bool {
	if c.key != d.key {
		return c.key < d.key
	}
	return c.beforeAtOnce(d)
}

func (c *cursor) beforeAtOnce(d *cursor) bool {
	switch {
	case c.recording != d.recording:
		return c.recording.number < d.recording.number
	case c.ticks != d.ticks:
		return c.ticks < d.ticks
	}
	return c.rank < d.rank
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
			cursors = append(cursors, &cursor{recording: r, buffers: chain.buffers, last: math.MinInt64, ticks: math.MinInt64})
		}
	}
	return cursors
}

// keyOfOrder orders the cursors of a recording, for their rank: by processor, session and place in the file.
func (c *cursor) keyOfOrder() (processor, logger uint16, pos int64) {
	b := &c.recording.buffers[c.buffers[0]]
	return b.processor, b.logger, b.pos
}
