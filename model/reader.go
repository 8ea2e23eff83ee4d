package model

import (
	"context"
	"errors"
	"io"
	"iter"

	"etledger/etl"
)

// Options choose what a Reader decodes, and what it may use. The zero value gives the defaults.
type Options struct {
	// Tables are the tables to deliver; nil means all. Events of no such table are counted and stepped over, unless
	// columns of a wanted table depend on them.
	Tables []Table
	// Columns are the columns to deliver of a table, by name; tables that it does not name are delivered with all of
	// theirs. Other columns are left out of the batches, and their texts are not decoded.
	Columns map[Table][]string
	// ChunkRows is the number of rows after which a chunk ends, default 32,768. The rows of the event that reaches it
	// are kept together, so a chunk may have a few thousand more.
	ChunkRows int
	// ChunkBytes is the number of payload bytes after which a chunk ends, default 16 MiB.
	ChunkBytes int
	// Concurrency is how many goroutines may work at once, that of the caller counted; 0 means GOMAXPROCS, 1 that no
	// goroutine is started. Rows and chunks are the same whatever it is.
	Concurrency int
}

const (
	defaultChunkRows  = 1 << 15
	defaultChunkBytes = 16 << 20
)

// Reader decodes the events of a capture into tables.
//
// A Reader is for one iteration at a time; each call of Chunks or Batches begins anew.
type Reader struct {
	source  source
	headers []etl.Header
	opts    Options
	latest  *decoder // of the iteration that was begun last
}

// source decodes the events of a capture: it calls deliver for each chunk, which returns false when no more are wanted.
type source func(ctx context.Context, d *decoder, deliver func(*Chunk) bool) error

// Batches delivers the tables of a capture, as Reader.Batches does.
func Batches(ctx context.Context, c *etl.Capture, opts Options) iter.Seq2[*Batch, error] {
	return NewReader(c, opts).Batches(ctx)
}

// NewReader makes a reader of an open capture, which stays the caller's to close.
func NewReader(c *etl.Capture, opts Options) *Reader {
	var headers []etl.Header
	for _, r := range c.Recordings() {
		headers = append(headers, r.Header())
	}
	return newReader(captureSource(c, opts.Concurrency), headers, opts)
}

// NewEventReader makes a reader of events from elsewhere, which must come in time order and end with the context's error
// when the context ends. The headers, one for each recording that events name, tell the clocks; without one, durations
// that depend on the clock are null. Unless Options.Concurrency is 1, events is iterated in another goroutine.
func NewEventReader(
	events func(context.Context) iter.Seq2[etl.Event, error], headers []etl.Header, opts Options,
) *Reader {
	return newReader(eventSource(events), headers, opts)
}

func newReader(source source, headers []etl.Header, opts Options) *Reader {
	if opts.ChunkRows <= 0 {
		opts.ChunkRows = defaultChunkRows
	}
	if opts.ChunkBytes <= 0 {
		opts.ChunkBytes = defaultChunkBytes
	}
	return &Reader{source: source, headers: headers, opts: opts}
}

// Chunks delivers the capture as chunks, in order of time. Damage in the recordings (*etl.CorruptError) does not end
// the iteration: it is kept in Stats. Any other error does, the context's included.
func (r *Reader) Chunks(ctx context.Context) iter.Seq2[*Chunk, error] {
	return func(yield func(*Chunk, error) bool) {
		d := newDecoder(r.headers, r.opts)
		r.latest = d
		source := r.source
		if r.opts.Concurrency != 1 {
			source = inBackground(source)
		}
		stopped := false
		err := source(ctx, d, func(c *Chunk) bool {
			stopped = stopped || !yield(c, nil)
			return !stopped
		})
		if err != nil && !stopped {
			yield(nil, err)
		}
	}
}

// Batches delivers the capture as batches: those of one chunk after those of another, in the order of Tables.
func (r *Reader) Batches(ctx context.Context) iter.Seq2[*Batch, error] {
	return func(yield func(*Batch, error) bool) {
		for chunk, err := range r.Chunks(ctx) {
			if err != nil {
				yield(nil, err)
				return
			}
			for _, b := range chunk.batches {
				if b != nil && !yield(b, nil) {
					return
				}
			}
		}
	}
}

// Stats tells what the latest iteration met. It is complete when that came to its end.
func (r *Reader) Stats() Stats {
	if r.latest == nil {
		return Stats{}
	}
	return r.latest.report()
}

// captureSource decodes the events of a capture. Those that no table is made of are stepped over.
func captureSource(c *etl.Capture, concurrency int) source {
	return func(ctx context.Context, d *decoder, deliver func(*Chunk) bool) error {
		scan := c.Scan(ctx, etl.ScanOptions{Select: isHandled, Stacks: true, Concurrency: concurrency})
		defer d.conclude(scan)
		for {
			block, err := scan.NextBlock()
			if err != nil {
				if err == io.EOF {
					break
				}
				if corrupt, ok := err.(*etl.CorruptError); ok {
					d.damage(corrupt)
					continue
				}
				return err
			}
			if !d.decodeBlock(block, scan, deliver) {
				return nil
			}
		}
		d.deliver(deliver)
		return nil
	}
}

// eventSource decodes events from elsewhere.
func eventSource(events func(context.Context) iter.Seq2[etl.Event, error]) source {
	return func(ctx context.Context, d *decoder, deliver func(*Chunk) bool) error {
		for event, err := range events(ctx) {
			if err != nil {
				if corrupt := (*etl.CorruptError)(nil); errors.As(err, &corrupt) {
					d.damage(corrupt)
					continue
				}
				return err
			}
			d.own = event
			d.decode(&d.own)
			if d.full() && !d.deliver(deliver) {
				return nil
			}
		}
		d.deliver(deliver)
		return nil
	}
}

// deliver hands over the chunk so far, and tells whether more are wanted.
func (d *decoder) deliver(deliver func(*Chunk) bool) bool {
	c := d.flush()
	return c == nil || deliver(c)
}

// chunksAhead is how many chunks may wait for the consumer.
const chunksAhead = 2

// inBackground has a source decode in a goroutine of its own, ahead of the consumer, and ended before it returns.
func inBackground(from source) source {
	return func(ctx context.Context, d *decoder, deliver func(*Chunk) bool) error {
		ctx, cancel := context.WithCancel(ctx)
		chunks, done := make(chan *Chunk, chunksAhead), make(chan error, 1)
		go func() {
			defer close(chunks)
			done <- from(ctx, d, func(c *Chunk) bool {
				select {
				case chunks <- c:
					return true
				case <-ctx.Done():
					return false
				}
			})
		}()
		defer func() {
			cancel()
			for range chunks { // until the goroutine has ended
			}
		}()
		for c := range chunks {
			if !deliver(c) {
				return nil
			}
		}
		err := <-done
		if err == nil {
			err = ctx.Err() // the context ended while a chunk waited for the consumer
		}
		return err
	}
}
