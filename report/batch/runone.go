package batch

import (
	"context"
	"errors"

	"etledger/trend"
)

// one works on one capture and enters what became of it.
func (r *run) one(ctx context.Context, i, concurrency int) {
	defer r.claims.none(i)
	o := r.options.Options
	o.Concurrency, o.Progress = concurrency, r.progress.of(i)
	u := newUnit(r.captures[i], o)
	if !r.options.RetryFailed {
		u.known = u.knownFailure()
	}
	outcome, err := r.attempt(ctx, u, i)
	switch {
	case err != nil:
		outcome, err = r.setAside(ctx, u, err)
	case outcome.Status == Busy && r.putOffOne(i):
		return
	case outcome.Status == Done, outcome.Status == Kept:
		if forgotten := u.forgetFailure(); forgotten != nil {
			r.stop(forgotten)
		}
	}
	r.enter(i, outcome, err)
}

// attempt is Process, but the first of several inputs with one content stands for all, and others who are at work on the
// capture are waited for only at the end.
func (r *run) attempt(ctx context.Context, u *unit, i int) (outcome *Outcome, err error) {
	defer func() { err = u.end(ctx, err, recover()) }()
	outcome, err = u.identify(ctx)
	if err != nil {
		return nil, err
	}
	id, sha256 := u.identity.ID, u.identity.SHA256
	if outcome != nil && outcome.ID != "" {
		id, sha256 = outcome.ID, outcome.SHA256
	}
	if id == "" { // it was skipped, unread
		return outcome, nil
	}
	owner, err := r.claims.claim(ctx, i, id)
	if err != nil {
		return nil, err
	}
	if owner != i {
		return &Outcome{Status: Repeated, ID: id, SHA256: sha256, Repeats: r.captures[owner].Location}, nil
	}
	for outcome == nil {
		outcome, err = u.run(ctx)
		if err != nil || outcome.Status != Busy || !r.waits() {
			return outcome, err
		}
		outcome = nil
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return outcome, nil
}

// waits tells whether captures that others are at work on are waited for.
func (r *run) waits() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last && !r.options.LeaveBusy
}

// putOffOne puts a capture off to the end of the run, unless that has come.
func (r *run) putOffOne(i int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last {
		return false
	}
	r.busy = append(r.busy, i)
	return true
}

// setAside keeps a failure in the dataset. A dataset that cannot even take that ends the run.
func (r *run) setAside(ctx context.Context, u *unit, err error) (*Outcome, error) {
	var failed *Error
	if !errors.As(err, &failed) {
		return nil, err // of the context
	}
	f := u.failureOf(failed)
	if k := u.known; k != nil && k.SHA256 == nil && f.SHA256 == nil && k.Kind == f.Kind {
		return u.skipped(), nil // it could not be read then, and cannot be read now
	}
	if unkept := u.keepFailure(f); unkept != nil && ctx.Err() == nil {
		r.stop(u.fail(ctx, writing, unkept))
	}
	return nil, err
}

// enter enters what became of a capture, and tells those who want to know.
func (r *run) enter(i int, o *Outcome, err error) {
	var failed *Error
	if err != nil && !errors.As(err, &failed) {
		return // the run was ended: the capture is left
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waiting--
	e := &r.entries[i]
	if failed != nil {
		e.Status, e.Failure = Failed, &EntryFailure{Kind: failed.Kind, Message: failed.Err.Error()}
		if failed.Offset >= 0 {
			e.Failure.Offset = &failed.Offset
		}
	} else {
		e.fill(o)
	}
	r.progress.through(i, failed != nil)
	if r.options.Each != nil {
		r.options.Each(r.captures[i], o, err)
	}
}

// fill enters an outcome.
func (e *Entry) fill(o *Outcome) {
	e.Status, e.Damaged = o.Status, o.Damaged
	for _, text := range []struct {
		to   **string
		from string
	}{{&e.ID, o.ID}, {&e.SHA256, o.SHA256}, {&e.Repeats, o.Repeats}} {
		if text.from != "" {
			*text.to = &text.from
		}
	}
	if f := o.Failure; f != nil {
		e.Failure = &EntryFailure{Kind: f.Kind, Message: f.Message, Offset: f.Offset}
	}
	if o.Rows == nil {
		return
	}
	c := &o.Rows.Capture
	e.Host, e.Answer, e.Verdicts = &c.HostName, &c.Answer, map[string]int{}
	e.Start = timeOf(c.Start)
	for i := range o.Rows.Lifetimes {
		e.Verdicts[o.Rows.Lifetimes[i].Verdict]++
	}
	e.Leaking = e.Verdicts[string(trend.Leak)]
}
