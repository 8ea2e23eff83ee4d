package dataset

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"etledger/etl"
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
