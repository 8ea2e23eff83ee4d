package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"etledger/internal/textform"
	"etledger/report/batch"
)

// batchFlags say what batch works on, and how.
type batchFlags struct {
	output      string // the dataset
	tables      bool
	pattern     string
	annotations string // file with metadata, empty for none
	workers     uint16
	memory      sizeValue
	scratch     string
	retry       bool
	quick       bool
	redo        bool
	format      choice
	summary     string // file for the summary as JSON, empty for none
	displayFlags
}

func newBatchCommand(c console) *cobra.Command {
	flags := batchFlags{format: choice{value: formatText, what: "formats", known: []string{formatText, formatJSON}}}
	cmd := &cobra.Command{
		Use:   "batch INPUT... -o DATASET",
		Short: "Analyse thousands of captures, several at once, into a dataset of results",
		Long: `Batch analyses captures and puts the results into a DATASET: the report of each, and Parquet
tables with a row for each capture, lifetime of a process, module and pool tag. With --tables
also the tables of all events, as 'etledger convert' writes them. 'etledger fleet DATASET'
then says what leaks over all of them.

An INPUT is a recording or an archive of some, a folder with all below it, a pattern (also **),
a list of inputs (@FILE, *.txt, *.list, or - for standard input), a dataset, or the URL of
objects in a bucket (s3://, gs://, azblob://; by the program in the folder objectstore).

A capture whose content, options and metadata are those of an earlier run is not done again,
so a run that was ended, however that happened, goes on where it was. Results appear whole or
not at all, and several runs may write one dataset. An archive of several recordings is one
capture. One that fails is set aside in DATASET/failed and does not stop the others;
--retry-failed tries those again.

What is known of captures from outside, their host, time, version, ring and workload, comes
from their paths (--pattern '{ring}/{host}/{time:2006-01-02}_{workload}.etl') or from a table
(--metadata FILE.csv), and stands in every table. A run that is given neither leaves what the
dataset knows. docs/batch.md tells more.

Exit statuses: 0 fine; 1 failed or interrupted; 2 wrong usage; 4 done, but captures failed, are
damaged, or could not be looked for everywhere, as the summary tells.`,
		Example: `  etledger batch archive/ -o captures
  etledger batch 'archive/**/*.etl' -o captures --pattern '{ring}/{host}/{time:2006-01-02}_{workload}.etl'
  etledger batch @captures.txt -o captures --metadata hosts.csv --summary batch.json
  etledger batch archive/ -o captures --tables --workers 4 --memory 8GiB
  etledger batch archive/ -o captures --retry-failed
  etledger fleet captures`,
		ValidArgsFunction: completeInputs,
		Args: func(_ *cobra.Command, args []string) error {
			return flags.check(args)
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runBatch(cmd.Context(), c, &flags, args) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&flags.output, "output", "o", "", "the `dataset` to write to")
	f.BoolVar(&flags.tables, "tables", false, "also write the tables of all events")
	f.StringVar(&flags.pattern, "pattern", "", "what the ends of paths tell: a `pattern` with {host}, {time:LAYOUT}, {version}, {ring}, "+
		"{workload}")
	f.StringVar(&flags.annotations, "metadata", "", "what is known of captures: a CSV `file` with columns file, host, time, version, ring, "+
		"workload")
	f.Uint16Var(&flags.workers, "workers", 0, fmt.Sprintf("captures that are worked on at once (default: one for each processor, here %d)",
		runtime.GOMAXPROCS(0)))
	f.Var(&flags.memory, "memory", "memory that all of them may take together, such as 8GiB (default: three quarters of the machine's)")
	f.StringVar(&flags.scratch, "scratch", "", "`folder` for objects and archives while they are read (default: that of temporary files)")
	f.BoolVar(&flags.retry, "retry-failed", false, "try captures again that failed in an earlier run")
	f.BoolVar(&flags.quick, "quick", false, "take files of the size and time of an earlier run for unchanged, without reading them")
	f.BoolVar(&flags.redo, "redo", false, "do captures again that the dataset has already")
	f.VarP(&flags.format, "format", "f", "form of the summary")
	f.StringVar(&flags.summary, "summary", "", "also write the summary as JSON to this `file`")
	flags.displayFlags.register(f)
	completeFlags(cmd, map[string]completer{
		"output": completeFolders, "pattern": noValues, "metadata": filesEnding("csv"), "workers": noValues, "memory": noValues,
		"scratch": completeFolders, "summary": filesEnding("json"),
	})
	return cmd
}

// runBatch finds the captures, works on them, and says what came of them.
func runBatch(ctx context.Context, c console, flags *batchFlags, inputs []string) error {
	if err := flags.checkFolders(); err != nil {
		return err
	}
	find := batch.FindOptions{Stores: c.stores, List: os.Stdin, Output: flags.output}
	if err := flags.metadata(&find); err != nil {
		return err
	}
	captures, problems, findErr := batch.Find(ctx, inputs, find)
	tellProblems(c, problems)
	if findErr != nil {
		return findErr
	}
	if len(captures) == 0 {
		return errors.New("there is no capture among what was named; the lines before tell why")
	}
	if flags.tables && slices.ContainsFunc(captures, func(in batch.Capture) bool { return in.Place != nil }) {
		fmt.Fprintln(c.err, "etledger: of captures in a dataset --tables writes none: their tables are there, with the metadata that they have")
	}
	if err := flags.checkSummary(inputs, captures); err != nil {
		return err
	}
	show := newCountProgress(c.err, "captures")
	summary, err := batch.Run(ctx, captures, flags.run(c, show, find))
	show.end()
	if summary != nil {
		if find.Annotations != nil && err == nil {
			unused := find.Annotations.Unused(summary)
			tellProblems(c, unused)
			problems = append(problems, unused...)
		}
		if differing := differingMeta(summary, captures); len(differing) > 0 {
			tellProblems(c, differing)
			problems = append(problems, differing...)
		}
		summary.Problems = append(summary.Problems, problems...)
		outputs := []output{{"", flags.writer(c, summary)}}
		if flags.summary != "" {
			outputs = append(outputs, output{flags.summary, summary.WriteJSON})
		}
		for _, o := range outputs { // of a run that was ended too: what was done is done
			if failed := o.deliver(c); failed != nil {
				return errors.Join(err, failed)
			}
		}
	}
	missed := slices.ContainsFunc(problems, func(p batch.Problem) bool { return p.Missed })
	if err == nil && (missed || summary.Counts.Failed+summary.Counts.SkippedFailed+summary.Damaged > 0) {
		return errDamaged
	}
	return err
}

// metadata reads what says what is known of the captures.
func (f *batchFlags) metadata(o *batch.FindOptions) (err error) {
	if f.pattern != "" {
		if o.Pattern, err = batch.ParsePattern(f.pattern); err != nil {
			return usagef("--pattern: %w", err)
		}
	}
	if f.annotations != "" {
		file, err := os.Open(f.annotations)
		if err != nil {
			return fmt.Errorf("metadata: %w", err)
		}
		defer file.Close()
		if o.Annotations, err = batch.ReadAnnotations(file, f.annotations); err != nil {
			return err
		}
	}
	return nil
}

// run gives the options of the run.
func (f *batchFlags) run(c console, show *countProgress, find batch.FindOptions) batch.RunOptions {
	ceiling := int64(f.memory)
	if ceiling == 0 {
		ceiling = memoryOfMachine() / 4 * 3
	}
	keepBelow(ceiling)
	return batch.RunOptions{
		Options: batch.Options{Dataset: f.output, Tables: f.tables, Tool: toolName(), Stores: c.stores, Scratch: f.scratch,
			Redo: f.redo, Quick: f.quick, Annotations: find.Annotations,
			KeepMeta: f.pattern == "" && f.annotations == ""},
		Workers: int(f.workers), Memory: ceiling, RetryFailed: f.retry,
		Progress: func(p batch.Progress) {
			note := fmt.Sprintf("%s of %s captures", textform.Count(p.Done), textform.Count(p.Total))
			if p.Failed > 0 {
				note += fmt.Sprintf(", %s failed", textform.Count(p.Failed))
			}
			show.at(p.Bytes, p.TotalBytes, note)
		},
	}
}

// writer gives what writes the summary to standard output.
func (f *batchFlags) writer(c console, s *batch.Summary) func(io.Writer) error {
	if f.format.value == formatJSON {
		return s.WriteJSON
	}
	text := f.text(c, "")
	return func(w io.Writer) error { return writeBatchText(w, s, text, f.output) }
}
