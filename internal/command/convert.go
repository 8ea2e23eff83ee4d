package command

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"etledger/etl"
	"etledger/model"
	"etledger/model/dataset"
	"etledger/report"
)

// target is what convert writes, a flag value.
type target string

const (
	targetParquet target = "parquet"
	targetArrow   target = "arrow"
)

// String implements pflag.Value.
func (t *target) String() string { return string(*t) }

// Type implements pflag.Value.
func (t *target) Type() string { return "parquet|arrow" }

// Set implements pflag.Value.
func (t *target) Set(s string) error {
	switch target(s) {
	case targetParquet, targetArrow:
		*t = target(s)
		return nil
	}
	return fmt.Errorf("captures are converted to parquet and to arrow")
}

// convertFlags say what convert writes, and where.
type convertFlags struct {
	to     target
	output string
	tables []string
	host   string
	merge  bool
}

func newConvertCommand(c console) *cobra.Command {
	flags := convertFlags{to: targetParquet}
	cmd := &cobra.Command{
		Use:   "convert CAPTURE... -o DATASET",
		Short: "Write captures as Parquet files, for queries and for the other commands",
		Long: `Convert writes captures into a dataset, a folder of Parquet files:

  DATASET/table=virtual_alloc/host=HOST/date=YYYY-MM-DD/capture=ID/part-0.parquet

DuckDB, pandas, Polars and others read it, and 'etledger analyze', 'info' and 'pprof' give
of it what they give of the recordings. Each CAPTURE, a recording or an archive of some, is
a capture of its own; --merge makes one of all, as analyze reads them. An ID depends on the
content of a recording, so one that is in the dataset already is left alone, unless its
files are damaged or incomplete: then they are written anew. One line for each capture says
what was done. A conversion that is cut short leaves nothing by halves.

With --to arrow it writes tables as Arrow IPC streams instead: one (--table) to the file or,
for -, the standard output that -o names; several to the folder that it names. A - among the
captures is short for '-o -'; without --table it gives virtual_alloc.

Exit statuses: 0 fine; 1 failed; 2 wrong usage; 4 done, but an input is damaged: the output
holds what could be read, and table loss says what is missing.`,
		Example: `  etledger convert capture.etl -o captures
  etledger convert archive/*.etl -o captures
  etledger analyze captures --capture c-0123
  etledger convert capture.etl --to arrow --table virtual_alloc -o - | consumer`,
		ValidArgsFunction: completeCaptures,
		Args: func(cmd *cobra.Command, args []string) error {
			if err := captureArguments(cmd, flags.captures(args)); err != nil {
				return err
			}
			switch arrow := flags.to == targetArrow; {
			case flags.output == "":
				return errors.New("name the dataset, as in '-o captures'")
			case flags.output == "-" && !arrow:
				return errors.New("a dataset is a folder; only '--to arrow' can be written to standard output")
			case arrow && len(flags.captures(args)) > 1 && !flags.merge:
				return errors.New("an arrow stream is of one capture; --merge reads several as one")
			case arrow && flags.host != "":
				return errors.New("--host is for datasets; an arrow stream names no host")
			}
			_, err := parseTables(flags.tables)
			return err
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			args = flags.captures(args)
			if flags.to == targetArrow {
				return convertArrow(cmd.Context(), c, arrowOptions{tables: flags.tables, output: flags.output}, args)
			}
			return convertParquet(cmd.Context(), c, flags, args)
		},
	}
	cmd.Flags().StringVarP(&flags.output, "output", "o", "", "the `dataset` to write to")
	cmd.Flags().Var(&flags.to, "to", "what to write")
	cmd.Flags().StringSliceVarP(&flags.tables, "table", "t", nil, "only this `table`; several may be named; analyze needs all")
	cmd.Flags().StringVar(&flags.host, "host", "", "`name` of the host, instead of the computer name in the capture")
	cmd.Flags().BoolVar(&flags.merge, "merge", false, "read all captures as one")
	return cmd
}

// captures gives the arguments that name captures: "-" stands for the output, where that is to be a stream.
func (f *convertFlags) captures(args []string) []string {
	if f.to != targetArrow {
		return args
	}
	captures := slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == "-" })
	if len(captures) < len(args) && f.output == "" {
		f.output = "-"
		if len(f.tables) == 0 {
			f.tables = []string{model.TableVirtualAlloc.String()}
		}
	}
	return captures
}

// convertParquet writes captures into a dataset, one after the other. One that fails does not keep the others from being
// written.
func convertParquet(ctx context.Context, c console, flags convertFlags, captures []string) error {
	tables, err := parseTables(flags.tables)
	if err != nil {
		return err
	}
	options := dataset.Options{Tables: tables, Host: flags.host, Tool: toolName()}
	groups := [][]string{captures}
	if !flags.merge {
		groups = nil
		for _, capture := range captures {
			groups = append(groups, []string{capture})
		}
	}
	damaged := false
	var failed []error
	for _, group := range groups {
		result, err := readCapture(ctx, c, group,
			func(ctx context.Context, capture *etl.Capture, _ report.Options) (dataset.Result, error) {
				return dataset.Convert(ctx, flags.output, capture, options)
			}, report.Options{})
		if err != nil && ctx.Err() == nil && len(groups) > 1 {
			fmt.Fprintln(c.err, "etledger: "+oneLine(advise(ctx, err)))
			failed = append(failed, err)
			continue
		}
		if err != nil {
			return err
		}
		found := damageOf(result.Details.Losses, result.Details.Stats)
		damaged = damaged || len(found) > 0
		if _, err := fmt.Fprintln(c.out, convertedLine(group, &result, found)); err != nil {
			return err
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("%d of %d captures could not be converted; the lines before tell why", len(failed), len(groups))
	}
	if damaged {
		return errDamaged
	}
	return nil
}

// convertedLine says what became of a capture.
func convertedLine(captures []string, r *dataset.Result, found damage) string {
	done := map[dataset.Outcome]string{
		dataset.Written: "written", dataset.Rewritten: "written anew", dataset.Kept: "there already",
	}[r.Outcome]
	line := fmt.Sprintf("%s: %s as %s, host %s, %s: %d rows, %d files, %d bytes", strings.Join(captures, ", "), done, r.ID,
		r.Host, r.Date, r.Details.Rows, r.Files, r.Bytes)
	if len(found) > 0 {
		line += "; the input is damaged: " + strings.Join(found, ", ")
	}
	return oneLine(line)
}

// toolName is what files say they were written by.
func toolName() string {
	if build, ok := debug.ReadBuildInfo(); ok && build.Main.Version != "" {
		return "etledger " + build.Main.Version
	}
	return "etledger"
}
