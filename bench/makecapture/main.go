// Command makecapture writes a recording for measurements (package captures).
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"etledger/bench/captures"
)

func main() {
	var s captures.Spec
	out := flag.String("o", "", "file to write")
	flag.IntVar(&s.Events, "events", 1_000_000, "events of all kinds")
	flag.IntVar(&s.Processors, "processors", 4, "processors")
	flag.IntVar(&s.Processes, "processes", 20, "processes that allocate")
	flag.IntVar(&s.Ranges, "ranges", 20_000, "places for allocations, about half of them in use")
	flag.Float64Var(&s.Others, "others", 0, "share of events that have no table")
	flag.BoolVar(&s.Stacks, "stacks", false, "a stack after each VirtualAlloc event")
	flag.StringVar(&s.Kind, "kind", "", "what the events are that have a table: VirtualAlloc, or one of "+
		strings.Join(captures.Kinds(), ", "))
	flag.BoolVar(&s.Compressed, "compressed", false, "compress the buffers")
	flag.Uint64Var(&s.Seed, "seed", 1, "seed")
	flag.Parse()
	if err := write(*out, s); err != nil {
		fmt.Fprintln(os.Stderr, "makecapture:", err)
		os.Exit(1)
	}
}

func write(path string, s captures.Spec) error {
	if path == "" {
		return errors.New("name the file with -o")
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(captures.Write(f, s), f.Close())
}
