package dataset

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"

	"github.com/apache/arrow/go/v17/arrow"

	"etledger/model/dataset/internal/parquetfile"
)

// complete completes the files of the hidden folder and the manifest, which goes into the file of table capture.
func (w *conversion) complete(ctx context.Context) (err error) {
	m, about := &w.manifest, w.about()
	if m.Files, err = w.encoder.finish(ctx, about); err != nil {
		return err
	}
	loss, err := newTableFile(filepath.Join(w.work.staging, TableLoss), TableLoss, lossSchema)
	if err != nil {
		return err
	}
	loss.append(sheetRecord(lossSchema, lossColumns, lossRows(m)))
	entry, err := loss.finish(about)
	if err != nil {
		return err
	}
	m.Files = append(m.Files, entry)
	return w.writeCapture(about)
}

// about gives what each file says about itself.
func (w *conversion) about() about {
	type source struct {
		Name   string `json:"name"`
		Size   int64  `json:"size"`
		SHA256 string `json:"sha256"`
	}
	var sources []source
	for _, r := range w.manifest.Recordings {
		sources = append(sources, source{string(r.Name), r.Size, r.SHA256})
	}
	text, err := json.Marshal(sources)
	if err != nil {
		panic(err) // strings and numbers
	}
	return func(table string, schema *arrow.Schema) parquetfile.About {
		return parquetfile.About{CreatedBy: w.options.Tool, Metadata: []parquetfile.KeyValue{
			{Key: keySchema, Value: Schema}, {Key: keyTable, Value: table}, {Key: keyTool, Value: w.options.Tool},
			{Key: keyCapture, Value: w.manifest.ID}, {Key: keySources, Value: string(text)},
			{Key: keyColumns, Value: description(schema)},
		}}
	}
}

// writeCapture writes the file of table capture, with its seal.
func (w *conversion) writeCapture(about about) error {
	text, err := json.Marshal(&w.manifest)
	if err != nil {
		return err
	}
	row := captureRow{manifest: &w.manifest, details: string(text), computerName: w.encoder.computerName}
	record := sheetRecord(captureSchema, captureColumns, []captureRow{row})
	says := about(TableCapture, captureSchema)
	says.Metadata = append(says.Metadata, parquetfile.KeyValue{Key: keySeal, Value: unsealed})
	var file bytes.Buffer
	p, err := parquetfile.NewWriter(&file, columnsOf(captureSchema))
	if err != nil {
		return err
	}
	for i, a := range record.Columns() {
		p.Append(i, a)
	}
	if err := p.Close(says); err != nil {
		return err
	}
	if err := seal(file.Bytes()); err != nil {
		return err
	}
	return writeFile(filepath.Join(w.work.staging, TableCapture), file.Bytes())
}

// publish moves the files to their places, that of table capture last. What the dataset had of the capture goes first, its
// file of table capture before all else. Only the file system can stop it: then nothing of the capture is left.
func (w *conversion) publish() (result Result, err error) {
	id := w.manifest.ID
	host := w.options.Host
	if host == "" {
		host = w.encoder.computerName
	}
	place := placeOf(host, w.manifest.Stats.FirstNano, id)
	// From here on whoever finds the hidden folder without its owner knows of which capture there may be files.
	if err := w.work.rename(id); err != nil {
		return result, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, removeCapture(w.folder, id))
		}
	}()
	if err := removeCapture(w.folder, id); err != nil {
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
	if w.old {
		outcome = Rewritten
	}
	return w.result(place, outcome, &w.manifest)
}
