package command

import (
	"context"
	"iter"
	"slices"

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
		return nil, usagef("--capture chooses from a dataset, and none is named; leave it out")
	case path != "" && len(args) > 1:
		return nil, usagef("%s is a dataset, which is read alone; name nothing else", path)
	case path != "":
		capture, err := f.open(path)
		if err != nil {
			return nil, err
		}
		err = use(chunksOf(ctx, c, capture, decoding))
		return damageOf(capture.Losses, statsOfTables(capture.Stats, decoding.Tables)), err
	}
	return readCapture(ctx, c, args, func(ctx context.Context, capture *etl.Capture, _ report.Options) (damage, error) {
		reader := model.NewReader(capture, decoding)
		err := use(reader.Chunks(ctx))
		return damageOf(capture.Losses(), statsOfTables(reader.Stats(), decoding.Tables)), err
	}, report.Options{})
}

// statsOfTables counts as malformed only events of the tables that were asked for, nil meaning all: a recording tells of
// those alone, a dataset of all.
func statsOfTables(stats model.Stats, tables []model.Table) model.Stats {
	if tables == nil {
		return stats
	}
	stats.Malformed = 0
	for _, kind := range stats.Kinds {
		table, _ := model.TableOf(kind.KindKey)
		asked := slices.Contains(tables, table) || table == model.TableStack && slices.Contains(tables, model.TableFrame)
		if kind.Malformed > 0 && asked {
			stats.Malformed += kind.Malformed
		}
	}
	return stats
}
