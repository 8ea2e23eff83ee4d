package etl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"runtime"
	"slices"
)

// ScanOptions choose what a Scan delivers and what it may use. The zero value gives the defaults.
type ScanOptions struct {
	// Select tells which kinds of events to deliver; nil means all. It is asked once for each kind, maybe from another
	// goroutine, but never from two at once. Events of other kinds are stepped over: counted, but not put in order.
	Select func(KindKey) bool
	// Stacks asks also for manifest events of any kind that carry a stack among their extended items.
	Stacks bool
	// Concurrency is how many goroutines may work at once, that of the caller counted: buffers are read, decompressed
	// and stepped through ahead of it. 0 means GOMAXPROCS, 1 that no goroutine is started.
	Concurrency int
}

// Scan is one iteration over the events of a capture, for one goroutine.
type Scan struct {
	ctx     context.Context
	capture *Capture
	kinds   kindSet
	loader  *loader
	heap    []*cursor
	runner  *cursor // the earliest of heap but its first, nil when that is the only one
	run     *cursor // the first of heap, while its next event may follow at once
	until   int64   // stamp before which events of run follow at once

	block     Block
	state     scanState
	ending    error           // what the scan ended with
	pending   []*CorruptError // damage to be told of before the next event, from told on
	told      int
	losses    Losses
	firstNano int64
	lastNano  int64
	bins      rhythmBins
	busy      busyTimes
	complete  bool  // all events were met
	read      int64 // bytes of the recordings read so far

	manyClocks bool // the recordings' stamps cannot be compared with one another
}

type scanState uint8

const (
	scanNew       scanState = iota
	scanReady               // the head of the heap is to be delivered
	scanDelivered           // the head of the heap has been delivered
	scanEnded
)

// Scan begins an iteration over the events of the capture in the order of time, the same as that of Events. It must be
// closed, unless it came to its end.
func (c *Capture) Scan(ctx context.Context, opts ScanOptions) *Scan {
	s := &Scan{ctx: ctx, capture: c, firstNano: math.MaxInt64, lastNano: math.MinInt64, busy: busyTimes{apart: uint64(MinSilence)}}
	s.kinds.choose, s.kinds.stacks = opts.Select, opts.Stacks
	workers := opts.Concurrency
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	s.manyClocks = len(c.recordings) > 1
	s.makeCursors()
	s.loader = newLoader(&s.kinds, workers-1, len(s.heap), c.opts.MaxMemory)
	return s
}

// Next gives the next event, valid until the following call. A *CorruptError comes in place of an event and tells of damage
// that was stepped over; the scan goes on after it. After the last event the error is io.EOF. Any other error ends the
// scan, such as that of a cancelled context or of a reader.
func (s *Scan) Next() (*Event, error) {
	if c := s.run; c != nil && c.at+1 < len(c.records) {
		if ticks := c.records[c.at+1].ticks; ticks < s.until {
			c.at++
			c.ticks, c.key = ticks, ticks
			return s.deliver(c)
		}
	}
	return s.nextOfAll()
}

// nextOfAll is Next where it is open which cursor is the first.
func (s *Scan) nextOfAll() (*Event, error) {
	s.run = nil
	if s.state != scanReady {
		if err := s.step(); err != nil {
			return nil, err
		}
	}
	if s.told < len(s.pending) {
		s.told++
		return nil, s.pending[s.told-1]
	}
	s.pending, s.told = s.pending[:0], 0
	if len(s.heap) == 0 {
		return nil, s.end(io.EOF)
	}
	head := s.heap[0]
	s.state = scanDelivered
	if !s.manyClocks {
		s.run, s.until = head, s.limit()
	}
	return s.deliver(head)
}

// deliver gives the head of a cursor.
func (s *Scan) deliver(c *cursor) (*Event, error) {
	e, err := c.event()
	if err != nil {
		s.losses.UndecodableEvents++
		s.losses.UndecodableBytes += int64(c.records[c.at].size)
	}
	return e, err
}

// step brings the next event to the head of the heap.
func (s *Scan) step() (err error) {
	switch s.state {
	case scanEnded:
		return s.ending
	case scanDelivered:
		err = s.advance()
	default:
		err = s.start()
	}
	if err != nil {
		return s.end(err)
	}
	s.state = scanReady
	return nil
}

