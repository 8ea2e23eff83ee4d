package batch

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"etledger/model/dataset"
)

// Process is the unit of work: it takes one capture to its report and rows of results and, with Options.Dataset, these and
// the tables of events into a dataset. A capture that is there already, made of the same content with the same options, is
// Kept. Damage in a capture is no failure: it is in the report's findings, and Outcome.Damaged tells of it.
//
// An error is an *Error, or that of the context. After it the dataset has of the capture what it had before, or not at all what
// was to be replaced. Several calls, of this process or of others, may write one dataset at the same time; one that finds
// another at work on the same capture waits for it.
//
// It uses nothing but its arguments: no globals, no working folder if the paths in them are absolute, no terminal.
func Process(ctx context.Context, in Capture, o Options) (outcome *Outcome, err error) {
	u := newUnit(in, o)
	defer func() { err = u.end(ctx, err, recover()) }()
	if outcome, err = u.identify(ctx); outcome != nil || err != nil {
		return outcome, err
	}
	for {
		outcome, err = u.run(ctx)
		if err != nil || outcome.Status != Busy {
			return outcome, err
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

// busyPause is how long is waited before it is tried again whether a capture is free.
const busyPause = 100 * time.Millisecond

func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(busyPause):
		return nil
	}
}

// run does what is to be done with a capture whose identity is known, unless somebody else is at work on it.
func (u *unit) run(ctx context.Context) (*Outcome, error) {
	u.meta = u.options.Annotations.ofContent(u.in.Location, u.identity.SHA256, u.meta)
	if u.options.Dataset == "" {
		return u.make(ctx)
	}
	release, free, err := dataset.TryWork(u.options.Dataset, u.identity.ID)
	if err != nil {
		return nil, u.fail(ctx, writing, err)
	}
	if !free {
		return &Outcome{Status: Busy, ID: u.identity.ID, SHA256: u.identity.SHA256}, nil
	}
	defer release()
	kept, err := u.kept(ctx)
	if kept != nil || err != nil {
		return kept, err
	}
	u.keepMeta()
	return u.make(ctx)
}

// end gives up what a unit holds. A panic becomes an error, so that one capture cannot end the work on others.
func (u *unit) end(ctx context.Context, err error, panicked any) error {
	if panicked != nil {
		err = &Error{Location: u.in.Location, Kind: Internal, Offset: -1, Err: &Panic{Value: fmt.Sprint(panicked), Stack: debug.Stack()}}
	}
	if closed := u.close(); err == nil {
		err = u.fail(ctx, writing, closed)
	}
	return err
}

// Panic is a fault of this program that came up while a capture was worked on.
type Panic struct {
	Value string
	Stack []byte // of the goroutine
}

// Error gives the value alone, which does not depend on where the program was loaded.
func (p *Panic) Error() string {
	return "panic: " + p.Value + "; this is a fault of the program: please report it, with the capture if you can"
}
