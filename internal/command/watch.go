package command

import (
	"errors"

	"github.com/spf13/cobra"
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
