package parquetfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// File is an open file, to be read.
//
// What it is read with trusts much of what a file says about itself. Whoever cannot be sure of a file compares its checksum
// first; what goes wrong all the same becomes an error, panics included.
type File struct {
	file *parquet.File
	leaf map[string]int // by name
}

// ErrDamaged means that a file does not hold together.
var ErrDamaged = errors.New("damaged Parquet file")

// guard turns a panic into an error.
func guard(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%w: %v", ErrDamaged, p)
	}
}

// readBuffer is the size of the buffer through which each column is read.
const readBuffer = 64 << 10

// Open reads the footer of a file.
func Open(r io.ReaderAt, size int64) (f *File, err error) {
	defer guard(&err)
	file, err := parquet.OpenFile(r, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true),
		parquet.ReadBufferSize(readBuffer))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	f = &File{file: file, leaf: make(map[string]int)}
	for i, path := range file.Schema().Columns() {
		if len(path) != 1 {
			return nil, fmt.Errorf("%w: column %q is nested", ErrDamaged, path)
		}
		f.leaf[path[0]] = i
	}
	return f, nil
}

// Rows is the number of rows.
func (f *File) Rows() int64 { return f.file.NumRows() }

// Lookup gives the value of a key of the file's metadata.
func (f *File) Lookup(key string) (string, bool) { return f.file.Lookup(key) }

// Field is a column to be read.
type Field struct {
	Name     string
	Type     arrow.DataType // as in Column
	Nullable bool
	// Texts are the texts that the codes of a Dictionary with uint8 indexes stand for. A text that is none of them is an error.
	Texts arrow.Array
}

// Reader reads columns from the first row to the last, each at its own pace.
type Reader struct{ columns []*columnReader }

// Reader gives a reader of some of the columns. One that the file lacks is null in all rows if it may be. An error tells that
// one is missing or of another type.
func (f *File) Reader(fields []Field) (r *Reader, err error) {
	defer guard(&err)
	r = &Reader{}
	for i := range fields {
		column, err := f.column(&fields[i])
		if err != nil {
			return nil, errors.Join(err, r.Close())
		}
		r.columns = append(r.columns, column)
	}
	return r, nil
}

func (f *File) column(field *Field) (*columnReader, error) {
	want := Column{Name: field.Name, Type: field.Type, Nullable: field.Nullable}
	if err := want.check(); err != nil {
		return nil, err
	}
	leaf, ok := f.leaf[field.Name]
	if !ok && field.Nullable {
		return &columnReader{field: field, values: newDestination(field), absent: f.Rows()}, nil
	}
	if !ok {
		return nil, fmt.Errorf("%w: there is no column %s", ErrDamaged, field.Name)
	}
	about := f.file.Metadata()
	element := want.element()
	if !sameType(&about.Schema[1+leaf], &element) { // none is nested: they stand behind the root in their order
		return nil, fmt.Errorf("%w: column %s is no %v", ErrDamaged, field.Name, field.Type)
	}
	c := &columnReader{field: field, values: newDestination(field)}
	if field.Nullable && isNull(about, leaf) {
		c.absent = f.Rows()
		return c, nil
	}
	for _, group := range f.file.RowGroups() {
		c.chunks = append(c.chunks, group.ColumnChunks()[leaf])
	}
	return c, nil
}

// isNull tells whether a column that may be null is, in all rows. Many are, and their pages need not be read.
func isNull(about *format.FileMetaData, leaf int) bool {
	for i := range about.RowGroups {
		c := &about.RowGroups[i].Columns[leaf].MetaData
		if c.Statistics.NullCount != c.NumValues || c.NumValues != about.RowGroups[i].NumRows {
			return false
		}
	}
	return true
}

// sameType compares the types in two descriptions of a column.
func sameType(a, b *format.SchemaElement) bool {
	if a.Type != b.Type || a.RepetitionType != b.RepetitionType {
		return false
	}
	switch x := a.LogicalType.Value.(type) {
	case *format.IntType:
		y, ok := b.LogicalType.Value.(*format.IntType)
		return ok && *x == *y
	case *format.StringType:
		_, ok := b.LogicalType.Value.(*format.StringType)
		return ok
	}
	return a.LogicalType.String() == b.LogicalType.String()
}

// Read gives the next n rows of a column. It is an error when there are fewer. The array is the caller's. Different columns
// may be read concurrently.
func (r *Reader) Read(column, n int) (a arrow.Array, err error) {
	defer guard(&err)
	return r.columns[column].read(n)
}

