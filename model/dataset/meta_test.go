package dataset

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"etledger/internal/foldertest"
	"etledger/model"
)

var testMeta = Meta{Host: "named", Time: time.Date(2024, 3, 6, 1, 2, 3, 4, time.FixedZone("", -7200)), Version: "24.3",
	Workload: "build"}

// TestMeta finds metadata in every file, and the same rows as without.
func TestMeta(t *testing.T) {
	c := mustOpen(t, leakyService)
	_, plain := convert(t, t.TempDir(), c, Options{})
	result, converted := convert(t, t.TempDir(), c, Options{Meta: testMeta})
	if result.Host != "named" || !converted.Meta.Equal(testMeta) || !result.Details.Meta.Equal(testMeta) {
		t.Errorf("%v, metadata %+v", result.Place, converted.Meta)
	}
	for _, table := range append(converted.manifest.Tables, TableLoss, TableCapture) {
		columns := openLibrary(t, converted, table).Schema().Columns()
		if last := columns[len(columns)-4:]; last[0][0] != "meta_time" || last[3][0] != "meta_workload" {
			t.Errorf("%s ends with %v", table, last)
		}
		for _, row := range rowsAsText(t, converted, table) {
			if _, ring := row["meta_ring"]; ring || row["meta_time"] != "1709694123000000004" || row["meta_version"] != "24.3" ||
				row["meta_workload"] != "build" {
				t.Fatalf("%s: row %v", table, row)
			}
		}
		for _, row := range rowsAsText(t, plain, table) {
			if row["meta_time"]+row["meta_version"]+row["meta_ring"]+row["meta_workload"] != "" {
				t.Fatalf("%s: row %v", table, row)
			}
		}
	}
	rows, frames := rowsOf(t, converted.Chunks(context.Background(), model.Options{}))
	wantRows, wantFrames := rowsOf(t, plain.Chunks(context.Background(), model.Options{}))
	compareRows(t, rows, wantRows)
	compareRows(t, frames, wantFrames)
}

// Other metadata is another conversion; the same is not, in whichever time zone it is told.
func TestChangedMeta(t *testing.T) {
	folder, c := t.TempDir(), mustOpen(t, keyedStacks)
	utc, ring, invalid := testMeta, testMeta, testMeta
	utc.Time, ring.Ring, invalid.Version = utc.Time.UTC(), "canary", "\xff"
	for i, step := range []struct {
		o    Options
		want Outcome
	}{
		{Options{}, Written}, {Options{Meta: testMeta}, Rewritten}, {Options{Meta: utc}, Kept}, {Options{Meta: ring}, Rewritten},
		{Options{Meta: Meta{Host: "named"}}, Rewritten}, {Options{Host: "named"}, Kept}, {Options{Meta: invalid}, Rewritten},
		{Options{Meta: invalid}, Kept}, {Options{}, Rewritten},
	} {
		if r, _ := convert(t, folder, c, step.o); r.Outcome != step.want {
			t.Errorf("step %d: outcome %d, want %d", i, r.Outcome, step.want)
		}
		if _, found, err := Find(folder); err != nil || len(found) != 1 {
			t.Errorf("step %d: found %v, %v", i, found, err)
		}
	}
	far := Options{Meta: Meta{Time: time.Date(1600, 1, 1, 0, 0, 0, 0, time.UTC)}}
	if _, err := Convert(context.Background(), folder, c, far); err == nil {
		t.Error("no error")
	}
}

// TestObserve observes all rows of a conversion, whatever tables it writes.
func TestObserve(t *testing.T) {
	c := mustOpen(t, leakyService)
	wantRows, wantFrames := rowsOf(t, model.NewReader(c, model.Options{}).Chunks(context.Background()))
	identity, err := Identify(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{
		{Concurrency: 1}, {Concurrency: 2}, {Concurrency: 2, Identity: identity},
		{Concurrency: 2, Tables: []model.Table{model.TablePool}},
	} {
		folder, apart := t.TempDir(), t.TempDir()
		convert(t, apart, c, o)
		var chunks []string
		var frames []string
		calls := 0
		o.Observe = func(chunk *model.Chunk) error {
			calls++
			r, f := rowsOfChunk(chunk)
			chunks, frames = append(chunks, r...), append(frames, f...)
			return nil
		}
		if r, _ := convert(t, folder, c, o); r.Outcome != Written || r.ID != identity.ID {
			t.Errorf("%+v", r)
		}
		compareRows(t, chunks, wantRows)
		compareRows(t, frames, wantFrames)
		foldertest.Same(t, foldertest.Read(t, folder), foldertest.Read(t, apart))
		calls = 0
		if r, _ := convert(t, folder, c, o); r.Outcome != Kept || calls > 0 {
			t.Errorf("outcome %d after %d calls", r.Outcome, calls)
		}
	}
	failed := errors.New("the account is full")
	folder := t.TempDir()
	fail := Options{Observe: func(*model.Chunk) error { return failed }}
	if _, err := Convert(context.Background(), folder, c, fail); !errors.Is(err, failed) {
		t.Errorf("error %v", err)
	}
	if files := foldertest.Read(t, folder); len(files) > 0 {
		t.Errorf("%d files are left", len(files))
	}
}

func TestIdentity(t *testing.T) {
	paths := []string{leakyService, keyedStacks}
	var digests []string
	for _, path := range paths {
		id, err := Identify(context.Background(), mustOpen(t, path))
		if err != nil || len(id.Recordings) != 1 || id.SHA256 != id.Recordings[0] || id.ID != "c-"+id.SHA256[:16] {
			t.Errorf("%+v, %v", id, err)
		}
		digests = append(digests, id.SHA256)
	}
	both := mustOpen(t, paths...)
	id, err := Identify(context.Background(), both)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains([]string{IdentityOf(digests).ID, IdentityOf([]string{digests[1], digests[0]}).ID}, id.ID) {
		t.Errorf("both together are %+v", id)
	}
	if _, err := Convert(context.Background(), t.TempDir(), both, Options{Identity: IdentityOf(digests[:1])}); err == nil {
		t.Error("the identity of another capture was taken")
	}
}
