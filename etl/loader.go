package etl

import "sync"

// loader reads, decompresses and walks buffers, ahead of the scan that puts their events in order. It belongs to the
// goroutine of the scan; its workers share nothing with that but the buffers handed over.
type loader struct {
	limit  int64       // bytes that the buffers may hold before loading ahead ends
	depth  int         // buffers to load ahead for each cursor
	finder *kindFinder // of the scan's own goroutine
	spare  []*loaded
	held   int64 // bytes that all buffers hold, as far as they were loaded

	jobs    chan *loaded // nil without workers
	workers sync.WaitGroup
	finders []*kindFinder // of the workers
}

// loaded is a buffer in memory.
type loaded struct {
	recording  *Recording
	info       *bufferInfo
	data       []byte // up to the end of the event data, decompressed
	damage     error  // of the compressed data
	err        error  // the recording could not be read
	walked     walked
	raw, plain []byte
	booked     int64         // bytes counted in loader.held
	done       chan struct{} // receives one when a worker is done
}

// newLoader makes a loader with a number of workers for a number of cursors.
func newLoader(kinds *kindSet, workers, cursors int, limit int64) *loader {
	ld := &loader{limit: limit, finder: newKindFinder(kinds)}
	if workers == 0 || cursors == 0 {
		return ld
	}
	ld.depth = max(1, (2*workers+cursors-1)/cursors)
	ld.jobs = make(chan *loaded, cursors*ld.depth)
	for range workers {
		finder := newKindFinder(kinds)
		ld.finders = append(ld.finders, finder)
		ld.workers.Go(func() {
			for l := range ld.jobs {
				l.load(finder)
				l.done <- struct{}{}
			}
		})
	}
	return ld
}

// next gives the next buffer of the cursor's chain that may hold events, nil when there is none, and has those after it
// loaded meanwhile.
func (ld *loader) next(c *cursor) *loaded {
	var l *loaded
	if len(c.ahead) > 0 {
		l = c.ahead[0]
		copy(c.ahead, c.ahead[1:])
		c.ahead = c.ahead[:len(c.ahead)-1]
		<-l.done
	} else if l = ld.take(c); l != nil {
		l.load(ld.finder)
	}
	if l != nil {
		ld.held += l.memory() - l.booked
		l.booked = l.memory()
	}
	for len(c.ahead) < ld.depth && ld.held < ld.limit/4 {
		more := ld.take(c)
		if more == nil {
			break
		}
		ld.jobs <- more
		c.ahead = append(c.ahead, more)
	}
	return l
}

// take prepares the loading of the cursor's next buffer.
func (ld *loader) take(c *cursor) *loaded {
	for c.next < len(c.buffers) {
		info := &c.recording.buffers[c.buffers[c.next]]
		c.next++
		if !info.holdsEvents() {
			continue
		}
		var l *loaded
		if n := len(ld.spare); n > 0 {
			l, ld.spare = ld.spare[n-1], ld.spare[:n-1]
		} else {
			l = &loaded{done: make(chan struct{}, 1)}
		}
		l.recording, l.info = c.recording, info
		return l
	}
	return nil
}

// free takes back a buffer whose events have been delivered.
func (ld *loader) free(l *loaded) { ld.spare = append(ld.spare, l) }

// stop ends the workers.
func (ld *loader) stop() {
	if ld.jobs != nil {
		close(ld.jobs)
		ld.workers.Wait()
		ld.jobs, ld.depth = nil, 0
	}
}

// counts gives how many events of each kind were met, by the number of the kind, and how many in all. The workers must
// have been stopped.
func (ld *loader) counts(kinds int) (counts []uint64, events uint64) {
	counts = make([]uint64, kinds)
	events = ld.finder.addTo(counts)
	for _, f := range ld.finders {
		events += f.addTo(counts)
	}
	return counts, events
}

func (l *loaded) load(finder *kindFinder) {
	l.data, l.damage, l.err = l.recording.load(l.info, &l.raw, &l.plain)
	if l.err != nil {
		return
	}
	if l.info.torn {
		l.damage = nil // the cut is known, and counted as truncation
	}
	l.walked.earliest, l.walked.latest, l.walked.kinds = l.recording.earliest, l.recording.latest, finder
	l.walked.quiet = l.recording.clock.quietTicks()
	l.walked.walk(l.data, l.info.torn)
}

// memory is what the buffer holds, in bytes.
func (l *loaded) memory() int64 {
	return int64(cap(l.raw)+cap(l.plain)) + int64(cap(l.walked.records)+cap(l.walked.gaps))*16
}
