package command

import (
	"io"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

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

// Unbroken says that a command begins something that has to come to its own end when the program is interrupted; the result has to be
// called when it has. Until then interruptions end only the context of the command. Whether that has ended is to be looked for after
// this. A command that a second interruption is to end at once has to listen to that itself.
func Unbroken() (end func()) { return unbroken.begin() }

// NewSize makes the value of a flag that takes a size in bytes, such as 64MiB.
func NewSize(bytes *int64) pflag.Value { return (*sizeFlag)(bytes) }

// sizeFlag is a sizeValue in an int64.
type sizeFlag int64

// String implements pflag.Value.
func (v *sizeFlag) String() string { s := sizeValue(*v); return s.String() }

// Type implements pflag.Value.
func (v *sizeFlag) Type() string { return "size" }

// Set implements pflag.Value.
func (v *sizeFlag) Set(text string) error {
	var s sizeValue
	if err := s.Set(text); err != nil {
		return err
	}
	*v = sizeFlag(s)
	return nil
}

// Tool is what files say they were written by.
func Tool() string { return toolName() }

// IsTerminal tells whether what is written to w goes to a terminal that can take a line back.
func IsTerminal(w io.Writer) bool { return isTerminal(w) && os.Getenv("TERM") != "dumb" }

// CompleteFlags says how shells complete the values of a command's flags: with captures, with folders, or not at all.
func CompleteFlags(cmd *cobra.Command, captures, folders, none []string) {
	how := map[string]completer{}
	for _, name := range captures {
		how[name] = completeCaptures
	}
	for _, name := range folders {
		how[name] = completeFolders
	}
	for _, name := range none {
		how[name] = noValues
	}
	completeFlags(cmd, how)
}
