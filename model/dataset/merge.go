package dataset

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"

	"etledger/model"
	"etledger/model/dataset/internal/parquetfile"
)

// merge puts the rows of the tables of a capture together again.
type merge struct {
	rows, workers int
	tables        []*tableReader // but that of frames: in the order in which rows with the same seq come
	frames        *tableReader   // nil when frames are not wanted
	framesRead    uint64
}

// open opens the tables that are wanted.
func (m *merge) open(ctx context.Context, c *Capture, opts *model.Options) error {
	wanted := slices.Collect(model.Tables())
	if opts.Tables != nil {
		wanted = slices.DeleteFunc(wanted, func(t model.Table) bool { return !slices.Contains(opts.Tables, t) })
	}
	wanted = slices.DeleteFunc(wanted, func(t model.Table) bool { return t == model.TableImageVersion && !c.has(t) })
	frames := slices.Contains(wanted, model.TableFrame)
	wanted = slices.DeleteFunc(wanted, func(t model.Table) bool { return t == model.TableStack })
	if frames || opts.Tables == nil || slices.Contains(opts.Tables, model.TableStack) {
		wanted = slices.Insert(wanted, 0, model.TableStack) // the rows of an event's stack come first
	}
	readers := make([]*tableReader, len(wanted))
	err := together(m.workers, len(wanted), func(i int) (err error) {
		columns := opts.Columns[wanted[i]]
		if wanted[i] == model.TableStack && frames {
			columns = withFrames(columns)
		}
		readers[i], err = c.openTable(ctx, wanted[i], columns)
		return err
	})
	for _, r := range readers {
		switch {
		case r == nil:
		case r.table == model.TableFrame:
			m.frames = r
		default:
			m.tables = append(m.tables, r)
		}
	}
	return err
}

// has tells whether the capture was converted with a table. Those that were converted before there was one of image versions
// read as if they had no rows in it.
func (c *Capture) has(t model.Table) bool { return slices.Contains(c.manifest.Tables, t.String()) }

// next makes the next chunk, nil when there are no more rows.
func (m *merge) next(ctx context.Context) (*model.Chunk, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	order, err := m.order()
	if err != nil {
		return nil, err
	}
	if len(order) == 0 {
		return nil, m.checkEnd()
	}
	if err := m.takeFrames(); err != nil {
		return nil, err
	}
	batches, err := m.batches()
	if err != nil {
		return nil, err
	}
	if err := m.checkFrames(batches); err != nil {
		return nil, err
	}
	return model.NewChunk(batches, order)
}

// order decides which rows of the tables come next, and in which order: those of a chunk, of which the rows of one event
// are all.
func (m *merge) order() (order []model.Table, err error) {
	for _, r := range m.tables {
		r.taken = 0
	}
	last := uint64(0) // seq of the row before
	for {
		next, limit, err := m.pick()
		if err != nil {
			return nil, err
		}
		if next == nil || len(order) >= m.rows && next.seq[0] != last {
			return order, nil
		}
		if order == nil {
			order = make([]model.Table, 0, m.rows+m.rows/16)
		}
		n := 1
		for n < len(next.seq) && (len(order)+n < m.rows || next.seq[n] == next.seq[n-1]) && limit.allows(next.seq[n]) {
			n++
		}
		for range n {
			order = append(order, next.table)
		}
		last = next.seq[n-1]
		next.seq, next.taken = next.seq[n:], next.taken+n
	}
}

// limit is where the rows of a table must wait for those of another.
type limit struct {
	seq       uint64
	inclusive bool // rows with this seq need not wait
	none      bool
}

func (l limit) allows(seq uint64) bool { return l.none || seq < l.seq || l.inclusive && seq == l.seq }

// pick gives the table whose row comes next, nil at the end, and how far its rows may go.
func (m *merge) pick() (next *tableReader, until limit, err error) {
	until.none = true
	for _, r := range m.tables {
		ok, err := r.head()
		if err != nil {
			return nil, until, err
		}
		switch {
		case !ok:
		case next == nil:
			next = r
		case r.seq[0] < next.seq[0]:
			// It comes before the one so far, which it must not overtake at the same seq.
			next, until = r, limit{seq: next.seq[0]}
		case until.none || r.seq[0] < until.seq:
			until = limit{seq: r.seq[0], inclusive: true}
		}
	}
	return next, until, nil
}

// takeFrames decides how many frames come with the stacks of the chunk.
func (m *merge) takeFrames() (err error) {
	if m.frames == nil {
		return nil
	}
	m.frames.taken = 0
	for _, r := range m.tables {
		if r.table == model.TableStack && r.taken > 0 {
			m.frames.taken, err = r.frames(r.taken)
		}
	}
	return err
}

// batches reads the columns of the rows that were taken, several at a time.
func (m *merge) batches() ([]*model.Batch, error) {
	type part struct {
		table  int
		column int
	}
	readers := m.tables
	if m.frames != nil {
		readers = append(readers[:len(readers):len(readers)], m.frames)
	}
	var parts []part
	columns := make([][]arrow.Array, len(readers))
	for t, r := range readers {
		if r.taken == 0 {
			continue
		}
		columns[t] = make([]arrow.Array, r.schema.NumFields())
		for i := range columns[t] {
			parts = append(parts, part{t, i})
		}
	}
	err := together(m.workers, len(parts), func(i int) (err error) {
		p := parts[i]
		columns[p.table][p.column], err = readers[p.table].column(p.column, readers[p.table].taken)
		return err
	})
	if err != nil {
		return nil, err
	}
	batches := make([]*model.Batch, len(readers))
	for t, r := range readers {
		if r.taken > 0 {
			if batches[t], err = r.batch(columns[t], r.taken); err != nil {
				return nil, err
			}
		}
	}
	return batches, nil
}

// checkFrames checks that the chunk's frames are those behind the frames of the chunk before.
func (m *merge) checkFrames(batches []*model.Batch) error {
	if m.frames == nil || batches[0] == nil {
		return nil
	}
	if first := batches[0].Stack().FirstFrame[0]; first != m.framesRead {
		return fileError(m.tables[0].path, fmt.Errorf("%w: frames begin at %d, expected %d", parquetfile.ErrDamaged, first,
			m.framesRead))
	}
	m.framesRead += uint64(m.frames.taken)
	return nil
}

// checkEnd checks that no frames are left without a stack.
func (m *merge) checkEnd() error {
	if m.frames != nil && m.framesRead != uint64(m.frames.unread) {
		return fileError(m.frames.path, fmt.Errorf("%w: %d frames, expected %d", parquetfile.ErrDamaged, m.frames.unread,
			m.framesRead))
	}
	return nil
}

func (m *merge) close() (err error) {
	for _, r := range m.tables {
		err = errors.Join(err, r.close())
	}
	if m.frames != nil {
		err = errors.Join(err, m.frames.close())
	}
	return err
}
