package main

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"etledger/ledger"
	"etledger/report"
)

// profileSuffix is what the names of compressed profiles end with: an output so named is one.
const profileSuffix = ".pb.gz"

// analyzeFlags say what analyze writes, and where.
type analyzeFlags struct {
	inputFlags
	outputFlags
	profile string // file for the profile, empty for none
}

func newAnalyzeCommand(c console) *cobra.Command {
	var flags analyzeFlags
	cmd := &cobra.Command{
		Use:   "analyze CAPTURE... | DATASET",
		Short: "Say which process leaks memory, how fast, and how sure that is",
		Long: `Analyze reads a capture and prints which process leaks, what weakens that answer,
a table of the processes with their memory, worst first, and why the worst are judged as
they are.

A capture is a recording (.etl), or an archive that holds some (.etl.zip of PerfView,
.diagsession). Several captures given are read as one, in the order of time. Leaks show in
captures of VirtualAlloc events of a minute or more; three are better. A DATASET is what
'etledger convert' wrote; the output is that of the recording.

With --pprof it also writes the stacks as a profile, as the command pprof does. An output
whose name ends in .pb.gz is such a profile, and nothing else is written.

Exit statuses: 0 fine; 1 failed; 2 wrong usage; 4 done, but the input is damaged, as the
findings tell.`,
		Example: `  etledger analyze capture.etl
  etledger analyze capture.etl --format json -o report.json
  etledger analyze capture.etl --pprof leak.pb.gz
  etledger analyze kernel.etl user.etl
  etledger analyze captures --capture c-0123`,
		Args: captureArguments,
		RunE: func(cmd *cobra.Command, args []string) error {
			flags.path = fileOf(flags.path)
			return analyze(cmd.Context(), c, flags, args)
		},
	}
	flags.inputFlags.register(cmd.Flags())
	flags.outputFlags.register(cmd.Flags())
	cmd.Flags().StringVar(&flags.profile, "pprof", "", "also write the stacks to this `file`, for go tool pprof")
	return cmd
}

// analyze reads the captures once and writes the report, the profile, or both.
func analyze(ctx context.Context, c console, flags analyzeFlags, captures []string) error {
	onlyProfile := strings.HasSuffix(flags.path, profileSuffix)
	if onlyProfile && flags.profile == "" {
		flags.profile = flags.path
	}
	if flags.profile != "" && flags.profile == flags.path && !onlyProfile {
		return errors.New("the report and the profile cannot be one file; name another one")
	}
	if err := errors.Join(checkOutput(flags.path, captures), checkOutput(flags.profile, captures)); err != nil {
		return err
	}
	options := report.Options{Ledger: ledger.Options{Stacks: flags.profile != ""}}
	source, err := flags.read(ctx, c, captures, options)
	if err != nil {
		return err
	}
	var outputs []output
	if flags.profile != "" {
		profile, err := report.NewProfile(source, report.ProfileOptions{})
		if err != nil {
			return err
		}
		outputs = append(outputs, output{flags.profile, profile.WritePprof})
	}
	doc := report.Build(source)
	if !onlyProfile {
		outputs = append(outputs, output{flags.path, flags.form(doc)})
	}
	return deliver(ctx, c, doc.Damaged(), outputs...)
}
