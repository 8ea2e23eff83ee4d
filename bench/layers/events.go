package layers

import (
	"context"
	"io"

	"etledger/etl"
	"etledger/internal/listing"
	"etledger/model"
)

var listAll = listed("events, all tables", "lists all rows of all tables as JSON lines, to nowhere",
	listing.Request{Format: listing.JSONL})

var listRows = listed("events, one table filtered",
	"lists as CSV the rows of virtual_alloc whose region is larger than 64 KiB, to nowhere",
	listing.Request{Tables: []model.Table{model.TableVirtualAlloc}, Where: "region_size > 65536", Format: listing.CSV})

// listed makes the layer of a listing, as the command events does it.
func listed(name, about string, request listing.Request) Layer {
	return Layer{
		Name:  name,
		About: about,
		Prepare: withCapture(func(ctx context.Context, c *etl.Capture) (uint64, error) {
			plan, err := listing.NewPlan(request)
			if err != nil {
				return 0, err
			}
			tables, columns := plan.Needs()
			r := model.NewReader(c, model.Options{Tables: tables, Columns: columns})
			if err := plan.Write(io.Discard, r.Chunks(ctx)); err != nil {
				return 0, err
			}
			return r.Stats().Events, nil
		}),
	}
}
