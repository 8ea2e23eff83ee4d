package batch

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/semaphore"
)

// RunOptions say how Run works. The zero value of the fields beside Options gives the defaults.
type RunOptions struct {
	// Options of every capture. Dataset must be set. Run sets Concurrency and Progress.
	Options
	// Workers is how many captures may be worked on at once; 0 means GOMAXPROCS. Those that are left at the end of a run, when
	// there are fewer than workers, get several goroutines each.
	Workers int
	// Memory is the ceiling, in bytes, for all captures that are worked on at once, by an estimate of what each needs: see
	// Need. One that needs more than all of it is worked on alone. 0 means no ceiling.
	Memory int64
	// RetryFailed tries captures again that failed in an earlier run and whose content is still the same.
	RetryFailed bool
	// LeaveBusy leaves captures that another process is still at work on at the end to that process. Without it the run waits.
	LeaveBusy bool
	// Progress, if not nil, is told how far the run has come, by one goroutine at a time. It must return quickly.
	Progress func(Progress)
	// Each, if not nil, is called for each capture when it is through, by one goroutine at a time, in the order in which they
	// come through. It must return quickly. The outcome is nil after an error.
	Each func(in Capture, o *Outcome, err error)
}

// Progress says how far a run has come.
type Progress struct {
	Done, Total       int   // captures; those that failed are done
	Failed            int   // of them
	Bytes, TotalBytes int64 // of the captures that are through, and of the parts of others that were read
}

// Run works on many captures, several at once, and puts what comes of them into a dataset. It goes on where an earlier run
// was ended, however that happened: what the dataset has of the same content and options is kept. A capture that fails is
// set aside in the dataset (Failures) and does not stop the others. Several runs, of this process or others, may work at once,
// on the same captures too.
//
// The summary has the captures in their order and does not depend on timing. An error is that of the context, or one that no
// capture is to blame for; the summary then says how far the run came, and nothing is left half done.
func Run(ctx context.Context, captures []Capture, o RunOptions) (*Summary, error) {
	if o.Dataset == "" {
		return nil, errors.New("batch: a run needs a dataset to write to")
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	sweepDataset(o.Dataset)
	r := &run{options: o, captures: captures, entries: make([]Entry, len(captures)), claims: newClaims(len(captures)),
		waiting: len(captures), progress: newProgress(captures, o.Progress)}
	for i := range captures {
		r.entries[i] = Entry{Location: captures[i].Location, Status: Left, Bytes: captures[i].Size}
	}
	ctx, r.stop = context.WithCancelCause(ctx)
	defer r.stop(nil)
	err := r.all(ctx)
	return summaryOf(r.entries), err
}

// run is one call of Run.
type run struct {
	options  RunOptions
	captures []Capture
	claims   *claims
	progress *progress
	stop     context.CancelCauseFunc // ends the run

	mu      sync.Mutex
	entries []Entry
	waiting int   // captures that are not through
	busy    []int // captures that were put off
	last    bool  // those that were put off are worked on
}

// all works on all captures, and after them on those that were put off.
func (r *run) all(ctx context.Context) error {
	workers := semaphore.NewWeighted(int64(r.options.Workers))
	memory := newMemory(r.options.Memory)
	var group sync.WaitGroup
	defer group.Wait()
	for i := range r.captures {
		if err := workers.Acquire(ctx, 1); err != nil {
			return context.Cause(ctx)
		}
		concurrency := r.concurrency(memory.fitting(Need(&r.captures[i], r.options.Tables, 1)))
		need := Need(&r.captures[i], r.options.Tables, concurrency)
		if err := memory.acquire(ctx, need); err != nil {
			workers.Release(1)
			return context.Cause(ctx)
		}
		group.Go(func() {
			defer workers.Release(1)
			defer memory.release(need)
			r.one(ctx, i, concurrency)
		})
	}
	group.Wait()
	for _, i := range r.putOff() {
		if ctx.Err() != nil {
			break
		}
		r.one(ctx, i, r.options.Workers)
	}
	return context.Cause(ctx)
}

// concurrency is how many goroutines the next capture may use: one, unless fewer captures are left, or may be worked on at
// once, than there are workers.
func (r *run) concurrency(atOnce int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return max(1, r.options.Workers/max(1, min(r.waiting, atOnce)))
}

// putOff gives the captures that were put off, in order. From now on none is.
func (r *run) putOff() []int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last = true
	slices.Sort(r.busy)
	return r.busy
}
