// Package layers holds what the benchmark suite measures: each layer of the reader, alone, as one pass over a recording that
// can be made again and again.
package layers

import (
	"context"
	"fmt"

	"etledger/etl"
)

// Input is a recording to measure on, as files.
type Input struct {
	Path    string // the recording
	Plain   string // the same without compression; Path when it is not compressed
	Wrapped string // the same with one event for each compressed buffer (limits.Wrap); empty when it is not compressed
	Dataset string // folder of the dataset that it is converted to for layers that read one (MakeDataset)
	Scratch string // folder for what layers write
}

// NeedsDataset tells whether a layer reads Input.Dataset.
func NeedsDataset(layer string) bool {
	return layer == readDataset.Name || layer == analyzeDataset.Name
}

// Done is what one pass did.
type Done struct {
	Events uint64 // that the pass went over
	Bytes  uint64 // that rates are told of: of the recording, or those that came out of decompression
}

// Pass goes over the input once.
type Pass func(ctx context.Context) (Done, error)

// Layer is one thing to measure.
type Layer struct {
	Name  string
	About string // what a pass does, for the report
	// Prepare does what is not to be measured, such as opening files, and gives the pass and what ends it. What a pass and
	// its preparation keep in memory counts for the peak of the layer.
	Prepare func(ctx context.Context, in Input) (Pass, func() error, error)
}

// All lists the layers, from the machine's limits up to whole commands.
func All() []Layer {
	return []Layer{
		copyMemory, readFile, walkHeaders,
		expandBytewise, expand,
		stepOver, order,
		decodeAll, decodeOne, decodeColumns,
		keepBooks,
		analyzeRecording,
		writeDataset, readDataset, analyzeDataset,
		listAll, listRows,
	}
}

// ByName finds a layer.
func ByName(name string) (Layer, error) {
	for _, l := range All() {
		if l.Name == name {
			return l, nil
		}
	}
	return Layer{}, fmt.Errorf("no layer is named %q", name)
}

// withCapture makes the preparation of a layer whose passes read an open capture.
func withCapture(
	pass func(ctx context.Context, c *etl.Capture) (events uint64, err error),
) func(context.Context, Input) (Pass, func() error, error) {
	return func(ctx context.Context, in Input) (Pass, func() error, error) {
		c, err := etl.Open(ctx, etl.Options{}, in.Path)
		if err != nil {
			return nil, nil, err
		}
		return func(ctx context.Context) (Done, error) {
			events, err := pass(ctx, c)
			return Done{events, uint64(c.Size())}, err
		}, c.Close, nil
	}
}
