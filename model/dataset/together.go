package dataset

import (
	"context"
	"sync"
	"sync/atomic"

	"etledger/model"
)

// together calls do for 0 to n-1, at most `workers` at a time. Of the errors it gives the one with the lowest number.
func together(workers, n int, do func(i int) error) error {
	var next atomic.Int64
	errs := make([]error, n)
	work := func() {
		for {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			errs[i] = do(i)
		}
	}
	var others sync.WaitGroup
	for range min(workers, n) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// chunksAhead is how many chunks may wait for the consumer.
const chunksAhead = 2

// background makes chunks in a goroutine of its own, ahead of the consumer.
type background struct {
	chunks chan chunkOrError
	cancel context.CancelFunc
}

type chunkOrError struct {
	chunk *model.Chunk
	err   error
}

// readAhead begins to make chunks. stop must be called in the end.
func readAhead(ctx context.Context, produce func(context.Context) (*model.Chunk, error)) *background {
	ctx, cancel := context.WithCancel(ctx)
	b := &background{chunks: make(chan chunkOrError, chunksAhead), cancel: cancel}
	go func() {
		defer close(b.chunks)
		for {
			chunk, err := produce(ctx)
			if chunk == nil && err == nil {
				return
			}
			select {
			case b.chunks <- chunkOrError{chunk, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return b
}

// next gives the next chunk, nil at the end.
func (b *background) next(ctx context.Context) (*model.Chunk, error) {
	c, ok := <-b.chunks
	if !ok {
		return nil, ctx.Err()
	}
	return c.chunk, c.err
}

// stop ends the goroutine.
func (b *background) stop() {
	b.cancel()
	for range b.chunks { // until the goroutine has ended
	}
}

// atDisk is how many goroutines may wait for the disk at once where so many may compute.
func atDisk(workers int) int {
	if workers == 1 {
		return 1
	}
	return max(workers, 16)
}
