package growth

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"etledger/etl"
	"etledger/ledger/memoryseries"
	"etledger/model"
	"etledger/model/dataset"
)

// ReadOptions say what of a dataset is read. The zero value takes all.
type ReadOptions struct {
	Host     func(name string) bool // whether captures of a host are looked at; nil for all
	From, To time.Time              // snapshots from the one on and before the other; zero for no bound
	Progress func(done, total int)  // called for each capture; may be nil
	// Concurrency is how many goroutines may work at once; 0 means GOMAXPROCS. The series are the same whatever it is.
	Concurrency int
}

// Observed is what was read of a dataset.
type Observed struct {
	Set        *memoryseries.Set
	Missing    map[model.Table]int // captures by tables that they were converted without
	Empty      map[model.Table]int // captures by tables in which they have no row, of those that could have some
	Lossy      int                 // captures that lost events or buffers
	Unreadable []error             // captures that could not be read
	Found      int                 // captures in the dataset
	Unvouched  int                 // captures that have tables, but no file of table capture, so that they are not read
}

// unnamed is what datasets call the host of captures that tell none.
const unnamed = "unknown"

// capture is one capture to be read.
type capture struct {
	*dataset.Capture
	about memoryseries.About
}

// Read reads the memory snapshots of the captures at a path, which is a dataset or a part of one. Captures that cannot be read are
// told in Observed; an error means that there is nothing to look at, or that the context ended.
func Read(ctx context.Context, path string, o ReadOptions) (*Observed, error) {
	folder, places, err := dataset.Find(path)
	if err != nil {
		return nil, err
	}
	in := &Observed{Missing: map[model.Table]int{}, Empty: map[model.Table]int{}, Found: len(places), Unvouched: unvouched(folder, path, places)}
	var list []capture
	var first, last int64
	for _, place := range places {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		host := hostName(place)
		if o.Host != nil && !o.Host(host) {
			continue
		}
		c, err := dataset.Open(folder, place)
		if err != nil {
			in.Unreadable = append(in.Unreadable, err)
			continue
		}
		about := aboutOf(host, c)
		if !o.From.IsZero() && about.End < o.From.UnixNano() || !o.To.IsZero() && about.Start >= o.To.UnixNano() {
			continue
		}
		if len(list) == 0 || about.Start < first {
			first = about.Start
		}
		last = max(last, about.End)
		list = append(list, capture{c, about})
	}
	if len(list) == 0 {
		if len(in.Unreadable) > 0 {
			return nil, in.Unreadable[0]
		}
		return nil, fmt.Errorf("%s: none of its %d captures is one that was asked for", path, len(places))
	}
	book := memoryseries.New(memoryseries.Options{Width: widthFor(time.Duration(last - first)), From: nano(o.From), To: nano(o.To)})
	abouts := make([]memoryseries.About, len(list))
	for i := range list {
		abouts[i] = list[i].about
	}
	for n, step := range memoryseries.Order(abouts) {
		c := &list[step.Capture]
		book.Begin(c.about, step)
		if err := in.read(ctx, book, c, o.Concurrency); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			in.Unreadable = append(in.Unreadable, err)
		}
		if err := book.End(); err != nil {
			return nil, err
		}
		if o.Progress != nil {
			o.Progress(n+1, len(list))
		}
	}
	in.Set = book.Finish()
	return in, nil
}

// read enters one capture.
func (in *Observed) read(ctx context.Context, book *memoryseries.Book, c *capture, concurrency int) error {
	tables, columns := memoryseries.Needs()
	for _, t := range tables {
		if !c.Has(t) {
			in.Missing[t]++
		}
	}
	tables = slices.DeleteFunc(tables, func(t model.Table) bool { return !c.Has(t) })
	if l := &c.Losses; l.EventsLost+l.BuffersLost+l.BuffersMissing+l.SequenceMissing > 0 {
		in.Lossy++
	}
	seen := map[model.Table]bool{}
	for chunk, err := range c.Chunks(ctx, model.Options{Tables: tables, Columns: columns, Concurrency: concurrency}) {
		if err != nil {
			return err
		}
		for _, t := range tables {
			seen[t] = seen[t] || chunk.Batch(t) != nil
		}
		book.Add(chunk)
		chunk.Release()
	}
	for _, t := range tables {
		if !seen[t] {
			in.Empty[t]++
		}
	}
	return nil
}

// unvouched counts the captures of a whole dataset that have snapshots of processes, but no file that vouches for them.
func unvouched(folder, path string, places []dataset.Place) (n int) {
	if filepath.Clean(folder) != filepath.Clean(path) {
		return 0
	}
	known := map[string]bool{}
	for _, p := range places {
		known[p.ID] = true
	}
	files, err := filepath.Glob(filepath.Join(folder, "table="+model.TableProcessMemoryInfo.String(), "host=*", "date=*", "capture=*"))
	if err != nil {
		return 0 // the name of the folder is a pattern
	}
	for _, f := range files {
		if !known[strings.TrimPrefix(filepath.Base(f), "capture=")] {
			n++
		}
	}
	return n
}

// hostName gives the name of a host as it was before it became the name of a folder.
func hostName(p dataset.Place) string {
	if name, err := url.PathUnescape(p.Host); err == nil {
		return name
	}
	return p.Host
}

// aboutOf says what is known of a capture before its rows are read.
func aboutOf(host string, c *dataset.Capture) memoryseries.About {
	a := memoryseries.About{Host: host, Start: c.Stats.FirstNano, End: c.Stats.LastNano}
	h := &c.Recordings[0].Header
	a.BiasMinutes = int(h.BiasMinutes)
	if !h.BootTime.IsZero() {
		a.Boot = h.BootTime.UnixNano()
	}
	if h.Clock == etl.ClockPerformanceCounter && h.PerfFreq > 0 && !h.StartTime.IsZero() {
		a.Ticks, a.Frequency, a.Origin = h.StartTicks, h.PerfFreq, h.StartTime.UnixNano()
	}
	return a
}

// widthFor is the width of bins to begin with for a time: fine where it is short.
func widthFor(span time.Duration) time.Duration {
	switch {
	case span > 2*24*time.Hour:
		return 6 * time.Minute
	case span > 12*time.Hour:
		return 3 * time.Minute
	}
	return 45 * time.Second
}

func nano(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}
