package command

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"etledger/internal/where"
	"etledger/report"
)

// displayFlags are the flags that say how text looks: the same for every command that has them.
type displayFlags struct {
	width widthValue
	bytes bool
	color choice
}

func (d *displayFlags) register(flags *pflag.FlagSet) {
	d.color = choice{value: "auto", what: "choices", known: []string{"auto", "always", "never"}}
	flags.Var(&d.width, "width", "columns that text may fill (default: those of the terminal, else 120)")
	flags.BoolVar(&d.bytes, "bytes", false, "exact bytes instead of KiB, MiB and GiB")
	flags.Var(&d.color, "color", "colours: auto means on a terminal, unless NO_COLOR is set")
}

// text gives the options of text that goes to a file, or with an empty path to standard output.
func (d *displayFlags) text(c console, path string) report.TextOptions {
	w := c.out
	if path != "" {
		w = io.Discard
	}
	o := report.TextOptions{Width: int(d.width), Bytes: d.bytes, Color: d.color.value == "always", ASCII: showsOnlyASCII(w)}
	if o.Width == 0 {
		o.Width = widthOf(w)
	}
	if d.color.value == "auto" && path == "" {
		o.Color = showsColors(w)
	}
	return o
}

// tableFlags are the flags that say which processes a table shows, which columns, and in which order.
type tableFlags struct {
	top     topValue
	sort    string
	columns []string
	process string
	explain string
}

func (t *tableFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&t.process, "process", "", "only the processes of this `NAME|PID`")
	flags.StringVar(&t.explain, "explain", "", "all that led to the verdict on the processes of this `NAME|PID`")
	flags.Var(&t.top, "top", "processes in the table, 0 for all (default 20, in CSV all)")
	flags.StringVar(&t.sort, "sort", "", "order of the table: a `column`, maybe with :asc or :desc (default: worst first)")
	flags.StringSliceVar(&t.columns, "columns", nil, "`columns` of the table, in this order; 'etledger help columns' lists them")
	completeFlags(cmd, map[string]completer{
		"process": noValues, "explain": noValues, "top": noValues, "sort": completeSort, "columns": completeColumns,
	})
}

// check refuses columns that there are not, and flags that the form of the output has no use for.
func (t *tableFlags) check(cmd *cobra.Command, format string) error {
	flags := cmd.Flags()
	for _, name := range []string{"process", "explain", "sort", "columns"} {
		if flags.Changed(name) && strings.Trim(flags.Lookup(name).Value.String(), "[] \t") == "" {
			return usagef("--%s is empty; leave it out or give it a value", name)
		}
	}
	for i := range t.columns {
		t.columns[i] = strings.ToLower(strings.TrimSpace(t.columns[i]))
		if err := checkColumn("columns", t.columns[i]); err != nil {
			return err
		}
	}
	column, order, ordered := strings.Cut(strings.ToLower(strings.TrimSpace(t.sort)), ":")
	if t.sort = column; ordered {
		t.sort += ":" + order
	}
	if ordered && order != "asc" && order != "desc" {
		return usagef("--sort %s: after the colon comes asc or desc", t.sort)
	}
	if column != "" {
		if err := checkColumn("sort", column); err != nil {
			return err
		}
	}
	if t.process != "" && t.explain != "" {
		return usagef("--explain says which processes it is about; leave out --process")
	}
	useless := map[string][]string{
		formatJSON: {"explain", "top", "sort", "columns"},
		formatHTML: {"process", "explain", "top", "sort", "columns"},
	}[format]
	for _, name := range useless {
		if flags.Changed(name) {
			return usagef("--%s does nothing to %s; leave it out, or choose another --format", name, format)
		}
	}
	return nil
}

// checkColumn refuses a name that no column of the table has, before any work is done.
func checkColumn(flag, name string) error {
	for _, c := range report.Columns() {
		if name == c.Name || name == c.Field {
			return nil
		}
	}
	known := report.ColumnNames()
	near := where.DidYouMean(name, known)
	if near == "" {
		near = "; columns are " + strings.Join(known, ", ")
	}
	return usagef("--%s: there is no column %q%s", flag, name, near)
}

// into puts what the flags say into the options of a text.
func (t *tableFlags) into(o report.TextOptions) report.TextOptions {
	o.Top, o.Sort, o.Columns, o.Process, o.Explain = int(t.top), t.sort, t.columns, t.process, t.explain
	return o
}

// matches tells whether a process is the one that a NAME|PID means; report.ProfileOptions has the same rule.
func matches(p *report.Process, asked string) bool {
	if p.Image != nil && (strings.EqualFold(asked, *p.Image) || strings.EqualFold(asked+".exe", *p.Image)) {
		return true
	}
	pid, err := strconv.ParseUint(asked, 10, 32)
	return err == nil && uint32(pid) == p.PID
}

// widthValue is a number of columns of text, a flag value; 0 is for none chosen.
type widthValue int

// String implements pflag.Value.
func (v *widthValue) String() string { return nonzero(int(*v)) }

// Type implements pflag.Value.
func (v *widthValue) Type() string { return "columns" }

// Set implements pflag.Value.
func (v *widthValue) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < leastColumns || n > mostColumns {
		return errors.New("expected a number from 60 to 1000")
	}
	*v = widthValue(n)
	return nil
}

// topValue is how many rows a table has, a flag value: 0 for none chosen, below 0 for all.
type topValue int

// String implements pflag.Value.
func (v *topValue) String() string { return nonzero(int(*v)) }

// Type implements pflag.Value.
func (v *topValue) Type() string { return "number" }

// Set implements pflag.Value.
func (v *topValue) Set(s string) error {
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil {
		return errors.New("expected a number, or 0 for all")
	}
	if *v = topValue(n); n == 0 {
		*v = -1
	}
	return nil
}

func nonzero(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
