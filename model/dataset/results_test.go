package dataset

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"etledger/internal/foldertest"
)

// every has a field of each type that sheets store.
type every struct {
	Text    string     `col:"text" doc:"a text"`
	TextN   *string    `col:"text_n" doc:"a text, or none"`
	U8      uint8      `col:"u8"`
	U8N     *uint8     `col:"u8_n"`
	U16     uint16     `col:"u16"`
	U16N    *uint16    `col:"u16_n"`
	U32     uint32     `col:"u32" unit:"count"`
	U32N    *uint32    `col:"u32_n"`
	U64     uint64     `col:"u64" unit:"bytes" doc:"a size"`
	U64N    *uint64    `col:"u64_n"`
	I64     int64      `col:"i64"`
	I64N    *int64     `col:"i64_n"`
	F64     float64    `col:"f64"`
	F64N    *float64   `col:"f64_n"`
	Time    time.Time  `col:"time" unit:"ns"`
	TimeN   *time.Time `col:"time_n" unit:"ns"`
	Nothing *string    `col:"nothing" doc:"null in all rows"`
}

// summary is a row of the table that vouches.
type summary struct {
	ID    string  `col:"capture_id"`
	Count uint64  `col:"count"`
	Note  *string `col:"note"`
}

var (
	everySheet   = NewSheet[every]("results_every")
	summarySheet = NewSheet[summary](TableResultsCaptures)
)

const testID = "c-0123456789abcdef"

func aboutTest(host string) ResultsAbout {
	return ResultsAbout{ID: testID, Host: host, FirstNano: time.Date(2024, 3, 5, 9, 30, 0, 0, time.UTC).UnixNano(),
		Fingerprint: "made of x with y", Tool: "tool 1", Schema: "etledger/results/v1",
		Sources: []Source{{Name: "a.etl", Size: 3, SHA256: "ab"}},
		Meta: Meta{Host: host, Time: time.Date(2024, 3, 5, 12, 0, 0, 5, time.FixedZone("", 3600)), Version: "1.2", Ring: "canary",
			Workload: "łoad"}}
}

func pointer[T any](v T) *T { return &v }

func everyRows() []every {
	full := every{"tëxt", pointer("x\x00y"), 255, pointer(uint8(1)), math.MaxUint16, pointer(uint16(2)), math.MaxUint32,
		pointer(uint32(3)), math.MaxUint64, pointer(uint64(math.MaxUint64)), math.MinInt64, pointer(int64(-1)), math.Inf(-1),
		pointer(0.1), time.Date(1999, 12, 31, 23, 59, 59, 999999999, time.UTC), pointer(time.Unix(0, math.MaxInt64).UTC()), nil}
	rows := []every{full, {}, full}
	rows[2].Text, rows[2].TextN, rows[2].U64N, rows[2].TimeN = "", nil, nil, nil
	return rows
}

func put(t testing.TB, folder string, about ResultsAbout, rows []every, files ...NamedFile) Place {
	t.Helper()
	row := summary{ID: about.ID, Count: uint64(len(rows)), Note: pointer(about.Host)}
	place, err := PutResults(context.Background(), folder, about,
		[]SheetRows{summarySheet.Rows([]summary{row}), everySheet.Rows(rows)}, files)
	if err != nil {
		t.Fatal(err)
	}
	return place
}

var testReport = NamedFile{Name: "report.json", Content: []byte("{}\n")}

func TestResultsRoundTrip(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	for _, rows := range [][]every{everyRows(), nil} {
		place := put(t, folder, aboutTest("pc 1"), rows, testReport)
		if place != (Place{Host: "pc%201", Date: "2024-03-05", ID: testID}) {
			t.Errorf("place %v", place)
		}
		got, err := ReadResults(folder, place, everySheet)
		if err != nil || len(got) != len(rows) || len(rows) > 0 && !reflect.DeepEqual(got, rows) {
			t.Errorf("%v: rows\n%+v\nwant\n%+v", err, got, rows)
		}
		r, err := OpenResults(folder, place)
		if err != nil {
			t.Fatal(err)
		}
		want := aboutTest("pc 1")
		if r.Fingerprint != want.Fingerprint || r.Tool != want.Tool || r.Schema != want.Schema || !r.Meta.Equal(want.Meta) ||
			!slices.Equal(r.Sources, want.Sources) {
			t.Errorf("results %+v", r)
		}
		if b, err := r.Document("report.json"); err != nil || string(b) != "{}\n" {
			t.Errorf("report %q, %v", b, err)
		}
		if _, err := r.Document("other.json"); !isFileError(err, filepath.Join(folder, place.Document("other.json"))) {
			t.Errorf("error %v", err)
		}
		one, err := ReadRows(r, summarySheet)
		if err != nil || len(one) != 1 || one[0].ID != testID || *one[0].Note != "pc 1" {
			t.Errorf("summary %+v, %v", one, err)
		}
		fingerprint, at, ok, err := ResultsFingerprint(folder, testID)
		if fingerprint != want.Fingerprint || at != place || !ok || err != nil {
			t.Errorf("fingerprint %q %v %v %v", fingerprint, at, ok, err)
		}
		if _, found, err := FindResults(folder); err != nil || !slices.Equal(found, []Place{place}) {
			t.Errorf("found %v, %v", found, err)
		}
		if _, found, err := Find(folder); err != nil || len(found) > 0 {
			t.Errorf("captures %v, %v", found, err)
		}
		if left := hiddenEntries(t, folder); len(left) > 0 {
			t.Errorf("left in the hidden folder: %v", left)
		}
	}
}

