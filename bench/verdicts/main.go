// Command verdicts measures how good the verdicts of package trend are: on simulated accounts whose truth is known, in
// all the kinds of package population, beside three usual judges of the level on the same data.
//
//	go run ./bench/verdicts [-cases N] [-seed N] [-kind TEXT] [-pass TEXT] [-failures] [-into FILE]
//
// It prints tables in Markdown. With -into it puts them into a file instead, below the line that says so.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"etledger/bench/verdicts/population"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "verdicts:", err)
		os.Exit(1)
	}
}

// run measures as the arguments say.
func run(arguments []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("verdicts", flag.ContinueOnError)
	cases := flags.Int("cases", 200, "cases per kind")
	seed := flags.Uint64("seed", 1, "first seed; the cases of a kind have successive ones")
	kind := flags.String("kind", "", "only the kinds whose name contains this")
	pass := flags.String("pass", "", "only the passes whose title contains this")
	failures := flags.Bool("failures", false, "list the cases that were judged wrongly")
	into := flags.String("into", "", "the file to put the results into")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	if *cases < 1 || flags.NArg() > 0 {
		return fmt.Errorf("%d cases and %d arguments, expected at least 1 and none", *cases, flags.NArg())
	}
	kinds := kindsNamed(*kind)
	if len(kinds) == 0 {
		return fmt.Errorf("no kind has %q in its name", *kind)
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "Made by `go run ./bench/verdicts -cases %d -seed %d`.\n\n", *cases, *seed)
	for _, p := range passes() {
		if !strings.Contains(p.title, *pass) {
			continue
		}
		outcomes := measure(kinds, *cases, *seed, p)
		printPass(&out, p, kinds, outcomes)
		if *failures {
			printFailures(&out, outcomes)
		}
	}
	printKinds(&out, kinds)
	if *into == "" {
		_, err := out.WriteTo(stdout)
		return err
	}
	return putInto(*into, out.Bytes())
}

func kindsNamed(part string) []population.Kind {
	var kinds []population.Kind
	for _, k := range population.Kinds() {
		if strings.Contains(k.Name, part) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// resultsBelow is the line of a document below which the results stand.
const resultsBelow = "<!-- Below this line stands what the command printed. -->\n"

// putInto replaces what a document holds below the line for results.
func putInto(path string, results []byte) error {
	document, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	head, _, found := bytes.Cut(document, []byte(resultsBelow))
	if !found {
		return fmt.Errorf("%s has no line %q", path, strings.TrimSpace(resultsBelow))
	}
	return os.WriteFile(path, []byte(string(head)+resultsBelow+"\n"+string(results)), 0o644)
}
