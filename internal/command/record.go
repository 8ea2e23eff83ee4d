package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"etledger/etl"
	"etledger/internal/recorder"
	"etledger/internal/textform"
	"etledger/report"
	"etledger/report/page"
	"etledger/report/recipe"
)

// thisMachine is what 'etledger capture' records. Tests put another one in its place.
var thisMachine = recorder.ThisMachine()

// recordFlags say what is recorded, how, and what becomes of it.
type recordFlags struct {
	displayFlags
	tool     choice
	minutes  float64
	stacks   bool
	memory   bool
	pool     bool
	path     string
	page     string // file for the page, empty for none
	agreed   bool
	dry      bool
	replace  bool
	unopened bool // the capture is not analysed
}

// agreement is the flag without which nothing is recorded.
const agreement = "yes-record-this-machine"

func newRecordCommand(c console) *cobra.Command {
	flags := recordFlags{tool: choice{what: "tools", known: []string{"auto"}}}
	for _, tool := range recorder.Tools() {
		flags.tool.known = append(flags.tool.known, string(tool))
	}
	cmd := &cobra.Command{
		Use:   "capture",
		Short: "Record the memory growth of this Windows machine, then analyse the capture",
		Long: `Capture records what 'etledger recipe' describes on the Windows machine it runs on, by wpr,
xperf or logman, or with a session of its own, and analyses the file. Without
--yes-record-this-machine it records nothing: it prints what it would do, step by step, what
that costs the machine, and which private data a capture has.

It stops what it started however it ends: when it is interrupted, or a step fails, no session
is left, and what could not be stopped is named with the command that does. It never stops
sessions of others, and never overwrites a capture.

It needs Windows 10 or later and an administrator. It has never been run on Windows by its
authors: docs/capture.md says what was tested instead.

Exit statuses: 0 fine; 1 failed, or interrupted; 2 wrong usage, or not agreed to; 4 done, but
the capture is damaged, as the findings tell.`,
		Example: `  etledger capture --dry-run
  etledger capture --minutes 3 --yes-record-this-machine
  etledger capture --stacks -o server7.etl --html server7.html --yes-record-this-machine
  etledger capture --tool session --no-analyze --yes-record-this-machine`,
		Args:              noArguments,
		ValidArgsFunction: noValues,
		RunE:              func(cmd *cobra.Command, _ []string) error { return record(cmd, c, &flags) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&flags.agreed, agreement, false, "record; without it, say what would be done")
	f.BoolVar(&flags.dry, "dry-run", false, "say what would be done, and end with status 0")
	f.Float64Var(&flags.minutes, "minutes", recipe.DefaultMinutes, "how long to record: 0.5 to 120")
	f.Var(&flags.tool, "tool", "what records (default auto: the best that is there)")
	f.BoolVar(&flags.stacks, "stacks", false, "also call stacks of VirtualAlloc and VirtualFree, which tell the module that allocates")
	f.BoolVar(&flags.memory, "kernel-memory", false, "also memory of the machine and of each process twice a second")
	f.BoolVar(&flags.pool, "pool", false, "also each allocation of the kernel's pool")
	f.StringVarP(&flags.path, "output", "o", recipe.DefaultOutput, "`file` for the capture, which must not be there yet")
	f.BoolVar(&flags.replace, "replace", false, "stop what an earlier capture left running, and throw it away")
	f.BoolVar(&flags.unopened, "no-analyze", false, "do not analyse the capture")
	f.StringVar(&flags.page, "html", "", "also write a page with charts to this `file`")
	flags.displayFlags.register(f)
	completeFlags(cmd, map[string]completer{"minutes": noValues, "output": filesEnding("etl")})
	return cmd
}

// options checks the flags and says what they ask for.
func (f *recordFlags) options(cmd *cobra.Command) (recorder.Options, error) {
	o := recorder.Options{
		Tool: recipe.Tool(f.tool.value), Stacks: f.stacks, KernelMemory: f.memory, Pool: f.pool,
	}
	shortest, longest := recorder.Shortest.Minutes(), recorder.Longest.Minutes()
	switch {
	case math.IsNaN(f.minutes) || f.minutes < shortest || f.minutes > longest:
		return o, usagef("--minutes %s: a recording takes %g to %g minutes", cmd.Flags().Lookup("minutes").Value, shortest, longest)
	case !strings.EqualFold(filepath.Ext(f.path), ".etl") || len(filepath.Base(f.path)) == len(".etl"):
		return o, usagef("-o %s: the name of a capture ends in .etl, as in '-o %s'", f.path, recipe.DefaultOutput)
	case f.agreed && f.dry:
		return o, usagef("--dry-run records nothing; leave out --%s, or --dry-run", agreement)
	case cmd.Flags().Changed("html") && fileOf(f.page) == "":
		return o, usagef("--html needs a file of its own, as in '--html %s.html'", strings.TrimSuffix(f.path, filepath.Ext(f.path)))
	case f.unopened && f.page != "":
		return o, usagef("--html is made by the analysis; leave out --no-analyze")
	}
	if o.Tool == "auto" {
		o.Tool = ""
	}
	o.Duration = time.Duration(f.minutes * float64(time.Minute))
	whole, err := filepath.Abs(f.path)
	o.Output = whole
	return o, err
}

// record says what would be done, or does it and analyses the capture.
func record(cmd *cobra.Command, c console, flags *recordFlags) error {
	o, err := flags.options(cmd)
	if err != nil {
		return err
	}
	plan, err := recorder.NewPlan(thisMachine, o)
	if errors.Is(err, recipe.ErrCannot) {
		return usagef("%w", err)
	}
	if err != nil {
		return err
	}
	if !flags.agreed {
		text := planText{width: flags.readingWidth(c), shown: flags.path, paint: textform.Paint{On: flags.text(c, "").Color}}
		if _, err := c.out.Write(text.of(plan, thisMachine, flags)); err != nil || flags.dry {
			return err
		}
		return usagef("nothing was recorded: --%s starts it, --dry-run only says what it would do", agreement)
	}
	if errors.Is(thisMachine.Supported(), recorder.ErrNeedsWindows) {
		return fmt.Errorf("%w; 'etledger recipe' says what to do there, and any system can analyse what comes of it", recorder.ErrNeedsWindows)
	}
	if err := errors.Join(checkOutput(flags.page, nil), checkApart(flags.path, flags.page)); err != nil {
		return err
	}
	result, err := flags.run(cmd.Context(), c, plan)
	if err != nil {
		return err
	}
	return flags.conclude(cmd.Context(), c, result)
}

// readingWidth is how many columns running text fills.
func (f *recordFlags) readingWidth(c console) int {
	if f.width != 0 {
		return int(f.width)
	}
	return readingWidth(c.out)
}

// run records, with a countdown on a terminal. Until it returns, an interruption only cancels the recording.
func (f *recordFlags) run(ctx context.Context, c console, plan *recorder.Plan) (*recorder.Result, error) {
	defer unbroken.begin()()
	show := newCountProgress(c.err, "")
	defer show.end()
	total := int64(plan.Duration / time.Second)
	done := int64(0)
	return recorder.Record(ctx, thisMachine, plan, recorder.Control{Replace: f.replace, Watch: func(p recorder.Progress) {
		if p.Phase == recorder.Waiting {
			done = min(int64(p.Elapsed/time.Second), total-1)
			show.at(done, total, "recording, "+p.Left.Round(time.Second).String()+" left; Ctrl-C throws it away")
		} else if p.Step != nil {
			show.at(done, total, string(p.Phase)+": "+textform.Printable(p.Step.Does))
		}
	}})
}

// conclude says what was recorded, analyses it unless that is not wanted, and says what comes next.
func (f *recordFlags) conclude(ctx context.Context, c console, r *recorder.Result) error {
	files := make([]string, len(r.Files))
	for i, file := range r.Files {
		files[i] = f.shown(file)
	}
	capture, err := etl.Open(ctx, etl.Options{}, r.Files...)
	if err != nil {
		return fmt.Errorf("%s was recorded, but cannot be read: %w", strings.Join(files, " and "), err)
	}
	lost := lossText(capture)
	if err := capture.Close(); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s: %s recorded; %s\n", textform.Printable(strings.Join(files, " and ")), textform.Size(uint64(r.Bytes)), lost)
	if r.Early != "" {
		fmt.Fprintf(c.out, "The recording ended early: %s.\n", r.Early)
	}
	for _, note := range r.Notes {
		fmt.Fprintln(c.out, oneLine(note))
	}
	words := make([]string, len(files))
	for i, file := range files {
		words[i] = textform.ShellWord(file)
	}
	if f.unopened {
		_, err := fmt.Fprintf(c.out, "'etledger analyze %s' analyses it.\n", strings.Join(words, " "))
		return err
	}
	fmt.Fprintln(c.out)
	return f.analyze(ctx, c, files, words)
}

// analyze prints what 'etledger analyze' does, and how good the capture is; words are the files for a command line.
func (f *recordFlags) analyze(ctx context.Context, c console, files, words []string) error {
	flags := analyzeFlags{displayFlags: f.displayFlags, page: f.page}
	source, err := flags.read(ctx, c, files, flags.options())
	if err != nil {
		return err
	}
	r := report.Build(source)
	var outputs []output
	if f.page != "" {
		outputs = append(outputs, output{f.page, func(w io.Writer) error { return page.Write(w, r, page.Options{}) }})
	}
	outputs = append(outputs, output{"", flags.writer(c, r, r.Processes)}, output{"", func(w io.Writer) error {
		advice := report.BuildDoctor(source).Answer + " All of that: etledger doctor " + strings.Join(words, " ")
		_, err := io.WriteString(w, "\n"+textform.Wrapped("", advice, f.readingWidth(c)))
		return err
	}})
	return deliver(ctx, c, r.Damaged(), outputs...)
}

// shown gives a file as the person named it: beside the output, where that was.
func (f *recordFlags) shown(file string) string {
	return filepath.Join(filepath.Dir(f.path), filepath.Base(file))
}

// lossText says what the sessions lost.
func lossText(capture *etl.Capture) string {
	l := capture.Losses()
	if l.EventsLost == 0 && l.BuffersLost == 0 {
		return "nothing was lost"
	}
	return fmt.Sprintf("lost: %s and %s", textform.Plural(l.EventsLost, "event"), textform.Plural(l.BuffersLost, "buffer"))
}
