package pool

import (
	"context"
	"errors"
	"sync"

	"etledger/model/poolsnap"
)

// Parsing runs ahead of the books: of each of a few files at once, a few snapshots are held.
const (
	filesAhead     = 2
	snapshotsAhead = 4
)

// parsed is a snapshot file on its way from the parser to the book.
type parsed struct {
	file      file
	snapshots chan *poolsnap.Snapshot
	summary   poolsnap.Summary // when snapshots is closed
	err       error            // likewise
}

// snapshots reads the files of snapshots, several at once, and enters them in the order of the files.
func (r *reader) snapshots(p *pass, files []file) error {
	ctx, stop := context.WithCancel(r.ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	used := &sync.Pool{New: func() any { return &poolsnap.Snapshot{} }}
	queue := make(chan *parsed, filesAhead-1) // and one that is being entered
	running.Go(func() {
		defer close(queue)
		for _, f := range files {
			one := &parsed{file: f, snapshots: make(chan *poolsnap.Snapshot, snapshotsAhead)}
			select {
			case queue <- one:
			case <-ctx.Done():
				return
			}
			running.Go(func() { r.parse(ctx, one, used) })
		}
	})
	for one := range queue {
		for s := range one.snapshots {
			if err := p.book.Add(s); err != nil {
				return err
			}
			used.Put(s)
		}
		if errors.Is(one.err, poolsnap.ErrFormat) && one.file.listed {
			p.skipped = append(p.skipped, one.file.path)
			continue
		}
		if one.err != nil {
			return errKind(one.file.path, one.err)
		}
		p.summaries = append(p.summaries, one.summary)
		p.firsts[one.file.path] = one.summary.First
	}
	return r.ctx.Err()
}

// parse parses one file.
func (r *reader) parse(ctx context.Context, one *parsed, used *sync.Pool) {
	defer close(one.snapshots)
	in, err := one.file.open(&r.done, r.progress)
	if err != nil {
		one.err = err
		return
	}
	defer in.Close()
	options := r.options.Text
	options.ModTime = one.file.modified
	one.summary, one.err = poolsnap.Read(ctx, one.file.path, in, options, func(s *poolsnap.Snapshot) error {
		c := used.Get().(*poolsnap.Snapshot)
		rows := append(c.Rows[:0], s.Rows...)
		*c = *s
		c.Rows, c.Memory = rows, s.Memory.Clone()
		select {
		case one.snapshots <- c:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
}
