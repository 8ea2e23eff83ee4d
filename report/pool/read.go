package pool

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"etledger/internal/natural"
	"etledger/ledger/poolseries"
	"etledger/model/poolsnap"
	"etledger/report"
)

// ReadOptions say how files are read. The zero value reads any.
type ReadOptions struct {
	Role     string           // of the files, for the report: input (the default), baseline, after
	Counters []string         // files of memory counters, beside those among the inputs
	Text     poolsnap.Options // of snapshots and counters; ModTime is set for each file
	Series   poolseries.Options
	Events   report.Options // of recordings
	// Progress, when not nil, is told how many bytes of all files were read. It must return quickly.
	Progress func(done, total int64)
}

// Read reads what operators have: recordings of events, snapshots of the pools and memory counters, told apart by their
// content. A path names a file, all files of a folder, or, with *, ? and [, all files that fit. The order of the paths does
// not matter. Lines that cannot be used are in the result; an error tells of a file that cannot be read at all, is of no
// kind that is known, or of the context's end.
func Read(ctx context.Context, o ReadOptions, paths ...string) (*Observed, error) {
	if o.Role == "" {
		o.Role = roleInput
	}
	r := reader{ctx: ctx, options: o, result: &Observed{}}
	if err := r.read(paths); err != nil {
		return nil, fmt.Errorf("pool: reading: %w", err)
	}
	return r.result, nil
}

// reader reads the files of one interval.
type reader struct {
	ctx     context.Context
	options ReadOptions
	result  *Observed
	total   int64
	done    counter
}

func (r *reader) read(paths []string) error {
	files, err := expand(paths)
	if err != nil {
		return err
	}
	counters, err := expand(r.options.Counters)
	if err != nil {
		return err
	}
	var snapshots, recordings []file
	for _, f := range files {
		switch f.format {
		case poolsnap.FormatCounters:
			counters = append(counters, f)
		case poolsnap.FormatRecording:
			recordings = append(recordings, f)
		case poolsnap.FormatDataset:
			return fmt.Errorf("%s: a dataset file; give the recording that it was made of", f.path)
		default:
			snapshots = append(snapshots, f)
		}
		r.total += f.size
	}
	slices.SortFunc(counters, func(a, b file) int { return natural.Compare(a.path, b.path) })
	counters = slices.CompactFunc(counters, func(a, b file) bool { return a.path == b.path })
	for _, f := range recordings {
		if err := r.recording(f); err != nil {
			return err
		}
	}
	return r.text(counters, snapshots)
}

// text reads counters and snapshots into a book. Should some snapshots come too late for their place in time, the files
// are read once more in the order of their first times, as far as that differs.
func (r *reader) text(counters, snapshots []file) error {
	r.checkFileTimes(snapshots)
	for attempt := 0; ; attempt++ {
		pass, err := r.pass(counters, snapshots)
		if err != nil {
			return err
		}
		again := slices.Clone(snapshots)
		slices.SortStableFunc(again, func(a, b file) int { return pass.firsts[a.path].Compare(pass.firsts[b.path]) })
		if pass.set.Late > 0 && attempt == 0 && !slices.Equal(again, snapshots) {
			snapshots = again
			continue
		}
		r.keep(pass)
		return nil
	}
}

// pass is one reading of all text.
type pass struct {
	book      *poolseries.Book
	set       *poolseries.Set
	summaries []poolsnap.Summary
	firsts    map[string]time.Time // first time in each file
	skipped   []string
}

func (r *reader) pass(counters, snapshots []file) (*pass, error) {
	p := &pass{book: poolseries.New(r.options.Series), firsts: map[string]time.Time{}}
	for i := range r.result.Recordings {
		if err := p.addMemory(&r.result.Recordings[i]); err != nil {
			return nil, err
		}
	}
	hosts := map[string]bool{}
	for _, f := range counters {
		if err := r.counters(p, f, hosts); err != nil {
			return nil, err
		}
	}
	if len(hosts) == 1 {
		for host := range hosts {
			p.book.Unnamed(host) // what names no machine is taken to be of the only one that is named
		}
	}
	if err := r.snapshots(p, snapshots); err != nil {
		return nil, err
	}
	set, err := p.book.Finish()
	p.set = set
	return p, err
}

// counters reads one file of counters.
func (r *reader) counters(p *pass, f file, hosts map[string]bool) error {
	in, err := f.open(&r.done, r.progress)
	if err != nil {
		return err
	}
	defer in.Close()
	options := r.options.Text
	options.ModTime = f.modified
	line := 0
	summary, err := poolsnap.ReadCounters(r.ctx, f.path, in, options, func(m *poolsnap.Memory) error {
		hosts[m.Host] = true
		line++
		return p.book.AddMemory(m, f.path, line)
	})
	p.summaries = append(p.summaries, summary)
	return err
}

// progress tells how far the reading has come.
func (r *reader) progress() {
	if r.options.Progress != nil {
		r.options.Progress(min(r.done.Load(), r.total), r.total)
	}
}

// keep takes over what a pass gave.
func (r *reader) keep(p *pass) {
	o := r.result
	if p.set.Snapshots > 0 || len(p.set.Machines) > 0 {
		o.Set = p.set
	}
	for i := range p.summaries {
		s := &p.summaries[i]
		o.Sources = append(o.Sources, Source{
			File: s.File, Role: r.options.Role, Kind: s.Format.String(), Snapshots: s.Snapshots, Samples: s.Samples, Rows: s.Rows,
			Unusable: s.ProblemCount, First: moment(s.First), Last: moment(s.Last),
		})
		o.ProblemCount += s.ProblemCount
		if room := maxProblems - len(o.Problems); room > 0 {
			o.Problems = append(o.Problems, s.Problems[:min(room, len(s.Problems))]...)
		}
	}
	o.Findings = append(o.Findings, summaryFindings(p.summaries, p.skipped)...)
}

// maxProblems is how many problems are kept.
const maxProblems = 1000

// errKind tells of a file that is of no known kind.
func errKind(path string, err error) error {
	if errors.Is(err, poolsnap.ErrFormat) {
		return fmt.Errorf("%w; give a recording (.etl), PoolMon or !poolused output, CSV or JSON lines of time, tag, type, allocs, "+
			"frees, diff and bytes, or Performance Monitor CSV", err)
	}
	return err
}