// end ends the scan. When it came to its end, its figures become those of the capture.
func (s *Scan) end(err error) error {
	if s.state == scanEnded {
		return s.ending
	}
	s.loader.stop()
	if err == io.EOF {
		s.complete = true
		s.countLostRecords()
		s.capture.mu.Lock()
		defer s.capture.mu.Unlock()
		s.capture.pass = &s.losses
	}
	s.state, s.ending, s.heap, s.run = scanEnded, err, nil, nil
	return err
}

// ErrClosed is the error of Next after Close.
var ErrClosed = errors.New("etl: the scan was closed")

// Close ends the scan, if it has not come to its end, and waits for its goroutines.
func (s *Scan) Close() { s.end(ErrClosed) }

// Kinds gives every kind of event met, in the order of KindKey.Compare. It is complete when the scan came to its end, and
// must not be called before that or Close.
func (s *Scan) Kinds() []KindCount {
	counts, _ := s.loader.counts(len(s.kinds.kinds))
	list := make([]KindCount, 0, len(counts))
	for number, n := range counts {
		if n > 0 {
			list = append(list, KindCount{s.kinds.kinds[number].key, n})
		}
	}
	slices.SortFunc(list, func(a, b KindCount) int { return a.Compare(b.KindKey) })
	return list
}

// KindOf gives the kind that an event's KindNumber names.
func (s *Scan) KindOf(number uint16) (KindKey, bool) {
	s.kinds.mu.Lock()
	defer s.kinds.mu.Unlock()
	if int(number) >= len(s.kinds.kinds) {
		return KindKey{}, false
	}
	return s.kinds.kinds[number].key, true
}

// Met tells how many events the scan met, those stepped over included, and the times of the first and the last of them, in
// ns since 1970 UTC; 0 without any. The first is known from the first call of Next on, the others are complete when the scan
// came to its end; the number must not be asked for before that or Close.
func (s *Scan) Met() (events uint64, firstNano, lastNano int64) {
	_, events = s.loader.counts(0)
	if s.firstNano > s.lastNano {
		return events, 0, 0
	}
	return events, s.firstNano, s.lastNano
}

// FirstNano is the time of the first event, in ns since 1970 UTC, stepped over or not; known from the first call of Next
// on.
func (s *Scan) FirstNano() int64 {
	if s.firstNano > s.lastNano {
		return 0
	}
	return s.firstNano
}

// span takes note that there are events from one time to another.
func (s *Scan) span(first, last int64) {
	s.firstNano, s.lastNano = min(s.firstNano, first), max(s.lastNano, last)
}

// lostEventProvider is the class of the records that tell a consumer of losses (format notes, 5.15).
var lostEventProvider = MustGUID("6a399ae0-4bc6-4de9-870b-3657f8947e7e")

func (s *Scan) countLostRecords() {
	for _, k := range s.Kinds() {
		if k.Kind != KindClassic || k.Provider != lostEventProvider {
			continue
		}
		switch k.Opcode {
		case 32:
			s.losses.LostEventRecords += k.Count
		case 33:
			s.losses.LostBufferRecords += k.Count
		case 34:
			s.losses.LostFileRecords += k.Count
		}
	}
}

// checkMemory keeps what all buffers hold below the ceiling.
func (s *Scan) checkMemory(c *cursor) error {
	if limit := s.capture.opts.MaxMemory; s.loader.held > limit {
		return fmt.Errorf("%s: putting the buffers of %d processors in order takes more than %d bytes: %w",
			c.recording.name, len(s.heap)+1, limit, ErrMemoryLimit)
	}
	return nil
}

func (s *Scan) progress(n int64) {
	s.read += n
	if f := s.capture.opts.Progress; f != nil {
		f(s.read, s.capture.size)
	}
}

// Events delivers every event in the order of time: exact over all processors and recordings. At equal times the order is
// that of the recordings, then of the raw stamps, then of processors, sessions, and the place in the file; so the same
// input always gives the same order.
//
// An event is valid until the next step of the iteration: see Event. A *CorruptError comes in place of an event and tells of
// damage that was stepped over; the iteration goes on after it. Any other error ends it, such as that of a cancelled context
// or of a reader. Scan is the faster way to read, and the one that can leave out what is not wanted.
func (c *Capture) Events(ctx context.Context) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		s := c.Scan(ctx, ScanOptions{Concurrency: 1})
		defer s.Close()
		for {
			e, err := s.Next()
			if err == io.EOF {
				return
			}
			if err != nil {
				if !yield(Event{}, err) {
					return
				}
				if s.state == scanEnded {
					return
				}
				continue
			}
			if !yield(*e, nil) {
				return
			}
		}
	}
}
