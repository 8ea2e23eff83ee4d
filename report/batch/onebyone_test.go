package batch

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"etledger/report/results"
)

// A run must give, byte for byte, the reports that every capture gives by itself, and fail where that fails; with tables, without
// them, and from the tables that it wrote.
func TestSameAsOneByOne(t *testing.T) {
	inputs := []string{testdata}
	if shared := os.Getenv("ETLEDGER_SHARED"); shared != "" {
		inputs = append(inputs, filepath.Join(shared, "corpus"), filepath.Join(shared, "cases"))
	} else {
		t.Log("ETLEDGER_SHARED is not set: it names a folder with more recordings, in corpus/ and cases/")
	}
	captures := find(t, FindOptions{}, inputs...)
	tables, plain, again := t.TempDir(), t.TempDir(), t.TempDir()
	want := map[string]string{} // reports by ID
	for _, o := range []RunOptions{{Options: Options{Dataset: tables, Tables: true}}, {Options: Options{Dataset: plain}, Workers: 1}} {
		o.Each = func(in Capture, outcome *Outcome, err error) {
			text, aloneErr := alone(in.Location)
			switch {
			case (err == nil) != (aloneErr == nil):
				t.Errorf("%s: %v, alone %v", in.Location, err, aloneErr)
			case err != nil || outcome.Status == Repeated:
			case string(outcome.JSON) != string(text):
				t.Errorf("%s: another report than alone", in.Location)
			default:
				want[outcome.ID] = string(text)
				checkStored(t, o.Dataset, outcome)
			}
		}
		s := runAll(t, captures, o)
		if c := s.Counts; c.Done+c.Repeated+c.Failed != len(captures) || c.Done != len(want) || c.Failed < 5 {
			t.Errorf("of %d captures: %+v", len(captures), c)
		}
		second := runAll(t, captures, RunOptions{Options: Options{Dataset: o.Dataset, Tables: o.Tables}})
		if c := second.Counts; c.Kept != s.Counts.Done || c.SkippedFailed != s.Counts.Failed || c.Done+c.Failed != 0 {
			t.Errorf("the second run did not keep what the first did: %+v, then %+v", s.Counts, c)
		}
	}
	stored := find(t, FindOptions{}, tables)
	runAll(t, stored, RunOptions{Options: Options{Dataset: again}, Each: func(in Capture, outcome *Outcome, err error) {
		if err != nil {
			t.Errorf("from tables: %v", err)
		} else if string(outcome.JSON) != want[outcome.ID] {
			t.Errorf("%s: another report from tables", in.Location)
		}
	}})
	if len(stored) != len(want) {
		t.Errorf("the dataset has %d captures, expected %d", len(stored), len(want))
	}
}

// checkStored checks that a dataset has what the outcome says.
func checkStored(t *testing.T, folder string, o *Outcome) {
	t.Helper()
	rows, err := results.Read(context.Background(), folder, o.Place)
	if err != nil {
		t.Error(err)
		return
	}
	compareRows(t, rows, o.Rows)
	text, err := os.ReadFile(filepath.Join(folder, o.Place.Document(results.Report)))
	if err != nil || string(text) != string(o.JSON) {
		t.Errorf("%s: the report in the dataset is another one (%v)", o.ID, err)
	}
}

func compareRows(t *testing.T, got, want *results.Rows) {
	t.Helper()
	if !reflect.DeepEqual(got.Capture, want.Capture) {
		t.Errorf("capture: %+v, expected %+v", got.Capture, want.Capture)
	}
	for _, pair := range [][2]any{{got.Lifetimes, want.Lifetimes}, {got.Modules, want.Modules}, {got.PoolTags, want.PoolTags}} {
		if reflect.ValueOf(pair[0]).Len() == 0 && reflect.ValueOf(pair[1]).Len() == 0 {
			continue
		}
		if !reflect.DeepEqual(pair[0], pair[1]) {
			t.Errorf("%s: other rows of %T", want.Capture.ID, pair[0])
		}
	}
}
