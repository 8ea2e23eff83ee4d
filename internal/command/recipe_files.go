package command

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"etledger/report/recipe"
)

// writeRecipeFolder writes files into a folder, which is made if it is not there: all or none. Files that are there already are
// never replaced; those that are the same already are left alone.
func writeRecipeFolder(folder string, files []recipe.File) (err error) {
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return writeNewFolder(folder, files)
	} else if err != nil {
		return err
	}
	missing, err := missingFiles(folder, files)
	if err != nil {
		return err
	}
	var written []string
	defer func() {
		if err != nil {
			for _, path := range written {
				os.Remove(path)
			}
		}
	}()
	for _, f := range missing {
		path := filepath.Join(folder, f.Name)
		if err := writeNewFile(path, []byte(f.Content), func() { written = append(written, path) }); err != nil {
			return err
		}
	}
	return nil
}

// writeNewFolder makes a folder under another name beside its place, and renames it when all is in it.
func writeNewFolder(folder string, files []recipe.File) (err error) {
	made, err := os.MkdirTemp(filepath.Dir(filepath.Clean(folder)), "."+filepath.Base(filepath.Clean(folder))+".tmp")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(made)
		}
	}()
	if err := os.Chmod(made, 0o755); err != nil { // MkdirTemp keeps others out, who may have to copy it
		return err
	}
	for _, f := range files {
		if err := writeNewFile(filepath.Join(made, f.Name), []byte(f.Content), func() {}); err != nil {
			return err
		}
	}
	return os.Rename(made, folder)
}

// missingFiles gives those files that are not in a folder. Others of the same names that differ are an error.
func missingFiles(folder string, files []recipe.File) (missing []recipe.File, err error) {
	for _, f := range files {
		path := filepath.Join(folder, f.Name)
		there, err := os.ReadFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, f)
		case err != nil:
			return nil, err
		case !bytes.Equal(there, []byte(f.Content)):
			return nil, fmt.Errorf("%s is there already and differs; name another folder", path)
		}
	}
	return missing, nil
}

// writeNewFile writes a file that must not be there yet, and calls made once it is.
func writeNewFile(path string, content []byte, made func()) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	made()
	_, err = f.Write(content)
	return errors.Join(err, f.Sync(), f.Close())
}
