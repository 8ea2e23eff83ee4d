package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"etledger/ledger"
	"etledger/model"
	"etledger/model/dataset"
	"etledger/report"
	"etledger/report/pool"
	"etledger/report/results"
)

// make analyses the capture, and writes what is to be written.
func (u *unit) make(ctx context.Context) (*Outcome, error) {
	source, tables, err := u.read(ctx)
	if err != nil {
		return nil, err
	}
	if source.Stats.Events == 0 {
		return nil, &Error{Location: u.in.Location, Kind: NoEvents, Offset: -1,
			Err: fmt.Errorf("not one event of its %d bytes can be read", u.size)}
	}
	r := report.Build(source)
	var text bytes.Buffer
	if err := r.WriteJSON(&text); err != nil {
		return nil, u.fail(ctx, reading, err)
	}
	tags, err := poolOf(ctx, u.in.Location, source.Accounts)
	if err != nil {
		return nil, u.fail(ctx, reading, err)
	}
	rows, err := results.Of(source, r, tags, results.About{
		ID: u.identity.ID, Location: u.in.Location, SHA256: u.identity.SHA256, Bytes: source.Bytes, Host: u.meta.Host,
		Meta: u.meta,
	})
	if err != nil {
		return nil, u.fail(ctx, reading, err)
	}
	o := &Outcome{Status: Done, ID: u.identity.ID, SHA256: u.identity.SHA256, Rows: rows, Report: r, JSON: text.Bytes(), Tables: tables,
		Damaged: r.Damaged()}
	if u.options.Dataset == "" {
		return o, nil
	}
	made := results.Made{Fingerprint: fingerprint(u.tables(), u.meta), Tool: u.options.Tool, Meta: u.meta}
	for i, size := range u.sizes() {
		made.Sources = append(made.Sources,
			dataset.Source{Name: source.Recordings[i].Name, Size: size, SHA256: u.identity.Recordings[i]})
	}
	if o.Place, err = results.Put(ctx, u.options.Dataset, rows, o.JSON, made); err != nil {
		return nil, u.fail(ctx, writing, err)
	}
	return o, u.remember(ctx)
}

// read keeps the accounts of the capture, and writes its tables on the way if they are asked for.
func (u *unit) read(ctx context.Context) (*report.Source, *dataset.Result, error) {
	if u.stored != nil {
		source, err := u.readStored(ctx)
		return source, nil, u.fail(ctx, reading, err)
	}
	if err := u.open(ctx); err != nil {
		return nil, nil, err
	}
	options := report.Options{Concurrency: u.options.Concurrency}
	var tables *dataset.Result
	if u.options.Dataset != "" && u.tables() {
		source, result, err := u.convert(ctx, options)
		if err != nil || source != nil {
			return source, result, u.fail(ctx, writing, err)
		}
		tables = result // they were there already
	}
	source, err := report.Read(ctx, u.capture, options)
	return source, tables, u.fail(ctx, reading, err)
}

// convert writes the tables of events and keeps the accounts of the same rows. Without a source the tables were there.
func (u *unit) convert(ctx context.Context, options report.Options) (*report.Source, *dataset.Result, error) {
	account, err := report.NewAccount(options)
	if err != nil {
		return nil, nil, err
	}
	seen := false
	result, err := dataset.Convert(ctx, u.options.Dataset, u.capture, dataset.Options{
		Meta: u.meta, Identity: u.identity, Tool: u.options.Tool, Concurrency: u.options.Concurrency,
		Observe: func(chunk *model.Chunk) error {
			seen = true
			return account.Add(chunk)
		},
	})
	if err != nil {
		return nil, nil, err
	}
	if !seen && result.Outcome == dataset.Kept {
		return nil, &result, nil
	}
	source, err := account.Finish(sourceOf(&result.Details))
	return source, &result, err
}

// readStored keeps the accounts of a capture in a dataset.
func (u *unit) readStored(ctx context.Context) (*report.Source, error) {
	options := report.Options{Concurrency: u.options.Concurrency}
	about := sourceOf(&u.stored.Details)
	source, err := report.ReadChunks(ctx, u.stored.Chunks(ctx, report.Decoding(options)), about, options)
	if err == nil && u.options.Progress != nil {
		u.options.Progress(u.size, u.size)
	}
	return source, err
}

// sizes gives the bytes of each recording.
func (u *unit) sizes() (sizes []int64) {
	if u.stored != nil {
		for i := range u.stored.Recordings {
			sizes = append(sizes, u.stored.Recordings[i].Size)
		}
		return sizes
	}
	for _, r := range u.capture.Recordings() {
		sizes = append(sizes, r.Size())
	}
	return sizes
}

// sourceOf gives what a dataset knows of a capture beside its rows.
func sourceOf(d *dataset.Details) report.Source {
	s := report.Source{Losses: d.Losses, Bytes: d.Bytes(), Buffers: d.Buffers(), Stats: d.Stats}
	for _, r := range d.Recordings {
		s.Recordings = append(s.Recordings, report.RecordingHeader{Name: r.Name, Header: r.Header})
	}
	return s
}

// poolOf judges the pool tags of a capture, if it has any.
func poolOf(ctx context.Context, name string, a *ledger.Accounts) (*pool.Report, error) {
	if len(a.Pool) == 0 {
		return nil, nil
	}
	seen := &pool.Observed{Recordings: []pool.Recording{pool.RecordingOf(name, a)}}
	r, err := pool.Analyze(ctx, pool.Inputs{Now: seen}, pool.Options{Concurrency: 1})
	if errors.Is(err, pool.ErrNothing) {
		return nil, nil
	}
	return r, err
}

// merged gives what is known from outside: what the input says, else what the dataset has that the capture is in.
func merged(given, stored dataset.Meta) dataset.Meta {
	for _, text := range []struct {
		to   *string
		from string
	}{{&given.Host, stored.Host}, {&given.Version, stored.Version}, {&given.Ring, stored.Ring}, {&given.Workload, stored.Workload}} {
		if *text.to == "" {
			*text.to = text.from
		}
	}
	if given.Time.Equal(time.Time{}) {
		given.Time = stored.Time
	}
	return given
}
