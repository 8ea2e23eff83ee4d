package batch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"etledger/etl"
	"etledger/internal/foldertest"
	"etledger/model/dataset"
	"etledger/report/results"
)

// archive makes a folder with some captures of which two are broken and one is there twice.
func archive(t testing.TB) string {
	t.Helper()
	folder := t.TempDir()
	for to, from := range map[string]string{
		"a/leaky.etl": "leaky-service.etl", "a/old.etl": "damaged/before-vista.etl", "b/keyed.etl": "keyed-stacks.etl",
		"b/same.ETL": "keyed-stacks.etl", "b/text.etl": "damaged/not-a-recording.etl", "c/torn.etl": "damaged/torn-in-event.etl",
	} {
		copyFile(t, filepath.Join(testdata, from), filepath.Join(folder, to))
	}
	return folder
}

// statuses gives the statuses of a summary by the last two parts of the location.
func statuses(s *Summary) map[string]Status {
	found := map[string]Status{}
	for _, e := range s.Entries {
		found[filepath.Base(filepath.Dir(e.Location))+"/"+filepath.Base(e.Location)] = e.Status
	}
	return found
}

func checkStatuses(t *testing.T, s *Summary, want map[string]Status) {
	t.Helper()
	got := statuses(s)
	for name, status := range want {
		if got[name] != status {
			t.Errorf("%s is %s, expected %s", name, got[name], status)
		}
	}
}

