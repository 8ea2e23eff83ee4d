package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"etledger/internal/textform"
	"etledger/model/dataset"
	"etledger/report/batch"
	"etledger/report/fleet"
	"etledger/report/results"
)

// fleetFlags say which captures fleet looks at, and what it writes.
type fleetFlags struct {
	outputFlags
	displayFlags
	failFlags
	fleetFilter
	top    topValue
	all    bool
	page   string // file for the page, empty for none
	tables string // folder for Parquet tables, empty for none
}

func newFleetCommand(c console) *cobra.Command {
	var flags fleetFlags
	cmd := &cobra.Command{
		Use:   "fleet DATASET",
		Short: "Say what leaks over all captures of an archive: which build, on how many hosts, since when",
		Long: `Fleet reads the results that 'etledger batch' left in a DATASET and says of each build of an
image (name, file version, build stamp), each module and each kernel pool tag on how many
hosts and in how many captures it leaks, how fast with an interval over hosts, since when,
in which versions, and whether chance explains it. It also tells leaks that came with an
update, the hosts that are nearest to exhaustion, and processes that grow from capture to
capture of one host though no capture by itself shows it.

Hosts are what counts: ten captures of one host are no ten hosts. What leaks is told from
false verdicts, and the number of builds that are judged at once is taken into account.
docs/fleet.md has the rules, and the same figures in SQL.

Exit statuses: 0 fine; 1 failed; 2 wrong usage; 3 --fail-on found what it was told to; 4 done,
but results in the dataset cannot be read, as a finding tells.`,
		Example: `  etledger fleet captures
  etledger fleet captures --html fleet.html
  etledger fleet captures --ring fast --since 2025-11-01 --format json -o fleet.json
  etledger fleet captures --parquet tables
  etledger fleet captures --fail-on leaks`,
		ValidArgsFunction: completeFolders,
		Args: func(_ *cobra.Command, args []string) error {
			flags.path = fileOf(flags.path)
			return flags.check(args)
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runFleet(cmd.Context(), c, &flags, args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	flags.outputFlags.register(f, formatText, formatJSON, formatMarkdown, formatCSV, formatHTML)
	f.StringVar(&flags.page, "html", "", "also write a page with charts to this `file`")
	f.StringVar(&flags.tables, "parquet", "", "also write the tables of the fleet as Parquet files to this `folder`")
	f.Var(&flags.top, "top", "rows of each table, 0 for all (default 20)")
	f.BoolVar(&flags.all, "all", false, "in text, also what neither leaks nor grows")
	flags.fleetFilter.register(f)
	flags.failFlags.register(f, string(fleet.Leaks), string(fleet.Suspected))
	flags.displayFlags.register(f)
	completeFlags(cmd, map[string]completer{
		"top": noValues, "parquet": completeFolders, "host": noValues, "ring": noValues, "product-version": noValues,
		"workload": noValues, "since": noValues, "until": noValues,
	})
	return cmd
}

func (f *fleetFlags) check(args []string) error {
	switch {
	case len(args) == 0:
		return usagef("name the dataset that 'etledger batch' wrote, as in 'etledger fleet captures'")
	case len(args) > 1:
		return usagef("fleet reads one dataset; batch puts captures of several into one")
	case strings.EqualFold(filepath.Ext(f.path), ".parquet"):
		return usagef("%s: Parquet tables are written to a folder, as in '--parquet tables'", f.path)
	case f.page == "-":
		return usagef("--html needs a file of its own; name one, as in '--html fleet.html'")
	}
	return f.fleetFilter.check()
}

// runFleet reads the results, takes them together and writes.
func runFleet(ctx context.Context, c console, flags *fleetFlags, folder string) error {
	if err := checkApart(flags.path, flags.page); err != nil {
		return err
	}
	if err := errors.Join(checkOutput(flags.path, nil), checkOutput(flags.page, nil), flags.checkOutside(folder)); err != nil {
		return err
	}
	r, damaged, err := flags.readFleet(ctx, c, folder)
	if err != nil {
		return err
	}
	var outputs []output
	if flags.page != "" {
		outputs = append(outputs, output{flags.page, r.WriteHTML})
	}
	outputs = append(outputs, output{flags.path, flags.writer(c, r, folder)})
	if flags.tables != "" {
		if err := r.WriteParquet(ctx, flags.tables, toolName()); err != nil {
			return err
		}
	}
	err = deliver(ctx, c, false, outputs...)
	if err == nil {
		err = flags.judgeFleet(r)
	}
	if err == nil && damaged {
		return errDamaged
	}
	return err
}

// checkOutside refuses outputs in the dataset that is read.
func (f *fleetFlags) checkOutside(folder string) error {
	for _, path := range []string{f.path, f.page, f.tables} {
		if path == "" {
			continue
		}
		in, err := filepath.Rel(placeOf(folder), placeOf(path))
		if err == nil && in != ".." && !strings.HasPrefix(in, ".."+string(filepath.Separator)) {
			return fmt.Errorf("output %s is in the dataset that is read, in which nothing else has a place; name another one", path)
		}
	}
	return nil
}

// readFleet takes the results of a dataset together. Results that cannot be read are told, and count for nothing.
func (f *fleetFlags) readFleet(ctx context.Context, c console, folder string) (r *fleet.Report, damaged bool, err error) {
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		return nil, false, fmt.Errorf("%s is a file; name the dataset that 'etledger batch' wrote", folder)
	}
	failures, err := batch.Failures(folder)
	if err != nil {
		return nil, false, err
	}
	done := map[string]bool{} // contents that have results, maybe since they failed
	show := newCountProgress(c.err, "captures")
	defer show.end()
	all := fleet.NewPartial()
	left, unread := 0, []error{}
	for rows, err := range results.All(ctx, folder, results.AllOptions{Progress: show.update}) {
		if err == nil {
			done[rows.Capture.SHA256] = true
		}
		switch {
		case err != nil:
			unread = append(unread, err)
		case !f.takes(rows):
			left++
		default:
			if err := all.Add(rows); err != nil {
				return nil, false, err
			}
		}
	}
	show.end()
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	if len(failures) > 0 && len(unread) == 1 && errors.Is(unread[0], dataset.ErrNotDataset) {
		unread = nil // nothing but failures
	}
	if all.Captures() == 0 && len(unread) > 0 {
		return nil, false, unread[0]
	}
	for _, err := range unread {
		fmt.Fprintln(c.err, "etledger: "+oneLine(err.Error())+"; 'etledger batch' makes such results anew")
	}
	if all.Captures() == 0 && left == 0 {
		what := "holds no results of captures"
		if n := len(failures); n > 0 {
			what += fmt.Sprintf(", of which %s failed", textform.Count(n))
		}
		return nil, false, fmt.Errorf("%s %s; 'etledger batch' makes results", folder, what)
	}
	if all.Captures() == 0 {
		return nil, false, fmt.Errorf("none of the %d captures in %s is one that %s asks for", left, folder, f.filterText())
	}
	failed := 0
	for i := range failures {
		if known := failures[i].SHA256; (known == nil || !done[*known]) && f.takesFailure(&failures[i]) {
			failed++
		}
	}
	return all.Report(fleet.Options{Failed: failed, LeftOut: left, Unreadable: len(unread)}), len(unread) > 0, nil
}

// writer gives what writes the report in the form that was asked for.
func (f *fleetFlags) writer(c console, r *fleet.Report, folder string) func(io.Writer) error {
	text := f.text(c, f.path)
	options := fleet.TextOptions{Width: text.Width, Bytes: text.Bytes, Color: text.Color, ASCII: text.ASCII, Top: int(f.top), All: f.all, Dataset: folder}
	switch f.format() {
	case formatJSON:
		return r.WriteJSON
	case formatCSV:
		return r.WriteCSV
	case formatMarkdown:
		return func(w io.Writer) error { return r.WriteMarkdown(w, options) }
	case formatHTML:
		return r.WriteHTML
	}
	return func(w io.Writer) error { return r.WriteText(w, options) }
}
