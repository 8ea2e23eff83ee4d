package parquetfile

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// KeyValue is an entry of a file's metadata.
type KeyValue struct{ Key, Value string }

const magic = "PAR1"

// Writer writes one file. Append may be called concurrently for different columns; everything else must not run at the
// same time.
type Writer struct {
	out     io.Writer
	offset  int64
	columns []Column
	writers []*columnWriter

	groups  []format.RowGroup
	indexes [][]format.ColumnIndex
	offsets [][]format.OffsetIndex
	rows    int64
}

// About is what a file says about itself.
type About struct {
	CreatedBy string
	Metadata  []KeyValue
}

// NewWriter begins a file with these columns. An error means that a column has a type that is not supported.
func NewWriter(out io.Writer, columns []Column) (*Writer, error) {
	return newWriter(out, columns, usual)
}

func newWriter(out io.Writer, columns []Column, s sizes) (*Writer, error) {
	w := &Writer{out: out, columns: columns}
	for i := range columns {
		if err := columns[i].check(); err != nil {
			return nil, err
		}
		w.writers = append(w.writers, newColumnWriter(&columns[i], s))
	}
	return w, nil
}

// Append adds rows to one column. The other columns must get as many before Commit. The array's memory is the caller's
// again when it returns.
func (w *Writer) Append(column int, a arrow.Array) { w.writers[column].append(a) }

// Commit writes the row groups that all columns have filled.
func (w *Writer) Commit() error {
	for len(w.writers) > 0 && len(w.writers[0].done) > 0 {
		if err := w.writeGroup(); err != nil {
			return err
		}
	}
	return nil
}

// Rows is the number of rows written so far; of the whole file after Close.
func (w *Writer) Rows() int64 { return w.rows }

// Size is the number of bytes written so far; of the whole file after Close.
func (w *Writer) Size() int64 { return w.offset }

// Close writes the rows that are left, and the footer. It does not close what the file is written to.
func (w *Writer) Close(about About) error {
	for _, c := range w.writers {
		c.endChunk()
	}
	if err := w.Commit(); err != nil {
		return err
	}
	if err := w.begin(); err != nil {
		return err
	}
	if err := w.writeIndexes(); err != nil {
		return err
	}
	footer := w.footer(about)
	start := w.offset
	if err := w.encode(&footer); err != nil {
		return err
	}
	end := binary.LittleEndian.AppendUint32(nil, uint32(w.offset-start))
	return w.write(append(end, magic...))
}

func (w *Writer) write(b []byte) error {
	n, err := w.out.Write(b)
	w.offset += int64(n)
	return err
}

// begin writes what a file begins with, once.
func (w *Writer) begin() error {
	if w.offset > 0 {
		return nil
	}
	return w.write([]byte(magic))
}

func (w *Writer) encode(v any) error {
	b, err := thrift.Marshal(new(thrift.CompactProtocol), v)
	if err != nil {
		return err
	}
	return w.write(b)
}

// writeGroup writes the oldest row group that is full.
func (w *Writer) writeGroup() error {
	if err := w.begin(); err != nil {
		return err
	}
	group := format.RowGroup{FileOffset: w.offset, Ordinal: int16(len(w.groups)), SortingColumns: w.sorting()}
	if len(w.groups) == 1<<15-1 {
		return fmt.Errorf("parquetfile: more than %d rows", int64(len(w.groups))*GroupRows)
	}
	indexes, offsets := make([]format.ColumnIndex, len(w.writers)), make([]format.OffsetIndex, len(w.writers))
	chunks := make([]chunk, len(w.writers))
	for i, column := range w.writers {
		chunks[i] = column.take()
		c := &chunks[i]
		if c.rows != chunks[0].rows {
			return fmt.Errorf("parquetfile: column %s has %d rows, column %s has %d", w.columns[i].Name, c.rows, w.columns[0].Name,
				chunks[0].rows)
		}
		meta, err := w.writeChunk(&w.columns[i], c)
		if err != nil {
			return err
		}
		body := meta.MetaData.DataPageOffset
		indexes[i], offsets[i] = columnIndex(&w.columns[i], c), offsetIndex(c, body)
		group.Columns = append(group.Columns, meta)
		group.TotalByteSize += meta.MetaData.TotalUncompressedSize
		group.TotalCompressedSize += meta.MetaData.TotalCompressedSize
		column.recycle(c)
	}
	for i := range chunks {
		if chunks[i].bloom == nil {
			continue
		}
		meta := &group.Columns[i].MetaData
		meta.BloomFilterOffset = w.offset
		if err := w.writeBloom(chunks[i].bloom); err != nil {
			return err
		}
		meta.BloomFilterLength = int32(w.offset - meta.BloomFilterOffset)
	}
	group.NumRows = int64(chunks[0].rows)
	w.rows += group.NumRows
	w.groups, w.indexes, w.offsets = append(w.groups, group), append(w.indexes, indexes), append(w.offsets, offsets)
	return nil
}

func (w *Writer) writeChunk(column *Column, c *chunk) (format.ColumnChunk, error) {
	meta := format.ColumnMetaData{
		Type: column.physical(), PathInSchema: []string{column.Name}, Codec: format.Zstd, NumValues: int64(c.rows),
		TotalUncompressedSize: c.uncompressed, TotalCompressedSize: int64(len(c.dictionary) + len(c.body)),
		EncodingStats: c.encodings,
		Statistics: format.Statistics{
			NullCount: int64(c.nulls), DistinctCount: int64(c.distinct), MinValue: c.bounds.min, MaxValue: c.bounds.max,
		},
	}
	if column.Nullable {
		meta.Encoding = append(meta.Encoding, format.RLE)
	}
	for _, e := range c.encodings {
		if !slices.Contains(meta.Encoding, e.Encoding) {
			meta.Encoding = append(meta.Encoding, e.Encoding)
		}
	}
	if len(c.dictionary) > 0 {
		meta.DictionaryPageOffset = w.offset
		if err := w.write(c.dictionary); err != nil {
			return format.ColumnChunk{}, err
		}
	}
	meta.DataPageOffset = w.offset
	return format.ColumnChunk{MetaData: meta}, w.write(c.body)
}
