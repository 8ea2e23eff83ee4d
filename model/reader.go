package model

import (
	"context"
	"errors"
	"iter"

	"etledger/etl"
)

// Options choose what a Reader decodes. The zero value gives the defaults.
type Options struct {
	// Tables are the tables to deliver; nil means all. Events of no such table are counted and stepped over, unless
	// columns of a wanted table depend on them.
	Tables []Table
	// ChunkRows is the number of rows after which a chunk ends, default 65,536. The rows of the event that reaches it
	// are kept together, so a chunk may have a few thousand more.
	ChunkRows int
	// ChunkBytes is the number of payload bytes after which a chunk ends, default 16 MiB.
	ChunkBytes int
}

const (
	defaultChunkRows  = 1 << 16
	defaultChunkBytes = 16 << 20
)

// Reader decodes the events of a capture into tables.
//
// A Reader is for one iteration at a time; each call of Chunks or Batches begins anew.
type Reader struct {
	events  func(context.Context) iter.Seq2[etl.Event, error]
	headers []etl.Header
	opts    Options
	latest  *decoder // of the iteration that was begun last
}

// NewReader makes a reader of an open capture, which stays the caller's to close.
func NewReader(c *etl.Capture, opts Options) *Reader {
	var headers []etl.Header
	for _, r := range c.Recordings() {
		headers = append(headers, r.Header())
	}
	return NewEventReader(c.Events, headers, opts)
}

// NewEventReader makes a reader of events from elsewhere, which must come in time order and end with the context's error
// when the context ends. The headers, one for each recording that events name, tell the clocks; without one, durations
// that depend on the clock are null.
func NewEventReader(
	events func(context.Context) iter.Seq2[etl.Event, error], headers []etl.Header, opts Options,
) *Reader {
	if opts.ChunkRows <= 0 {
		opts.ChunkRows = defaultChunkRows
	}
	if opts.ChunkBytes <= 0 {
		opts.ChunkBytes = defaultChunkBytes
	}
	return &Reader{events: events, headers: headers, opts: opts}
}

// Chunks delivers the capture as chunks, in order of time. Damage in the recordings (*etl.CorruptError) does not end
// the iteration: it is kept in Stats. Any other error does, the context's included.
func (r *Reader) Chunks(ctx context.Context) iter.Seq2[*Chunk, error] {
	return func(yield func(*Chunk, error) bool) {
		d := newDecoder(r.headers, r.opts)
		r.latest = d
		for event, err := range r.events(ctx) {
			if err != nil {
				if corrupt := (*etl.CorruptError)(nil); errors.As(err, &corrupt) {
					d.damage(corrupt)
					continue
				}
				yield(nil, err)
				return
			}
			d.event = event
			d.decode()
			if !d.full() {
				continue
			}
			if c := d.flush(); c != nil && !yield(c, nil) {
				return
			}
		}
		if c := d.flush(); c != nil {
			yield(c, nil)
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
