package etl

import "sort"

// Order of events.
//
//  1. The index (readRecording) knows of every buffer its place, session, processor and the stamp of its first event.
//  2. What one processor wrote in one session is a stream. Its buffers, in file order, are split into chains along which
//     time does not fall (chainsOf); usually one chain.
//  3. Each chain has a cursor that holds one buffer and the head, its next event; the loader has the next buffers walked
//     through meanwhile.
//  4. A heap of cursors gives the earliest head; after it is delivered its cursor moves on and sinks to its place.
//
// So memory grows with the processors, not with the recording, and the order is exact as long as each buffer's own is. Where
// that is not so, the stamps that contradict the rest are overruled (repairOrder) and counted.

// makeCursors makes the cursors of all recordings, in the order of their rank.
func (s *Scan) makeCursors() {
	for _, r := range s.capture.recordings {
		cursors := newCursors(r)
		sort.Slice(cursors, func(i, j int) bool {
			pi, li, oi := cursors[i].keyOfOrder()
			pj, lj, oj := cursors[j].keyOfOrder()
			if pi != pj {
				return pi < pj
			}
			if li != lj {
				return li < lj
			}
			return oi < oj
		})
		for rank, c := range cursors {
			c.rank = uint32(rank)
		}
		s.heap = append(s.heap, cursors...)
	}
}

// start loads the first buffer of each cursor and makes a heap of them.
func (s *Scan) start() error {
	cursors := s.heap
	s.heap = s.heap[:0]
	var recording *Recording
	for _, c := range cursors {
		if c.recording != recording {
			recording = c.recording
			for i := range recording.skipped {
				s.pending = append(s.pending, &recording.skipped[i])
			}
		}
		done, err := c.fill(s)
		if err != nil {
			return err
		}
		if !done {
			s.heap = append(s.heap, c)
		}
	}
	for i := len(s.heap)/2 - 1; i >= 0; i-- {
		s.sink(i)
	}
	s.findRunner()
	return nil
}

// advance moves the first cursor on and restores the heap.
func (s *Scan) advance() error {
	head := s.heap[0]
	done, err := head.advance(s)
	if err != nil {
		return err
	}
	if !done && (s.runner == nil || head.before(s.runner)) {
		return nil // as long as a processor is the only busy one, the heap stays as it is
	}
	if done {
		last := len(s.heap) - 1
		s.heap[0], s.heap[last] = s.heap[last], nil
		s.heap = s.heap[:last]
	}
	s.sink(0)
	s.findRunner()
	return nil
}

// findRunner finds the cursor that follows the first.
func (s *Scan) findRunner() {
	switch len(s.heap) {
	case 0, 1:
		s.runner = nil
	case 2:
		s.runner = s.heap[1]
	default:
		s.runner = s.heap[1]
		if s.heap[2].before(s.runner) {
			s.runner = s.heap[2]
		}
	}
}

// sink moves the cursor at i down to its place.
func (s *Scan) sink(i int) {
	for {
		least := 2*i + 1
		if least >= len(s.heap) {
			return
		}
		if right := least + 1; right < len(s.heap) && s.heap[right].before(s.heap[least]) {
			least = right
		}
		if !s.heap[least].before(s.heap[i]) {
			return
		}
		s.heap[i], s.heap[least] = s.heap[least], s.heap[i]
		i = least
	}
}

// account books what loading a buffer showed to be damaged, and how many of its events are late.
func (s *Scan) account(c *cursor, late uint64) {
	l, w := c.buffer, &c.buffer.walked
	s.losses.UnknownEvents += w.unknown
	s.losses.EventsOutOfOrder += w.outOfOrder + late
	if l.damage != nil {
		lost := uint32(len(l.data))
		s.losses.UndecodableBytes += int64(l.info.filled - lost)
		s.report(c, lost, l.damage)
	}
	for _, d := range w.damages {
		s.losses.UndecodableBytes += int64(d.to - d.from)
		s.report(c, d.from, d.err)
	}
	if l.damage != nil || len(w.damages) > 0 {
		s.losses.UndecodableBuffers++
	}
}

func (s *Scan) report(c *cursor, offset uint32, err error) {
	s.pending = append(s.pending, &CorruptError{File: c.recording.name, Buffer: c.buffer.info.pos, Offset: offset, Err: err})
}
