package command

import (
	"io"

	"github.com/spf13/cobra"

	"etledger/report"
)

func newInfoCommand(c console) *cobra.Command {
	var flags struct {
		inputFlags
		outputFlags
		displayFlags
	}
	cmd := &cobra.Command{
		Use:   "info CAPTURE... | DATASET",
		Short: "Say what a capture holds: who recorded it, when, what is missing, and every kind of event",
		Long: `Info reads a capture and prints who recorded it and when, the system and the clock,
the buffers, the kernel keywords in force, what was lost, is damaged or was not recorded,
and every kind of event with its count. It judges no process. Of a DATASET, which
'etledger convert' wrote, it says the same as of the recording.

Exit statuses: 0 fine; 1 failed; 2 wrong usage; 4 done, but the input is damaged, as the
findings tell.`,
		Example: `  etledger info capture.etl
  etledger info capture.etl --format json | jq .total`,
		Args:              captureArguments,
		ValidArgsFunction: completeCaptures,
		RunE: func(cmd *cobra.Command, args []string) error {
			flags.path = fileOf(flags.path)
			if err := checkOutput(flags.path, args); err != nil {
				return err
			}
			source, err := flags.read(cmd.Context(), c, args, report.Options{})
			if err != nil {
				return err
			}
			info := report.BuildInfo(source)
			write := info.WriteJSON
			if flags.format() == formatText {
				write = func(w io.Writer) error { return info.WriteText(w, flags.text(c, flags.path)) }
			}
			return deliver(cmd.Context(), c, info.Damaged(), output{flags.path, write})
		},
	}
	cmd.Flags().SortFlags = false
	flags.inputFlags.register(cmd.Flags())
	flags.outputFlags.register(cmd.Flags(), formatText, formatJSON)
	flags.displayFlags.register(cmd.Flags())
	return cmd
}
