package main

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"etledger/etl"
	"etledger/model"
	"etledger/report"
)

// chunks are the chunks of an input, in order.
type chunks = iter.Seq2[*model.Chunk, error]

// useChunks has the chunks used of what the arguments name: recordings, which together are one capture, or one capture of a
// dataset. It tells what is wrong with the input, as far as that is known when use returns.
func (f *inputFlags) useChunks(ctx context.Context, c console, args []string, decoding model.Options,
	use func(chunks) error) (damage, error) {
	path := ""
	for _, arg := range args {
		if isDataset(arg) {
			path = arg
		}
	}
	switch {
	case path == "" && f.capture != "":
		return nil, errors.New("--capture chooses from a dataset, and none is named")
	case path != "" && len(args) > 1:
		return nil, fmt.Errorf("%s is a dataset, which is read alone; name nothing else", path)
	case path != "":
		capture, err := f.open(path)
		if err != nil {
			return nil, err
		}
		err = use(capture.Chunks(ctx, decoding))
		return damageOf(capture.Losses, capture.Stats), err
	}
	return readCapture(ctx, c, args, func(ctx context.Context, capture *etl.Capture, _ report.Options) (damage, error) {
		reader := model.NewReader(capture, decoding)
		err := use(reader.Chunks(ctx))
		return damageOf(capture.Losses(), reader.Stats()), err
	}, report.Options{})
}
