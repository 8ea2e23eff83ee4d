package fleet_test

import (
	"context"
	"fmt"

	"etledger/report/batch"
	"etledger/report/fleet"
)

// What an engine does: each worker takes captures to rows and adds them to a partial aggregate; these travel as bytes, and are
// merged in whatever order they come.
func ExamplePartial() {
	worker := func(locations ...string) []byte {
		partial := fleet.NewPartial()
		for _, location := range locations {
			outcome, err := batch.Process(context.Background(), batch.Capture{Location: location}, batch.Options{Concurrency: 1})
			if err != nil {
				fmt.Println(err)
				continue
			}
			if err := partial.Add(outcome.Rows); err != nil {
				fmt.Println(err)
			}
		}
		bytes, err := partial.MarshalBinary()
		if err != nil {
			fmt.Println(err)
		}
		return bytes
	}
	all := fleet.NewPartial()
	for _, bytes := range [][]byte{
		worker("../../testdata/leaky-service.etl"),
		worker("../../testdata/memory-snapshots.etl", "../../testdata/leaky-service.etl"), // delivered twice, counted once
	} {
		var partial fleet.Partial
		if err := partial.UnmarshalBinary(bytes); err != nil {
			fmt.Println(err)
		}
		all.Merge(&partial)
	}
	report := all.Report(fleet.Options{})
	fmt.Println(report.Fleet.Captures, "captures of", report.Fleet.Hosts, "host")
	fmt.Println(report.Answer)
	// Output:
	// 2 captures of 1 host
	// leaky-service.exe (build 44b5034d) is suspected to leak, and nothing is shown to, in 2 captures of 1 host.
}
