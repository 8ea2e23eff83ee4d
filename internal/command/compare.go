package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"etledger/internal/textform"
	"etledger/ledger"
	"etledger/report"
	"etledger/report/compare"
)

// compareFlags say what compare reads and how, and what it writes.
type compareFlags struct {
	windowFlags
	outputFlags
	displayFlags
	failFlags
	after   []string
	same    bool
	process string
	top     topValue
	page    string // file for the page, empty for none
	profile string // file for the profile, empty for none
}

// Values of --fail-on of compare.
const (
	failWorse         = "worse"
	failNotComparable = "not-comparable"
)

func newCompareCommand(c console) *cobra.Command {
	var flags compareFlags
	cmd := &cobra.Command{
		Use:   "compare BEFORE AFTER | BEFORE... --after AFTER...",
		Short: "Say what leaks more, or less, after a change than before it",
		Long: `Compare reads captures from before and from after a change and says of each process, and of
each module in it where both have stacks, whether it leaks more or less than before, by how
much, and how sure that is: worse, better, unchanged, new, gone, or not comparable and why.

BEFORE and AFTER are recordings (.etl), archives of them, or datasets that 'etledger convert'
wrote, of which all captures count. Two names are one of each. With --after, all names before
it are from before and all names after it from after; several captures of a side are taken
together, and how they differ among themselves widens the intervals. Three or more of a side
are best.

Slopes are compared, in bytes per second; what was outstanding only where all captures are
about as long. A workload that differs makes a process not comparable, unless --same-workload
vouches for it. docs/compare.md says what the words mean.

Exit statuses: 0 fine; 1 failed; 2 wrong usage; 3 --fail-on found its verdict; 4 done, but an
input is damaged.`,
		Example: `  etledger compare before.etl after.etl
  etledger compare before.etl after.etl --html change.html --fail-on worse
  etledger compare monday/*.etl --after friday/*.etl --same-workload
  etledger compare old.etl new.etl --process w3wp --format json
  etledger compare old.etl new.etl --pprof change.pb.gz
  go tool pprof -top change.pb.gz`,
		ValidArgsFunction: completeCaptures,
		Args: func(_ *cobra.Command, args []string) error {
			flags.path = fileOf(flags.path)
			return flags.check(args)
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runCompare(cmd.Context(), c, &flags, args) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringArrayVar(&flags.after, "after", nil, "captures from after the change: a `CAPTURE`, or several")
	f.BoolVar(&flags.same, "same-workload", false, "vouch that both sides saw the same workload")
	flags.outputFlags.register(f, formatText, formatJSON, formatMarkdown, formatCSV, formatHTML)
	f.StringVar(&flags.page, "html", "", "also write a page with charts to this `file`")
	f.StringVar(&flags.profile, "pprof", "", "also write the stacks, after less before, to this `file`, for go tool pprof")
	f.StringVar(&flags.process, "process", "", "only the processes of this `NAME|PID`")
	f.Var(&flags.top, "top", "processes in the table, 0 for all (default 20, in CSV all)")
	flags.windowFlags.register(f)
	flags.failFlags.register(f, failWorse, failNotComparable)
	flags.displayFlags.register(f)
	completeFlags(cmd, map[string]completer{"top": noValues, "after": completeCaptures})
	return cmd
}

// check refuses command lines that do not say what is before and what is after.
func (f *compareFlags) check(args []string) error {
	switch {
	case len(args) == 0:
		return usagef("name a capture from before and one from after, as in 'etledger compare before.etl after.etl'")
	case len(f.after) == 0 && len(args) == 1:
		return usagef("%s is from before; name a capture from after too", args[0])
	case len(f.after) == 0 && len(args) > 2:
		return usagef("of %d captures it is not said which are from after; put --after before those", len(args))
	}
	for _, path := range []*string{&f.page, &f.profile} {
		if *path == "-" {
			return usagef("--html and --pprof need files of their own; name one")
		}
	}
	return f.windowFlags.check()
}

// runCompare reads both sides, compares and writes.
func runCompare(ctx context.Context, c console, flags *compareFlags, args []string) error {
	before, after := args, flags.after
	if len(after) == 0 {
		before, after = args[:1], args[1:]
	}
	if strings.HasSuffix(flags.path, profileSuffix) {
		return usagef("-o is for the comparison; a profile is written with --pprof %s", flags.path)
	}
	if err := flags.checkPlaces(slices.Concat(before, after)); err != nil {
		return err
	}
	one, err := flags.readSide(ctx, c, before)
	if err != nil {
		return err
	}
	other, err := flags.readSide(ctx, c, after)
	if err != nil {
		return err
	}
	r := compare.Compare(one.reports, other.reports, compare.Options{SameWorkload: flags.same, Process: flags.process})
	if flags.process != "" && len(r.Processes) == 0 && len(r.Against) == 0 {
		return &report.NoProcessError{Process: flags.process}
	}
	var outputs []output
	if flags.profile != "" {
		var images []string
		if flags.process != "" {
			images = imagesOf(r)
		}
		profile, err := compare.NewProfile(one.profiles, other.profiles, images...)
		if err != nil {
			return err
		}
		outputs = append(outputs, output{flags.profile, profile.WritePprof})
	}
	if flags.page != "" {
		outputs = append(outputs, output{flags.page, r.WriteHTML})
	}
	outputs = append(outputs, output{flags.path, flags.writer(c, r)})
	err = deliver(ctx, c, r.Damaged(), outputs...)
	if err == nil || errors.Is(err, errDamaged) {
		if verdict := flags.judgeChange(c.err, r); verdict != nil {
			return verdict
		}
	}
	return err
}

// checkPlaces refuses outputs that could not be written, or that would take each other's place.
func (f *compareFlags) checkPlaces(captures []string) error {
	var errs []error
	places := []string{f.path, f.page, f.profile}
	if err := checkApart(places...); err != nil {
		return err
	}
	for _, path := range places {
		errs = append(errs, checkOutput(path, captures))
	}
	return errors.Join(errs...)
}

// comparedSide is what was read of one side.
type comparedSide struct {
	reports  []*report.Report
	profiles []*report.Profile // only where a profile was asked for
}

// readSide reads the captures of a side one after the other: each recording is one, and each capture of a dataset.
func (f *compareFlags) readSide(ctx context.Context, c console, paths []string) (side comparedSide, err error) {
	options := report.Options{
		Ledger: ledger.Options{Stacks: f.profile != ""}, Window: f.window(),
		Details: f.page != "" || f.format() == formatHTML,
	}
	for _, path := range paths {
		ids := []string{""}
		if isDataset(path) {
			_, found, err := findCaptures(path)
			if err != nil {
				return side, err
			}
			ids = nil
			for _, place := range found {
				ids = append(ids, place.ID)
			}
		}
		for _, id := range ids {
			in := inputFlags{capture: id}
			source, err := in.read(ctx, c, []string{path}, options)
			if err != nil {
				return side, err
			}
			if f.profile != "" {
				profile, err := report.NewProfile(source, report.ProfileOptions{})
				if err != nil {
					return side, err
				}
				side.profiles = append(side.profiles, profile)
			}
			side.reports = append(side.reports, report.Build(source))
		}
	}
	return side, nil
}

// imagesOf names the images of the processes compared.
func imagesOf(r *compare.Report) (images []string) {
	for i := range r.Processes {
		if image := r.Processes[i].Image; image != nil {
			images = append(images, *image)
		}
	}
	return images
}

// writer gives what writes the comparison in the form that was asked for.
func (f *compareFlags) writer(c console, r *compare.Report) func(io.Writer) error {
	options := f.displayFlags.text(c, f.path)
	options.Top = int(f.top)
	switch f.format() {
	case formatJSON:
		return func(w io.Writer) error { return r.WithoutTimelines().WriteJSON(w) }
	case formatMarkdown:
		return func(w io.Writer) error { return r.WriteMarkdown(w, options) }
	case formatCSV:
		return func(w io.Writer) error { return r.WriteCSV(w, options) }
	case formatHTML:
		return r.WriteHTML
	}
	return func(w io.Writer) error { return r.WriteText(w, options) }
}

// judgeChange gives a *verdictError if the comparison has what --fail-on fails on. Where it has not, but only because nothing
// could be compared, it says so on w.
func (f *compareFlags) judgeChange(w io.Writer, r *compare.Report) error {
	unsure := r.Status == compare.NotComparable || r.Doubtful() > 0
	switch {
	case f.on.value == "":
		return nil
	case r.Status == compare.Worse, f.on.value == failNotComparable && unsure:
		answer := strings.TrimSuffix(textform.Printable(r.Answer), ".")
		return &verdictError{fmt.Sprintf("%s; --fail-on %s ends with status %d", answer, f.on.value, statusVerdict)}
	case unsure:
		fmt.Fprintf(w, "etledger: --fail-on %s finds none, but not everything could be compared: %s\n", f.on.value,
			oneLine(textform.Printable(r.Answer)))
	}
	return nil
}
