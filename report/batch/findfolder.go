package batch

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"etledger/model/dataset"
)

// wantedNames says which files are taken for captures where a folder is named.
const wantedNames = "*.etl, *.zip or *.diagsession"

// hasWantedName tells whether a file is called as captures are.
func hasWantedName(name string) bool {
	return slices.Contains([]string{".etl", ".zip", ".diagsession"}, strings.ToLower(path.Ext(name)))
}

// isURL tells URLs from paths, of which some begin with the letter of a drive.
var isURL = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]+://`).MatchString

// isPattern tells whether a name has what only patterns have.
func isPattern(name string) bool { return strings.ContainsAny(name, "*?[{") }

// isWanted tells whether a file that an input matches is meant: all that a pattern names by more than a star, else those that
// are called as captures are.
func isWanted(input, name string) bool {
	last := path.Base(filepath.ToSlash(input))
	if isPattern(last) && strings.Trim(last, "*") != "" {
		return true
	}
	return hasWantedName(filepath.ToSlash(name))
}

// glob finds what a pattern matches.
func (f *finder) glob(pattern string) error {
	matches, err := doublestar.FilepathGlob(pattern, doublestar.WithNoFollow())
	if err != nil {
		return fmt.Errorf("%s: %w", pattern, err)
	}
	if _, err := doublestar.FilepathGlob(pattern, doublestar.WithNoFollow(), doublestar.WithFailOnIOErrors()); err != nil {
		f.missed(pattern, "not all folders can be searched: %v", err)
	}
	slices.Sort(matches)
	count := len(f.found)
	meant := false
	for _, match := range matches {
		info, err := os.Stat(match)
		switch {
		case err != nil:
			f.missed(match, "it cannot be read: %v", err)
		case info.IsDir() && filepath.Base(pattern) != "**":
			if f.isOutput(match) {
				continue
			}
			meant = f.folder(match) == nil || meant // one of several that holds nothing is no error
		case info.Mode().IsRegular() && isWanted(pattern, match):
			f.file(match, info)
			meant = true
		}
	}
	if !meant && len(f.found) == count {
		return fmt.Errorf("%s: the pattern matches no recording", pattern)
	}
	return nil
}

// folder finds the captures in a folder that is named.
func (f *finder) folder(folder string) error {
	if f.searched[realPath(folder)] {
		return nil // another input has named it, or one that it is in
	}
	count, err := f.search(folder, true)
	if err != nil {
		return err
	}
	if count == 0 {
		return fmt.Errorf("%s: there is no recording (%s) in this folder, nor in those below it", folder, wantedNames)
	}
	return nil
}

// search finds the captures in a folder and below it, and tells how many there are. Folders that cannot be read are problems,
// unless they were named.
func (f *finder) search(folder string, named bool) (count int, err error) {
	if err := f.ctx.Err(); err != nil {
		return 0, err
	}
	if !named && f.isOutput(folder) || f.wasSearched(folder) {
		return 0, nil
	}
	entries, err := os.ReadDir(folder)
	if err != nil && named {
		return 0, err
	}
	if err != nil {
		f.missed(folder, "it cannot be read: %v", err)
	}
	for _, e := range entries {
		at := filepath.Join(folder, e.Name())
		if strings.HasPrefix(e.Name(), "table=") || e.Name() == ".etledger" {
			continue
		}
		info, err := os.Stat(at) // of what a link leads to
		switch {
		case err != nil && hasWantedName(e.Name()):
			f.missed(at, "it cannot be read: %v", err)
		case err != nil:
		case info.IsDir():
			n, err := f.search(at, false)
			if err != nil {
				return count, err
			}
			count += n
		case info.Mode().IsRegular() && hasWantedName(e.Name()):
			f.file(at, info)
			count++
		}
	}
	if !named && !slices.ContainsFunc(entries, func(e os.DirEntry) bool { return strings.HasPrefix(e.Name(), "table=") }) {
		return count, nil
	}
	before := len(f.captures)
	switch err := f.dataset(folder); {
	case err == nil, errors.Is(err, dataset.ErrNotDataset), errors.Is(err, errNoCapture) && (count > 0 || !named):
	case named && count == 0:
		return 0, err
	default:
		f.missed(folder, "its captures cannot be listed: %v", err)
	}
	return count + len(f.captures) - before, nil
}

// isOutput tells whether a folder is the dataset that is written to.
func (f *finder) isOutput(folder string) bool {
	if f.options.Output == "" {
		return false
	}
	there, err := os.Stat(folder)
	if err != nil {
		return false
	}
	output, err := os.Stat(f.options.Output)
	return err == nil && os.SameFile(there, output)
}

// wasSearched tells whether a folder was searched before, by whatever path, and takes it for searched.
func (f *finder) wasSearched(folder string) bool {
	at := realPath(folder)
	was := f.searched[at]
	f.searched[at] = true
	return was
}

// realPath gives the path of a folder without links, by which it is known again.
func realPath(folder string) string {
	at, err := filepath.EvalSymlinks(folder)
	if err == nil {
		at, err = filepath.Abs(at)
	}
	if err != nil {
		return folder
	}
	return at
}