// Close frees what the reader holds.
func (r *Reader) Close() (err error) {
	defer guard(&err)
	for _, c := range r.columns {
		err = errors.Join(err, c.close())
	}
	r.columns = nil
	return err
}

// columnReader reads one column, page by page.
type columnReader struct {
	field  *Field
	absent int64                 // rows left of a column that the file lacks
	chunks []parquet.ColumnChunk // of the row groups not begun yet
	pages  parquet.Pages         // of the row group that is being read
	page   parquet.Page
	values destination

	levels    []byte // of the page's rows, nil when the column has no nulls
	row, rows int    // of the page: read so far, and all
	value     int    // of its present values, read so far
}

func (c *columnReader) read(n int) (arrow.Array, error) {
	c.values.begin(n)
	if c.absent >= int64(n) {
		c.absent -= int64(n)
		return c.values.array(make([]byte, (n+7)/8), n), nil
	}
	var valid []byte
	nulls := 0
	for at := 0; at < n; {
		if c.row == c.rows {
			if err := c.nextPage(); err != nil {
				return nil, err
			}
			continue
		}
		take := min(n-at, c.rows-c.row)
		absent := 0
		if c.levels != nil {
			absent = countNulls(c.levels[c.row : c.row+take])
		}
		if absent > 0 && valid == nil {
			valid = appendRun(make([]byte, 0, (n+7)/8), 0, n, true)
		}
		if err := c.takeRows(at, take, absent, valid); err != nil {
			return nil, err
		}
		at, nulls = at+take, nulls+absent
	}
	return c.values.array(valid, nulls), nil
}

// takeRows makes rows at..at+n of the array the next ones of the page, of which some are absent.
func (c *columnReader) takeRows(at, n, absent int, valid []byte) error {
	levels := c.levels
	if absent == 0 {
		levels = nil
	} else {
		levels = levels[c.row : c.row+n]
	}
	c.row += n
	if levels == nil {
		c.value += n
		return c.values.take(at, c.value-n, n)
	}
	for i := 0; i < n; {
		end := i + 1
		for end < n && levels[end] == levels[i] {
			end++
		}
		if levels[i] == 0 {
			clearBits(valid, at+i, end-i)
		} else {
			if err := c.values.take(at+i, c.value, end-i); err != nil {
				return err
			}
			c.value += end - i
		}
		i = end
	}
	return nil
}

// nextPage goes to the next page with rows.
func (c *columnReader) nextPage() error {
	parquet.Release(c.page)
	c.page, c.row, c.rows = nil, 0, 0
	if c.pages == nil {
		if len(c.chunks) == 0 {
			return fmt.Errorf("%w: column %s has too few rows", ErrDamaged, c.field.Name)
		}
		c.pages, c.chunks = c.chunks[0].Pages(), c.chunks[1:]
	}
	p, err := c.pages.ReadPage()
	if errors.Is(err, io.EOF) {
		err = c.pages.Close()
		c.pages = nil
		return err
	}
	if err != nil {
		return fmt.Errorf("%w: column %s: %w", ErrDamaged, c.field.Name, err)
	}
	c.page, c.levels, c.row, c.value = p, nil, 0, 0
	present, err := c.values.open(p)
	if err != nil {
		return err
	}
	c.rows = int(p.NumRows())
	want := c.rows
	if c.field.Nullable {
		c.levels = p.DefinitionLevels()
		want -= countNulls(c.levels)
	}
	if want != present {
		return fmt.Errorf("%w: column %s: a page of %d values has %d", ErrDamaged, c.field.Name, want, present)
	}
	return nil
}

func (c *columnReader) close() error {
	parquet.Release(c.page)
	c.page = nil
	if c.pages == nil {
		return nil
	}
	err := c.pages.Close()
	c.pages = nil
	return err
}

func countNulls(levels []byte) int {
	present, i := 0, 0
	for ; i+8 <= len(levels); i += 8 {
		present += bits.OnesCount64(binary.LittleEndian.Uint64(levels[i:]) & 0x0101010101010101)
	}
	for ; i < len(levels); i++ {
		present += int(levels[i] & 1)
	}
	return len(levels) - present
}

func clearBits(bitmap []byte, at, n int) {
	for ; n > 0 && at&7 != 0; at, n = at+1, n-1 {
		bitmap[at>>3] &^= 1 << (at & 7)
	}
	for ; n >= 8; at, n = at+8, n-8 {
		bitmap[at>>3] = 0
	}
	for ; n > 0; at, n = at+1, n-1 {
		bitmap[at>>3] &^= 1 << (at & 7)
	}
}
