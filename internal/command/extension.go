package command

import (
	"io"

	"github.com/spf13/cobra"

	"etledger/report/batch"
)

// Extension is what a module adds to the program that it builds around this command line.
type Extension struct {
	// Stores are where captures are read from, beside local files.
	Stores []batch.Store
	// Watch makes the command that records memory snapshots as they come; nil leaves that out.
	Watch NewCommand
}

// NewCommand makes a command that writes to the streams. Its RunE gets a context that ends when the program is interrupted.
type NewCommand func(stdout, stderr io.Writer) *cobra.Command

// UsageError makes an error that says that a command line makes no sense: the program then ends with status 2. It takes what
// fmt.Errorf takes.
func UsageError(format string, arguments ...any) error { return usagef(format, arguments...) }
