package dataset

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"

	"etledger/model"
	"etledger/model/dataset/internal/parquetfile"
)

// tableReader reads one table from its first row to its last. The columns that decide which rows a chunk gets are read
// ahead of those that are delivered, apart from them.
type tableReader struct {
	table  model.Table
	path   string
	file   *os.File
	reader *parquetfile.Reader
	schema *arrow.Schema // of the columns to deliver
	first  int           // number of the first of them among the reader's

	seq    []uint64 // of the rows that come next, as far as it is read
	unread int64    // rows whose seq is not read
	last   uint64   // seq that was read last

	taken int // rows of the chunk that is being made
}

// Numbers of the columns that are read ahead.
const (
	seqColumn    = 0
	framesColumn = 1 // of stacks: frame_count
)

// openTable opens the file of a table if it is as it was written. Columns are those to deliver, nil for all.
func (c *Capture) openTable(ctx context.Context, t model.Table, columns []string) (r *tableReader, err error) {
	file, err := c.openFile(ctx, t.String())
	if err != nil {
		return nil, err
	}
	r = &tableReader{table: t, path: c.path(t.String()), file: file, schema: t.SchemaOf(columns)}
	if err := r.begin(); err != nil {
		return nil, errors.Join(fileError(r.path, err), r.close())
	}
	return r, nil
}

func (r *tableReader) begin() error {
	info, err := r.file.Stat()
	if err != nil {
		return err
	}
	f, err := parquetfile.Open(r.file, info.Size())
	if err != nil {
		return err
	}
	if v, _ := f.Lookup(keySchema); v != Schema {
		tool, _ := f.Lookup(keyTool)
		return &VersionError{Schema: v, Tool: tool}
	}
	if v, _ := f.Lookup(keyTable); v != r.table.String() {
		return fmt.Errorf("%w: it is of table %q", parquetfile.ErrDamaged, v)
	}
	ahead := []string{"seq"}
	if r.table == model.TableStack {
		ahead = append(ahead, "frame_count")
	}
	fields := append(fieldsOf(r.table, r.table.SchemaOf(ahead)), fieldsOf(r.table, r.schema)...)
	r.first = len(ahead)
	r.reader, err = f.Reader(fields)
	r.unread = f.Rows()
	return err
}

// seqAhead is how many values of seq are read at a time.
const seqAhead = 1 << 15

// head tells whether there is a row that comes next; its seq is then r.seq[0].
func (r *tableReader) head() (bool, error) {
	if len(r.seq) > 0 || r.unread == 0 {
		return len(r.seq) > 0, nil
	}
	n := int(min(r.unread, seqAhead))
	a, err := r.reader.Read(seqColumn, n)
	if err != nil {
		return false, fileError(r.path, err)
	}
	r.unread -= int64(n)
	r.seq = a.(*array.Uint64).Uint64Values()
	for _, s := range r.seq {
		if s < r.last {
			return false, fileError(r.path, fmt.Errorf("%w: seq %d stands behind %d", parquetfile.ErrDamaged, s, r.last))
		}
		r.last = s
	}
	return true, nil
}

// frames counts the frames of the next n stacks, reading on in the column that tells.
func (r *tableReader) frames(n int) (frames int, err error) {
	a, err := r.reader.Read(framesColumn, n)
	if err != nil {
		return 0, fileError(r.path, err)
	}
	for _, count := range a.(*array.Uint32).Uint32Values() {
		frames += int(count)
	}
	return frames, nil
}

// column reads the next n rows of a column that is to be delivered.
func (r *tableReader) column(i, n int) (arrow.Array, error) {
	a, err := r.reader.Read(r.first+i, n)
	if err != nil {
		return nil, fileError(r.path, err)
	}
	return a, nil
}

// batch makes a batch of columns.
func (r *tableReader) batch(columns []arrow.Array, n int) (*model.Batch, error) {
	b, err := model.NewBatch(r.table, array.NewRecord(r.schema, columns, int64(n)))
	if err != nil {
		return nil, fileError(r.path, fmt.Errorf("%w: %w", parquetfile.ErrDamaged, err))
	}
	return b, nil
}

func (r *tableReader) close() error {
	var err error
	if r.reader != nil {
		err = r.reader.Close()
	}
	return errors.Join(err, r.file.Close())
}

// frameColumns are the columns of stacks that tell which frames are theirs.
var frameColumns = []string{"first_frame", "frame_count"}

// withFrames adds to columns of stacks those that frames need.
func withFrames(columns []string) []string {
	if columns == nil {
		return nil
	}
	columns = slices.Clone(columns)
	for _, name := range frameColumns {
		if !slices.Contains(columns, name) {
			columns = append(columns, name)
		}
	}
	return columns
}
