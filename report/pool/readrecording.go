package pool

import (
	"context"
	"errors"
	"time"

	"etledger/etl"
	"etledger/ledger"
	"etledger/model/poolsnap"
	"etledger/model/pooltag"
	"etledger/report"
)

// lossCodes are the findings about recordings that weaken accounts of the pools.
var lossCodes = map[string]bool{
	"events-lost": true, "buffers-lost": true, "lost-event-records": true, "sequence-gaps": true, "not-closed": true,
	"circular": true, "truncated": true, "buffers-missing": true, "undecodable": true, "malformed-payloads": true,
}

// recording reads one recording of events.
func (r *reader) recording(f file) error {
	before := r.done.Load()
	tell := func(done, _ int64) {
		r.done.Store(before + done)
		r.progress()
	}
	source, callers, err := readEvents(r.ctx, f.path, tell, r.options.Events)
	if err != nil {
		return err
	}
	r.done.Store(before + f.size)
	doc := report.Build(source)
	a := source.Accounts
	o := r.result
	recording := RecordingOf(f.path, a)
	recording.Callers = callers
	o.Recordings = append(o.Recordings, recording)
	o.Damaged = o.Damaged || doc.Damaged()
	for _, found := range doc.Capture.Findings {
		if lossCodes[found.Code] {
			found.Message = f.path + ": " + found.Message
			o.Findings = append(o.Findings, found)
		}
	}
	if len(a.Pool) == 0 {
		o.Findings = append(o.Findings, finding("no-pool-events", report.SeverityWarning, "%s holds no pool events: record with the "+
			"kernel keyword Pool and stacks to see who allocates.", f.path))
	}
	o.Sources = append(o.Sources, Source{File: f.path, Role: r.options.Role, Kind: f.format.String(),
		Samples: len(a.System.MemoryInfo), Rows: len(a.Pool), First: moment(nano(a.StartNano)), Last: moment(nano(a.EndNano))})
	return nil
}

// readEvents keeps the accounts of a recording, and, where it has pool events, finds out who allocated.
func readEvents(ctx context.Context, path string, tell func(done, total int64), o report.Options) (s *report.Source,
	by map[poolsnap.Tag][]pooltag.Stack, err error) {
	capture, err := etl.Open(ctx, etl.Options{Progress: tell}, path)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, capture.Close()) }()
	if s, err = report.Read(ctx, capture, o); err != nil || len(s.Accounts.Pool) == 0 {
		return s, nil, err
	}
	by, err = callersOf(ctx, capture)
	return s, by, err
}

// RecordingOf takes from the accounts of a capture what is about the pools and the memory of the machine.
func RecordingOf(name string, a *ledger.Accounts) Recording {
	return Recording{File: name, Host: a.System.ComputerName, Start: nano(a.StartNano), End: nano(a.EndNano), Tags: a.Pool,
		Memory: a.System.MemoryInfo}
}

func nano(t int64) time.Time {
	if t == 0 {
		return time.Time{}
	}
	return time.Unix(0, t).UTC()
}

// addMemory enters the memory snapshots of a recording.
func (p *pass) addMemory(r *Recording) error {
	for i := range r.Memory {
		s := &r.Memory[i]
		m := poolsnap.Memory{Time: nano(s.Nano), Host: r.Host, Available: &s.AvailableBytes}
		if s.CommitKnown {
			m.Committed, m.Paged, m.Nonpaged = &s.CommitBytes, &s.PagedPoolBytes, &s.NonPagedPoolBytes
		}
		if err := p.book.AddMemory(&m, r.File, i+1); err != nil {
			return err
		}
	}
	return nil
}
