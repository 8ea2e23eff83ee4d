package main

import (
	"context"
	"sync"

	"etledger/live"
)

// session is a source that stays behind the program unless it is stopped.
type session interface {
	live.Source
	Stop() error
}

// opener opens a session.
type opener func(live.SessionOptions) (session, error)

func openSession(o live.SessionOptions) (session, error) {
	s, err := live.OpenSession(o)
	if err != nil {
		return nil, err // not a *live.Session that is nil
	}
	return s, nil
}

// holder holds a session from before it is opened, so that it can be stopped at any time.
type holder struct {
	mu      sync.Mutex // held while the session is being opened
	held    session
	stopped bool
}

// open opens the session, unless it was stopped already, or the context has ended.
func (h *holder) open(ctx context.Context, open opener, o live.SessionOptions) (session, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.stopped || ctx.Err() != nil {
		return nil, context.Canceled
	}
	var err error
	h.held, err = open(o)
	return h.held, err
}

// stop stops the session. It waits for one that is being opened, and keeps one from being opened later.
func (h *holder) stop() error {
	h.mu.Lock()
	held := h.held
	h.stopped = true
	h.mu.Unlock()
	if held == nil {
		return nil
	}
	return held.Stop()
}
