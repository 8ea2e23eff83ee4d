package model_test

import (
	"context"
	"fmt"
	"log"

	"etledger/etl"
	"etledger/model"
)

// Reading some columns of one table.
func ExampleBatches() {
	ctx := context.Background()
	c, err := etl.Open(ctx, etl.Options{}, "../testdata/leaky-service.etl")
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	options := model.Options{
		Tables:  []model.Table{model.TableVirtualAlloc},
		Columns: map[model.Table][]string{model.TableVirtualAlloc: {"region_size"}},
	}
	var total uint64
	for batch, err := range model.Batches(ctx, c, options) {
		if err != nil {
			log.Fatal(err)
		}
		for _, size := range batch.VirtualAlloc().RegionSize {
			total += size
		}
	}
	fmt.Println("memory was taken or given back:", total > 0)
	// Output: memory was taken or given back: true
}
