package main

import (
	"bytes"
	"fmt"
	"os"
)

// The lines of a document between which the tables stand.
const (
	tablesBegin = "<!-- What follows is printed by go run ./bench/report -o; do not edit it. -->\n"
	tablesEnd   = "<!-- End of what is printed. -->\n"
)

// putInto replaces what a document holds between the two lines.
func putInto(path string, tables []byte) error {
	document, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	head, rest, begins := bytes.Cut(document, []byte(tablesBegin))
	_, tail, ends := bytes.Cut(rest, []byte(tablesEnd))
	if !begins || !ends {
		return fmt.Errorf("%s lacks the lines %q and %q", path, tablesBegin, tablesEnd)
	}
	whole := bytes.Join([][]byte{head, []byte(tablesBegin), []byte("\n"), tables, []byte(tablesEnd), tail}, nil)
	return os.WriteFile(path, whole, 0o644)
}
