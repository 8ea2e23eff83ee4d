package report

import (
	"context"
	"fmt"

	"etledger/etl"
	"etledger/ledger"
	"etledger/model"
)

// Options bound what an analysis may cost. The zero value gives the defaults.
type Options struct {
	ChunkRows int            // as in model.Options
	Ledger    ledger.Options // bounds of the account
	// Concurrency is how many goroutines may work at once: 0 means GOMAXPROCS, 1 that none is started. Unless Ledger says
	// otherwise it holds for the account too. Reports are the same whatever it is.
	Concurrency int
	// Details asks for Report.Details and Process.Details, which take memory and time.
	Details bool
	// Window is the part of the capture that is looked at, nil for all of it. ToS 0 means to the end.
	Window *Window
}

// books begins the account.
func (o *Options) books() (*ledger.Ledger, error) {
	bounds := o.Ledger
	if bounds.Concurrency == 0 {
		bounds.Concurrency = o.Concurrency
	}
	if o.Details {
		bounds.Stacks, bounds.Flows = true, true
	}
	if o.Window != nil {
		window, err := o.Window.span()
		if err != nil {
			return nil, err
		}
		bounds.Window = window
	}
	return ledger.New(bounds), nil
}

// Analyze reads a capture to its end and reports its processes with their accounts and verdicts, worst first. The
// capture stays the caller's to close. Damage in it does not end the analysis: it becomes findings. An error means that
// there is no report: the capture could not be read at all, a ceiling was reached, the window is none (WindowError), or
// the context ended, whose error is then wrapped.
//
// How far it has come is told to etl.Options.Progress, given when the capture was opened.
func Analyze(ctx context.Context, c *etl.Capture, opts Options) (*Report, error) {
	s, err := Read(ctx, c, opts)
	if err != nil {
		return nil, fmt.Errorf("report: analysing: %w", err)
	}
	return Build(s), nil
}

// Inspect reads a capture to its end and says what it holds, without judging its processes: the headers, the keywords,
// what is missing, and every kind of event with its count. What it says of the capture is what a report of it says.
// Errors are those of Analyze.
func Inspect(ctx context.Context, c *etl.Capture, opts Options) (*Info, error) {
	s, err := Read(ctx, c, opts)
	if err != nil {
		return nil, fmt.Errorf("report: inspecting: %w", err)
	}
	return infoOf(s), nil
}

// Read keeps the accounts of a capture and gathers all that reports and profiles are made of, for who wants several of
// them from one reading. Errors are those of Analyze.
func Read(ctx context.Context, c *etl.Capture, opts Options) (*Source, error) {
	account, err := NewAccount(opts)
	if err != nil {
		return nil, err
	}
	reader := model.NewReader(c, Decoding(opts))
	for chunk, err := range reader.Chunks(ctx) {
		if err != nil {
			return nil, err
		}
		if err := account.Add(chunk); err != nil {
			return nil, err
		}
		chunk.Release()
	}
	s := Source{Losses: c.Losses(), Bytes: uint64(c.Size()), Stats: reader.Stats()}
	for _, r := range c.Recordings() {
		s.Recordings = append(s.Recordings, RecordingHeader{Name: r.Name(), Header: r.Header()})
		s.Buffers += uint64(r.Buffers().Buffers)
	}
	return account.Finish(s)
}
