package etl_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"etledger/etl"
)

// Reading every event of a capture in time order.
func ExampleCapture_Events() {
	ctx := context.Background()
	c, err := etl.Open(ctx, etl.Options{}, "../testdata/leaky-service.etl")
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	allocations := 0
	for e, err := range c.Events(ctx) {
		if damage := (*etl.CorruptError)(nil); errors.As(err, &damage) {
			fmt.Println("stepped over:", damage)
		} else if err != nil {
			log.Fatal(err)
		} else if e.Kind == etl.KindKernel && e.Hook() == 0x0262 { // VirtualAlloc
			allocations++
		}
	}
	fmt.Println(c.Header().SessionName, "on Windows build", c.Header().OSBuild, "saw allocations:", allocations > 0)
	// Output: NT Kernel Logger on Windows build 19041 saw allocations: true
}
