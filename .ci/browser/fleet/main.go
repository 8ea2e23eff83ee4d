// Command fleet writes the page of a fleet view that is given as JSON.
//
//	go run ./.ci/browser/fleet -o fleet.html report/fleet/testdata/sample.json
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"

	"etledger/report/fleet"
)

func main() {
	out := flag.String("o", "fleet.html", "file to write")
	flag.Parse()
	if err := write(*out, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "fleet:", err)
		os.Exit(1)
	}
}

func write(path, from string) error {
	js, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	var r fleet.Report
	if err := json.Unmarshal(js, &r); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := r.WriteHTML(f); err != nil {
		return err
	}
	return f.Close()
}
