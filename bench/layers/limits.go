package layers

import (
	"context"
	"errors"
	"os"

	"etledger/bench/limits"
)

var copyMemory = Layer{
	Name:  "memory copy",
	About: "copies as many bytes as the recording has, in memory that no cache holds",
	Prepare: func(_ context.Context, in Input) (Pass, func() error, error) {
		size, err := sizeOf(in.Plain)
		if err != nil {
			return nil, nil, err
		}
		c := limits.NewCopier()
		return func(context.Context) (Done, error) {
			c.Copy(size)
			return Done{Bytes: uint64(size)}, nil
		}, func() error { return nil }, nil
	},
}

var readFile = Layer{
	Name:  "read",
	About: "reads the file in blocks of 256 KiB into one buffer and looks at nothing",
	Prepare: func(_ context.Context, in Input) (Pass, func() error, error) {
		var w limits.Walker
		return onFile(in.Path, func(f *os.File, size int64) (Done, error) {
			return Done{Bytes: uint64(size)}, w.Read(f, size)
		})
	},
}

var walkHeaders = Layer{
	Name:  "header walk",
	About: "reads every buffer and steps over every event by its size: nothing decoded, nothing kept",
	Prepare: func(_ context.Context, in Input) (Pass, func() error, error) {
		var w limits.Walker
		return onFile(in.Plain, func(f *os.File, size int64) (Done, error) {
			c, err := w.Walk(f, size)
			return Done{c.Events, uint64(size)}, err
		})
	},
}

// onFile makes the pass of a layer that reads a file by itself.
func onFile(path string, pass func(f *os.File, size int64) (Done, error)) (Pass, func() error, error) {
	size, err := sizeOf(path)
	if err != nil {
		return nil, nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	return func(context.Context) (Done, error) { return pass(f, size) }, f.Close, nil
}

func sizeOf(path string) (int64, error) {
	if path == "" {
		return 0, errors.New("the layer needs a file that the input does not have")
	}
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
