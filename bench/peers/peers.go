// Package peers measures other parsers of recordings, in the virtual environment that install.sh makes.
package peers

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Names of the parsers.
const (
	Dissect   = "dissect.etl"
	ETLParser = "etl-parser"
)

// Parsed is what a parser made of a recording.
type Parsed struct {
	Events  uint64  `json:"events"`
	Failed  uint64  `json:"failed"` // events that it could not parse
	Seconds float64 `json:"seconds"`
	Error   string  `json:"error"` // what ended the parse early; empty for nothing
}

//go:embed parse.py
var script []byte

// Parse lets a parser of the environment in folder read a recording whole: the header and the payload of every event. The
// time does not count the start of the interpreter.
func Parse(ctx context.Context, folder, parser, recording string) (p Parsed, err error) {
	python := filepath.Join(folder, "bin", "python")
	if _, err := os.Stat(python); err != nil {
		return p, fmt.Errorf("no environment as bench/peers/install.sh makes it: %w", err)
	}
	var out, told bytes.Buffer
	cmd := exec.CommandContext(ctx, python, "-", parser, recording)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(script), &out, &told
	if err := cmd.Run(); err != nil {
		return p, fmt.Errorf("%s on %s: %w: %s", parser, recording, err, bytes.TrimSpace(told.Bytes()))
	}
	return p, json.Unmarshal(out.Bytes(), &p)
}
