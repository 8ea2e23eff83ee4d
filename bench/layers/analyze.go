package layers

import (
	"context"
	"io"

	"etledger/etl"
	"etledger/ledger"
	"etledger/model"
	"etledger/report"
)

var keepBooks = Layer{
	Name:  "ledger",
	About: "keeps the accounts of all processes from chunks that were decoded before",
	Prepare: func(ctx context.Context, in Input) (Pass, func() error, error) {
		c, err := etl.Open(ctx, etl.Options{}, in.Path)
		if err != nil {
			return nil, nil, err
		}
		defer c.Close()
		var chunks []*model.Chunk
		r := model.NewReader(c, model.Options{})
		for chunk, err := range r.Chunks(ctx) {
			if err != nil {
				return nil, nil, err
			}
			chunks = append(chunks, chunk)
		}
		done := Done{r.Stats().Events, uint64(c.Size())}
		return func(context.Context) (Done, error) {
			books := ledger.New(ledger.Options{})
			for _, chunk := range chunks {
				if err := books.Add(chunk); err != nil {
					return Done{}, err
				}
			}
			books.Finish()
			return done, nil
		}, func() error { return nil }, nil
	},
}

var analyzeRecording = Layer{
	Name:  "analyze",
	About: "opens the recording, reads it to its end, judges its processes and writes the report as JSON",
	Prepare: analysis(func(ctx context.Context, in Input) (*report.Source, error) {
		c, err := etl.Open(ctx, etl.Options{}, in.Path)
		if err != nil {
			return nil, err
		}
		defer c.Close()
		return report.Read(ctx, c, report.Options{})
	}),
}

var analyzeDataset = Layer{
	Name:  "analyze dataset",
	About: "the same from the dataset that the recording was converted to",
	Prepare: analysis(func(ctx context.Context, in Input) (*report.Source, error) {
		c, err := openDataset(in.Dataset)
		if err != nil {
			return nil, err
		}
		about := report.Source{Losses: c.Losses, Bytes: c.Bytes(), Buffers: c.Buffers(), Stats: c.Stats}
		for _, r := range c.Recordings {
			about.Recordings = append(about.Recordings, report.RecordingHeader{Name: r.Name, Header: r.Header})
		}
		opts := report.Options{}
		return report.ReadChunks(ctx, c.Chunks(ctx, report.Decoding(opts)), about, opts)
	}),
}

// analysis makes the passes of a layer that ends with the report.
func analysis(read func(context.Context, Input) (*report.Source, error)) func(context.Context, Input) (Pass, func() error, error) {
	return func(_ context.Context, in Input) (Pass, func() error, error) {
		size, err := sizeOf(in.Path)
		return func(ctx context.Context) (Done, error) {
			source, err := read(ctx, in)
			if err != nil {
				return Done{}, err
			}
			doc := report.Build(source)
			return Done{doc.Capture.Events, uint64(size)}, doc.WriteJSON(io.Discard)
		}, func() error { return nil }, err
	}
}
