// Package arrowstream gives a table of a capture as a stream of Arrow records: within a program as an array.RecordReader
// (Reader), between programs in the Arrow IPC streaming format (Writer), as pyarrow, Polars, DuckDB and others read it.
//
// Both take their rows from a Source: a model.Reader, or anything else that delivers batches, such as a dataset.
//
// What a Writer writes depends on the rows and the columns alone, not on how the source divided the rows into batches.
// Texts are dictionary-encoded. Each record comes with its own dictionaries, which replace the ones before, as the
// streaming format allows and the file format does not: so a stream needs no more memory the longer it is.
package arrowstream

import (
	"context"
	"fmt"
	"iter"

	"github.com/apache/arrow/go/v17/arrow"

	"etledger/model"
)

// Source delivers the rows of tables as batches. Those of one table come in order; batches of other tables, which may
// come in between, are ignored.
type Source interface {
	Batches(ctx context.Context) iter.Seq2[*model.Batch, error]
}

// Schema gives the schema of a stream: the table's, restricted to the named columns, in the order of the names. nil means
// all columns. It fails when a name is not that of a column, or is there twice.
func Schema(t model.Table, columns []string) (*arrow.Schema, error) {
	whole := t.Schema()
	if columns == nil {
		return whole, nil
	}
	fields := make([]arrow.Field, len(columns))
	seen := make(map[string]bool, len(columns))
	for i, name := range columns {
		found, ok := whole.FieldsByName(name)
		if !ok {
			return nil, fmt.Errorf("arrowstream: table %v has no column %q", t, name)
		}
		if seen[name] {
			return nil, fmt.Errorf("arrowstream: column %q of table %v is named twice", name, t)
		}
		seen[name] = true
		fields[i] = found[0]
	}
	meta := whole.Metadata()
	return arrow.NewSchema(fields, &meta), nil
}

// project gives the columns of a batch that a schema names, in its order. It fails when the batch was read without one.
func project(b *model.Batch, schema *arrow.Schema) ([]arrow.Array, error) {
	record := b.Record()
	arrays := make([]arrow.Array, schema.NumFields())
	for i, f := range schema.Fields() {
		at := record.Schema().FieldIndices(f.Name)
		if len(at) == 0 {
			return nil, fmt.Errorf("arrowstream: the batch of table %v was read without its column %q", b.Table(), f.Name)
		}
		arrays[i] = record.Column(at[0])
	}
	return arrays, nil
}
