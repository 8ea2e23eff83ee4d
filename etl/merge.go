package etl

import (
	"context"
	"fmt"
	"sort"
)

// Order of events.
//
//  1. The index (readRecording) knows of every buffer its place, session, processor and the stamp of its first event.
//  2. What one processor wrote in one session is a stream. Its buffers, in file order, are split into chains along which
//     time does not fall (chainsOf); usually one chain.
//  3. Each chain has a cursor that holds one buffer and the head, its next event.
//  4. A heap of cursors gives the earliest head; after it is delivered its cursor moves on and sinks to its place.
//
// So memory grows with the processors, not with the recording, and the order is exact as long as each buffer's own is. Where
// that is not so, the stamps that contradict the rest are overruled (repairOrder) and counted.

// pass is one iteration over a capture.
type pass struct {
	ctx     context.Context
	capture *Capture
	heap    []*cursor
	losses  Losses
	pending []*CorruptError // damage found since the last event was delivered
	held    int64           // bytes that all cursors hold
	read    int64           // bytes of the recordings read so far
}

// start makes the cursors, in the order of their rank, and loads the first buffer of each.
func (p *pass) start() error {
	for _, r := range p.capture.recordings {
		cursors := newCursors(r)
		sort.Slice(cursors, func(i, j int) bool {
			pi, li, oi := cursors[i].key()
			pj, lj, oj := cursors[j].key()
			if pi != pj {
				return pi < pj
			}
			if li != lj {
				return li < lj
			}
			return oi < oj
		})
		for i := range r.skipped {
			p.pending = append(p.pending, &r.skipped[i])
		}
		for rank, c := range cursors {
			c.rank = uint32(rank)
			done, err := c.fill(p)
			if err != nil {
				return err
			}
			if !done {
				p.heap = append(p.heap, c)
			}
		}
	}
	for i := len(p.heap)/2 - 1; i >= 0; i-- {
		p.sink(i)
	}
	return nil
}

// advance moves the first cursor on and restores the heap.
func (p *pass) advance() error {
	done, err := p.heap[0].advance(p)
	if err != nil {
		return err
	}
	if done {
		p.held -= p.heap[0].held
		last := len(p.heap) - 1
		p.heap[0], p.heap[last] = p.heap[last], nil
		p.heap = p.heap[:last]
	}
	p.sink(0)
	return nil
}

// sink moves the cursor at i down to its place.
func (p *pass) sink(i int) {
	for {
		least := 2*i + 1
		if least >= len(p.heap) {
			return
		}
		if right := least + 1; right < len(p.heap) && p.heap[right].before(p.heap[least]) {
			least = right
		}
		if !p.heap[least].before(p.heap[i]) {
			return
		}
		p.heap[i], p.heap[least] = p.heap[least], p.heap[i]
		i = least
	}
}

// account books what loading a buffer showed to be damaged.
func (p *pass) account(c *cursor, damaged error) {
	w := &c.walked
	p.losses.UnknownEvents += w.unknown
	p.losses.EventsOutOfOrder += w.outOfOrder
	if damaged != nil {
		lost := uint32(len(c.data))
		p.losses.UndecodableBytes += int64(c.info.filled - lost)
		p.report(c, lost, damaged)
	}
	for _, d := range w.damages {
		p.losses.UndecodableBytes += int64(d.to - d.from)
		p.report(c, d.from, d.err)
	}
	if damaged != nil || len(w.damages) > 0 {
		p.losses.UndecodableBuffers++
	}
}

func (p *pass) report(c *cursor, offset uint32, err error) {
	p.pending = append(p.pending, &CorruptError{File: c.recording.name, Buffer: c.info.pos, Offset: offset, Err: err})
}

// checkMemory keeps what all cursors hold below the ceiling.
func (p *pass) checkMemory(c *cursor) error {
	held := c.memory()
	p.held += held - c.held
	c.held = held
	if limit := p.capture.opts.MaxMemory; p.held > limit {
		return fmt.Errorf("%s: putting the buffers of %d processors in order takes more than %d bytes: %w",
			c.recording.name, len(p.heap)+1, limit, ErrMemoryLimit)
	}
	return nil
}

func (p *pass) progress(n int64) {
	p.read += n
	if f := p.capture.opts.Progress; f != nil {
		f(p.read, p.capture.size)
	}
}
