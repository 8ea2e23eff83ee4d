package dataset

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestDamagedResults flips bits all over the files of results, and cuts, removes and swaps them. Reading must fail and name the
// file, and the results must not count as whole.
func TestDamagedResults(t *testing.T) {
	folder := t.TempDir()
	place := put(t, folder, aboutTest("a"), everyRows(), testReport)
	second := aboutTest("b")
	second.ID = "c-00000000000000ff"
	foreign := put(t, folder, second, everyRows()[:1], NamedFile{Name: "report.json", Content: []byte("[]\n")})
	read := func() error {
		r, err := OpenResults(folder, place)
		if err != nil {
			return err
		}
		if _, err := ReadRows(r, everySheet); err != nil {
			return err
		}
		_, err = r.Document("report.json")
		return err
	}
	random := rand.New(rand.NewPCG(7, 8))
	for _, f := range []struct{ file, foreign string }{
		{place.file(TableResultsCaptures), foreign.file(TableResultsCaptures)},
		{place.file("results_every"), foreign.file("results_every")},
		{place.Document("report.json"), foreign.Document("report.json")},
	} {
		path := filepath.Join(folder, f.file)
		sound, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		check := func(what string, b []byte) {
			t.Helper()
			if err := os.WriteFile(path, b, 0o666); err != nil {
				t.Fatal(err)
			}
			if err := read(); !isFileError(err, path) {
				t.Errorf("%s %s: error %v", f.file, what, err)
			}
			if _, _, ok, err := ResultsFingerprint(folder, testID); ok || err != nil {
				t.Errorf("%s %s: whole %v, %v", f.file, what, ok, err)
			}
		}
		for range 20 {
			b, at := slices.Clone(sound), random.IntN(len(sound))
			b[at] ^= 1 << random.IntN(8)
			check(fmt.Sprintf("with byte %d flipped", at), b)
		}
		for _, n := range []int{0, 1, len(sound) / 2, len(sound) - 1} {
			check(fmt.Sprintf("cut to %d bytes", n), sound[:n])
		}
		check("with a byte more", append(slices.Clone(sound), 0))
		other, err := os.ReadFile(filepath.Join(folder, f.foreign))
		if err != nil {
			t.Fatal(err)
		}
		check("of another capture", other)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if err := read(); !isFileError(err, path) {
			t.Errorf("%s missing: error %v", f.file, err)
		}
		if err := os.WriteFile(path, sound, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := read(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestResultsThatCannotBe(t *testing.T) {
	one := summarySheet.Rows([]summary{{}})
	sheets := []SheetRows{one, everySheet.Rows(nil)}
	foreign := NewSheet[summary]("process").Rows(nil)
	late := aboutTest("a")
	late.Meta.Time = time.Date(2300, 1, 1, 0, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		about  ResultsAbout
		sheets []SheetRows
		files  []NamedFile
		want   string
	}{
		"no ID":                  {ResultsAbout{ID: "../c-0123456789abcdef"}, sheets, nil, "no ID"},
		"no captures":            {aboutTest("a"), sheets[1:], nil, TableResultsCaptures},
		"two captures":           {aboutTest("a"), []SheetRows{summarySheet.Rows([]summary{{}, {}})}, nil, "2 rows"},
		"a table twice":          {aboutTest("a"), []SheetRows{one, one}, nil, "twice"},
		"a table of events":      {aboutTest("a"), []SheetRows{one, foreign}, nil, `"process"`},
		"a file elsewhere":       {aboutTest("a"), sheets, []NamedFile{{Name: "../x"}}, `"../x"`},
		"a file that is a table": {aboutTest("a"), sheets, []NamedFile{{Name: "x.parquet"}}, `"x.parquet"`},
		"a hidden file":          {aboutTest("a"), sheets, []NamedFile{{Name: ".x"}}, `".x"`},
		"a file twice":           {aboutTest("a"), sheets, []NamedFile{testReport, testReport}, "twice"},
		"a time far away":        {late, sheets, nil, "2262"},
	} {
		folder := filepath.Join(t.TempDir(), "new")
		_, err := PutResults(context.Background(), folder, c.about, c.sheets, c.files)
		if err == nil || !strings.Contains(err.Error(), c.want) || exists(folder) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	folder := filepath.Join(t.TempDir(), "new")
	if _, err := PutResults(ctx, folder, aboutTest("a"), sheets, nil); err == nil || exists(folder) {
		t.Errorf("error %v", err)
	}
}

func TestStructsThatCannotBeTables(t *testing.T) {
	for name, make := range map[string]func(){
		"no tag": func() { NewSheet[struct{ A string }]("t") },
		"not exported": func() {
			NewSheet[struct {
				a string `col:"a"`
			}]("t")
		},
		"twice": func() {
			NewSheet[struct {
				A, B string `col:"a"`
			}]("t")
		},
		"another type": func() {
			NewSheet[struct {
				A int `col:"a"`
			}]("t")
		},
		"a folder": func() {
			NewSheet[struct {
				A string `col:"host"`
			}]("t")
		},
		"metadata": func() {
			NewSheet[struct {
				A string `col:"meta_ring"`
			}]("t")
		},
		"a named type": func() {
			NewSheet[struct {
				A Outcome `col:"a"`
			}]("t")
		},
		"two pointers": func() {
			NewSheet[struct {
				A **string `col:"a"`
			}]("t")
		},
		"no duration": func() {
			NewSheet[struct {
				A time.Duration `col:"a"`
			}]("t")
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			make()
		}()
	}
}

// Times that nanoseconds since 1970 cannot tell, and texts that are no UTF-8.
func TestValuesThatCannotBeStored(t *testing.T) {
	folder := t.TempDir()
	early, late := time.Date(1500, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2500, 1, 1, 0, 0, 0, 0, time.UTC)
	place := put(t, folder, aboutTest("a"), []every{{Time: early, TimeN: &early, Text: "a\xffb"}, {Time: late, TimeN: &late}})
	rows, err := ReadResults(folder, place, everySheet)
	if err != nil {
		t.Fatal(err)
	}
	if !rows[0].Time.IsZero() || rows[0].TimeN != nil || rows[1].Time.Year() != 2262 || rows[1].TimeN != nil ||
		rows[0].Text != "a\uFFFDb" {
		t.Errorf("rows %+v", rows)
	}
}
