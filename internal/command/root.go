package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"etledger/report/batch"
)

// errDamaged ends a command that did its work on a damaged input; what is wrong stands in the output.
var errDamaged = errors.New("the input is damaged")

// console is where a command writes, and where it reads captures from beside the local files.
type console struct {
	out, err io.Writer
	stores   []batch.Store
	watch    NewCommand // nil in programs that cannot watch
}

// run carries out a command line and gives the exit status. It is all of the program but the process around it.
func run(ctx context.Context, args []string, stdout, stderr io.Writer, extensions ...Extension) int {
	started := false
	c := console{out: stdout, err: stderr}
	for _, e := range extensions {
		c.stores = append(c.stores, e.Stores...)
		if e.Watch != nil {
			c.watch = e.Watch
		}
	}
	root := newRootCommand(c, &started)
	root.SetArgs(spreadLists(args))
	err := root.ExecuteContext(ctx)
	if err != nil && !errors.Is(err, errDamaged) {
		fmt.Fprintln(stderr, "etledger: "+oneLine(advise(ctx, err)))
	}
	return statusOf(err, started)
}

// newRootCommand builds the tree of commands. It sets *started once a command line has proved to be well-formed.
func newRootCommand(c console, started *bool) *cobra.Command {
	root := &cobra.Command{
		Use:   "etledger",
		Short: "Find memory leaks in recorded Windows kernel events (.etl)",
		Long: `etledger reads recorded Windows kernel event files (.etl) on any operating system, keeps a
page-exact account of every process's virtual memory, and says which process leaks, from
which module, how fast, and how sure that is.

Exit statuses: 0 fine; 1 failed; 2 wrong usage; 3 --fail-on found what it was told to fail
on; 4 done, but the input is damaged (cut, or not readable in parts): the output holds what
could be read and says what is missing. 'etledger help exit-statuses' has more.`,
		Example: `  etledger analyze capture.etl
  etledger analyze capture.etl --html leak.html
  etledger analyze capture.etl --format json -o report.json
  etledger info capture.etl
  etledger pprof capture.etl -o leak.pb.gz
  etledger compare before.etl after.etl
  etledger batch archive/ -o captures
  etledger fleet captures
  etledger doctor capture.etl
  etledger recipe --stacks --files leak-recording`,
		Version:           versionText(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		PersistentPreRun:  func(*cobra.Command, []string) { *started = true },
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true}, // there is another one
	}
	root.SetOut(c.out)
	root.SetErr(c.err)
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetUsageTemplate(usageTemplate(root.UsageTemplate(), readingWidth(c.out)))
	root.SetFlagErrorFunc(flagError)
	root.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return usagef("there is no command %q%s", args[0], nearestCommand(cmd, args[0], "'etledger --help' lists the commands"))
	}
	root.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	root.SetHelpCommand(newHelpCommand())
	root.AddCommand(newAnalyzeCommand(c), newInfoCommand(c), newDoctorCommand(c), newEventsCommand(c), newConvertCommand(c), newPprofCommand(c),
		newPoolCommand(c), newCompareCommand(c), newBatchCommand(c), newFleetCommand(c), newRecipeCommand(c), newWatchCommand(c), newTrendCommand(c), newRecordCommand(c), newCompletionCommand(c), newManCommand(c), newVersionCommand(c))
	for _, cmd := range root.Commands() {
		completeValues(cmd)
	}
	root.AddCommand(newTopicCommands(c)...)
	return root
}

// captureArguments checks that at least one capture is named.
func captureArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usagef("name a capture, as in '%s capture.etl'", cmd.CommandPath())
	}
	return nil
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
