package dataset

import (
	"bytes"
	"fmt"

	"github.com/apache/arrow/go/v17/arrow"

	"etledger/model/dataset/internal/parquetfile"
)

// SheetRows are rows of a sheet, to be written.
type SheetRows struct {
	table  string
	rows   int
	record func() arrow.Record
}

// Rows gives rows for PutResults, in the order in which they come. They must stay as they are until it returns.
func (s *Sheet[R]) Rows(rows []R) SheetRows {
	return SheetRows{table: s.table, rows: len(rows), record: func() arrow.Record { return s.record(rows) }}
}

// maxSheetRows bounds the rows of a sheet, which are read as a whole.
const maxSheetRows = 1 << 22

// read reads the rows of a file, which is checked to be of the table and of this layout.
func (s *Sheet[R]) read(file []byte, schema string) ([]R, error) {
	f, err := parquetfile.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	if err := checkKind(f, schema, s.table); err != nil {
		return nil, err
	}
	if f.Rows() > maxSheetRows {
		return nil, fmt.Errorf("%w: %d rows", parquetfile.ErrDamaged, f.Rows())
	}
	fields := make([]parquetfile.Field, len(s.columns))
	for i, c := range s.columns {
		fields[i] = parquetfile.Field{Name: c.name, Type: c.kind, Nullable: c.nullable}
	}
	r, err := f.Reader(fields)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	rows := make([]R, f.Rows())
	for i, c := range s.columns {
		a, err := r.Read(i, len(rows))
		if err != nil {
			return nil, err
		}
		c.fill(rows, a)
	}
	return rows, nil
}

// checkKind checks that a file is of a layout and a table.
func checkKind(f *parquetfile.File, schema, table string) error {
	if v, _ := f.Lookup(keySchema); v != schema {
		tool, _ := f.Lookup(keyTool)
		return &VersionError{Schema: v, Tool: tool}
	}
	if v, _ := f.Lookup(keyTable); v != table {
		return fmt.Errorf("%w: it is of table %q", parquetfile.ErrDamaged, v)
	}
	return nil
}
