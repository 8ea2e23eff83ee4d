package live

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"etledger/etl"
	"etledger/model"
	"etledger/model/dataset"
)

func replay(t *testing.T, path string) *Replay {
	t.Helper()
	capture, err := etl.Open(t.Context(), etl.Options{}, path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { capture.Close() })
	return NewReplay(capture)
}

// convert writes a recording into a dataset as the command convert does.
func convert(t *testing.T, folder, path string) {
	t.Helper()
	capture, err := etl.Open(t.Context(), etl.Options{}, path)
	if err != nil {
		t.Fatal(err)
	}
	defer capture.Close()
	if _, err := dataset.Convert(t.Context(), folder, capture, dataset.Options{Tables: tables, Host: "HOST"}); err != nil {
		t.Fatal(err)
	}
}

// A recording that is played again with all its snapshots gives the rows that its conversion gives, but for the numbers of
// events, of which a recording has others too, and the stamps, which have another clock.
func TestReplayEqualsConversion(t *testing.T) {
	path := filepath.Join("..", "testdata", "memory-snapshots.etl")
	watched, converted := filepath.Join(t.TempDir(), "w"), filepath.Join(t.TempDir(), "c")
	convert(t, converted, path)
	summary, texts := watch(t, watched, replay(t, path), Options{})
	if summary.Captures != 1 || len(texts) > 0 {
		t.Fatalf("%+v %q", summary, texts)
	}
	got, want := read(t, watched)[0], read(t, converted)[0]
	for _, table := range tables {
		rows := compareRows(t, got.tables[table.String()], want.tables[table.String()])
		if rows == 0 && table != model.TableSessionMemoryInfo {
			t.Errorf("no rows of %s", table)
		}
	}
}

// compareRows compares the rows of a table, and gives their number. Times may differ by the 100 ns that the clock of a watch has.
func compareRows(t *testing.T, got, want []row) int {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for i := range want {
		g, w := timeOf(t, got[i]), timeOf(t, want[i])
		if d := w.Sub(g); d < 0 || d >= 100*time.Nanosecond {
			t.Errorf("row %d: time %s, want %s", i, g, w)
		}
		for _, r := range []row{got[i], want[i]} {
			for _, column := range []string{"seq", "ticks", "time_s", "timestamp"} {
				delete(r, column)
			}
		}
		if got[i]["exe"] == nil {
			delete(want[i], "exe") // paths that events of images tell, which a watch does not keep
		}
		if fmt.Sprint(got[i]) != fmt.Sprint(want[i]) {
			t.Fatalf("row %d: %v\nwant %v", i, got[i], want[i])
		}
	}
	return len(want)
}

func timeOf(t *testing.T, r row) time.Time {
	t.Helper()
	at, err := time.Parse("2006-01-02 15:04:05.999999999Z07:00", fmt.Sprint(r["timestamp"]))
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestReplayThinned(t *testing.T) {
	path := filepath.Join("..", "testdata", "memory-snapshots.etl")
	folder := filepath.Join(t.TempDir(), "w")
	all, _ := watch(t, filepath.Join(t.TempDir(), "all"), replay(t, path), Options{})
	summary, _ := watch(t, folder, replay(t, path), Options{Every: 10 * time.Second})
	// Two seconds of two kinds of snapshots, of each of which the first is kept.
	if summary.Thinned != 8 || summary.Written+summary.Thinned != all.Written || all.Thinned != 0 {
		t.Errorf("%+v of %+v", summary, all)
	}
}

func TestNothingToReplay(t *testing.T) {
	_, err := Watch(t.Context(), replay(t, filepath.Join("..", "testdata", "equal-times.etl")), Options{Dataset: filepath.Join(t.TempDir(), "w"), Host: "H"})
	if !errors.Is(err, ErrNothingToReplay) {
		t.Errorf("error %v", err)
	}
}

// Starts and ends of processes of a real recording.
func TestReplayOfRealProcesses(t *testing.T) {
	shared := os.Getenv("ETLEDGER_SHARED")
	if shared == "" {
		t.Skip("ETLEDGER_SHARED is not set: there are no real recordings here")
	}
	path := filepath.Join(shared, "corpus", "tx-kernel-process.etl")
	watched, converted := filepath.Join(t.TempDir(), "w"), filepath.Join(t.TempDir(), "c")
	convert(t, converted, path)
	_, err := Watch(t.Context(), replay(t, path), Options{Dataset: watched, Host: "HOST"})
	if !errors.Is(err, ErrNothingToReplay) {
		t.Errorf("error %v", err)
	}
	got, want := read(t, watched)[0].tables["process"], read(t, converted)[0].tables["process"]
	if compareRows(t, got, want) == 0 {
		t.Error("no rows")
	}
}
