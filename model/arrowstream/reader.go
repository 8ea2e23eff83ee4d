package arrowstream

import (
	"context"
	"iter"
	"sync/atomic"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"

	"etledger/model"
)

var _ array.RecordReader = (*Reader)(nil)

// Reader is an array.RecordReader over the batches of one table, without copying them.
//
// It begins with one reference. When the last is released, or Next has returned false, the iteration of the source has
// ended; a Reader that is abandoned without either leaks what the source holds. A Reader is for one goroutine at a time,
// but Retain and Release may be called from any.
type Reader struct {
	table   model.Table
	schema  *arrow.Schema
	next    func() (*model.Batch, error, bool)
	stop    func()
	current arrow.Record // nil before the first record and after the last
	err     error
	refs    atomic.Int64
}

// NewReader makes a reader of a table of the source, restricted to the named columns, nil meaning all; the source must
// deliver these. Nothing is read before the first Next. When the context ends, so does the iteration, with its error.
func NewReader(ctx context.Context, source Source, t model.Table, columns []string) (*Reader, error) {
	schema, err := Schema(t, columns)
	if err != nil {
		return nil, err
	}
	r := &Reader{table: t, schema: schema}
	r.next, r.stop = iter.Pull2(source.Batches(ctx))
	r.refs.Store(1)
	return r, nil
}

// Schema is the schema of every record.
func (r *Reader) Schema() *arrow.Schema { return r.schema }

// Next goes to the next record, if there is one. Err tells whether the end is a failure.
func (r *Reader) Next() bool {
	r.drop()
	for r.err == nil {
		batch, err, ok := r.next()
		if !ok || err != nil {
			r.err = err
			break
		}
		if batch.Table() != r.table || batch.Len() == 0 {
			continue
		}
		arrays, err := project(batch, r.schema)
		if err != nil {
			r.err = err
			break
		}
		r.current = array.NewRecord(r.schema, arrays, int64(batch.Len()))
		return true
	}
	r.stop()
	return false
}

// Record is the current record. It is the Reader's until the next call of Next or the last Release: Retain it to keep it.
func (r *Reader) Record() arrow.Record { return r.current }

// Err is what ended the iteration early, the context's error included; nil when all was read.
func (r *Reader) Err() error { return r.err }

// Retain adds a reference.
func (r *Reader) Retain() { r.refs.Add(1) }

// Release takes a reference away. With the last the iteration of the source ends, and the current record is released.
func (r *Reader) Release() {
	if r.refs.Add(-1) == 0 {
		r.drop()
		r.stop()
	}
}

func (r *Reader) drop() {
	if r.current != nil {
		r.current.Release()
		r.current = nil
	}
}
