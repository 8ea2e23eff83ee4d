package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"etledger/report/pool"
)

// poolFlags say what pool reads beside its inputs, and what it writes.
type poolFlags struct {
	format       poolFormat
	path         string
	html         string
	baseline     []string
	after        []string
	counters     []string
	tags         []string
	drivers      []string
	driversAfter []string
	phaseFiles   []string
	phases       []string
	zone         zoneValue
	dates        dateOrderValue
	top          int
	details      bool
	tag          tagValue
	pool         poolValue
	nonpaged     sizeValue
	paged        sizeValue
	commit       sizeValue
}

func newPoolCommand(c console) *cobra.Command {
	flags := poolFlags{format: poolText}
	cmd := &cobra.Command{
		Use:   "pool INPUT... [--baseline INPUT...] [--after INPUT...]",
		Short: "Say which kernel pool tag grows, how fast, how sure that is, and whose it may be",
		Long: `Pool reads snapshots of the kernel pools by tag, memory counters and pool events, and says
which population of memory grows (nonpaged or paged pool, process commit, working sets, or
nothing), which tag makes it grow, how fast and how sure, and which component may be behind
it. The largest tag of one snapshot proves nothing: it takes a trend.

An INPUT is a recording (.etl), a file with one or many snapshots (PoolMon, the debugger's
!poolused, CSV or JSON lines of time, tag, type, allocs, frees, diff, bytes), or Performance
Monitor CSV (typeperf, relog); a folder or a pattern stands for all its files. What a file is
shows by its content, and what order they have by their times.

--baseline gives the same from a healthy interval, --phases when a workload ran and when it
recovered, --tags and --drivers whom tags belong to. --after gives snapshots of the same
workload after a correction: the answer is then the receipt of that correction. --html writes
a page of it all: one file that opens offline, to be read, filed or printed. Inputs come
first; --baseline, --after, --counters, --tags, --drivers and --drivers-after take all names
that follow.

Exit statuses: 0 fine; 1 failed; 2 wrong usage; 4 done, but lines of the input could not be
used, as the findings tell.`,
		Example: `  etledger pool poolsnap.log
  etledger pool snaps/ --counters memory.csv --tags pooltag.txt --drivers C:\Windows\System32\drivers
  etledger pool 'snaps/*.txt' --phases phases.csv --baseline healthy.txt
  etledger pool before.csv --after after.csv --drivers before-drivers.csv --drivers-after after-drivers.csv \
    --html receipt.html`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("name a file or folder of snapshots, as in '%s poolsnap.log'", cmd.CommandPath())
			}
			_, err := flags.namedPhases()
			return err
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runPool(cmd.Context(), c, flags, args) },
	}
	f := cmd.Flags()
	f.VarP(&flags.format, "format", "f", "form of the output")
	f.StringVarP(&flags.path, "output", "o", "", "write to this `file`, whole or not at all, instead of standard output")
	f.StringVar(&flags.html, "html", "", "also write a page with charts to this `file`")
	f.StringArrayVar(&flags.baseline, "baseline", nil, "snapshots of a healthy interval: an `INPUT`, or several")
	f.StringArrayVar(&flags.after, "after", nil, "snapshots of the same workload after a correction: an `INPUT`, or several")
	f.StringArrayVar(&flags.counters, "counters", nil, "memory counters: a `file` of Performance Monitor CSV, or several")
	f.StringArrayVar(&flags.tags, "tags", nil, "whom tags belong to: a `file` such as pooltag.txt, or several")
	f.StringArrayVar(&flags.drivers, "drivers", nil, "a `file` or folder of drivers to scan for tags, or an inventory of drivers "+
		"(driverquery /v /fo csv), or several")
	f.StringArrayVar(&flags.driversAfter, "drivers-after", nil, "the same, after the correction")
	f.StringArrayVar(&flags.phaseFiles, "phases", nil, "phases of the workload: a CSV `file` of start, end, label and volume")
	f.StringArrayVar(&flags.phases, "phase", nil, "a phase: `LABEL=START/END[/VOLUME]`, times as in 2024-03-04T09:00:00Z, or +15m "+
		"after the first snapshot")
	f.Var(&flags.zone, "time-zone", "of times that come without one, such as Europe/Berlin or +01:00 (default UTC)")
	f.Var(&flags.dates, "date-order", "of dates such as 03/04/2024, where nothing in the file decides it")
	f.IntVar(&flags.top, "top", 20, "`number` of tags in the table")
	f.BoolVar(&flags.details, "details", false, "in JSON, also the samples that charts show, as --html has it")
	f.Var(&flags.tag, "tag", "report this tag only: four characters, \\xNN for others")
	f.Var(&flags.pool, "type", "report one pool only")
	f.Var(&flags.nonpaged, "nonpaged-limit", "size that the nonpaged pool can have, such as 96GiB")
	f.Var(&flags.paged, "paged-limit", "size that the paged pool can have")
	f.Var(&flags.commit, "commit-limit", "size that the commit can have")
	return cmd
}

