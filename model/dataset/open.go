package dataset

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/arrow/go/v17/arrow/array"

	"etledger/internal/fileio"
	"etledger/model/dataset/internal/parquetfile"
)

// ErrNotDataset means that a path is neither a dataset nor in one. It is wrapped: test with errors.Is.
var ErrNotDataset = errors.New("no dataset, nor a part of one")

// FileError tells of a file of a dataset that is damaged, missing, or not what it should be.
type FileError struct {
	Path string
	Err  error
}

func (e *FileError) Error() string { return e.Path + ": " + e.Err.Error() }

// Unwrap gives the cause.
func (e *FileError) Unwrap() error { return e.Err }

// Find lists the captures at a path, which is the folder of a dataset, or a folder or file in it: then those captures that
// have a part there. They come in order of host, date and ID. It does not look into files; a capture whose file of table
// capture is missing is not there.
func Find(path string) (folder string, found []Place, err error) { return find(path, TableCapture) }

// splitPath finds the dataset that a path is in, and what the path says of places.
func splitPath(path string) (folder string, like Place, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", like, err
	}
	at, err := filepath.Abs(path)
	if err != nil {
		return "", like, err
	}
	if !info.IsDir() {
		if filepath.Base(at) != partName {
			return "", like, fmt.Errorf("%s: %w", path, ErrNotDataset)
		}
		at, path = filepath.Dir(at), filepath.Dir(path)
	}
	// The path as it was given is kept for messages; steps up from it lead to the dataset.
	folder = path
	for {
		name, value, _ := strings.Cut(filepath.Base(at), "=")
		part := map[string]*string{"table": new(string), "host": &like.Host, "date": &like.Date, "capture": &like.ID}[name]
		if part == nil {
			break
		}
		*part = value
		at, folder = filepath.Dir(at), filepath.Join(folder, "..")
		if name == "table" {
			return folder, like, nil
		}
	}
	if like != (Place{}) || !hasTables(path) {
		return "", like, fmt.Errorf("%s: %w", path, ErrNotDataset)
	}
	return folder, like, nil
}

// hasTables tells whether a folder has one of table capture, or of any other table.
func hasTables(folder string) bool {
	entries, err := os.ReadDir(folder)
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return e.IsDir() && strings.HasPrefix(e.Name(), "table=")
	})
}

// Capture is one capture of a dataset. Its methods may be called from several goroutines at once.
type Capture struct {
	Place
	Details
	folder   string
	manifest *manifest
}

// Open opens one of the captures that Find lists. Errors are a *FileError that names the file of table capture; what is
// wrong with other files comes out when they are read.
func Open(folder string, place Place) (*Capture, error) {
	c, err := openCapture(folder, place)
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	return c, nil
}

// maxCaptureFile bounds a file that vouches for others, which is read as a whole.
const maxCaptureFile = 64 << 20

func openCapture(folder string, place Place) (*Capture, error) {
	c := &Capture{Place: place, folder: folder}
	path := c.path(TableCapture)
	text, _, err := readDetails(path, Schema)
	if err == nil {
		c.manifest, err = parseManifest(text)
	}
	if err == nil && (c.manifest.ID != place.ID || len(c.manifest.Recordings) == 0) {
		err = fmt.Errorf("%w: it is of capture %s", parquetfile.ErrDamaged, c.manifest.ID)
	}
	if err != nil {
		return nil, fileError(path, err)
	}
	c.Details = c.manifest.details()
	return c, nil
}

func fileError(path string, err error) error {
	var inner *fs.PathError
	if errors.As(err, &inner) && inner.Path == path {
		err = inner.Err
	}
	return &FileError{Path: path, Err: err}
}

// readDetails reads a file that vouches for others, and the details in it. A layout that is not empty must be that of the file.
func readDetails(path, layout string) (details string, file []byte, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", nil, err
	}
	if info.Size() > maxCaptureFile {
		return "", nil, fmt.Errorf("%w: %d bytes", parquetfile.ErrDamaged, info.Size())
	}
	if file, err = os.ReadFile(path); err != nil {
		return "", nil, err
	}
	if err := checkSeal(file); err != nil {
		return "", nil, err
	}
	f, err := parquetfile.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return "", nil, err
	}
	if v, _ := f.Lookup(keySchema); layout != "" && v != layout {
		tool, _ := f.Lookup(keyTool)
		return "", nil, &VersionError{Schema: v, Tool: tool}
	}
	r, err := f.Reader([]parquetfile.Field{{Name: detailsColumn, Type: sheetText}})
	if err != nil {
		return "", nil, err
	}
	defer r.Close()
	if f.Rows() != 1 {
		return "", nil, fmt.Errorf("%w: %d rows, expected one", parquetfile.ErrDamaged, f.Rows())
	}
	a, err := r.Read(0, 1)
	if err != nil {
		return "", nil, err
	}
	return a.(*array.Dictionary).Dictionary().(*array.String).Value(0), file, nil
}

// path is where the file of a table is.
func (c *Capture) path(table string) string { return filepath.Join(c.folder, c.file(table)) }

// Verify compares every file of the capture with its checksum. Errors are a *FileError.
func (c *Capture) Verify(ctx context.Context) error {
	for i := range c.manifest.Files {
		f, err := c.openFile(ctx, c.manifest.Files[i].Table)
		if err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	return nil
}

// openFile opens the file of a table if it is as it was written.
func (c *Capture) openFile(ctx context.Context, table string) (f *os.File, err error) {
	path := c.path(table)
	at := slices.IndexFunc(c.manifest.Files, func(e fileEntry) bool { return e.Table == table })
	if at < 0 {
		return nil, fileError(path, errors.New("the capture was converted without this table; convert it with all; "+
			"one of 'etledger watch' never has it, and is for 'etledger trend'"))
	}
	if f, err = os.Open(path); err != nil {
		return nil, fileError(path, err)
	}
	if err = compare(ctx, f, &c.manifest.Files[at]); err != nil {
		f.Close()
		if ctx.Err() == nil {
			err = fileError(path, err)
		}
		return nil, err
	}
	return f, nil
}

// compare compares a file with what the manifest says of it.
func compare(ctx context.Context, f *os.File, want *fileEntry) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() != want.Size {
		return fmt.Errorf("%w: %d bytes, expected %d", parquetfile.ErrDamaged, info.Size(), want.Size)
	}
	sum := sha256.New()
	if _, err := io.CopyBuffer(sum, &fileio.ContextReader{Context: ctx, R: f}, make([]byte, 1<<18)); err != nil {
		return err
	}
	if hex.EncodeToString(sum.Sum(nil)) != want.SHA256 {
		return fmt.Errorf("%w: its checksum is not the one that table capture has of it", parquetfile.ErrDamaged)
	}
	return nil
}
