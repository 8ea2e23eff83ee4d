package command

import (
	"context"

	"github.com/spf13/cobra"

	"etledger/ledger"
	"etledger/report"
)

// pprofFlags say what pprof writes, and where.
type pprofFlags struct {
	inputFlags
	path    string
	process string
	folded  bool
}

func newPprofCommand(c console) *cobra.Command {
	var flags pprofFlags
	cmd := &cobra.Command{
		Use:   "pprof CAPTURE... | DATASET",
		Short: "Write what stacks allocated, left outstanding and leak, for flame graphs",
		Long: `Pprof reads a capture and writes its stacks as a profile for 'go tool pprof': for each
stack of each process the bytes and the allocations that it made, left outstanding, and
leaks. What is shown at first are leaking bytes, or outstanding ones when nothing leaks;
pprof's -sample_index chooses others, -tagfocus=pid=1234 one process.

With --folded it writes folded stacks instead, one line of text for each, as other tools
for flame graphs read them.

Exit statuses: 0 fine; 1 failed; 2 wrong usage; 4 done, but the input is damaged, as the
findings of 'etledger analyze' tell.`,
		Example: `  etledger pprof capture.etl -o leak.pb.gz
  go tool pprof -http=: leak.pb.gz
  etledger pprof capture.etl --process w3wp --folded | flamegraph.pl > leak.svg`,
		Args:              captureArguments,
		ValidArgsFunction: completeCaptures,
		RunE: func(cmd *cobra.Command, args []string) error {
			flags.path = fileOf(flags.path)
			return pprof(cmd.Context(), c, flags, args)
		},
	}
	flags.register(cmd.Flags())
	cmd.Flags().StringVarP(&flags.path, "output", "o", "", "write to this `file`, whole or not at all, instead of "+
		"standard output")
	cmd.Flags().StringVar(&flags.process, "process", "", "only the processes of this `NAME|PID`")
	cmd.Flags().BoolVar(&flags.folded, "folded", false, "write folded stacks, as text")
	return cmd
}

func pprof(ctx context.Context, c console, flags pprofFlags, captures []string) error {
	if flags.path == "" && !flags.folded && isTerminal(c.out) {
		return usagef("a profile is nothing to read on a terminal; name a file, as in '-o leak.pb.gz'")
	}
	if err := checkOutput(flags.path, captures); err != nil {
		return err
	}
	options := report.Options{Ledger: ledger.Options{Stacks: true}}
	source, err := flags.read(ctx, c, captures, options)
	if err != nil {
		return err
	}
	profile, err := report.NewProfile(source, report.ProfileOptions{Process: flags.process})
	if err != nil {
		return err
	}
	write := profile.WritePprof
	if flags.folded {
		write = profile.WriteFolded
	}
	return deliver(ctx, c, profile.Damaged(), output{flags.path, write})
}
