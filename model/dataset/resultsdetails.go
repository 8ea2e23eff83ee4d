package dataset

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"etledger/model/dataset/internal/parquetfile"
)

// TableResultsCaptures is the table that vouches for the results of a capture. Its file is written last.
const TableResultsCaptures = "results_captures"

// resultsPrefix is what the names of the tables of results begin with; no other table's does.
const resultsPrefix = "results"

func isResults(table string) bool { return strings.HasPrefix(table, resultsPrefix) }

// ResultsAbout says what results are of, and how they were made.
type ResultsAbout struct {
	ID          string // of the capture
	Host        string // that the capture counts for, empty for unknown
	FirstNano   int64  // time of the first event, ns since 1970 UTC
	Fingerprint string // of all that the results depend on: whoever made them chooses what it says
	Tool        string // program that made them, with its version
	Schema      string // layout of the tables and meaning of their columns, such as etledger/results/v1
	Meta        Meta
	Sources     []Source // recordings
}

// NamedFile is a file beside the tables.
type NamedFile struct {
	Name    string // of letters, digits, dashes, underscores and inner dots
	Content []byte
}

// resultsManifest is the JSON in column details of table results_captures.
type resultsManifest struct {
	Dataset     string          `json:"dataset"` // Schema
	Schema      string          `json:"schema"`  // of the results
	Tool        string          `json:"tool"`
	ID          string          `json:"id"`
	Fingerprint string          `json:"fingerprint"`
	Meta        Meta            `json:"meta,omitzero"`
	Sources     []Source        `json:"sources"`
	Files       []fileEntry     `json:"files"`     // of the other tables
	Documents   []documentEntry `json:"documents"` // beside the tables
}

type documentEntry struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"` // bytes
	SHA256 string `json:"sha256"`
}

// parseResultsManifest reads the JSON of a manifest. Fields that it does not know are of no concern to it.
func parseResultsManifest(text string) (*resultsManifest, error) {
	m := new(resultsManifest)
	if err := json.Unmarshal([]byte(text), m); err != nil {
		return nil, fmt.Errorf("column %s: %w", detailsColumn, err)
	}
	if m.Dataset != Schema {
		return nil, &VersionError{Schema: m.Dataset, Tool: m.Tool}
	}
	for _, d := range m.Documents {
		if !isFileName(d.Name) {
			return nil, fmt.Errorf("%w: a file is named %q", parquetfile.ErrDamaged, d.Name)
		}
	}
	return m, nil
}

// isFileName tells whether a file beside the tables may have a name. None ends in .parquet, so no glob takes one for a table.
func isFileName(name string) bool {
	return name != "" && escape(name) == name && !strings.HasSuffix(name, ".parquet")
}

// checkResults checks what is to be written.
func checkResults(about *ResultsAbout, sheets []SheetRows, files []NamedFile) (err error) {
	if !isID(about.ID) {
		return fmt.Errorf("%q is no ID of a capture", about.ID)
	}
	if about.Meta, err = about.Meta.normal(); err != nil {
		return err
	}
	var tables, names []string
	for _, s := range sheets {
		switch {
		case !isResults(s.table) || escape(s.table) != s.table || slices.Contains(tables, s.table):
			return fmt.Errorf("%q is no table of results, or is given twice", s.table)
		case s.rows > maxSheetRows:
			return fmt.Errorf("table %s has %d rows; it can have %d", s.table, s.rows, maxSheetRows)
		case s.table == TableResultsCaptures && s.rows != 1:
			return fmt.Errorf("table %s has %d rows, expected one", s.table, s.rows)
		}
		tables = append(tables, s.table)
	}
	if !slices.Contains(tables, TableResultsCaptures) {
		return errors.New("there is no table " + TableResultsCaptures)
	}
	for _, f := range files {
		if !isFileName(f.Name) || slices.Contains(names, f.Name) {
			return fmt.Errorf("a file cannot be named %q, or is given twice", f.Name)
		}
		names = append(names, f.Name)
	}
	return nil
}
