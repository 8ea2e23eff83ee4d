package command

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"etledger/ledger"
	"etledger/report"
	"etledger/report/page"
	"etledger/trend"
)

// profileSuffix is what the names of compressed profiles end with: an output so named is one.
const profileSuffix = ".pb.gz"

// analyzeFlags say what analyze looks at, what it writes, and where.
type analyzeFlags struct {
	inputFlags
	windowFlags
	outputFlags
	displayFlags
	tableFlags
	failFlags
	page    string // file for the page, empty for none
	profile string // file for the profile, empty for none
	details bool
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

With --html it also writes a page with charts, one file that needs no network. With --pprof
it also writes the stacks as a profile, as the command pprof does; an output whose name ends
in .pb.gz is such a profile, and nothing else is written.

Exit statuses: 0 fine; 1 failed; 2 wrong usage; 3 --fail-on found its verdict; 4 done, but
the input is damaged, as the findings tell. docs/terminal.md tells more of all flags.`,
		Example: `  etledger analyze capture.etl
  etledger analyze capture.etl --html leak.html
  etledger analyze capture.etl --explain w3wp
  etledger analyze capture.etl --from 30 --to 1m30s --sort outstanding --top 5
  etledger analyze capture.etl --format json -o report.json
  etledger analyze capture.etl --format markdown | gh issue create --title Leak --body-file -
  etledger analyze capture.etl --fail-on leak
  etledger analyze kernel.etl user.etl --pprof leak.pb.gz
  etledger analyze captures --capture c-0123`,
		ValidArgsFunction: completeCaptures,
		Args: func(cmd *cobra.Command, args []string) error {
			flags.path = fileOf(flags.path)
			if err := captureArguments(cmd, args); err != nil {
				return err
			}
			return flags.check(cmd)
		},
		RunE: func(cmd *cobra.Command, args []string) error { return analyze(cmd.Context(), c, &flags, args) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	flags.outputFlags.register(f, formatText, formatJSON, formatMarkdown, formatCSV, formatHTML)
	f.StringVar(&flags.page, "html", "", "also write a page with charts to this `file`")
	f.StringVar(&flags.profile, "pprof", "", "also write the stacks to this `file`, for go tool pprof")
	f.BoolVar(&flags.details, "details", false, "in JSON, also timelines, stacks, image loads and snapshots")
	flags.tableFlags.register(cmd)
	flags.windowFlags.register(f)
	flags.inputFlags.register(f)
	flags.failFlags.register(f, string(trend.Leak), string(trend.Growth))
	flags.displayFlags.register(f)
	return cmd
}

// onlyProfile tells that the output is a profile and nothing else.
func (f *analyzeFlags) onlyProfile() bool { return strings.HasSuffix(f.path, profileSuffix) }

// check refuses flags that contradict one another.
func (f *analyzeFlags) check(cmd *cobra.Command) error {
	format := f.format()
	for _, alone := range []struct{ flag, path string }{{"html", f.page}, {"pprof", f.profile}} {
		if cmd.Flags().Changed(alone.flag) && fileOf(alone.path) == "" {
			return usagef("--%s needs a file of its own, as in '--%s leak.%s'", alone.flag, alone.flag,
				map[string]string{"html": "html", "pprof": "pb.gz"}[alone.flag])
		}
	}
	if f.details && (format != formatJSON || f.onlyProfile()) {
		return usagef("--details adds to JSON; give --format json with it, or leave it out")
	}
	if f.onlyProfile() {
		for _, name := range []string{"format", "explain", "process", "columns", "sort", "top"} {
			if cmd.Flags().Changed(name) {
				return usagef("%s is a profile, to which --%s does nothing; leave it out, or write the profile with --pprof",
					f.path, name)
			}
		}
	}
	return errors.Join(f.tableFlags.check(cmd, format), f.windowFlags.check())
}

// analyze reads the captures once and writes the report, the page and the profile, as far as they are asked for.
func analyze(ctx context.Context, c console, flags *analyzeFlags, captures []string) error {
	if flags.onlyProfile() && flags.profile == "" {
		flags.profile = flags.path
	}
	if err := flags.checkPlaces(captures); err != nil {
		return err
	}
	source, err := flags.read(ctx, c, captures, flags.options())
	if err != nil {
		return err
	}
	r := report.Build(source)
	shown, err := flags.chosen(r)
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
	if flags.page != "" {
		outputs = append(outputs, output{flags.page, func(w io.Writer) error { return page.Write(w, r, page.Options{}) }})
	}
	if !flags.onlyProfile() {
		outputs = append(outputs, output{flags.path, flags.writer(c, r, shown)})
	}
	err = deliver(ctx, c, r.Damaged(), outputs...)
	if err == nil || errors.Is(err, errDamaged) {
		if verdict := flags.judge(c.err, r, shown); verdict != nil {
			return verdict
		}
	}
	return err
}

// options say what has to be kept for the outputs.
func (f *analyzeFlags) options() report.Options {
	return report.Options{
		Ledger:  ledger.Options{Stacks: f.profile != ""},
		Window:  f.window(),
		Details: f.details || f.page != "" || f.format() == formatHTML,
	}
}

// checkPlaces refuses outputs that could not be written, or that would take each other's place.
func (f *analyzeFlags) checkPlaces(captures []string) error {
	places := []string{f.path, f.page}
	if !f.onlyProfile() || f.profile != f.path {
		places = append(places, f.profile)
	}
	if err := checkApart(places...); err != nil {
		return err
	}
	var errs []error
	for _, path := range places {
		errs = append(errs, checkOutput(path, captures))
	}
	return errors.Join(errs...)
}

// chosen gives the processes that --process means, all without it. It fails where --process or --explain means none.
func (f *analyzeFlags) chosen(r *report.Report) ([]report.Process, error) {
	chosen := r.Processes
	for _, asked := range []string{f.process, f.explain} {
		if asked == "" {
			continue
		}
		var found []report.Process
		for i := range r.Processes {
			if matches(&r.Processes[i], asked) {
				found = append(found, r.Processes[i])
			}
		}
		if len(found) == 0 {
			return nil, &report.NoProcessError{Process: asked}
		}
		chosen = found
	}
	return chosen, nil
}

// writer gives what writes the report in the form that was asked for, JSON with the chosen processes.
func (f *analyzeFlags) writer(c console, r *report.Report, chosen []report.Process) func(io.Writer) error {
	options := f.tableFlags.into(f.displayFlags.text(c, f.path))
	switch f.format() {
	case formatJSON:
		return f.jsonOf(r, chosen).WriteJSON
	case formatMarkdown:
		return func(w io.Writer) error { return r.WriteMarkdown(w, options) }
	case formatCSV:
		return func(w io.Writer) error { return r.WriteCSV(w, options) }
	case formatHTML:
		return func(w io.Writer) error { return page.Write(w, r, page.Options{}) }
	}
	return func(w io.Writer) error { return r.WriteText(w, options) }
}

// jsonOf gives the report with the chosen processes, and with details only where they were asked for, not those that the
// page is made of.
func (f *analyzeFlags) jsonOf(r *report.Report, chosen []report.Process) *report.Report {
	shown := *r
	shown.Processes = slices.Clone(chosen)
	if !f.details {
		shown.Details = nil
		for i := range shown.Processes {
			shown.Processes[i].Details = nil
		}
	}
	return &shown
}
