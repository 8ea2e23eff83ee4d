package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"etledger/internal/textform"
	"etledger/report/growth"
)

// trendFlags say what of a dataset trend looks at, and what it writes.
type trendFlags struct {
	outputFlags
	displayFlags
	host, process string
	since, until  string
	from, to      time.Time
	top           topValue
	all           bool
}

func newTrendCommand(c console) *cobra.Command {
	var flags trendFlags
	cmd := &cobra.Command{
		Use:   "trend DATASET",
		Short: "Say which process or pool grows over hours to weeks of memory snapshots, and when to record a capture",
		Long: `Trend reads the memory snapshots of the captures in a DATASET, which 'etledger watch',
'etledger convert' or 'etledger batch --tables' wrote, and says which process grows, or
which pool, how fast with an interval, and how sure that is. What comes and goes with the
hours of a day is told from growth, commit from working set, and restarts and reboots hide
nothing: lifetimes that follow one another are taken together. Instances of one image that run
at once are judged singly, and all together. Two days or more are needed to know
the day; a week or more is better.

A level alone is never called a leak. For what grows worst, trend says at which hours and for
how long to record a capture that tells, and gives the command. docs/trend.md has the method
and how often it errs.

Exit statuses: 0 fine; 1 failed; 2 wrong usage; 4 done, but captures in the dataset cannot be
read, as a finding tells.`,
		Example: `  etledger trend watched
  etledger trend watched --host 'build-*' --from 2025-11-01 --to 2025-11-15
  etledger trend watched --process service.exe --format json -o trend.json`,
		ValidArgsFunction: completeFolders,
		Args: func(_ *cobra.Command, args []string) error {
			flags.path = fileOf(flags.path)
			return flags.check(args)
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runTrend(cmd.Context(), c, &flags, args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	flags.outputFlags.register(f, formatText, formatJSON)
	f.StringVar(&flags.host, "host", "", "only captures of this `host`, or of all that match a pattern, such as 'web-*'")
	f.StringVar(&flags.process, "process", "", "list only the processes of this `NAME|PID`; all are judged")
	f.StringVar(&flags.since, "from", "", "only snapshots from this `time` on, UTC, as in 2025-11-30 or 2025-11-30T08:00:00Z")
	f.StringVar(&flags.until, "to", "", "only snapshots before this `time`")
	f.Var(&flags.top, "top", "programs in the table, 0 for all (default 20)")
	f.BoolVar(&flags.all, "all", false, "in text, also programs that do not grow")
	flags.displayFlags.register(f)
	completeFlags(cmd, map[string]completer{"host": noValues, "top": noValues})
	return cmd
}

func (f *trendFlags) check(args []string) (err error) {
	switch {
	case len(args) == 0:
		return usagef("name the dataset that 'etledger watch' or 'etledger convert' wrote, as in 'etledger trend watched'")
	case len(args) > 1:
		return usagef("trend reads one dataset; 'etledger convert' puts captures of several into one")
	}
	if _, bad := path.Match(f.host, ""); bad != nil {
		return usagef("--host %s: not a pattern; * stands for any text, ? for a character, [ab] for one of some", f.host)
	}
	if f.from, err = momentOf("from", f.since); err != nil {
		return err
	}
	if f.to, err = momentOf("to", f.until); err != nil {
		return err
	}
	if !f.from.IsZero() && !f.to.IsZero() && !f.to.After(f.from) {
		return usagef("--to %s does not come after --from %s; give a later time", f.until, f.since)
	}
	return nil
}

// runTrend reads the snapshots, judges and writes.
func runTrend(ctx context.Context, c console, flags *trendFlags, folder string) error {
	if err := checkOutput(flags.path, nil); err != nil {
		return err
	}
	if info, err := os.Stat(folder); err == nil && info.Mode().IsRegular() && filepath.Ext(folder) != ".parquet" {
		return fmt.Errorf("%s is a file, and trend reads the folder of a dataset; 'etledger convert %s -o DATASET' makes one of a recording", folder,
			textform.ShellWord(folder))
	}
	if _, _, err := findCaptures(folder); err != nil {
		return err
	}
	show := newCountProgress(c.err, "captures")
	defer show.end()
	options := growth.ReadOptions{From: flags.from, To: flags.to, Progress: show.update}
	if flags.host != "" {
		options.Host = func(name string) bool { return named(flags.host, name) }
	}
	observed, err := growth.Read(ctx, folder, options)
	show.end()
	if err != nil {
		return err
	}
	for _, err := range observed.Unreadable {
		fmt.Fprintln(c.err, "etledger: "+oneLine(err.Error()))
	}
	var chosen growth.Options
	if flags.process != "" {
		chosen.Process = flags.means
	}
	r := growth.Build(observed, chosen)
	if flags.process != "" && len(r.Programs) == 0 {
		return fmt.Errorf("there is no process %q in these captures, or none that was seen for half an hour", flags.process)
	}
	write := r.WriteJSON
	if flags.format() == formatText {
		text := flags.text(c, flags.path)
		write = func(w io.Writer) error {
			return r.WriteText(w, growth.TextOptions{Width: text.Width, Bytes: text.Bytes, Color: text.Color, ASCII: text.ASCII,
				Top: int(flags.top), All: flags.all || flags.process != ""})
		}
	}
	return deliver(ctx, c, r.Damaged(), output{flags.path, write})
}

// means tells whether a process is one that --process means.
func (f *trendFlags) means(image string, pid uint32) bool {
	if strings.EqualFold(f.process, image) || strings.EqualFold(f.process+".exe", image) {
		return true
	}
	number, err := strconv.ParseUint(f.process, 10, 32)
	return err == nil && uint32(number) == pid
}
