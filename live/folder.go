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

// spoolFolder is the folder of one Watch. While somebody is at work on it there is a lock that the operating system gives up with the
// process, so that others know whether its recordings are left over.
type spoolFolder struct {
	path    string
	tag     string // in the names of its recordings, which it tells from those of others
	origin  origin
	release func()
}

// openFolder makes a folder for the recordings of a Watch.
func openFolder(folder string, from origin) (*spoolFolder, error) {
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
		s := &spoolFolder{path: filepath.Join(folder, hiddenFolder, name), tag: name[len(name)-8:], origin: from, release: release}
		if err := errors.Join(os.MkdirAll(s.path, 0o777), from.write(s.path)); err != nil {
			s.close()
			return nil, err
		}
		return s, nil
	}
}

// close removes the folder, if it has no more recordings, and gives up its lock.
func (s *spoolFolder) close() {
	defer s.release()
	if left, err := s.recordings(); err != nil || len(left) > 0 {
		return
	}
	os.Remove(filepath.Join(s.path, originFile))
	os.Remove(s.path)
	os.Remove(filepath.Dir(s.path))
}

// recordings gives the paths of the recordings in the folder, the oldest first.
func (s *spoolFolder) recordings() (paths []string, err error) {
	entries, err := os.ReadDir(s.path)
	for _, entry := range entries {
		if !entry.IsDir() && filepath.Ext(entry.Name()) == ".etl" {
			paths = append(paths, filepath.Join(s.path, entry.Name()))
		}
	}
	return paths, err
}

// discard removes all recordings of the folder, and gives how many.
func (s *spoolFolder) discard(remove func(string) error) (removed int, err error) {
	paths, err := s.recordings()
	if err != nil {
		return 0, err
	}
	for _, path := range paths {
		if err := remove(path); err != nil {
			return removed, err
		}
		removed++
	}
	return removed, nil
}

// adopt gives the folders that others left behind, locked, so that nobody else takes them. They stay as they are, and so does
// what they say of their recordings, whenever this process is killed. Those of a Watch that is at work are left alone. The error,
// if any, tells of folders that could not be looked into, and such as do not say where they are from.
func (s *spoolFolder) adopt(folder string) (left []*spoolFolder, err error) {
	entries, err := os.ReadDir(filepath.Join(folder, hiddenFolder))
	if err != nil {
		return nil, err
	}
	var failures []error
	for _, entry := range entries {
		path := filepath.Join(folder, hiddenFolder, entry.Name())
		if !entry.IsDir() || entry.Name() == failedFolder || path == s.path {
			continue
		}
		release, ok, err := dataset.TryWork(folder, entry.Name())
		if err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", path, err))
			continue
		}
		if !ok {
			continue
		}
		other := &spoolFolder{path: path, release: release}
		paths, err := other.recordings()
		if err == nil && len(paths) > 0 {
			other.origin, err = readOrigin(path)
		}
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNoOrigin) { // the recordings tell the computer
			failures = append(failures, fmt.Errorf("%w; the host is the computer that they name", err))
			err = nil
		}
		if err != nil {
			release()
			failures = append(failures, err)
			continue
		}
		left = append(left, other)
	}
	return left, errors.Join(failures...)
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
