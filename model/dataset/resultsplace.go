package dataset

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// reportFolder is where the files of results are that are no tables.
const reportFolder = "report"

// Document is where a file of the results of a capture is that is no table, such as report.json, from the dataset's folder on.
func (p Place) Document(name string) string { return filepath.Join(p.under(reportFolder), name) }

// FindResults lists the captures at a path that have results there; the path is one that Find takes. They come in order of
// host, date and ID. It does not look into files; results whose file of table results_captures is missing are not there.
func FindResults(path string) (folder string, found []Place, err error) {
	return find(path, TableResultsCaptures)
}

func find(path, table string) (folder string, found []Place, err error) {
	folder, like, err := splitPath(path)
	if err != nil {
		return "", nil, err
	}
	if found, err = places(folder, table, like); err != nil {
		return "", nil, fmt.Errorf("dataset: %w", err)
	}
	slices.SortFunc(found, func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.Host, b.Host), cmp.Compare(a.Date, b.Date), cmp.Compare(a.ID, b.ID))
	})
	return folder, found, nil
}

// resultsName names the lock and the hidden folder with which results of a capture move to their places.
func resultsName(id string) string { return movePrefix + id }

// removeResults removes all that a dataset has of the results of a capture, that of the table that vouches first.
func removeResults(root, id string) error {
	found, err := resultsPlaces(root, id)
	if err != nil {
		return err
	}
	return removeResultsAt(root, found)
}

// removeResultsAt removes the results at places.
func removeResultsAt(root string, found []Place) error {
	if len(found) == 0 {
		return nil
	}
	tables, err := tablesOf(root, isResults)
	if err != nil {
		return err
	}
	if err := removeTables(root, TableResultsCaptures, tables, found); err != nil {
		return err
	}
	for _, place := range found {
		folder := filepath.Join(root, place.under(reportFolder))
		if !exists(folder) {
			continue
		}
		if err := os.RemoveAll(folder); err != nil {
			return err
		}
		if err := removeEmpty(filepath.Dir(folder), 3); err != nil { // date, host, report
			return err
		}
	}
	return nil
}

// recoverResults removes what is left of moving the results of a capture, whose lock the caller holds. Those that had come to
// a place count only if that of the table that vouches, the last, had.
func recoverResults(root, id string) error {
	staging := stagingPath(root, resultsName(id))
	if !exists(staging) {
		return nil
	}
	found, err := foldersUnder(filepath.Join(root, reportFolder), Place{ID: id})
	if err != nil {
		return err
	}
	tables, err := tablesOf(root, isResults)
	if err != nil {
		return err
	}
	torn, err := tornPlaces(root, TableResultsCaptures, tables, id, found)
	if err != nil {
		return err
	}
	if err := removeResultsAt(root, torn); err != nil {
		return err
	}
	return os.RemoveAll(staging)
}

// tornPlaces gives the places where a capture has folders in some of the tables, or otherwise found, but no file in the table
// that vouches.
func tornPlaces(root, vouching string, tables []string, id string, found []Place) ([]Place, error) {
	for _, table := range tables {
		more, err := folders(root, table, Place{ID: id})
		if err != nil {
			return nil, err
		}
		found = union(found, more)
	}
	return slices.DeleteFunc(found, func(p Place) bool { return exists(filepath.Join(root, p.file(vouching))) }), nil
}

// union gives the places that are in either list, each once.
func union(a, b []Place) []Place {
	for _, p := range b {
		if !slices.Contains(a, p) {
			a = append(a, p)
		}
	}
	return a
}

// tablesOf gives the tables that a dataset has, of those that are meant.
func tablesOf(root string, meant func(table string) bool) (tables []string, err error) {
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil, notThere(err)
	}
	for _, e := range entries {
		if table, ok := strings.CutPrefix(e.Name(), "table="); ok && meant(table) {
			tables = append(tables, table)
		}
	}
	return tables, nil
}

// removeTables removes the files of tables at places, those of the table that vouches for the others before all else.
func removeTables(root, vouching string, tables []string, found []Place) error {
	for _, place := range found {
		if err := removeFile(root, place.file(vouching)); err != nil {
			return err
		}
	}
	for _, table := range tables {
		for _, place := range found {
			if err := removeFile(root, place.file(table)); err != nil {
				return err
			}
		}
	}
	return nil
}
