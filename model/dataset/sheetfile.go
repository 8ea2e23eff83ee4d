package dataset

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"etledger/model/dataset/internal/parquetfile"
)

// WriteSheetFile writes rows to a Parquet file of their own, which is part of no dataset, in place of one that is there. It is
// written in a hidden folder beside its place and then renamed: whoever reads it finds all of it or what was there before. The
// folder it goes to must exist. The file names schema, the layout of its table, and tool, the program that wrote it; equal
// rows give equal bytes.
func WriteSheetFile(ctx context.Context, path string, rows SheetRows, schema, tool string) error {
	content, err := sheetFile(rows, schema, tool)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("dataset: writing %s: %w", path, err)
	}
	if err := replaceFile(path, content); err != nil {
		return fmt.Errorf("dataset: writing a table: %w", err)
	}
	return nil
}

// ReadSheetFile reads the rows of a file that WriteSheetFile wrote with this sheet and schema. The error is a *FileError, and
// in it a *VersionError where the file is of another schema.
func ReadSheetFile[R any](path string, sheet *Sheet[R], schema string) ([]R, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, &FileError{Path: path, Err: err}
	}
	rows, err := sheet.read(content, schema)
	if err != nil {
		return nil, &FileError{Path: path, Err: err}
	}
	return rows, nil
}

func sheetFile(rows SheetRows, schema, tool string) ([]byte, error) {
	record := rows.record()
	var b bytes.Buffer
	w, err := parquetfile.NewWriter(&b, columnsOf(record.Schema()))
	if err != nil {
		return nil, err
	}
	for i, a := range record.Columns() {
		w.Append(i, a)
	}
	err = w.Close(parquetfile.About{CreatedBy: tool, Metadata: []parquetfile.KeyValue{
		{Key: keySchema, Value: schema}, {Key: keyTable, Value: rows.table}, {Key: keyTool, Value: tool},
		{Key: keyColumns, Value: description(record.Schema())},
	}})
	return b.Bytes(), err
}

// replaceFile puts a file in the place of one that may be there.
func replaceFile(path string, content []byte) (err error) {
	folder := filepath.Dir(path)
	hidden, err := os.MkdirTemp(folder, ".table-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(hidden)) }()
	part := filepath.Join(hidden, filepath.Base(path))
	if err := writeFile(part, content); err != nil {
		return err
	}
	if err := os.Rename(part, path); err != nil {
		return err
	}
	return syncFolder(folder)
}
