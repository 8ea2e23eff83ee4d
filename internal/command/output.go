package command

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// checkOutput refuses, before any work is done, a file that could not be written or that is one of the captures.
func checkOutput(path string, captures []string) error {
	if path == "" {
		return nil
	}
	folder, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return fmt.Errorf("output %s: %w", path, err)
	}
	if !folder.IsDir() {
		return fmt.Errorf("output %s: %s is not a folder; choose another place", path, filepath.Dir(path))
	}
	target, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("output %s: %w", path, err)
	}
	if target.IsDir() {
		return fmt.Errorf("output %s is a folder; name a file in it", path)
	}
	for _, capture := range captures {
		if info, err := os.Stat(capture); err == nil && os.SameFile(info, target) {
			return fmt.Errorf("output %s is the capture itself, which is never overwritten; name another file", path)
		}
	}
	return nil
}

// checkApart refuses outputs that would take each other's place, however their names are spelled. Empty names are none.
func checkApart(paths ...string) error {
	taken := map[string]bool{}
	for _, path := range paths {
		if path == "" {
			continue
		}
		place := placeOf(path)
		if taken[place] {
			return usagef("two outputs cannot be one file, %s; name another one", path)
		}
		taken[place] = true
	}
	return nil
}

// placeOf gives one name to all names of a place.
func placeOf(path string) string {
	if target, err := os.Readlink(path); err == nil {
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	} else if folder, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		path = filepath.Join(folder, filepath.Base(path))
	}
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// writeFile makes a file of what write gives, whole or not at all: it is written beside its place under another name,
// brought to the disk, and then renamed. A device or a pipe is written as it is.
func writeFile(path string, write func(io.Writer) error) (err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return writeSpecial(path, write)
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // the file that a link names is replaced, not the link
	}
	f, err := createBeside(path)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	if err := errors.Join(buffered(f, write), f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// createBeside makes an empty file next to path, with the rights that path would get.
func createBeside(path string) (*os.File, error) {
	mode := fs.FileMode(0o666) // less what the umask takes
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	for i := 0; ; i++ {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%d-%d.tmp", filepath.Base(path), os.Getpid(), i))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if err == nil {
			unfinished.add(name)
		}
		if err == nil || !errors.Is(err, fs.ErrExist) || i == 100 {
			return f, err
		}
	}
}

// unfinished are the files of createBeside, for a program that has to end before they have got their names.
var unfinished temporaryFiles

type temporaryFiles struct {
	mu    sync.Mutex
	names []string
}

func (t *temporaryFiles) add(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.names = append(t.names, name)
}

// remove takes away those that are still there under the names they were made with.
func (t *temporaryFiles) remove() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, name := range t.names {
		os.Remove(name)
	}
}

func buffered(w io.Writer, write func(io.Writer) error) error {
	b := bufio.NewWriter(w)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}

func writeSpecial(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(buffered(f, write), f.Close())
}

// syncFolder brings the renaming itself to the disk, on systems where a folder can be opened and synced.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer folder.Close()
	_ = folder.Sync() // not every file system can; the rename is done all the same
	return nil
}
