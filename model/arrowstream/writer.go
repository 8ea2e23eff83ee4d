package arrowstream

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"

	"etledger/model"
)

// RecordRows is the number of rows of every record that a Writer writes but the last.
const RecordRows = 1 << 16

// Writer writes rows of one table as a stream in the Arrow IPC streaming format. It is for one goroutine at a time.
type Writer struct {
	table   model.Table
	schema  *arrow.Schema
	out     *ipc.Writer
	columns []column
	rows    int    // gathered
	total   uint64 // rows taken
}

// NewWriter makes a writer of the named columns of a table, in this order; nil means all. It writes large and small pieces
// to w, so a buffered one is best. Close ends the stream.
func NewWriter(w io.Writer, t model.Table, columns []string) (*Writer, error) {
	schema, err := Schema(t, columns)
	if err != nil {
		return nil, err
	}
	out := &Writer{table: t, schema: schema, out: ipc.NewWriter(w, ipc.WithSchema(schema))}
	for _, f := range schema.Fields() {
		out.columns = append(out.columns, newColumn(f.Type))
	}
	return out, nil
}

// Write adds the rows of a batch of the table. The batch is not needed afterwards.
func (w *Writer) Write(b *model.Batch) error {
	return w.write(b, selection{to: b.Len()})
}

// WriteRows adds some rows of a batch of the table, given by their indexes in the batch.
func (w *Writer) WriteRows(b *model.Batch, rows []int32) error {
	return w.write(b, selection{list: rows[:len(rows):len(rows)]})
}

func (w *Writer) write(b *model.Batch, rows selection) error {
	if b.Table() != w.table {
		return fmt.Errorf("arrowstream: a batch of table %v given to a stream of table %v", b.Table(), w.table)
	}
	arrays, err := project(b, w.schema)
	if err != nil {
		return err
	}
	for rows.len() > 0 {
		part := rows.first(RecordRows - w.rows)
		for i, c := range w.columns {
			c.gather(arrays[i], part)
		}
		w.rows += part.len()
		w.total += uint64(part.len())
		if w.rows == RecordRows {
			if err := w.flush(); err != nil {
				return err
			}
		}
		rows = rows.after(part.len())
	}
	return nil
}

// first gives the first n rows at most.
func (s selection) first(n int) selection {
	n = min(n, s.len())
	if s.list != nil {
		return selection{list: s.list[:n]}
	}
	return selection{from: s.from, to: s.from + n}
}

// after gives the rows after the first n.
func (s selection) after(n int) selection {
	if s.list != nil {
		return selection{list: s.list[n:]}
	}
	return selection{from: s.from + n, to: s.to}
}

// flush writes what was gathered as a record.
func (w *Writer) flush() error {
	arrays := make([]arrow.Array, len(w.columns))
	for i, c := range w.columns {
		arrays[i] = c.flush()
	}
	record := array.NewRecord(w.schema, arrays, int64(w.rows))
	w.rows = 0
	return w.out.Write(record)
}

// Rows is the number of rows that were added.
func (w *Writer) Rows() uint64 { return w.total }

// Close writes the rows that are left and the end of the stream. It does not close what it writes to.
func (w *Writer) Close() error {
	var err error
	if w.rows > 0 {
		err = w.flush()
	}
	return errors.Join(err, w.out.Close())
}

// Write writes a table of the source to w as one stream, and gives the number of its rows.
func Write(ctx context.Context, w io.Writer, source Source, t model.Table, columns []string) (rows uint64, err error) {
	out, err := NewWriter(w, t, columns)
	if err != nil {
		return 0, err
	}
	for batch, err := range source.Batches(ctx) {
		if err != nil {
			return out.Rows(), err
		}
		if batch.Table() != t {
			continue
		}
		if err := out.Write(batch); err != nil {
			return out.Rows(), err
		}
	}
	return out.Rows(), out.Close()
}
