package layers

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"os"

	"etledger/bench/limits"
	"etledger/etl"
)

var expandBytewise = Layer{
	Name:  "decompression, byte by byte",
	About: "decompresses all buffers as the specification words it, one byte copied after the other",
	Prepare: func(_ context.Context, in Input) (Pass, func() error, error) {
		var e limits.Expander
		return onFile(in.Path, func(f *os.File, size int64) (Done, error) {
			n, err := e.Expand(f, size, nil)
			return Done{Bytes: uint64(n)}, err
		})
	},
}

// expand measures package etl's own decompressor, which is not exported, through what is: the events of each compressed
// buffer are the payload of a single event, so that the reader has little else to do.
var expand = Layer{
	Name: "decompression",
	About: "reads the same buffers with package etl, the content of each made one event, so that there is hardly more to do " +
		"than to decompress",
	Prepare: func(ctx context.Context, in Input) (Pass, func() error, error) {
		if in.Wrapped == "" {
			return nil, nil, errors.New("the input is not compressed")
		}
		if err := CheckExpand(ctx, in); err != nil {
			return nil, nil, err
		}
		c, err := etl.Open(ctx, etl.Options{}, in.Wrapped)
		if err != nil {
			return nil, nil, err
		}
		return func(ctx context.Context) (Done, error) {
			var bytes uint64
			_, err := scan(ctx, c, etl.ScanOptions{}, func(e *etl.Event) { bytes += uint64(len(e.Payload)) })
			return Done{Bytes: bytes}, err
		}, c.Close, nil
	},
}

// CheckExpand compares what the two decompressors make of every compressed buffer of an input: the same contents as often
// as one another, whatever the order in which the buffers come.
func CheckExpand(ctx context.Context, in Input) error {
	seed := maphash.MakeSeed()
	contents := map[uint64]int{}
	f, err := os.Open(in.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	size, err := sizeOf(in.Path)
	if err != nil {
		return err
	}
	var e limits.Expander
	if _, err := e.Expand(f, size, func(plain []byte) { contents[maphash.Bytes(seed, plain)]++ }); err != nil {
		return err
	}
	c, err := etl.Open(ctx, etl.Options{}, in.Wrapped)
	if err != nil {
		return err
	}
	defer c.Close()
	buffers := 0
	if _, err := scan(ctx, c, etl.ScanOptions{}, func(e *etl.Event) {
		if limits.Wrapper(e.Group) {
			contents[maphash.Bytes(seed, e.Payload)]--
			buffers++
		}
	}); err != nil {
		return err
	}
	if buffers == 0 {
		return fmt.Errorf("%s holds no wrapped buffer", in.Wrapped)
	}
	for _, n := range contents {
		if n != 0 {
			return fmt.Errorf("%s: the two decompressors give different bytes", in.Path)
		}
	}
	return nil
}
