package batch_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"etledger/report/batch"
	"etledger/report/results"
)

// Many captures, with what their paths tell, into one dataset. The second run has nothing to do.
func Example() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "captures-*")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	workload, err := batch.ParsePattern("{workload}.etl")
	if err != nil {
		fmt.Println(err)
		return
	}
	inputs := []string{"../../testdata/leaky-service.etl", "../../testdata/damaged/torn*.etl"}
	captures, _, err := batch.Find(ctx, inputs, batch.FindOptions{Output: folder, Pattern: workload})
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 2 {
		summary, err := batch.Run(ctx, captures, batch.RunOptions{Options: batch.Options{Dataset: folder}})
		if err != nil {
			fmt.Println(err)
			return
		}
		c := summary.Counts
		fmt.Printf("%d done, %d kept, %d failed, %d failed before\n", c.Done, c.Kept, c.Failed, c.SkippedFailed)
	}
	for rows, err := range results.All(ctx, folder, results.AllOptions{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if rows.Capture.Leaking > 0 {
			fmt.Println(rows.Meta.Workload, *rows.Lifetimes[0].Image, rows.Lifetimes[0].Verdict)
		}
	}
	// Output:
	// 4 done, 0 kept, 1 failed, 0 failed before
	// 0 done, 4 kept, 0 failed, 1 failed before
	// leaky-service leaky-service.exe leak
}

// The unit of work by itself, as an engine calls it: a capture that came as JSON, and nothing that outlives the call.
func ExampleProcess() {
	var in batch.Capture
	message := `{"location": "../../testdata/leaky-service.etl", "meta": {"host": "PC-1", "ring": "fast"}}`
	if err := json.Unmarshal([]byte(message), &in); err != nil {
		fmt.Println(err)
		return
	}
	outcome, err := batch.Process(context.Background(), in, batch.Options{Concurrency: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(outcome.Status, outcome.ID, outcome.Rows.Capture.HostName, outcome.Rows.Capture.Leaking)
	fmt.Println(outcome.Report.Answer)
	// Output:
	// done c-bff7032b8dcaf252 PC-1 1
	// leaky-service.exe (860) leaks 208 KiB/s from session-cache.dll (95 % interval 195 to 220 KiB/s).
}
