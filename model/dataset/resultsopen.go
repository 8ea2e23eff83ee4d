package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"etledger/model/dataset/internal/parquetfile"
)

// Results are the results of one capture in a dataset. Several goroutines may read them at once.
type Results struct {
	Place
	Fingerprint, Tool, Schema string // as they were given to PutResults
	Meta                      Meta
	Sources                   []Source

	folder   string
	file     []byte // of the table that vouches
	manifest *resultsManifest
}

// OpenResults opens the results at a place that FindResults lists. Errors are a *FileError that names the file of table
// results_captures, and wrap fs.ErrNotExist where somebody has removed or replaced the results since; what is wrong with
// other files comes out when they are read.
func OpenResults(folder string, place Place) (*Results, error) {
	r, err := openResults(folder, place)
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	return r, nil
}

func openResults(folder string, place Place) (*Results, error) {
	r := &Results{Place: place, folder: folder}
	path := filepath.Join(folder, place.file(TableResultsCaptures))
	text, file, err := readDetails(path, "")
	if err == nil {
		r.manifest, err = parseResultsManifest(text)
	}
	if err == nil && r.manifest.ID != place.ID {
		err = fmt.Errorf("%w: it is of capture %s", parquetfile.ErrDamaged, r.manifest.ID)
	}
	if err != nil {
		return nil, fileError(path, err)
	}
	m := r.manifest
	r.file, r.Fingerprint, r.Tool, r.Schema, r.Meta, r.Sources = file, m.Fingerprint, m.Tool, m.Schema, m.Meta, m.Sources
	return r, nil
}

// ReadRows reads the rows of a sheet. Columns that the file lacks, because an older program wrote it, are nil if they are
// pointers; columns that the sheet lacks are left out. An error is a *FileError that names the file: its checksum is not that
// which it was written with, a column is missing or of another type, or the results have no such table.
func ReadRows[R any](r *Results, sheet *Sheet[R]) ([]R, error) {
	file, path := r.file, filepath.Join(r.folder, r.Place.file(sheet.table))
	var err error
	if sheet.table != TableResultsCaptures {
		at := slices.IndexFunc(r.manifest.Files, func(e fileEntry) bool { return e.Table == sheet.table })
		if at < 0 {
			return nil, fmt.Errorf("dataset: %w", fileError(path, errors.New("the results were written without this table")))
		}
		e := &r.manifest.Files[at]
		file, err = readWhole(path, e.Size, e.SHA256)
	}
	var rows []R
	if err == nil {
		rows, err = sheet.read(file, r.Schema)
	}
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", fileError(path, err))
	}
	return rows, nil
}

// ReadResults reads the rows that a sheet has of the results at a place: OpenResults and ReadRows in one.
func ReadResults[R any](folder string, place Place, sheet *Sheet[R]) ([]R, error) {
	r, err := OpenResults(folder, place)
	if err != nil {
		return nil, err
	}
	return ReadRows(r, sheet)
}

// Document reads a file that is no table, such as report.json, if it is as it was written. Errors are a *FileError.
func (r *Results) Document(name string) ([]byte, error) {
	path := filepath.Join(r.folder, r.Place.Document(name))
	at := slices.IndexFunc(r.manifest.Documents, func(d documentEntry) bool { return d.Name == name })
	if at < 0 {
		return nil, fmt.Errorf("dataset: %w", fileError(path, errors.New("the results were written without this file")))
	}
	d := &r.manifest.Documents[at]
	b, err := readWhole(path, d.Size, d.SHA256)
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", fileError(path, err))
	}
	return b, nil
}

// Verify compares every file of the results with its checksum. Errors are a *FileError.
func (r *Results) Verify() error {
	for _, e := range r.manifest.Files {
		path := filepath.Join(r.folder, r.Place.file(e.Table))
		if _, err := readWhole(path, e.Size, e.SHA256); err != nil {
			return fmt.Errorf("dataset: %w", fileError(path, err))
		}
	}
	for _, d := range r.manifest.Documents {
		if _, err := r.Document(d.Name); err != nil {
			return err
		}
	}
	return nil
}

// ResultsFingerprint gives the fingerprint of the results that a dataset has of a capture, and where they are. ok is false
// if it has none, or if they are not whole: a file is missing, damaged, or of another layout. An error tells that the dataset
// could not be searched.
func ResultsFingerprint(folder, id string) (fingerprint string, place Place, ok bool, err error) {
	if !isID(id) {
		return "", place, false, fmt.Errorf("dataset: %q is no ID of a capture", id)
	}
	found, err := resultsPlaces(folder, id)
	if err != nil {
		return "", place, false, fmt.Errorf("dataset: %w", err)
	}
	found = slices.DeleteFunc(found, func(p Place) bool { return !exists(filepath.Join(folder, p.file(TableResultsCaptures))) })
	if len(found) != 1 {
		return "", place, false, nil
	}
	r, err := openResults(folder, found[0])
	if err != nil || r.Verify() != nil {
		return "", found[0], false, nil
	}
	return r.Fingerprint, found[0], true, nil
}

// readWhole reads a file that has a size and a SHA-256, in hexadecimal.
func readWhole(path string, size int64, digest string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() != size {
		return nil, fmt.Errorf("%w: %d bytes, expected %d", parquetfile.ErrDamaged, info.Size(), size)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != digest {
		return nil, fmt.Errorf("%w: its checksum is not the one that table %s has of it", parquetfile.ErrDamaged,
			TableResultsCaptures)
	}
	return b, nil
}
