package dataset

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"

	"etledger/model"
)

// defaultChunkRows is how many rows a chunk has unless options say otherwise.
const defaultChunkRows = 1 << 15

// Chunks delivers the capture as model.Reader delivers the recording: the same rows in the same order, in chunks that may
// be cut at other places. Options that say what is decoded mean the same; ChunkBytes is ignored. Frames come with their
// stacks, which are delivered even if they were not asked for.
//
// Every file that is needed is compared with its checksum before the first chunk. An error, which is a *FileError if a file
// is the cause, ends the iteration.
func (c *Capture) Chunks(ctx context.Context, opts model.Options) iter.Seq2[*model.Chunk, error] {
	return func(yield func(*model.Chunk, error) bool) {
		stopped := false
		err := c.read(ctx, opts, func(chunk *model.Chunk) bool {
			stopped = stopped || !yield(chunk, nil)
			return !stopped
		})
		if err != nil && !stopped {
			yield(nil, fmt.Errorf("dataset: %w", err))
		}
	}
}

func (c *Capture) read(ctx context.Context, opts model.Options, deliver func(*model.Chunk) bool) (err error) {
	if opts.Concurrency <= 0 {
		opts.Concurrency = runtime.GOMAXPROCS(0)
	}
	if opts.ChunkRows <= 0 {
		opts.ChunkRows = defaultChunkRows
	}
	m := &merge{rows: opts.ChunkRows, workers: opts.Concurrency}
	defer func() { err = errors.Join(err, m.close()) }()
	if err := m.open(ctx, c, &opts); err != nil {
		return err
	}
	next := m.next
	if opts.Concurrency > 1 {
		background := readAhead(ctx, m.next)
		defer background.stop()
		next = background.next
	}
	for {
		chunk, err := next(ctx)
		if chunk == nil || err != nil || !deliver(chunk) {
			return err
		}
	}
}
