package report

import (
	"context"
	"iter"

	"etledger/ledger"
	"etledger/model"
)

// This file is for captures that were decoded before, such as those of a dataset.

// Decoding says how a capture is to be decoded for reports and profiles: all tables, so that malformed events of any are
// counted, but only the columns that accounts are made of.
func Decoding(opts Options) model.Options {
	_, columns := ledger.Needs()
	for table := range model.Tables() {
		if columns[table] == nil {
			columns[table] = []string{}
		}
	}
	return model.Options{ChunkRows: opts.ChunkRows, Concurrency: opts.Concurrency, Columns: columns}
}

// ReadChunks is Read for a capture whose chunks come from elsewhere, decoded as Decoding says or with more. About is what else
// is known of the capture: of a Source all but the accounts, and what the options say. The chunks are released.
func ReadChunks(ctx context.Context, chunks iter.Seq2[*model.Chunk, error], about Source, opts Options) (*Source, error) {
	account, err := NewAccount(opts)
	if err != nil {
		return nil, err
	}
	for chunk, err := range chunks {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = account.Add(chunk)
		}
		if err != nil {
			return nil, err
		}
		chunk.Release()
	}
	return account.Finish(about)
}

// BuildInfo says what a capture holds, as Inspect does.
func BuildInfo(s *Source) *Info { return infoOf(s) }
