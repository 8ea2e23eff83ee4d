package layers

import (
	"context"

	"etledger/etl"
	"etledger/model"
)

var decodeAll = Layer{
	Name:    "Arrow batches, all tables",
	About:   "decodes every event that has a table, in order, to Arrow batches of all columns, which are released unread",
	Prepare: withCapture(decode(model.Options{})),
}

var decodeOne = Layer{
	Name:    "Arrow batches, one table",
	About:   "the same of the table virtual_alloc alone",
	Prepare: withCapture(decode(model.Options{Tables: []model.Table{model.TableVirtualAlloc}})),
}

var decodeColumns = Layer{
	Name:  "Arrow batches, four columns",
	About: "the same of four columns of the table virtual_alloc: ticks, pid, base_address, region_size",
	Prepare: withCapture(decode(model.Options{
		Tables: []model.Table{model.TableVirtualAlloc},
		Columns: map[model.Table][]string{
			model.TableVirtualAlloc: {"ticks", "pid", "base_address", "region_size"},
		},
	})),
}

func decode(opts model.Options) func(context.Context, *etl.Capture) (uint64, error) {
	return func(ctx context.Context, c *etl.Capture) (uint64, error) {
		r := model.NewReader(c, opts)
		for chunk, err := range r.Chunks(ctx) {
			if err != nil {
				return 0, err
			}
			chunk.Release()
		}
		return r.Stats().Events, nil
	}
}
