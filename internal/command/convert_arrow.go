package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"etledger/internal/listing"
	"etledger/model"
	"etledger/model/arrowstream"
)

// arrowOptions say what convertArrow writes, and where to.
type arrowOptions struct {
	tables []string // names of tables; nil: all that have rows
	output string   // "-", the file of the one table, or the folder of several
}

// streamSuffix is what the names of files in the Arrow IPC streaming format end with.
const streamSuffix = ".arrows"

// convertArrow writes tables of the captures as Arrow IPC streams: one table to standard output or a file, several to a
// folder. Files are written whole or not at all, and so is the folder.
func convertArrow(ctx context.Context, c console, o arrowOptions, captures []string) error {
	tables, err := parseTables(o.tables)
	if err != nil {
		return err
	}
	one := len(tables) == 1
	switch {
	case o.output == "":
		return errors.New("name the output with -o: a file for one table, a folder for several, - for standard output")
	case o.output == "-" && !one:
		if tables == nil {
			tables = slices.Collect(model.Tables())
		}
		return fmt.Errorf("standard output takes one table; name it with --table: %s", listing.Names(tables))
	case o.output == "-" && isTerminal(c.out):
		return errors.New("an arrow stream is nothing to read on a terminal; name a file with -o")
	case one:
		return convertArrowTable(ctx, c, tables[0], o.output, captures)
	}
	return convertArrowFolder(ctx, c, tables, o.output, captures)
}

// convertArrowTable writes one table to a file or, when that is named "-", to standard output.
func convertArrowTable(ctx context.Context, c console, table model.Table, path string, captures []string) error {
	if path == "-" {
		path = ""
	}
	if err := checkOutput(path, captures); err != nil {
		return err
	}
	tables := []model.Table{table}
	return useArrowChunks(ctx, c, tables, captures, func(chunks chunks) error {
		out := output{path, func(w io.Writer) error {
			buffered := bufio.NewWriterSize(w, 1<<20)
			stream, err := arrowstream.NewWriter(buffered, table, nil)
			if err != nil {
				return err
			}
			if err := eachBatch(chunks, tables, stream.Write); err != nil {
				return err
			}
			return errors.Join(stream.Close(), buffered.Flush())
		}}
		return out.deliver(c)
	})
}

// convertArrowFolder writes tables to files in a folder, which must be empty or not be there.
func convertArrowFolder(ctx context.Context, c console, tables []model.Table, path string, captures []string) error {
	entries, err := os.ReadDir(path)
	if len(entries) > 0 {
		return fmt.Errorf("output %s is not empty; name a folder that is, or that is not there yet", path)
	}
	if err != nil {
		if err := checkOutput(path, captures); err != nil {
			return err
		}
		if _, err := os.Stat(path); err == nil {
			return fmt.Errorf("output %s is a file; name a folder, or one table with --table", path)
		}
	}
	folder := arrowFolder{path: path, named: tables, streams: make(map[model.Table]*arrowFile)}
	return useArrowChunks(ctx, c, tables, captures, func(chunks chunks) error {
		if err := errors.Join(folder.write(chunks), ctx.Err()); err != nil {
			folder.abandon()
			return err
		}
		return folder.finish()
	})
}

// useArrowChunks has the chunks of the captures used, which hold the tables, nil meaning all, and tells of damage.
func useArrowChunks(ctx context.Context, c console, tables []model.Table, captures []string, use func(chunks) error) error {
	var input inputFlags
	found, err := input.useChunks(ctx, c, captures, model.Options{Tables: tables}, use)
	if err != nil {
		return quietWhenClosed(err)
	}
	return found.tell(c)
}

// eachBatch has the batches of tables, nil meaning all, written one after the other, and releases the chunks.
func eachBatch(chunks chunks, tables []model.Table, write func(*model.Batch) error) error {
	for chunk, err := range chunks {
		if err != nil {
			return err
		}
		for table := range model.Tables() {
			if b := chunk.Batch(table); b != nil && (tables == nil || slices.Contains(tables, table)) {
				err = errors.Join(err, write(b))
			}
		}
		chunk.Release()
		if err != nil {
			return err
		}
	}
	return nil
}

// arrowFolder is a folder of streams that are being written.
type arrowFolder struct {
	path    string
	named   []model.Table // that are written, also without rows; nil: all that have some
	made    bool          // the folder was made here
	streams map[model.Table]*arrowFile
}

// arrowFile is one of the streams, written under another name until all are whole.
type arrowFile struct {
	file   *os.File
	buffer *bufio.Writer
	stream *arrowstream.Writer
	path   string
}

func (f *arrowFolder) write(chunks chunks) error {
	if err := os.Mkdir(f.path, 0o777); err == nil {
		f.made = true
	} else if !errors.Is(err, os.ErrExist) {
		return err
	}
	for _, table := range f.named {
		if err := f.begin(table); err != nil {
			return err
		}
	}
	if err := eachBatch(chunks, f.named, func(b *model.Batch) error {
		if f.streams[b.Table()] == nil {
			if err := f.begin(b.Table()); err != nil {
				return err
			}
		}
		return f.streams[b.Table()].stream.Write(b)
	}); err != nil {
		return err
	}
	for _, s := range f.streams {
		if err := errors.Join(s.stream.Close(), s.buffer.Flush(), s.file.Sync(), s.file.Close()); err != nil {
			return fmt.Errorf("writing %s: %w", s.path, err)
		}
	}
	return nil
}

// begin begins the stream of a table.
func (f *arrowFolder) begin(table model.Table) error {
	path := filepath.Join(f.path, table.String()+streamSuffix)
	file, err := createBeside(path)
	if err != nil {
		return err
	}
	s := &arrowFile{file: file, buffer: bufio.NewWriterSize(file, 1<<18), path: path}
	f.streams[table] = s
	s.stream, err = arrowstream.NewWriter(s.buffer, table, nil)
	return err
}

// abandon takes away what was begun.
func (f *arrowFolder) abandon() {
	for _, s := range f.streams {
		s.file.Close()
		os.Remove(s.file.Name())
	}
	if f.made {
		os.Remove(f.path)
	}
}

// finish gives the files their names.
func (f *arrowFolder) finish() error {
	for _, s := range f.streams {
		if err := os.Rename(s.file.Name(), s.path); err != nil {
			f.abandon()
			return err
		}
	}
	return syncFolder(f.path)
}