// hiddenEntries gives what is in the hidden folder beside the index.
func hiddenEntries(t testing.TB, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(folder, hiddenName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != indexName {
			names = append(names, e.Name())
		}
	}
	return names
}

// visible gives all files of a dataset but the index.
func visible(t testing.TB, folder string) map[string]string {
	t.Helper()
	files := foldertest.Read(t, folder)
	maps.DeleteFunc(files, func(name, _ string) bool { return strings.HasPrefix(name, hiddenName+"/"+indexName+"/") })
	return files
}

// isFileError tells whether an error names a file, as error and as text.
func isFileError(err error, path string) bool {
	fault := (*FileError)(nil)
	return errors.As(err, &fault) && fault.Path == path && strings.Contains(err.Error(), path)
}

// TestResultsAsOthersReadThem reads the files with the library's own reader.
func TestResultsAsOthersReadThem(t *testing.T) {
	folder := t.TempDir()
	place := put(t, folder, aboutTest("pc"), everyRows(), testReport)
	read := func(table string) (*parquet.File, []map[string]string) {
		return openParquet(t, filepath.Join(folder, place.file(table))), rowsOfFile(t, filepath.Join(folder, place.file(table)))
	}
	for _, table := range []string{"results_every", TableResultsCaptures} {
		f, rows := read(table)
		columns := f.Schema().Columns()
		last := columns[len(columns)-4:]
		if !reflect.DeepEqual(last, [][]string{{"meta_time"}, {"meta_version"}, {"meta_ring"}, {"meta_workload"}}) {
			t.Errorf("%s ends with %v", table, last)
		}
		for _, row := range rows {
			if row["meta_version"] != "1.2" || row["meta_ring"] != "canary" || row["meta_workload"] != "łoad" ||
				row["meta_time"] != "1709636400000000005" {
				t.Errorf("%s: row %v", table, row)
			}
		}
		for key, want := range map[string]string{keySchema: "etledger/results/v1", keyTable: table, keyTool: "tool 1",
			keyCapture: testID, keySources: `[{"name":"a.etl","size":3,"sha256":"ab"}]`} {
			if got, _ := f.Lookup(key); got != want {
				t.Errorf("%s: %s is %q", table, key, got)
			}
		}
	}
	f, rows := read("results_every")
	if rows[0]["u64"] != "-1" /* as this library prints it */ || rows[0]["time"] != "946684799999999999" || rows[1]["text_n"] != "" {
		t.Errorf("rows %v", rows)
	}
	if columns, _ := f.Lookup(keyColumns); !strings.Contains(columns, `{"name":"u64","unit":"bytes","description":"a size"}`) {
		t.Errorf("columns %s", columns)
	}
	path := filepath.Join(folder, "report", "host=pc", "date=2024-03-05", "capture="+testID, "report.json")
	if b, err := os.ReadFile(path); err != nil || string(b) != "{}\n" {
		t.Errorf("report %q, %v", b, err)
	}
}

// TestResultsOfOtherPrograms reads with sheets that have other columns than the one that was written with.
func TestResultsOfOtherPrograms(t *testing.T) {
	folder := t.TempDir()
	place := put(t, folder, aboutTest("pc"), everyRows())
	type newer struct {
		Added *uint32 `col:"added"`
		I64   int64   `col:"i64"`
	}
	rows, err := ReadResults(folder, place, NewSheet[newer]("results_every"))
	if err != nil || len(rows) != 3 || rows[0].Added != nil || rows[0].I64 != math.MinInt64 {
		t.Errorf("rows %+v, %v", rows, err)
	}
	path := filepath.Join(folder, place.file("results_every"))
	type required struct {
		Added uint32 `col:"added"`
	}
	if _, err := ReadResults(folder, place, NewSheet[required]("results_every")); !isFileError(err, path) {
		t.Errorf("error %v", err)
	}
	type retyped struct {
		I64 uint64 `col:"i64"`
	}
	if _, err := ReadResults(folder, place, NewSheet[retyped]("results_every")); !isFileError(err, path) {
		t.Errorf("error %v", err)
	}
	if _, err := ReadResults(folder, place, NewSheet[newer]("results_other")); !isFileError(err,
		filepath.Join(folder, place.file("results_other"))) {
		t.Errorf("error %v", err)
	}
	missing := Place{Host: "pc", Date: "2024-03-05", ID: "c-0000000000000000"}
	if _, err := OpenResults(folder, missing); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}
