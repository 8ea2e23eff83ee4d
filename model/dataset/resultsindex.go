package dataset

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// To look through the folders of thousands of hosts for the results of one capture takes longer than to write them. So the
// hidden folder has an index: for each capture a file with a line for each place where its results ever were. Whoever writes
// results adds the place before they come there. The index holds for all that is in the dataset once its mark is there;
// whoever writes and finds none makes the index anew. It may be removed at any time.

const (
	indexName   = "at"
	indexMarked = "complete"
)

func indexPath(root, name string) string { return filepath.Join(root, hiddenName, indexName, name) }

// resultsPlaces gives the places that may have results of a capture.
func resultsPlaces(root, id string) ([]Place, error) {
	if !exists(indexPath(root, indexMarked)) {
		return folders(root, TableResultsCaptures, Place{ID: id})
	}
	content, err := os.ReadFile(indexPath(root, id))
	if err != nil {
		return nil, notThere(err)
	}
	var found []Place
	for line := range strings.Lines(string(content)) {
		// A line that was cut short stands for a place where nothing has come yet.
		host, date, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "/")
		place := Place{Host: host, Date: date, ID: id}
		if strings.HasSuffix(line, "\n") && host != "" && !strings.ContainsAny(host+date, `/\`) && !slices.Contains(found, place) {
			found = append(found, place)
		}
	}
	return found, nil
}

// indexResults adds a place to the index, and brings it to the disk. The caller holds the lock under which the results move.
func indexResults(root string, place Place) error {
	if err := makeIndex(root); err != nil {
		return err
	}
	known, err := resultsPlaces(root, place.ID)
	if err != nil || slices.Contains(known, place) {
		return err
	}
	return appendPlace(root, place)
}

func appendPlace(root string, place Place) error {
	path := indexPath(root, place.ID)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	// The first line end ends what may have been cut short.
	_, err = f.WriteString("\n" + place.Host + "/" + place.Date + "\n")
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close(), syncFolder(filepath.Dir(path)))
}

// makeIndex makes the index unless it is there.
func makeIndex(root string) error {
	mark := indexPath(root, indexMarked)
	if exists(mark) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(mark), 0o777); err != nil {
		return err
	}
	found, err := folders(root, TableResultsCaptures, Place{})
	if err != nil {
		return err
	}
	for _, place := range found {
		if !isID(place.ID) {
			continue
		}
		if err := appendPlace(root, place); err != nil {
			return err
		}
	}
	f, err := os.OpenFile(mark, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return nil // somebody else has made it
	}
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), syncFolder(filepath.Dir(mark)))
}
