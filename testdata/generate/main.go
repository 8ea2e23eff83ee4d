// Command generate writes the recordings in testdata: see package recordings for what they are. The same source gives
// the same bytes.
//
//	go run ./testdata/generate -o testdata
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"etledger/internal/scenario/recordings"
)

func main() {
	out := flag.String("o", "testdata", "folder to write to")
	flag.Parse()
	if err := generate(*out); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func generate(folder string) error {
	files, err := recordings.All()
	if err != nil {
		return err
	}
	for _, f := range files {
		path := filepath.Join(folder, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			return err
		}
	}
	return nil
}
