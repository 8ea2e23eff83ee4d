package dataset

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash"
	"io"
	"os"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"

	"etledger/model/dataset/internal/parquetfile"
)

// about gives what the file of a table says about itself.
type about func(table string, schema *arrow.Schema) parquetfile.About

// Source is a recording that a file was made of, as the metadata of the file names it.
type Source struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"` // bytes
	SHA256 string `json:"sha256"`
}

// aboutFiles gives what the files of a capture say about themselves.
func aboutFiles(schema, tool, id string, sources []Source) about {
	text, err := json.Marshal(sources)
	if err != nil {
		panic(err) // strings and numbers
	}
	return func(table string, columns *arrow.Schema) parquetfile.About {
		return parquetfile.About{CreatedBy: tool, Metadata: []parquetfile.KeyValue{
			{Key: keySchema, Value: schema}, {Key: keyTable, Value: table}, {Key: keyTool, Value: tool},
			{Key: keyCapture, Value: id}, {Key: keySources, Value: string(text)},
			{Key: keyColumns, Value: description(columns)},
		}}
	}
}

// createFile makes a file that does not exist yet. It is a variable for tests of disks that are full.
var createFile = func(path string) (outputFile, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

type outputFile interface {
	io.WriteCloser
	Sync() error
}

// tableFile is a file of a table that is being written, under its hidden name.
type tableFile struct {
	table   string
	schema  *arrow.Schema // with the columns of metadata
	meta    *metaColumns
	file    outputFile
	buffer  *bufio.Writer
	sum     hash.Hash
	parquet *parquetfile.Writer
}

// newTableFile begins the file of a table, whose last columns are those of metadata.
func newTableFile(path, table string, schema *arrow.Schema, meta *metaColumns) (*tableFile, error) {
	f, err := createFile(path)
	if err != nil {
		return nil, err
	}
	t := &tableFile{table: table, schema: withMeta(schema), meta: meta, file: f, sum: sha256.New()}
	t.buffer = bufio.NewWriterSize(io.MultiWriter(f, t.sum), 1<<16)
	t.parquet, err = parquetfile.NewWriter(t.buffer, columnsOf(t.schema))
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return t, nil
}

// append adds the rows of a record.
func (t *tableFile) append(r arrow.Record) {
	for i, a := range slices.Concat(r.Columns(), t.meta.of(int(r.NumRows()))) {
		t.parquet.Append(i, a)
	}
}

// finish completes the file, brings it to the disk, and tells what the manifest is to say of it.
func (t *tableFile) finish(about about) (fileEntry, error) {
	err := t.parquet.Close(about(t.table, t.schema))
	if err == nil {
		err = t.buffer.Flush()
	}
	if err == nil {
		err = t.file.Sync()
	}
	err = errors.Join(err, t.file.Close())
	return fileEntry{Table: t.table, Rows: t.parquet.Rows(), Size: t.parquet.Size(),
		SHA256: hex.EncodeToString(t.sum.Sum(nil))}, err
}

// writeFile makes a file that does not exist yet, and brings it to the disk.
func writeFile(path string, content []byte) error {
	f, err := createFile(path)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
