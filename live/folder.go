package live

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"etledger/model/dataset"
)

// hiddenFolder is the folder of a dataset that holds what is recorded and not converted yet: a folder for each Watch. Readers
// of datasets skip it for its name.
const hiddenFolder = ".etledger-watch"

// failedFolder in it holds recordings that cannot be converted.
const failedFolder = "failed"

// spoolFolder is the folder of one Watch. While it is at work it holds a lock that the operating system gives up with the
// process, so that others know whether its recordings are left over.
type spoolFolder struct {
	path    string
	tag     string // in the names of its recordings, which it tells from those of others
	release func()
}

// openFolder makes a folder for the recordings of a Watch.
func openFolder(folder string) (*spoolFolder, error) {
	for {
		var random [8]byte
		rand.Read(random[:]) // it never fails
		// The lock is that of a dataset for work on a capture, under a number of which there is no capture.
		name := "c-" + hex.EncodeToString(random[:])
		release, ok, err := dataset.TryWork(folder, name)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		s := &spoolFolder{path: filepath.Join(folder, hiddenFolder, name), tag: name[len(name)-8:], release: release}
		if err := os.MkdirAll(s.path, 0o777); err != nil {
			release()
			return nil, err
		}
		return s, nil
	}
}

// close removes the folder, if it is empty, and gives up its lock.
func (s *spoolFolder) close() {
	os.Remove(s.path)
	os.Remove(filepath.Dir(s.path))
	s.release()
}

// adopt moves the recordings here that others left behind, and gives their paths. Those of a Watch that is at work are left
// alone. The error, if any, tells of folders that could not be looked into; the others were.
func (s *spoolFolder) adopt(folder string) (paths []string, err error) {
	entries, err := os.ReadDir(filepath.Join(folder, hiddenFolder))
	if err != nil {
		return nil, err
	}
	var failures []error
	for _, entry := range entries {
		left := filepath.Join(folder, hiddenFolder, entry.Name())
		if !entry.IsDir() || entry.Name() == failedFolder || left == s.path {
			continue
		}
		release, ok, err := dataset.TryWork(folder, entry.Name())
		if err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", left, err))
			continue
		}
		if !ok {
			continue
		}
		moved, err := s.take(left)
		release()
		paths = append(paths, moved...)
		if err != nil {
			failures = append(failures, err)
		}
	}
	return paths, errors.Join(failures...)
}

// take moves all recordings of a folder here and removes the folder.
func (s *spoolFolder) take(left string) (paths []string, err error) {
	entries, err := os.ReadDir(left)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		if entry.IsDir() || filepath.Ext(entry.Name()) != ".etl" {
			continue
		}
		to := filepath.Join(s.path, entry.Name()) // whose tag is that of its own folder
		if _, err := os.Stat(to); err == nil {
			return paths, fmt.Errorf("%s: %w", to, fs.ErrExist)
		}
		if err := os.Rename(filepath.Join(left, entry.Name()), to); err != nil {
			return paths, err
		}
		paths = append(paths, to)
	}
	if err := os.Remove(left); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return paths, err
	}
	return paths, nil
}

// setAside moves a recording to those that cannot be converted, and gives its new path.
func setAside(path string) (string, error) {
	to := filepath.Join(filepath.Dir(filepath.Dir(path)), failedFolder)
	if err := os.MkdirAll(to, 0o777); err != nil {
		return "", err
	}
	to = filepath.Join(to, filepath.Base(path))
	return to, os.Rename(path, to)
}
