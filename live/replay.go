package live

import (
	"context"
	"errors"
	"io"
	"slices"

	"etledger/etl"
	"etledger/live/spool"
	"etledger/model"
)

// Replay is a source that plays a recording again: memory snapshots, and starts and ends of processes, of the providers that a
// Session has as well as of the kernel's own session; in the order of time and as fast as they are taken.
type Replay struct {
	capture *etl.Capture
	losses  etl.Losses
}

// NewReplay makes a source of a capture, which must stay open while it is used.
func NewReplay(capture *etl.Capture) *Replay {
	return &Replay{capture: capture, losses: capture.Losses()}
}

// Machine implements Source: it is the machine of the recording.
func (r *Replay) Machine() spool.Machine {
	h := r.capture.Header()
	return spool.Machine{OSBuild: h.OSBuild, Processors: h.Processors, PointerSize: h.PointerSize, CPUMHz: h.CPUMHz,
		BootTime: h.BootTime, BiasMinutes: h.BiasMinutes}
}

// Session implements Source: it is that of the recording.
func (r *Replay) Session() string { return r.capture.Header().SessionName }

// Live implements Source: a recording waits.
func (r *Replay) Live() bool { return false }

// Lost implements Source: the figures are those of the recording's header, of all that was lost, whatever it was.
func (r *Replay) Lost() (events, buffers uint64) { return r.losses.EventsLost, r.losses.BuffersLost }

// ErrNothingToReplay means that a recording has no memory snapshots.
var ErrNothingToReplay = errors.New("the recording has no memory snapshots: neither events of Microsoft-Windows-Kernel-Memory nor " +
	"those of the kernel's keyword MEMINFO")

// Run implements Source.
func (r *Replay) Run(ctx context.Context, deliver func(*spool.Event)) error {
	scan := r.capture.Scan(ctx, etl.ScanOptions{Concurrency: 1, Select: func(k etl.KindKey) bool {
		return kindOf(&spool.Event{Kind: k.Kind, Provider: k.Provider, ID: k.ID, Group: k.Group, Opcode: k.Opcode}) != kindOther
	}})
	defer scan.Close()
	met := false
	for {
		e, err := scan.Next()
		switch {
		case errors.Is(err, io.EOF) && !met:
			return ErrNothingToReplay
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, new(*etl.CorruptError)):
			continue
		case err != nil:
			return err
		}
		delivered := spool.Event{Kind: e.Kind, Provider: e.Provider, UnixNano: e.UnixNano, Payload: slices.Clone(e.Payload), PID: e.PID, TID: e.TID,
			ID: e.ID, Processor: e.Processor, Version: uint8(e.Version), Group: e.Group, Opcode: e.Opcode, PointerSize: e.PointerSize,
			Anonymous: !e.HasThread}
		met = met || kindOf(&delivered).snapshot()
		deliver(&delivered)
	}
}

// HostOf gives the name of the computer that a recording tells, "" when it tells none.
func HostOf(ctx context.Context, capture *etl.Capture) (string, error) {
	for b, err := range model.Batches(ctx, capture, model.Options{Tables: []model.Table{model.TableSystem}, Concurrency: 1}) {
		if err != nil {
			return "", err
		}
		rows := b.System()
		for i := range b.Len() {
			if name, ok := rows.ComputerName.At(i); ok && name != "" {
				return name, nil
			}
		}
	}
	return "", nil
}
