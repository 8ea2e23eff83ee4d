package layers

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"etledger/etl"
	"etledger/model"
	"etledger/model/dataset"
)

var writeDataset = Layer{
	Name:  "convert",
	About: "opens the recording and writes all tables as Parquet (zstd) into a new dataset, its bytes brought to the disk",
	Prepare: func(_ context.Context, in Input) (Pass, func() error, error) {
		size, err := sizeOf(in.Path)
		if err != nil {
			return nil, nil, err
		}
		folder, err := os.MkdirTemp(in.Scratch, "converted")
		if err != nil {
			return nil, nil, err
		}
		passes := 0
		return func(ctx context.Context) (Done, error) {
			passes++
			events, err := convert(ctx, filepath.Join(folder, fmt.Sprint(passes)), in.Path)
			return Done{events, uint64(size)}, err
		}, func() error { return os.RemoveAll(folder) }, nil
	},
}

// MakeDataset converts the recording, for the layers that read a dataset.
func MakeDataset(ctx context.Context, in Input) error {
	_, err := convert(ctx, in.Dataset, in.Path)
	return err
}

func convert(ctx context.Context, folder, recording string) (events uint64, err error) {
	c, err := etl.Open(ctx, etl.Options{}, recording)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	result, err := dataset.Convert(ctx, folder, c, dataset.Options{Tool: "bench/report"})
	return result.Details.Stats.Events, err
}

var readDataset = Layer{
	Name:  "read dataset",
	About: "reads all tables of the dataset back as chunks in the exact order, checksums compared",
	Prepare: func(_ context.Context, in Input) (Pass, func() error, error) {
		size, err := sizeOf(in.Path)
		return func(ctx context.Context) (Done, error) {
			c, err := openDataset(in.Dataset)
			if err != nil {
				return Done{}, err
			}
			for chunk, err := range c.Chunks(ctx, model.Options{}) {
				if err != nil {
					return Done{}, err
				}
				chunk.Release()
			}
			return Done{c.Stats.Events, uint64(size)}, nil
		}, func() error { return nil }, err
	},
}

// openDataset opens the only capture of a dataset.
func openDataset(path string) (*dataset.Capture, error) {
	folder, places, err := dataset.Find(path)
	if err != nil {
		return nil, err
	}
	if len(places) != 1 {
		return nil, fmt.Errorf("%s holds %d captures, expected 1", path, len(places))
	}
	return dataset.Open(folder, places[0])
}
