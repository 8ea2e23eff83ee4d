package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"etledger/internal/listing"
	"etledger/internal/where"
	"etledger/model"
)

// eventsFlags say what events lists, how, and where to.
type eventsFlags struct {
	input    inputFlags
	tables   []string
	columns  []string
	where    string
	format   eventsFormat
	limit    uint64
	path     string
	describe bool
}

func newEventsCommand(c console) *cobra.Command {
	var flags eventsFlags
	var plan *listing.Plan
	cmd := &cobra.Command{
		Use:   "events CAPTURE|DATASET...",
		Short: "List events: which, which of their fields, and in which form is yours to say",
		Long: `Events lists what the events of a capture say, a row for each, in the exact order of
time. On a terminal it shows the main columns as text; into a file or a pipe it writes all
columns as JSON, one object a line, unless --format or the name of the output (.csv,
.jsonl, .arrows, .txt) says otherwise. A dataset that 'etledger convert' wrote gives the
same as the recording.

Rows are in tables:

` + listing.Summary("  ") + `
All tables but frame are listed unless --table names some. 'etledger events --describe'
tells their columns, with units; add --table for those of one.

--where chooses rows: names of columns compared by = != < <= > >=, with numbers (0x1000,
64KiB, 1.5s), texts in quotes or other columns, joined by and, or, not and parentheses; also
in (...), like, ilike (% and _ stand for any text, any character), ~ (regular expression),
is null, and & for bits. docs/events.md has all of it.

Exit statuses: 0 fine; 1 failed; 2 wrong usage; 4 done, but the input is damaged: what could
be read is listed.`,
		Example: `  etledger events capture.etl --table virtual_alloc --where "name = 'w3wp.exe'"
  etledger events capture.etl --where "time_s < 1 and pid = 860" --format text
  etledger events capture.etl --table virtual_alloc --where "region_size >= 1MiB" -o big.csv
  etledger events capture.etl --table image --columns pid,file_name --limit 20
  etledger events capture.etl | jq 'select(.table == "process") | .name'
  etledger events --describe --table hard_fault`,
		ValidArgsFunction: completeCaptures,
		Args: func(cmd *cobra.Command, args []string) (err error) {
			if err := flags.check(cmd); err != nil {
				return err
			}
			if flags.describe {
				_, err := parseTables(flags.tables)
				return err
			}
			if err := captureArguments(cmd, args); err != nil {
				return err
			}
			plan, err = flags.plan(c)
			return err
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if flags.describe {
				tables, err := parseTables(flags.tables)
				if err != nil {
					return err
				}
				return listing.Describe(c.out, tables)
			}
			return events(cmd.Context(), c, flags, plan, args)
		},
	}
	flags.input.register(cmd.Flags())
	cmd.Flags().StringSliceVarP(&flags.tables, "table", "t", nil, "only this `table`; several may be named")
	cmd.Flags().StringSliceVar(&flags.columns, "columns", nil, "only these `columns`, in this order")
	cmd.Flags().StringVarP(&flags.where, "where", "w", "", "only rows for which this `expression` is true")
	cmd.Flags().VarP(&flags.format, "format", "f", "form of the output")
	cmd.Flags().Uint64VarP(&flags.limit, "limit", "n", 0, "at most this `number` of rows; 0 for all")
	cmd.Flags().StringVarP(&flags.path, "output", "o", "", "write to this `file`, whole or not at all, instead of standard "+
		"output")
	cmd.Flags().BoolVar(&flags.describe, "describe", false, "tell the tables and their columns; no capture is needed")
	return cmd
}

// check refuses flags that were given without a value, as scripts do whose variables are empty, and takes - for standard
// output.
func (f *eventsFlags) check(cmd *cobra.Command) error {
	for name, empty := range map[string]bool{
		"where": f.where == "", "columns": allBlank(f.columns), "table": allBlank(f.tables),
	} {
		if cmd.Flags().Changed(name) && empty {
			return fmt.Errorf("--%s is empty; leave it out or give it a value", name)
		}
	}
	for i := range f.columns {
		f.columns[i] = strings.TrimSpace(f.columns[i])
	}
	f.path = fileOf(f.path)
	return nil
}

func allBlank(texts []string) bool { return strings.TrimSpace(strings.Join(texts, "")) == "" }

// plan checks what the flags ask for.
func (f *eventsFlags) plan(c console) (*listing.Plan, error) {
	tables, err := parseTables(f.tables)
	if err != nil {
		return nil, err
	}
	format := f.format.or(f.path, isTerminal(c.out))
	if format == listing.Arrow && f.path == "" && isTerminal(c.out) {
		return nil, errors.New("an arrow stream is nothing to read on a terminal; name a file, as in '-o events.arrows'")
	}
	plan, err := listing.NewPlan(listing.Request{Tables: tables, Columns: f.columns, Where: f.where, Limit: f.limit,
		Format: format})
	if fault := (*where.Error)(nil); errors.As(err, &fault) {
		return nil, fmt.Errorf("--where %w", fault)
	}
	return plan, err
}

// parseTables gives the tables of names, each once; nil when there are no names.
func parseTables(names []string) ([]model.Table, error) {
	var tables []model.Table
	for _, name := range names {
		table, err := model.ParseTable(strings.TrimSpace(name))
		if err != nil {
			var known []string
			for t := range model.Tables() {
				known = append(known, t.String())
			}
			return nil, fmt.Errorf("there is no table %q%s; tables are %s", name, where.DidYouMean(name, known),
				strings.Join(known, ", "))
		}
		if !slices.Contains(tables, table) {
			tables = append(tables, table)
		}
	}
	return tables, nil
}

// events lists the events of the captures.
func events(ctx context.Context, c console, flags eventsFlags, plan *listing.Plan, captures []string) error {
	if err := checkOutput(flags.path, captures); err != nil {
		return err
	}
	reading := c
	if flags.path == "" && isTerminal(c.out) {
		reading.err = io.Discard // progress would be in the way of the rows
	}
	var decoding model.Options
	decoding.Tables, decoding.Columns = plan.Needs()
	found, err := flags.input.useChunks(ctx, reading, captures, decoding, func(chunks chunks) error {
		out := output{flags.path, func(w io.Writer) error { return plan.Write(w, chunks) }}
		return out.deliver(c)
	})
	if err != nil {
		return quietWhenClosed(err)
	}
	return found.tell(c)
}

// eventsFormat is the form of a listing, a flag value; empty is the one that fits where the output goes.
type eventsFormat listing.Format

// String implements pflag.Value.
func (f *eventsFormat) String() string { return string(*f) }

// Type implements pflag.Value.
func (f *eventsFormat) Type() string { return "text|jsonl|csv|arrow" }

// Set implements pflag.Value.
func (f *eventsFormat) Set(s string) error {
	for _, known := range listing.Formats {
		if string(known) == s {
			*f = eventsFormat(s)
			return nil
		}
	}
	return errors.New("the formats are text, jsonl, csv and arrow")
}

// or gives the format: the one that was asked for or else the one that the output's name ends with, and without that text
// for a terminal and jsonl for everything else.
func (f eventsFormat) or(path string, terminal bool) listing.Format {
	if f != "" {
		return listing.Format(f)
	}
	switch strings.ToLower(filepath.Ext(path)) {
	case ".csv":
		return listing.CSV
	case ".arrows", ".arrow":
		return listing.Arrow
	case ".txt":
		return listing.Text
	}
	if path == "" && terminal {
		return listing.Text
	}
	return listing.JSONL
}
