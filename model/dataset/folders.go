package dataset

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// moveFile moves a file to its place, whose folders it makes, and brings all of that to the disk. A file that is there is
// replaced.
func moveFile(from, root, to string) error {
	target := filepath.Join(root, to)
	for {
		made, err := makeFolders(root, filepath.Dir(to))
		if err != nil {
			return err
		}
		err = os.Rename(from, target)
		if errors.Is(err, fs.ErrNotExist) && exists(from) {
			continue // somebody has removed a folder that was empty
		}
		if err != nil {
			return err
		}
		for _, folder := range append(made, filepath.Dir(target)) {
			if err := syncFolder(folder); err != nil {
				return err
			}
		}
		return nil
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// makeFolders makes the folders of a path below a root, and gives those in which it made one.
func makeFolders(root, path string) (changed []string, err error) {
	at := root
	for part := range strings.SplitSeq(filepath.ToSlash(path), "/") {
		next := filepath.Join(at, part)
		err := os.Mkdir(next, 0o777)
		switch {
		case err == nil:
			changed = append(changed, at)
		case errors.Is(err, fs.ErrNotExist) && at != root:
			return makeFolders(root, path) // somebody has removed a folder that was empty
		case !errors.Is(err, fs.ErrExist):
			return changed, err
		}
		at = next
	}
	return changed, nil
}

// removeFile removes the file of a table, if it is there, with the folders that are empty then, and brings that to the disk.
func removeFile(root, file string) error {
	path := filepath.Join(root, file)
	if err := notThere(os.Remove(path)); err != nil {
		return err
	}
	folder := filepath.Dir(path)
	if err := syncFolder(folder); err != nil {
		return err
	}
	for range 4 { // capture, date, host, table
		if os.Remove(folder) != nil {
			return nil // it is not empty
		}
		folder = filepath.Dir(folder)
	}
	return nil
}

// removeCapture removes all that a dataset has of a capture, that of table capture first: without it the others do not
// count.
func removeCapture(root, id string) error {
	entries, err := os.ReadDir(root)
	if err != nil {
		return notThere(err)
	}
	tables := []string{TableCapture}
	for _, e := range entries {
		if table, ok := strings.CutPrefix(e.Name(), "table="); ok && table != TableCapture {
			tables = append(tables, table)
		}
	}
	for _, table := range tables {
		found, err := folders(root, table, Place{ID: id})
		if err != nil {
			return err
		}
		for _, place := range found {
			if err := removeFile(root, place.file(table)); err != nil {
				return err
			}
		}
	}
	return nil
}

// missingFolders gives those of a folder and the folders that it is in that do not exist, the innermost first.
func missingFolders(folder string) (missing []string) {
	for !exists(folder) && filepath.Dir(folder) != folder {
		missing = append(missing, folder)
		folder = filepath.Dir(folder)
	}
	return missing
}