func TestGoesOn(t *testing.T) {
	from, to := archive(t), filepath.Join(t.TempDir(), "captures")
	captures := find(t, FindOptions{Output: to}, from)
	first := runAll(t, captures, RunOptions{Options: Options{Dataset: to, Tables: true}, Workers: 3})
	checkStatuses(t, first, map[string]Status{"a/leaky.etl": Done, "a/old.etl": Failed, "b/keyed.etl": Done, "b/same.ETL": Repeated,
		"b/text.etl": Failed, "c/torn.etl": Done})
	if first.Damaged != 1 || first.Leaking != 1 || first.Failures[Unsupported] != 1 || first.Failures[NotRecording] != 1 {
		t.Errorf("%+v", first)
	}
	before := foldertest.Read(t, to, ".etledger/")
	second := runAll(t, captures, RunOptions{Options: Options{Dataset: to, Tables: true}})
	checkStatuses(t, second, map[string]Status{"a/leaky.etl": Kept, "a/old.etl": Skipped, "b/keyed.etl": Kept, "b/same.ETL": Repeated,
		"b/text.etl": Skipped, "c/torn.etl": Kept})
	foldertest.Same(t, foldertest.Read(t, to, ".etledger/"), before)
	if first.Verdicts["leak"] != second.Verdicts["leak"] || first.Leaking != second.Leaking || first.Damaged != second.Damaged {
		t.Error("captures that are kept do not count as those that are done")
	}
	for what, o := range map[string]RunOptions{
		"fewer tables":           {Options: Options{Dataset: to}},
		"trust in size and time": {Options: Options{Dataset: to, Quick: true, Tables: true}},
	} {
		if s := runAll(t, captures, o); s.Counts != second.Counts {
			t.Errorf("%s: %+v", what, s.Counts)
		}
	}
	// Whatever is damaged or missing is made anew.
	for name := range before {
		if filepath.Base(filepath.Dir(name)) == failedFolder || filepath.Base(name) == "report.json" && len(before[name])%2 == 0 {
			continue
		}
		if err := os.WriteFile(filepath.Join(to, name), []byte("damaged"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	third := runAll(t, captures, RunOptions{Options: Options{Dataset: to, Tables: true}})
	if third.Counts.Done != 3 {
		t.Errorf("after damage: %+v", third.Counts)
	}
	foldertest.Same(t, foldertest.Read(t, to, ".etledger/"), before)
	redone := runAll(t, captures, RunOptions{Options: Options{Dataset: to, Tables: true, Redo: true}})
	if redone.Counts.Done != 3 {
		t.Errorf("asked to do all again: %+v", redone.Counts)
	}
	foldertest.Same(t, foldertest.Read(t, to, ".etledger/"), before)
}

func TestFailures(t *testing.T) {
	from, to := archive(t), t.TempDir()
	captures := find(t, FindOptions{}, from)
	o := RunOptions{Options: Options{Dataset: to}}
	runAll(t, captures, o)
	failures, err := Failures(to)
	if err != nil || len(failures) != 2 {
		t.Fatalf("%d failures, %v", len(failures), err)
	}
	kinds := []Kind{failures[0].Kind, failures[1].Kind}
	if !slices.Equal(kinds, []Kind{Unsupported, NotRecording}) || failures[0].SHA256 == nil || failures[0].Size != 4096 {
		t.Errorf("%+v", failures)
	}
	o.RetryFailed = true
	if s := runAll(t, captures, o); s.Counts.Failed != 2 || s.Counts.SkippedFailed != 0 {
		t.Errorf("tried again: %+v", s.Counts)
	}
	o.RetryFailed = false
	// Another content is tried without being told so, and what worked is no failure any more.
	copyFile(t, filepath.Join(testdata, "circular.etl"), filepath.Join(from, "b", "text.etl"))
	s := runAll(t, captures, o)
	checkStatuses(t, s, map[string]Status{"a/old.etl": Skipped, "b/text.etl": Done, "b/keyed.etl": Kept})
	if failures, err := Failures(to); err != nil || len(failures) != 1 {
		t.Errorf("%d failures are left, %v", len(failures), err)
	}
	// A file that is not there any more fails, then is skipped, then is tried as soon as it is there again.
	path := filepath.Join(from, "c", "torn.etl")
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	checkStatuses(t, runAll(t, captures, o), map[string]Status{"c/torn.etl": Failed})
	checkStatuses(t, runAll(t, captures, o), map[string]Status{"c/torn.etl": Skipped})
	if err := os.Rename(path+".away", path); err != nil {
		t.Fatal(err)
	}
	checkStatuses(t, runAll(t, captures, o), map[string]Status{"c/torn.etl": Kept})
}

// Who says nothing of metadata leaves what the dataset has; who says something takes away what is not said any more.
func TestKeepsMetadata(t *testing.T) {
	to := t.TempDir()
	captures := find(t, FindOptions{}, leakyService)
	captures[0].Meta = dataset.Meta{Host: "PC-1", Ring: "fast"}
	runAll(t, captures, RunOptions{Options: Options{Dataset: to}})
	check := func(what string, o Options, want Status, ring string) {
		t.Helper()
		o.Dataset = to
		s := runAll(t, find(t, FindOptions{}, leakyService), RunOptions{Options: o})
		_, places, err := dataset.FindResults(to)
		if err != nil || len(places) != 1 || s.Entries[0].Status != want {
			t.Fatalf("%s: %v, %v, %+v", what, err, places, s.Counts)
		}
		rows, err := results.Read(context.Background(), to, places[0])
		if err != nil || rows.Meta.Ring != ring {
			t.Errorf("%s: ring %q, want %q (%v)", what, rows.Meta.Ring, ring, err)
		}
	}
	check("said nothing", Options{KeepMeta: true}, Kept, "fast")
	check("done again", Options{KeepMeta: true, Redo: true}, Done, "fast")
	check("said that there is none", Options{}, Done, "")
}

// The tables of a capture in a dataset are there: a run that reads it writes none, and does not say that it did.
func TestTablesOfStoredCaptures(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	o := RunOptions{Options: Options{Dataset: from, Tables: true}}
	runAll(t, find(t, FindOptions{}, leakyService), o)
	o.Dataset = to
	runAll(t, find(t, FindOptions{}, from), o)
	if s := runAll(t, find(t, FindOptions{}, leakyService), o); s.Counts.Done != 1 {
		t.Errorf("the recording itself, whose tables are not in the dataset: %+v", s.Counts)
	}
	if _, found, err := dataset.Find(to); err != nil || len(found) != 1 {
		t.Errorf("%d captures with tables, want 1 (%v)", len(found), err)
	}
}

// Of inputs that fail and have one content, the first stands for the others in every run.
func TestFailuresOfOneContent(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	for _, name := range []string{"a.etl", "b.etl", "c.etl"} {
		if err := os.WriteFile(filepath.Join(from, name), []byte("no recording"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	captures := find(t, FindOptions{}, from)
	o := RunOptions{Options: Options{Dataset: to}}
	if s := runAll(t, captures, o); s.Counts.Failed != 1 || s.Counts.Repeated != 2 {
		t.Errorf("first: %+v", s.Counts)
	}
	if s := runAll(t, captures, o); s.Counts.SkippedFailed != 1 || s.Counts.Repeated != 2 {
		t.Errorf("again: %+v", s.Counts)
	}
	o.RetryFailed = true
	if s := runAll(t, captures, o); s.Counts.Failed != 1 || s.Counts.Repeated != 2 {
		t.Errorf("tried again: %+v", s.Counts)
	}
}

func TestTypedErrors(t *testing.T) {
	for file, want := range map[string]struct {
		kind  Kind
		cause error
	}{
		"damaged/not-a-recording.etl": {NotRecording, etl.ErrNotRecording},
		"damaged/before-vista.etl":    {Unsupported, etl.ErrUnsupportedVersion},
		"damaged/frequency-zero.etl":  {Damaged, nil},
		"no-such-file.etl":            {Unreadable, os.ErrNotExist},
		"generate":                    {Unreadable, nil},
	} {
		_, err := Process(context.Background(), Capture{Location: filepath.Join(testdata, file)}, Options{})
		var typed *Error
		if !errors.As(err, &typed) || typed.Kind != want.kind || want.cause != nil && !errors.Is(err, want.cause) {
			t.Errorf("%s: %v, expected kind %s and cause %v", file, err, want.kind, want.cause)
		}
	}
	_, err := Process(context.Background(), Capture{Location: leakyService}, Options{Limits: Limits{Memory: 1}})
	var typed *Error
	if !errors.As(err, &typed) || typed.Kind != Limit || !errors.Is(err, etl.ErrMemoryLimit) {
		t.Errorf("a ceiling that is reached: %v", err)
	}
	_, err = Process(context.Background(), Capture{Location: leakyService}, Options{Dataset: filepath.Join("run_test.go", "no-folder")})
	if !errors.As(err, &typed) || typed.Kind != Write {
		t.Errorf("no folder to write to: %v", err)
	}
	_, err = Process(context.Background(), Capture{Location: leakyService},
		Options{Progress: func(int64, int64) { panic("of a test") }, Concurrency: 1})
	var panicked *Panic
	if !errors.As(err, &typed) || typed.Kind != Internal || !errors.As(err, &panicked) || panicked.Value != "of a test" {
		t.Errorf("a panic: %v", err)
	}
}

// Metadata stands in every table; what has other metadata is done again, and what is the same is not.
func TestMetadata(t *testing.T) {
	to := t.TempDir()
	in := Capture{Location: leakyService, Meta: dataset.Meta{Host: "H1", Version: "1.0", Ring: "fast", Workload: "build",
		Time: time.Date(2025, 11, 30, 0, 0, 0, 0, time.UTC)}}
	o := Options{Dataset: to, Tables: true}
	for i, want := range []Status{Done, Kept, Done, Kept} {
		if i == 2 {
			in.Meta.Ring = "slow"
		}
		outcome, err := Process(context.Background(), in, o)
		if err != nil || outcome.Status != want {
			t.Fatalf("%d: %v %v, expected %s", i, outcome, err, want)
		}
		rows := outcome.Rows
		if m := rows.Meta; m.Ring != in.Meta.Ring || m.Version != "1.0" || !m.Time.Equal(in.Meta.Time) || rows.Capture.HostName != "H1" {
			t.Errorf("%+v", m)
		}
		if outcome.Place.Host != "H1" {
			t.Errorf("the results are those of host %s", outcome.Place.Host)
		}
		stored, err := dataset.Open(to, outcome.Place)
		if err != nil || !stored.Meta.Equal(in.Meta) {
			t.Errorf("the tables have metadata %+v (%v)", stored.Meta, err)
		}
	}
	// From its tables a capture has the metadata that they have.
	captures := find(t, FindOptions{}, to)
	outcome, err := Process(context.Background(), captures[0], Options{Dataset: t.TempDir()})
	if err != nil || outcome.Rows.Meta.Ring != "slow" || outcome.Rows.Capture.HostName != "H1" {
		t.Errorf("from tables: %+v, %v", outcome, err)
	}
}

// A context that ends leaves nothing half done, and the summary says what is left.
func TestEnds(t *testing.T) {
	from, to := archive(t), t.TempDir()
	captures := find(t, FindOptions{}, from)
	ctx, cancel := context.WithCancel(context.Background())
	o := RunOptions{Options: Options{Dataset: to, Tables: true}, Workers: 1}
	o.Each = func(Capture, *Outcome, error) { cancel() }
	s, err := Run(ctx, captures, o)
	if !errors.Is(err, context.Canceled) || s.Counts.Left == 0 || s.Counts.Done+s.Counts.Left != len(captures) {
		t.Fatalf("%+v, %v", s.Counts, err)
	}
	if failures, err := Failures(to); err != nil || len(failures) != 0 {
		t.Errorf("who was not tried has not failed: %v, %v", failures, err)
	}
	o.Each = nil
	runAll(t, captures, o)
	undisturbed := t.TempDir()
	runAll(t, captures, RunOptions{Options: Options{Dataset: undisturbed, Tables: true}})
	foldertest.Same(t, foldertest.Read(t, to, ".etledger/"), foldertest.Read(t, undisturbed, ".etledger/"))
}

// A capture that somebody else works on is put off to the end, and then waited for, or left to the other.
func TestBusy(t *testing.T) {
	to := t.TempDir()
	captures := find(t, FindOptions{}, leakyService, filepath.Join(testdata, "circular.etl"))
	outcome, err := Process(context.Background(), captures[0], Options{})
	if err != nil {
		t.Fatal(err)
	}
	release, ok, err := dataset.TryWork(to, outcome.ID)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	o := RunOptions{Options: Options{Dataset: to}, LeaveBusy: true}
	s := runAll(t, captures, o)
	if s.Entries[0].Status != Busy || s.Entries[1].Status != Done || s.Counts.Busy != 1 {
		t.Errorf("left to the other: %+v", s.Counts)
	}
	o.LeaveBusy = false
	o.Each = func(in Capture, _ *Outcome, _ error) {
		if in.Location == captures[1].Location {
			release()
		}
	}
	if s := runAll(t, captures, o); s.Entries[0].Status != Done || s.Entries[1].Status != Kept {
		t.Errorf("waited for: %+v", s.Counts)
	}
}
