package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"etledger/live"
	"etledger/live/spool"
)

// madeUp is a session that delivers nothing and counts how often it is stopped.
type madeUp struct{ ran, stops int }

func (m *madeUp) Machine() spool.Machine { return spool.Machine{} }
func (m *madeUp) Session() string        { return "made up" }
func (m *madeUp) Live() bool             { return true }
func (m *madeUp) Lost() (uint64, uint64) { return 0, 0 }
func (m *madeUp) Stop() error            { m.stops++; return nil }
func (m *madeUp) Run(context.Context, func(*spool.Event)) error {
	m.ran++
	return nil
}

// A watch that is interrupted while its session is being opened closes it, and leaves no dataset.
func TestInterruptedWhileOpening(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	folder := filepath.Join(t.TempDir(), "ds")
	flags := watchFlags{output: folder, host: "H", session: "S"}
	var m madeUp
	var stderr strings.Builder
	err := flags.run(ctx, &strings.Builder{}, &stderr, func(o live.SessionOptions) (session, error) {
		interrupt()
		return &m, nil
	})
	if err != nil || m.stops != 1 || m.ran != 0 {
		t.Errorf("%v, stopped %d times, ran %d times", err, m.stops, m.ran)
	}
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("dataset: %v", err)
	}
	if got := stderr.String(); got != "etledger: interrupted before anything was recorded\n" {
		t.Errorf("said %q", got)
	}
	// After the interruption none is opened.
	err = flags.run(ctx, &strings.Builder{}, &stderr, func(live.SessionOptions) (session, error) {
		t.Error("opened")
		return &m, nil
	})
	if err != nil {
		t.Error(err)
	}
}

// A session that is there is stopped also where the watch could not begin.
func TestWatchThatCannotBegin(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	flags := watchFlags{output: path, host: "H", session: "S"}
	var m madeUp
	err := flags.run(t.Context(), &strings.Builder{}, &strings.Builder{}, func(live.SessionOptions) (session, error) { return &m, nil })
	if err == nil || m.stops == 0 || m.ran != 0 {
		t.Errorf("%v, stopped %d times, ran %d times", err, m.stops, m.ran)
	}
}

// The second interruption waits for a session that is being opened, and stops it; one that comes before keeps it from being opened.
func TestHolder(t *testing.T) {
	var m madeUp
	var h holder
	opening, finish, stopped := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		<-opening
		go func() { stopped <- h.stop() }()
		close(finish)
	}()
	if _, err := h.open(t.Context(), func(live.SessionOptions) (session, error) {
		close(opening)
		<-finish
		return &m, nil
	}, live.SessionOptions{}); err != nil {
		t.Error(err)
	}
	if err := <-stopped; err != nil || m.stops != 1 {
		t.Errorf("%v, stopped %d times", err, m.stops)
	}

	var before holder
	if err := before.stop(); err != nil {
		t.Error(err)
	}
	if _, err := before.open(t.Context(), func(live.SessionOptions) (session, error) {
		t.Error("opened")
		return &m, nil
	}, live.SessionOptions{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
