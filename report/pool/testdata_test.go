package pool

import (
	"bytes"
	"context"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"etledger/internal/poolscenario"
)

var update = flag.Bool("update", false, "write the written case and the golden files of testdata anew")

// TestWrittenCase holds the files of testdata/example against what writes them.
func TestWrittenCase(t *testing.T) {
	files := poolscenario.Example()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		sameAsGolden(t, filepath.Join("testdata", "example", filepath.FromSlash(name)), files[name])
	}
}

// sameAsGolden compares with a file of testdata, or writes it.
func sameAsGolden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; 'go test ./report/pool -update' writes it anew, then read the difference", path)
	}
}

// exampleInputs reads the written case; its files are named from its folder.
func exampleInputs(t *testing.T, baseline, after bool) Inputs {
	t.Helper()
	t.Chdir(filepath.Join("testdata", "example"))
	ctx := context.Background()
	read := func(role string, counters []string, paths ...string) *Observed {
		o, err := Read(ctx, ReadOptions{Role: role, Counters: counters}, paths...)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	in := Inputs{Now: read("", []string{"counters.csv"}, "snapshots")}
	if baseline {
		in.Baseline = read("baseline", nil, "baseline.csv")
	}
	if after {
		in.After = read("after", nil, "after.csv")
	}
	f, err := os.Open("phases.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if in.Phases, err = ReadPhases(f, "phases.csv", nil); err != nil {
		t.Fatal(err)
	}
	if in.Owners, err = ReadOwners([]string{"pooltag.txt"}, []string{"drivers.csv"}, "drivers"); err != nil {
		t.Fatal(err)
	}
	if after {
		if in.OwnersAfter, err = ReadOwners(nil, []string{"drivers-after.csv"}, "drivers after"); err != nil {
			t.Fatal(err)
		}
	}
	return in
}

// TestGolden holds the three forms of the two reports on the written case.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		name            string
		baseline, after bool
	}{{"report", true, false}, {"receipt", false, true}} {
		t.Run(c.name, func(t *testing.T) {
			golden, err := filepath.Abs(filepath.Join("testdata", "golden"))
			if err != nil {
				t.Fatal(err)
			}
			r := analyzed(t, exampleInputs(t, c.baseline, c.after), Options{})
			var text, page bytes.Buffer
			if err := r.WriteText(&text, TextOptions{}); err != nil {
				t.Fatal(err)
			}
			if err := r.WriteHTML(&page, TextOptions{}); err != nil {
				t.Fatal(err)
			}
			sameAsGolden(t, filepath.Join(golden, c.name+".txt"), text.Bytes())
			sameAsGolden(t, filepath.Join(golden, c.name+".json"), jsonOf(t, r))
			sameAsGolden(t, filepath.Join(golden, c.name+".html"), []byte(mainOf(t, page.String())))
		})
	}
}
