package main

import (
	"context"

	"github.com/spf13/cobra"

	"etledger/etl"
	"etledger/report"
)

func newAnalyzeCommand(c console) *cobra.Command {
	var flags outputFlags
	cmd := &cobra.Command{
		Use:   "analyze CAPTURE...",
		Short: "Say which process leaks memory, how fast, and how sure that is",
		Long: `Analyze reads a capture and prints which process leaks, what weakens that answer,
a table of the processes with their memory, worst first, and why the worst are judged as
they are.

A capture is a recording (.etl), or an archive that holds some (.etl.zip of PerfView,
.diagsession). Several captures given are read as one, in the order of time. Leaks show in
captures of VirtualAlloc events of a minute or more; three are better.

Exit statuses: 0 fine; 1 failed; 2 wrong usage; 4 done, but the input is damaged, as the
findings tell.`,
		Example: `  etledger analyze capture.etl
  etledger analyze capture.etl --format json -o report.json
  etledger analyze kernel.etl user.etl`,
		Args: captureArguments,
		RunE: func(cmd *cobra.Command, args []string) error {
			return deliver(cmd.Context(), c, &flags, args, func(ctx context.Context, capture *etl.Capture) (document,
				error) {
				return report.Analyze(ctx, capture, report.Options{})
			})
		},
	}
	flags.register(cmd.Flags())
	return cmd
}
