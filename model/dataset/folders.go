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

// isNoFolder tells that something is there which is no folder.
func isNoFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
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
		case errors.Is(err, fs.ErrNotExist) && at != root && !isNoFolder(at): // which Windows says of a file in the place of a folder too
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
	folder := filepath.Dir(path)
	if !exists(folder) {
		return nil
	}
	if err := notThere(os.Remove(path)); err != nil {
		return err
	}
	return removeEmpty(folder, 4) // capture, date, host, table
}

// removeEmpty brings to the disk that something was removed from a folder, and removes it and those that it is in as long as
// they are empty.
func removeEmpty(folder string, depth int) error {
	if err := syncFolder(folder); err != nil {
		return err
	}
	for range depth {
		if os.Remove(folder) != nil {
			return nil // it is not empty
		}
		folder = filepath.Dir(folder)
	}
	return nil
}

// removeCaptureAt removes the tables of a capture at places, that of table capture first: without it the others do not count.
func removeCaptureAt(root string, found []Place) error {
	if len(found) == 0 {
		return nil
	}
	tables, err := tablesOf(root, isOfCapture)
	if err != nil {
		return err
	}
	return removeTables(root, TableCapture, tables, found)
}

// isOfCapture tells whether a table is made by Convert.
func isOfCapture(table string) bool { return !isResults(table) }

// missingFolders gives those of a folder and the folders that it is in that do not exist, the innermost first.
func missingFolders(folder string) (missing []string) {
	for !exists(folder) && filepath.Dir(folder) != folder {
		missing = append(missing, folder)
		folder = filepath.Dir(folder)
	}
	return missing
}
