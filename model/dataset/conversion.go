package dataset

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"etledger/etl"
	"etledger/model"
)

// conversion is one call of Convert.
type conversion struct {
	folder   string
	capture  *etl.Capture
	options  Options
	tables   []model.Table
	workers  int
	manifest manifest
	meta     Meta

	work    *work   // hidden folder for the files
	held    *lock   // of the capture's ID, as soon as that is known
	old     []Place // where the dataset has the capture, but not as it should be
	encoder *encoder
}

func newConversion(folder string, c *etl.Capture, o Options) (w *conversion, err error) {
	w = &conversion{folder: folder, capture: c, options: o, workers: o.Concurrency}
	if w.workers <= 0 {
		w.workers = runtime.GOMAXPROCS(0)
	}
	o.Meta.Host = cmp.Or(o.Meta.Host, o.Host)
	if w.meta, err = o.Meta.normal(); err != nil {
		return nil, err
	}
	w.manifest = manifest{Schema: Schema, Tool: o.Tool, HostOption: w.meta.Host, Meta: w.meta}
	for t := range model.Tables() {
		if o.Tables == nil || slices.Contains(o.Tables, t) {
			w.tables = append(w.tables, t)
			w.manifest.Tables = append(w.manifest.Tables, t.String())
		}
	}
	for _, r := range c.Recordings() {
		w.manifest.Recordings = append(w.manifest.Recordings, recorded{Name: exactText(r.Name()), Size: r.Size(),
			Buffers: uint64(r.Buffers().Buffers), Header: r.Header()})
	}
	if n := len(o.Identity.Recordings); n > 0 && (n != len(w.manifest.Recordings) || !isID(o.Identity.ID)) {
		return nil, fmt.Errorf("the identity %q of %d recordings is not that of %d", o.Identity.ID, n, len(w.manifest.Recordings))
	}
	return w, nil
}

// run converts the capture: its digest tells its ID, its rows go into files in a hidden folder, and these move to their
// places. The first two steps are taken at the same time when it is likely that both are needed.
func (w *conversion) run(ctx context.Context) (result Result, err error) {
	if w.work, err = beginWork(w.folder); err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, w.end()) }()
	if err := recoverAll(w.folder); err != nil {
		return result, err
	}
	w.encoder = newEncoder(w.work.staging, w.workers, w.meta)
	if w.workers > 1 && len(w.options.Identity.Recordings) == 0 && w.options.Observe == nil && !w.likelyThere() {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		err = together(2, 2, func(i int) error {
			if i == 1 {
				return w.identify(ctx)
			}
			err := w.encode(ctx)
			if err != nil {
				cancel()
			}
			return err
		})
	} else {
		err = w.identify(ctx)
	}
	if err != nil {
		return result, err
	}
	kept, err := w.claim(ctx)
	if err != nil {
		return result, err
	}
	if kept != nil {
		return *kept, nil
	}
	if len(w.encoder.files) == 0 {
		if err := w.encode(ctx); err != nil {
			return result, err
		}
	}
	if err := w.complete(ctx); err != nil {
		return result, err
	}
	if err := ctx.Err(); err != nil {
		return result, err
	}
	return w.publish()
}

// end gives up what the conversion holds, finished or not.
func (w *conversion) end() error {
	var err error
	if w.encoder != nil {
		err = w.encoder.close()
	}
	err = errors.Join(err, w.work.end())
	if w.held != nil {
		w.held.release()
	}
	return err
}

// likelyThere tells whether the dataset has any capture of the day of this one. That is cheap to see, if not exact.
func (w *conversion) likelyThere() bool {
	date := w.capture.Header().StartTime.UTC().Format(time.DateOnly)
	found, err := places(w.folder, TableCapture, Place{Date: date})
	return err != nil || len(found) > 0
}

// identify tells the digests of the recordings, and with them the capture's ID.
func (w *conversion) identify(ctx context.Context) error {
	id := w.options.Identity
	if len(id.Recordings) == 0 {
		var err error
		if id, err = Identify(ctx, w.capture); err != nil {
			return err
		}
	}
	for i := range w.manifest.Recordings {
		w.manifest.Recordings[i].SHA256 = id.Recordings[i]
	}
	w.manifest.SHA256, w.manifest.ID = id.SHA256, id.ID
	return nil
}

// claim locks the capture's ID, for which it may have to wait. If the capture is in the dataset as it should be, it tells so.
func (w *conversion) claim(ctx context.Context) (kept *Result, err error) {
	id := w.manifest.ID
	if w.held, err = acquire(ctx, lockPath(w.folder, id)); err != nil {
		return nil, err
	}
	if err := recoverCapture(w.folder, id); err != nil {
		return nil, err
	}
	found, err := places(w.folder, TableCapture, Place{ID: id})
	if err != nil {
		return nil, err
	}
	w.old = found
	if len(found) == 1 {
		if m := w.unchanged(ctx, found[0]); m != nil {
			r, err := w.result(found[0], Kept, m)
			return &r, err
		}
	}
	return nil, ctx.Err()
}

// unchanged gives the manifest of what is at a place if it holds what the conversion would write, and no file is damaged.
func (w *conversion) unchanged(ctx context.Context, place Place) *manifest {
	c, err := openCapture(w.folder, place)
	if err != nil {
		return nil
	}
	m := c.manifest
	if m.SHA256 != w.manifest.SHA256 || !m.meta().Equal(w.meta) || !m.holds(w.manifest.Tables) ||
		!m.Stats.hasRhythm() || c.Verify(ctx) != nil {
		return nil
	}
	return m
}

// holds tells whether a capture was converted with all these tables, and maybe others.
func (m *manifest) holds(tables []string) bool {
	return !slices.ContainsFunc(tables, func(t string) bool { return !slices.Contains(m.Tables, t) })
}

// encode decodes the capture and writes its rows to files of the hidden folder, which are to be completed.
func (w *conversion) encode(ctx context.Context) error {
	for _, t := range w.tables {
		if err := w.encoder.open(t); err != nil {
			return err
		}
	}
	// The computer name is wanted even if the table that tells it is not.
	wanted := append([]model.Table{model.TableSystem}, w.tables...)
	if w.options.Observe != nil {
		wanted = nil
	}
	reader := model.NewReader(w.capture, model.Options{Tables: wanted, Concurrency: w.options.Concurrency})
	for chunk, err := range reader.Chunks(ctx) {
		if err == nil {
			err = w.use(chunk)
		}
		if err != nil {
			return err
		}
		chunk.Release()
	}
	w.manifest.Stats = statsToManifest(reader.Stats())
	w.manifest.Losses, w.manifest.Rows = w.capture.Losses(), w.encoder.rows
	return nil
}

// use encodes the rows of a chunk and shows it to whoever observes: one after the other, since arrays of texts are not safe for
// concurrent use.
func (w *conversion) use(chunk *model.Chunk) error {
	if err := w.encoder.add(chunk); err != nil || w.options.Observe == nil {
		return err
	}
	return w.options.Observe(chunk)
}

// result tells what became of the capture at a place, where its files are.
func (w *conversion) result(place Place, outcome Outcome, m *manifest) (Result, error) {
	r := Result{Place: place, Outcome: outcome, Details: m.details(), Files: len(m.Files) + 1}
	for _, f := range m.Files {
		r.Bytes += f.Size
	}
	info, err := os.Stat(filepath.Join(w.folder, place.file(TableCapture)))
	if err == nil {
		r.Bytes += info.Size()
	}
	return r, err
}
