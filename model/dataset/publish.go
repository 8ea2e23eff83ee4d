package dataset

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
)

// complete completes the files of the hidden folder and the manifest, which goes into the file of table capture.
func (w *conversion) complete(ctx context.Context) (err error) {
	m, about := &w.manifest, w.about()
	if m.Files, err = w.encoder.finish(ctx, about); err != nil {
		return err
	}
	loss, err := newTableFile(filepath.Join(w.work.staging, TableLoss), TableLoss, lossSheet.schema, w.encoder.meta)
	if err != nil {
		return err
	}
	loss.append(lossSheet.record(lossRows(m)))
	entry, err := loss.finish(about)
	if err != nil {
		return err
	}
	m.Files = append(m.Files, entry)
	return w.writeCapture(about)
}

// about gives what each file says about itself.
func (w *conversion) about() about {
	var sources []Source
	for _, r := range w.manifest.Recordings {
		sources = append(sources, Source{string(r.Name), r.Size, r.SHA256})
	}
	return aboutFiles(Schema, w.options.Tool, w.manifest.ID, sources)
}

// writeCapture writes the file of table capture, with its seal.
func (w *conversion) writeCapture(about about) error {
	text, err := json.Marshal(&w.manifest)
	if err != nil {
		return err
	}
	row := captureRow{manifest: &w.manifest, details: string(text), computerName: w.encoder.computerName}
	file, err := sealedFile(TableCapture, captureSheet.record([]captureRow{row}), w.meta, about)
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(w.work.staging, TableCapture), file)
}

// publish moves the files to their places, that of table capture last. What the dataset had of the capture goes first, its
// file of table capture before all else. Only the file system can stop it: then nothing of the capture is left.
func (w *conversion) publish() (result Result, err error) {
	id := w.manifest.ID
	host := w.meta.Host
	if host == "" {
		host = w.encoder.computerName
	}
	place := placeOf(host, w.manifest.Stats.FirstNano, id)
	old := union(w.old, []Place{place}) // at the place there may be files without one of table capture
	// From here on whoever finds the hidden folder without its owner knows of which capture there may be files.
	if err := w.work.rename(id); err != nil {
		return result, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, removeCaptureAt(w.folder, old))
		}
	}()
	if err := removeCaptureAt(w.folder, old); err != nil {
		return result, err
	}
	err = together(atDisk(w.workers), len(w.manifest.Files), func(i int) error {
		table := w.manifest.Files[i].Table
		return moveFile(filepath.Join(w.work.staging, table), w.folder, place.file(table))
	})
	if err != nil {
		return result, err
	}
	if err := moveFile(filepath.Join(w.work.staging, TableCapture), w.folder, place.file(TableCapture)); err != nil {
		return result, err
	}
	outcome := Written
	if len(w.old) > 0 {
		outcome = Rewritten
	}
	return w.result(place, outcome, &w.manifest)
}
