package ledger_test

import (
	"context"
	"fmt"
	"log"

	"etledger/etl"
	"etledger/ledger"
	"etledger/model"
)

// Keep the books of a recording, and name the process that has most memory outstanding, with the place that asked for it.
func ExampleRead() {
	ctx := context.Background()
	capture, err := etl.Open(ctx, etl.Options{}, "../testdata/leaky-service.etl")
	if err != nil {
		log.Fatal(err)
	}
	defer capture.Close()
	accounts, err := ledger.Read(ctx, model.NewReader(capture, model.Options{}).Chunks(ctx), ledger.Options{})
	if err != nil {
		log.Fatal(err)
	}
	worst := accounts.Lifetimes[0]
	for _, l := range accounts.Lifetimes {
		if l.VirtualAlloc.OutstandingCommitBytes > worst.VirtualAlloc.OutstandingCommitBytes {
			worst = l
		}
	}
	fmt.Println(worst.Image, worst.Suspects[0].Module)
	// Output: report-viewer.exe report-data.dll
}
