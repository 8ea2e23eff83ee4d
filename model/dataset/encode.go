package dataset

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"

	"etledger/model"
	"etledger/model/dataset/internal/parquetfile"
)

// encoder writes the rows of chunks to the files of their tables. Columns are encoded concurrently, each by itself: what
// is written does not depend on how many at a time.
type encoder struct {
	workers int
	folder  string // for the files
	meta    *metaColumns

	files        map[model.Table]*tableFile
	rows         uint64
	computerName string
}

func newEncoder(folder string, workers int, meta Meta) *encoder {
	return &encoder{workers: workers, folder: folder, meta: &metaColumns{meta: meta}, files: make(map[model.Table]*tableFile)}
}

// open begins the file of a table.
func (e *encoder) open(t model.Table) error {
	f, err := newTableFile(filepath.Join(e.folder, t.String()), t.String(), t.Schema(), e.meta)
	if err != nil {
		return err
	}
	e.files[t] = f
	return nil
}

// task is to encode the rows that a chunk has in one column.
type task struct {
	file   *parquetfile.Writer
	column int
	rows   arrow.Array
}

// add writes the rows of a chunk. It does not keep the chunk.
func (e *encoder) add(c *model.Chunk) error {
	var tasks []task
	for t := range model.Tables() {
		b, f := c.Batch(t), e.files[t]
		if b == nil {
			continue
		}
		if t == model.TableSystem && e.computerName == "" {
			e.findComputerName(b)
		}
		if f == nil {
			continue
		}
		e.rows += uint64(b.Len())
		for i, a := range slices.Concat(b.Record().Columns(), e.meta.of(b.Len())) {
			tasks = append(tasks, task{f.parquet, i, a})
		}
	}
	_ = together(e.workers, len(tasks), func(i int) error { // encoding cannot fail
		tasks[i].file.Append(tasks[i].column, tasks[i].rows)
		return nil
	})
	for t := range model.Tables() {
		if f := e.files[t]; f != nil {
			if err := f.parquet.Commit(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *encoder) findComputerName(b *model.Batch) {
	rows := b.System()
	for i := range b.Len() {
		if name, ok := rows.ComputerName.At(i); ok && name != "" {
			e.computerName = name
			return
		}
	}
}

// finish completes the files, and lists them in the order of tables.
func (e *encoder) finish(ctx context.Context, about about) ([]fileEntry, error) {
	var files []*tableFile
	for t := range model.Tables() {
		if f := e.files[t]; f != nil {
			files = append(files, f)
		}
	}
	clear(e.files)
	entries := make([]fileEntry, len(files))
	err := together(atDisk(e.workers), len(files), func(i int) (err error) {
		if err := ctx.Err(); err != nil {
			return errors.Join(err, files[i].file.Close())
		}
		entries[i], err = files[i].finish(about)
		return err
	})
	return entries, err
}

// close closes the files that are not complete.
func (e *encoder) close() (err error) {
	for _, f := range e.files {
		err = errors.Join(err, f.file.Close())
	}
	clear(e.files)
	return err
}
