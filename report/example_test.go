package report_test

import (
	"context"
	"fmt"
	"log"

	"etledger/etl"
	"etledger/report"
)

// Analysing a capture: the worst process, and what it leaks from.
func ExampleAnalyze() {
	ctx := context.Background()
	capture, err := etl.Open(ctx, etl.Options{}, "../testdata/leaky-service.etl")
	if err != nil {
		log.Fatal(err)
	}
	defer capture.Close()
	r, err := report.Analyze(ctx, capture, report.Options{})
	if err != nil {
		log.Fatal(err)
	}
	worst := r.Processes[0]
	fmt.Println(*worst.Image, worst.PID, worst.Trend.Verdict, worst.Suspects[0].Module)
	// Output: leaky-service.exe 860 leak session-cache.dll
}

// What is in a capture, without judging it.
func ExampleInspect() {
	ctx := context.Background()
	capture, err := etl.Open(ctx, etl.Options{}, "../testdata/leaky-service.etl")
	if err != nil {
		log.Fatal(err)
	}
	defer capture.Close()
	info, err := report.Inspect(ctx, capture, report.Options{})
	if err != nil {
		log.Fatal(err)
	}
	recording := info.Capture.Recordings[0]
	fmt.Println(*recording.SessionName, *recording.OSBuild, info.Events[0].Kind, *info.Events[0].Name,
		info.Events[0].Count)
	// Output: NT Kernel Logger 19041 kernel EventTrace/Header 1
}
