package results

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"sync"

	"etledger/model/dataset"
)

// Read reads the results at a place of a dataset. An error about a file is a *dataset.FileError: it is damaged, missing, or of
// another version.
func Read(ctx context.Context, folder string, place dataset.Place) (*Rows, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r, err := dataset.OpenResults(folder, place)
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	if r.Schema != Schema {
		return nil, fmt.Errorf("results: the results of %s have layout %q, written by %s; this program reads %s, and writes them so "+
			"when the capture is analysed again", place.ID, r.Schema, r.Tool, Schema)
	}
	rows := &Rows{Meta: r.Meta}
	about, err := dataset.ReadRows(r, captures)
	if err == nil && len(about) != 1 {
		err = fmt.Errorf("%s has %d rows in table %s, expected one", place.ID, len(about), TableCaptures)
	}
	if err == nil {
		rows.Capture = about[0]
		rows.Lifetimes, err = dataset.ReadRows(r, lifetimes)
	}
	if err == nil {
		rows.Modules, err = dataset.ReadRows(r, modules)
	}
	if err == nil {
		rows.PoolTags, err = dataset.ReadRows(r, poolTags)
	}
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	return rows, nil
}

// AllOptions say how All reads. The zero value gives the defaults.
type AllOptions struct {
	Concurrency int                   // captures that are read at once; 0 means GOMAXPROCS
	Progress    func(done, total int) // if not nil, is told before each capture how many were given, and how many there are
}

// All gives the results of a dataset, or of a part of one, in order of host, date and ID. They are read ahead, a few at a
// time. An error is about one capture, and the iteration goes on after it, unless it is that of the context or the dataset
// cannot be listed.
func All(ctx context.Context, path string, o AllOptions) iter.Seq2[*Rows, error] {
	return func(yield func(*Rows, error) bool) {
		folder, places, err := dataset.FindResults(path)
		if err != nil {
			yield(nil, fmt.Errorf("results: %w", err))
			return
		}
		if o.Concurrency <= 0 {
			o.Concurrency = runtime.GOMAXPROCS(0)
		}
		i := 0
		for r := range ahead(o.Concurrency, len(places), func(i int) result {
			rows, err := Read(ctx, folder, places[i])
			return result{rows, err}
		}) {
			if o.Progress != nil {
				o.Progress(i, len(places))
			}
			i++
			if !yield(r.rows, r.err) || ctx.Err() != nil {
				return
			}
		}
		if o.Progress != nil {
			o.Progress(len(places), len(places))
		}
	}
}

type result struct {
	rows *Rows
	err  error
}

// ahead gives what one gives for 0 to n-1, in order. So many of them are made at once, ahead of the consumer.
func ahead[T any](workers, n int, one func(i int) T) iter.Seq[T] {
	return func(yield func(T) bool) {
		var group sync.WaitGroup
		defer group.Wait()
		made := make([]chan T, 0, workers) // in order, those that were begun and not yet given
		begun := 0
		begin := func() {
			if begun == n {
				return
			}
			i, to := begun, make(chan T, 1)
			begun++
			made = append(made, to)
			group.Go(func() { to <- one(i) })
		}
		for range workers {
			begin()
		}
		for len(made) > 0 {
			v := <-made[0]
			made = made[1:]
			begin()
			if !yield(v) {
				return
			}
		}
	}
}
