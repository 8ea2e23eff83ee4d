package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
)

// PutResults writes the results of a capture into a dataset, whose folder is made if need be: a file for each sheet, of which
// one is table results_captures with one row, and others such as the report. It replaces whatever the dataset had of the
// results of that capture, under whichever host and date. The capture itself need not be in the dataset.
//
// Like Convert it may be called by several at once, and leaves results that are whole. After an error, that of the context
// included, the dataset has the results that it had before, or none of this capture.
func PutResults(
	ctx context.Context, folder string, about ResultsAbout, sheets []SheetRows, files []NamedFile,
) (place Place, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("dataset: results of %s: %w", about.ID, err)
		}
	}()
	if err := checkResults(&about, sheets, files); err != nil {
		return place, err
	}
	made := missingFolders(folder)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return place, err
	}
	defer func() {
		for i := 0; err != nil && i < len(made); i++ {
			os.Remove(made[i]) // if it is still empty
		}
	}()
	p := &resultsWriter{folder: folder, about: about, sheets: sheets, files: files}
	if p.work, err = beginWork(folder); err != nil {
		return place, err
	}
	defer func() { err = errors.Join(err, p.work.end()) }()
	if err := recoverAll(folder); err != nil {
		return place, err
	}
	if err := p.write(ctx); err != nil {
		return place, err
	}
	return p.publish(ctx)
}

// resultsWriter is one call of PutResults.
type resultsWriter struct {
	folder   string
	about    ResultsAbout
	sheets   []SheetRows
	files    []NamedFile
	work     *work
	manifest resultsManifest
}

// hiddenDocument is how a file beside the tables is named in the hidden folder. No table has such a name.
func hiddenDocument(name string) string { return "file-" + name }

// write writes all files into the hidden folder.
func (p *resultsWriter) write(ctx context.Context) error {
	a := &p.about
	p.manifest = resultsManifest{Dataset: Schema, Schema: a.Schema, Tool: a.Tool, ID: a.ID, Fingerprint: a.Fingerprint, Meta: a.Meta,
		Sources: slices.Concat([]Source{}, a.Sources)}
	about := aboutFiles(a.Schema, a.Tool, a.ID, p.manifest.Sources)
	var row arrow.Record
	var others []SheetRows
	for _, s := range p.sheets {
		if s.table == TableResultsCaptures {
			row = s.record()
		} else {
			others = append(others, s)
		}
	}
	p.manifest.Files = make([]fileEntry, len(others))
	p.manifest.Documents = make([]documentEntry, len(p.files))
	err := together(filesAtOnce, len(others)+len(p.files), func(i int) (err error) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if i < len(others) {
			p.manifest.Files[i], err = p.writeSheet(others[i], about)
			return err
		}
		i -= len(others)
		f := &p.files[i]
		sum := sha256.Sum256(f.Content)
		p.manifest.Documents[i] = documentEntry{Name: f.Name, Size: int64(len(f.Content)), SHA256: hex.EncodeToString(sum[:])}
		return writeFile(filepath.Join(p.work.staging, hiddenDocument(f.Name)), f.Content)
	})
	if err != nil {
		return err
	}
	if row, err = p.withDetails(row); err != nil {
		return err
	}
	file, err := sealedFile(TableResultsCaptures, row, a.Meta, about)
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(p.work.staging, TableResultsCaptures), file)
}

// filesAtOnce is how many small files may be on their way to the disk at once.
const filesAtOnce = 8

func (p *resultsWriter) writeSheet(s SheetRows, about about) (fileEntry, error) {
	record := s.record()
	f, err := newTableFile(filepath.Join(p.work.staging, s.table), s.table, record.Schema(), &metaColumns{meta: p.about.Meta})
	if err != nil {
		return fileEntry{}, err
	}
	f.append(record)
	return f.finish(about)
}

// withDetails adds the manifest to the row of table results_captures, as its last column.
func (p *resultsWriter) withDetails(row arrow.Record) (arrow.Record, error) {
	text, err := json.Marshal(&p.manifest)
	if err != nil {
		return nil, err
	}
	field := sheetField(detailsColumn, "", "JSON: how the results were made, and their files with checksums", sheetText, false)
	meta := row.Schema().Metadata()
	schema := arrow.NewSchema(append(row.Schema().Fields(), field), &meta)
	return array.NewRecord(schema, slices.Concat(row.Columns(), []arrow.Array{constant(sheetText, string(text), 1)}), 1), nil
}

// publish moves the files to their places, that of table results_captures last. What the dataset had of the results goes
// first, its file of that table before all else. Only the file system can stop it: then no results of the capture are left.
func (p *resultsWriter) publish(ctx context.Context) (place Place, err error) {
	id := p.about.ID
	name := resultsName(id)
	held, err := acquire(ctx, lockPath(p.folder, name))
	if err != nil {
		return place, err
	}
	defer held.release()
	if err := recoverResults(p.folder, id); err != nil {
		return place, err
	}
	if err := ctx.Err(); err != nil {
		return place, err
	}
	place = placeOf(p.about.Host, p.about.FirstNano, id)
	if err := indexResults(p.folder, place); err != nil {
		return place, err
	}
	defer func() {
		// Before the lock is released: then another call may put its folder in the place of this one.
		err = errors.Join(err, os.RemoveAll(p.work.staging))
		p.work.staging = ""
	}()
	// From here on whoever finds the hidden folder without its owner knows of which capture there may be results.
	if err := p.work.rename(name); err != nil {
		return place, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, removeResults(p.folder, id))
		}
	}()
	if err := removeResults(p.folder, id); err != nil { // at this place too
		return place, err
	}
	move := func(name, to string) error { return moveFile(filepath.Join(p.work.staging, name), p.folder, to) }
	tables, documents := p.manifest.Files, p.manifest.Documents
	err = together(filesAtOnce, len(tables)+len(documents), func(i int) error {
		if i < len(tables) {
			return move(tables[i].Table, place.file(tables[i].Table))
		}
		document := documents[i-len(tables)].Name
		return move(hiddenDocument(document), place.Document(document))
	})
	if err != nil {
		return place, err
	}
	return place, move(TableResultsCaptures, place.file(TableResultsCaptures))
}
