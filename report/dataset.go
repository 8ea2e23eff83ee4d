package report

import (
	"context"
	"iter"

	"etledger/model"
)

// This file is for captures that were decoded before, such as those of a dataset.

// Decoding says which tables and columns reports and profiles are made of: of tables of many rows those that the accounts
// need, of others all.
func Decoding(opts Options) model.Options {
	return model.Options{ChunkRows: opts.ChunkRows, Concurrency: opts.Concurrency, Columns: map[model.Table][]string{
		model.TableVirtualAlloc: accountColumns("type", "pid", "base_address", "region_size", "alloc_flags", "commit_size"),
		model.TableMapView:      accountColumns("type", "pid", "view_base", "view_size", "file_key", "section_type_code"),
		model.TableHardFault:    accountColumns("duration", "file_key", "tid", "pid", "byte_count"),
		model.TablePool:         accountColumns("type", "pool_type_code", "tag_code", "bytes", "entry", "session_id"),
		model.TableStack:        accountColumns("type", "event_ticks", "pid", "tid", "key", "first_frame", "frame_count"),
		model.TableFrame:        {"address"},
	}}
}

// accountColumns adds to columns those that accounts need of every table.
func accountColumns(names ...string) []string {
	return append([]string{"ticks", "timestamp", "time_s", "processor", "header_pid", "header_tid"}, names...)
}

// ReadChunks is Read for a capture whose chunks come from elsewhere, decoded as Decoding says or with more. About is what else
// is known of the capture: all of a Source but its accounts. The chunks are released.
func ReadChunks(ctx context.Context, chunks iter.Seq2[*model.Chunk, error], about Source, opts Options) (*Source, error) {
	books := opts.books()
	for chunk, err := range chunks {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = books.Add(chunk)
		}
		if err != nil {
			return nil, err
		}
		chunk.Release()
	}
	books.Reach(about.Stats.LastNano)
	about.Accounts = books.Finish()
	return &about, nil
}

// BuildInfo says what a capture holds, as Inspect does.
func BuildInfo(s *Source) *Info { return infoOf(s) }
