package batch

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	jsonSuffix = ".json"
	tempSuffix = ".tmp"
)

// maxSmallFile bounds the files that are read as a whole.
const maxSmallFile = 1 << 20

// readJSON reads a small file of JSON.
func readJSON(path string, to any) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSmallFile+1))
	if err == nil && len(text) > maxSmallFile {
		err = fmt.Errorf("more than %d bytes", maxSmallFile)
	}
	if err == nil {
		err = json.Unmarshal(text, to)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// replaceFile writes a file whole or not at all, and makes its folder if need be.
func replaceFile(path string, content []byte) error {
	folder := filepath.Dir(path)
	for try := 0; ; try++ {
		err := os.MkdirAll(folder, 0o777)
		if err == nil {
			err = replaceIn(path, content)
		}
		// Another process may have removed a folder that was empty.
		if err == nil || try == 3 || !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
}

func replaceIn(path string, content []byte) error {
	f, err := os.OpenFile(fmt.Sprintf("%s.%016x%s", path, rand.Uint64(), tempSuffix), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if _, err = f.Write(content); err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// leftOver is how old a temporary file must be to have been left by a process that was killed while it wrote it, which
// otherwise takes no time.
const leftOver = time.Hour

// sweep removes temporary files that were left in a folder.
func sweep(folder string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && strings.HasSuffix(e.Name(), tempSuffix) && time.Since(info.ModTime()) > leftOver {
			os.Remove(filepath.Join(folder, e.Name()))
		}
	}
}

// sweepDataset removes temporary files that runs left in a dataset.
func sweepDataset(folder string) {
	sweep(filepath.Join(folder, failedFolder))
	sweep(filepath.Join(folder, filepath.FromSlash(seenFolder)))
}
