package dataset

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"etledger/etl"
	"etledger/internal/foldertest"
	"etledger/model"
)

// TestCaptureFromBeforeImageVersions reads a capture that was converted when there was no table of image versions: it is as
// one without rows in it. Converting the capture again adds the table.
func TestCaptureFromBeforeImageVersions(t *testing.T) {
	folder := t.TempDir()
	older := slices.DeleteFunc(slices.Collect(model.Tables()), func(t model.Table) bool { return t == model.TableImageVersion })
	_, c := convert(t, folder, mustOpen(t, leakyService), Options{Tables: older})
	rows := 0
	for chunk, err := range c.Chunks(context.Background(), model.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		if chunk.Batch(model.TableImageVersion) != nil {
			t.Error("there are rows of image versions")
		}
		rows += len(chunk.Order())
	}
	if rows == 0 {
		t.Error("no rows at all")
	}
	for _, err := range c.Chunks(context.Background(), model.Options{Tables: []model.Table{model.TableImageVersion}}) {
		if err != nil {
			t.Error(err)
		}
	}
	result, _ := convert(t, folder, mustOpen(t, leakyService), Options{})
	if result.Outcome != Rewritten {
		t.Errorf("converted again: %v", result.Outcome)
	}
}

// TestManifestFromBeforeTheRhythm reads a manifest that says nothing of how events lie in time.
func TestManifestFromBeforeTheRhythm(t *testing.T) {
	m, err := parseManifest(`{"schema":"` + Schema + `","stats":{"events":7,"first_nano":5,"last_nano":9}}`)
	if err != nil {
		t.Fatal(err)
	}
	if s := m.details().Stats; s.Events != 7 || !reflect.DeepEqual(s.Rhythm, etl.Rhythm{}) {
		t.Errorf("%+v", s)
	}
	text, err := json.Marshal(m)
	if err != nil || strings.Contains(string(text), "rhythm") {
		t.Errorf("%s, %v", text, err)
	}
}

// TestCaptureFromBeforeTheRhythm converts a capture again that was converted when there was no rhythm: it is written anew, once.
func TestCaptureFromBeforeTheRhythm(t *testing.T) {
	ctx, folder := context.Background(), t.TempDir()
	writeWithoutRhythm(t, folder, mustOpen(t, leakyService))
	for i, want := range []Outcome{Rewritten, Kept} {
		result, c := convert(t, folder, mustOpen(t, leakyService), Options{})
		if result.Outcome != want {
			t.Errorf("conversion %d: %v, want %v", i, result.Outcome, want)
		}
		if c.Details.Stats.Rhythm.BinNano == 0 {
			t.Errorf("conversion %d: no rhythm", i)
		}
		if err := c.Verify(ctx); err != nil {
			t.Error(err)
		}
	}
	fresh := t.TempDir()
	convert(t, fresh, mustOpen(t, leakyService), Options{})
	foldertest.Same(t, foldertest.Read(t, folder), foldertest.Read(t, fresh))
}

// writeWithoutRhythm converts a capture as versions did that knew of no rhythm.
func writeWithoutRhythm(t *testing.T, folder string, c *etl.Capture) {
	t.Helper()
	ctx := context.Background()
	w, err := newConversion(folder, c, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if w.work, err = beginWork(folder); err != nil {
		t.Fatal(err)
	}
	w.encoder = newEncoder(w.work.staging, 1, w.meta)
	kept, err := (*Result)(nil), w.identify(ctx)
	if err == nil {
		kept, err = w.claim(ctx)
	}
	if err == nil && kept == nil {
		err = w.encode(ctx)
	}
	w.manifest.Stats.Rhythm = etl.Rhythm{}
	if err == nil {
		err = w.complete(ctx)
	}
	if err == nil {
		_, err = w.publish()
	}
	if err = errors.Join(err, w.end()); err != nil {
		t.Fatal(err)
	}
	if found, err := places(folder, TableCapture, Place{}); err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
}
