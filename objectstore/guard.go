package objectstore

import (
	"context"
	"errors"
	"fmt"
	"time"
)

var errSilent = errors.New("no answer")

// guard ends a request to a store that keeps silent. Only the time counts in which the store is waited for.
type guard struct {
	timer    *time.Timer
	patience time.Duration
	cancel   context.CancelCauseFunc
	ctx      context.Context
}

// guarded gives a context that ends when a store that is waited for has been silent for too long. The wait has begun.
func (s *Store) guarded(ctx context.Context) (context.Context, *guard) {
	ctx, cancel := context.WithCancelCause(ctx)
	silent := fmt.Errorf("%w within %v", errSilent, s.patience)
	return ctx, &guard{time.AfterFunc(s.patience, func() { cancel(silent) }), s.patience, cancel, ctx}
}

func (g *guard) wait()  { g.timer.Reset(g.patience) }
func (g *guard) pause() { g.timer.Stop() }

// end stops the guard and gives the error of the request, or why it was ended.
func (g *guard) end(err error) error {
	g.timer.Stop()
	if cause := context.Cause(g.ctx); err != nil && errors.Is(cause, errSilent) {
		err = cause
	}
	g.cancel(nil)
	return err
}
