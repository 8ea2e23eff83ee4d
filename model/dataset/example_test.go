package dataset_test

import (
	"context"
	"fmt"
	"os"

	"etledger/etl"
	"etledger/model"
	"etledger/model/dataset"
)

// Example writes a recording into a dataset and reads one of its tables back.
func Example() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "dataset")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)

	recording, err := etl.Open(ctx, etl.Options{}, "../../testdata/leaky-service.etl")
	if err != nil {
		panic(err)
	}
	defer recording.Close()
	if _, err := dataset.Convert(ctx, folder, recording, dataset.Options{}); err != nil {
		panic(err)
	}

	folder, places, err := dataset.Find(folder)
	if err != nil {
		panic(err)
	}
	for _, place := range places {
		capture, err := dataset.Open(folder, place)
		if err != nil {
			panic(err)
		}
		calls := 0
		options := model.Options{
			Tables:  []model.Table{model.TableVirtualAlloc},
			Columns: map[model.Table][]string{model.TableVirtualAlloc: {"pid"}},
		}
		for chunk, err := range capture.Chunks(ctx, options) {
			if err != nil {
				panic(err)
			}
			for _, pid := range chunk.Batch(model.TableVirtualAlloc).VirtualAlloc().PID {
				if pid == 860 {
					calls++
				}
			}
			chunk.Release()
		}
		fmt.Printf("%s of %s on %s: process 860 has %d rows\n", place.ID, place.Host, place.Date, calls)
	}
	// Output: c-bff7032b8dcaf252 of WORKSTATION-7 on 2024-03-05: process 860 has 1482 rows
}
