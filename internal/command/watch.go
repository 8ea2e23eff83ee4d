package command

import (
	"errors"
	"io"
	"os"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newWatchCommand makes the command that records as a system runs. It is that of an extension; a program without one says where
// it is to be had.
func newWatchCommand(c console) *cobra.Command {
	if c.watch != nil {
		return c.watch(c.out, c.err)
	}
	return &cobra.Command{
		Use:   "watch -o DATASET",
		Short: "Record memory snapshots as Windows delivers them (by the program in the folder live)",
		Long: `Watch records the memory snapshots of a running Windows into a dataset, cheap enough to leave on.
This program cannot: opening a session of Windows needs C, which nobody else has to build. The program
that can is in the folder live of the sources: 'go build ./cmd/etledger' there, with cgo.
docs/watch.md tells more.`,
		DisableFlagParsing: true, // whatever is asked of it
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, arg := range args {
				if arg == "-h" || arg == "--help" {
					return cmd.Help()
				}
			}
			return errors.New("this program cannot watch; the one that can is built in the folder live of the sources, see docs/watch.md")
		},
	}
}

// ownTime is whether the command that runs ends in its own time.
var ownTime atomic.Bool

// TakeTime says that the command that runs may take long to end in good order after an interruption, and does end by itself:
// Main then waits for it. Such a command has to listen to the second interruption itself, if that is to end it at once.
func TakeTime() { ownTime.Store(true) }

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
