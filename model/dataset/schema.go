package dataset

import (
	"encoding/json"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"

	"etledger/model"
	"etledger/model/dataset/internal/parquetfile"
)

// Schema names the layout of datasets and of their files: every file has it in its metadata. docs/dataset.md says what may
// change without a new one.
const Schema = "etledger/dataset/v1"

// Keys of the files' metadata.
const (
	keySchema  = "etledger.schema"  // Schema
	keyTable   = "etledger.table"   // name of the table
	keyTool    = "etledger.tool"    // program that wrote the file
	keyCapture = "etledger.capture" // ID of the capture
	keySources = "etledger.sources" // JSON: names, sizes and digests of the recordings
	keyColumns = "etledger.columns" // JSON: units and descriptions of the columns
	keySeal    = "etledger.seal"    // of table capture: see seal
)

// deltaColumns are stored as differences from row to row.
var deltaColumns = []string{"seq", "first_frame"}

// bloomColumns are those by which rows are looked up, one value at a time.
var bloomColumns = []string{
	"pid", "tid", "header_pid", "header_tid", "parent_pid", "file_key", "image_base", "key", "name", "tag", "session_id",
}

// columnsOf says how the columns of a table are stored. Rows are sorted by seq and by time, if there are such columns.
func columnsOf(schema *arrow.Schema) []parquetfile.Column {
	columns := make([]parquetfile.Column, schema.NumFields())
	for i, f := range schema.Fields() {
		columns[i] = parquetfile.Column{
			Name: f.Name, Type: f.Type, Nullable: f.Nullable,
			Delta: slices.Contains(deltaColumns, f.Name), Bloom: slices.Contains(bloomColumns, f.Name),
			Constant: metaSheet.schema.HasField(f.Name),
			Sorted:   f.Name == "seq" || f.Name == "timestamp" || f.Name == "time_s",
		}
	}
	return columns
}

// described is what a file's metadata says of a column.
type described struct {
	Name        string `json:"name"`
	Unit        string `json:"unit"`
	Description string `json:"description"`
}

// description describes the columns of a table as JSON.
func description(schema *arrow.Schema) string {
	columns := make([]described, schema.NumFields())
	for i, f := range schema.Fields() {
		columns[i].Name = f.Name
		columns[i].Unit, _ = f.Metadata.GetValue("unit")
		columns[i].Description, _ = f.Metadata.GetValue("description")
	}
	text, err := json.Marshal(columns)
	if err != nil {
		panic(err) // a struct of strings
	}
	return string(text)
}

// fieldsOf says how columns of a table of package model are read.
func fieldsOf(t model.Table, schema *arrow.Schema) []parquetfile.Field {
	fields := make([]parquetfile.Field, schema.NumFields())
	for i, f := range schema.Fields() {
		fields[i] = parquetfile.Field{Name: f.Name, Type: f.Type, Nullable: f.Nullable}
		if texts, ok := t.Texts(f.Name); ok {
			fields[i].Texts = texts
		}
	}
	return fields
}