// runPool reads, judges and writes.
func runPool(ctx context.Context, c console, flags poolFlags, args []string) error {
	if err := checkApart(flags.html, flags.path); err != nil {
		return err
	}
	files := slices.Concat(args, flags.baseline, flags.after, flags.counters, flags.tags, flags.drivers, flags.driversAfter,
		flags.phaseFiles)
	if err := errors.Join(checkOutput(flags.path, files), checkOutput(flags.html, files)); err != nil {
		return err
	}
	inputs, err := flags.read(ctx, c, args)
	if err != nil {
		return err
	}
	r, err := pool.Analyze(ctx, inputs, pool.Options{
		Tag: flags.tag.tag, Type: flags.pool.pool,
		NonpagedLimit: uint64(flags.nonpaged), PagedLimit: uint64(flags.paged), CommitLimit: uint64(flags.commit),
		Details: flags.html != "" || flags.format == poolHTML || flags.details,
	})
	if err != nil {
		return err
	}
	if flags.tag.tag != nil && !slices.ContainsFunc(r.Machines, func(m pool.Machine) bool { return len(m.Tags) > 0 }) {
		return fmt.Errorf("there is no tag %q in the input; tags are case-sensitive and four characters long", flags.tag.tag)
	}
	options := pool.TextOptions{Top: flags.top, Why: min(flags.top, 5)}
	write := map[poolFormat]func(io.Writer) error{
		poolText: func(w io.Writer) error { return r.WriteText(w, options) },
		poolJSON: r.WriteJSON,
		poolHTML: func(w io.Writer) error { return r.WriteHTML(w, options) },
	}[flags.format]
	outputs := []output{{flags.path, write}}
	if flags.html != "" {
		outputs = append(outputs, output{flags.html, func(w io.Writer) error { return r.WriteHTML(w, options) }})
	}
	return deliver(ctx, c, r.Damaged(), outputs...)
}

// read reads all that was named.
func (f *poolFlags) read(ctx context.Context, c console, args []string) (in pool.Inputs, err error) {
	if in.Phases, err = f.readPhases(); err != nil {
		return in, err
	}
	for _, side := range []struct {
		role  string
		paths []string
		to    **pool.Observed
	}{{"", args, &in.Now}, {"baseline", f.baseline, &in.Baseline}, {"after", f.after, &in.After}} {
		if len(side.paths) == 0 {
			continue
		}
		if *side.to, err = f.readSide(ctx, c, side.role, side.paths); err != nil {
			return in, err
		}
	}
	if in.Owners, err = pool.ReadOwners(f.tags, f.drivers, "drivers"); err != nil {
		return in, err
	}
	in.OwnersAfter, err = pool.ReadOwners(nil, f.driversAfter, "drivers after")
	return in, err
}

// readSide reads one interval and shows how far that has come. Counters that are named apart tell of all of them.
func (f *poolFlags) readSide(ctx context.Context, c console, role string, paths []string) (*pool.Observed, error) {
	show := newProgress(c.err)
	defer show.end()
	o := pool.ReadOptions{Role: role, Progress: show.update}
	o.Text.Zone, o.Text.DateOrder = f.zone.location, f.dates.order
	if role == "" {
		o.Counters = f.counters
	}
	return pool.Read(ctx, o, paths...)
}

// readPhases reads the phases of files and flags.
func (f *poolFlags) readPhases() ([]pool.Phase, error) {
	var phases []pool.Phase
	for _, path := range f.phaseFiles {
		list, err := readPhaseFile(path, f.zone.location)
		if err != nil {
			return nil, err
		}
		phases = append(phases, list...)
	}
	named, err := f.namedPhases()
	if err != nil {
		return nil, err
	}
	phases = append(phases, named...)
	if len(phases) == 0 {
		if len(f.phaseFiles) > 0 {
			return nil, errors.New(f.phaseFiles[0] + ": no phases; expected lines of start, end, label and volume")
		}
		return nil, nil
	}
	return phases, pool.SortPhases(phases)
}

// namedPhases reads the phases of flags.
func (f *poolFlags) namedPhases() (phases []pool.Phase, err error) {
	for _, text := range f.phases {
		p, err := pool.ParsePhase(text, f.zone.location)
		if err != nil {
			return nil, err
		}
		phases = append(phases, p)
	}
	return phases, pool.SortPhases(phases)
}
