package model_test

import (
	"context"
	"fmt"
	"log"

	"etledger/etl"
	"etledger/model"
)

// Reading the batches of one table.
func ExampleReader_Batches() {
	ctx := context.Background()
	c, err := etl.Open(ctx, etl.Options{}, "../testdata/leaky-service.etl")
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	var total uint64
	r := model.NewReader(c, model.Options{Tables: []model.Table{model.TableVirtualAlloc}})
	for batch, err := range r.Batches(ctx) {
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
