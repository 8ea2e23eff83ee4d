package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"etledger/etl"
	"etledger/report"
)

// Exit statuses, as the help tells them.
const (
	statusFine    = 0
	statusFailed  = 1
	statusUsage   = 2
	statusDamaged = 4
)

// errDamaged ends a command that did its work on a damaged input; what is wrong stands in the output.
var errDamaged = errors.New("the input is damaged")

// console is where a command writes.
type console struct{ out, err io.Writer }

// run carries out a command line and gives the exit status. It is all of the program but the process around it.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	started := false
	root := newRootCommand(console{stdout, stderr}, &started)
	root.SetArgs(spreadLists(args))
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return statusFine
	case errors.Is(err, errDamaged):
		return statusDamaged
	}
	fmt.Fprintln(stderr, "etledger: "+oneLine(advise(ctx, err)))
	if started {
		return statusFailed
	}
	return statusUsage
}

// newRootCommand builds the tree of commands. It sets *started once a command line has proved to be well-formed.
func newRootCommand(c console, started *bool) *cobra.Command {
	root := &cobra.Command{
		Use:   "etledger",
		Short: "Find memory leaks in recorded Windows kernel events (.etl)",
		Long: `etledger reads recorded Windows kernel event files (.etl) on any operating system, keeps a
page-exact account of every process's virtual memory, and says which process leaks, from
which module, how fast, and how sure that is.

Exit statuses: 0 fine; 1 failed; 2 wrong usage; 4 done, but the input is damaged (cut, or not
readable in parts): the output holds what could be read and says what is missing.`,
		Example: `  etledger analyze capture.etl
  etledger analyze capture.etl --format json -o report.json
  etledger info capture.etl
  etledger pprof capture.etl -o leak.pb.gz`,
		Version:           versionText(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRun:  func(*cobra.Command, []string) { *started = true },
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},

		SuggestionsMinimumDistance: 2,
	}
	root.SetOut(c.out)
	root.SetErr(c.err)
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w; '%s --help' lists the flags", err, cmd.CommandPath())
	})
	root.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		suggestion := "'etledger --help' lists the commands"
		if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
			suggestion = fmt.Sprintf("did you mean %q?", near[0])
		}
		return fmt.Errorf("there is no command %q; %s", args[0], suggestion)
	}
	root.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	root.AddCommand(newAnalyzeCommand(c), newInfoCommand(c), newPprofCommand(c), newVersionCommand(c))
	root.AddCommand(newEventsCommand(c), newConvertCommand(c))
	root.AddCommand(newPoolCommand(c))
	return root
}

// captureArguments checks that at least one capture is named.
func captureArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("name a capture, as in '%s capture.etl'", cmd.CommandPath())
	}
	return nil
}

// advise adds to an error what the person may do about it.
func advise(ctx context.Context, err error) string {
	text := err.Error()
	switch {
	case ctx.Err() != nil:
		return "interrupted; nothing is left half done"
	case errors.Is(err, fs.ErrNotExist):
		return text + "; check the path"
	case errors.Is(err, fs.ErrPermission):
		return text + "; check who may read and write there"
	case errors.As(err, new(*report.NoProcessError)):
		return text + "; 'etledger analyze' lists the processes"
	case errors.Is(err, etl.ErrNotRecording):
		return text + "; give a file that xperf, WPR, PerfView or logman recorded"
	case errors.Is(err, etl.ErrUnsupportedVersion):
		return text + "; record on Windows Vista or later"
	}
	return text
}

// oneLine keeps an error message on one line and free of control characters, whatever a file name may hold.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.TrimSpace(s))
}
