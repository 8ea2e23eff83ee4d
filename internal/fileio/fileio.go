// Package fileio has what several packages need of files: temporary ones that go away by themselves, and readers that end
// with a context.
package fileio

import (
	"context"
	"errors"
	"io"
	"os"
)

// TempFile is a file that goes away when it is closed. Where the system allows it, its name goes away at once, so that not even
// a process that is killed leaves it behind.
type TempFile struct {
	*os.File
	named bool
}

// CreateTemp makes a file as os.CreateTemp does.
func CreateTemp(folder, pattern string) (*TempFile, error) {
	f, err := os.CreateTemp(folder, pattern)
	if err != nil {
		return nil, err
	}
	return &TempFile{f, os.Remove(f.Name()) != nil}, nil
}

// Close closes the file and removes it.
func (f *TempFile) Close() error {
	err := f.File.Close()
	if f.named {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// ContextReader is a reader that ends, with the error of the context, when that does.
type ContextReader struct {
	Context context.Context
	R       io.Reader
}

// Read implements io.Reader.
func (r *ContextReader) Read(b []byte) (int, error) {
	if err := r.Context.Err(); err != nil {
		return 0, err
	}
	return r.R.Read(b)
}
