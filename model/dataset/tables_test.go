package dataset

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

var update = flag.Bool("update", false, "write the golden files anew")

// compareGolden compares a text with a file of testdata. A difference means that datasets change: docs/dataset.md tells when
// that needs another Schema.
func compareGolden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is no longer what it says; see the section on versions in docs/dataset.md. It would be:\n%s", path, got)
	}
}

// TestColumns pins the columns of all tables as Parquet has them.
func TestColumns(t *testing.T) {
	folder := t.TempDir()
	_, c := convert(t, folder, mustOpen(t, leakyService), Options{})
	var text strings.Builder
	for _, table := range append(c.manifest.Tables, TableLoss, TableCapture) {
		fmt.Fprintln(&text, table)
		for _, e := range openLibrary(t, c, table).Metadata().Schema[1:] {
			optional := ""
			if e.RepetitionType.V.String() == "OPTIONAL" {
				optional = " optional"
			}
			fmt.Fprintf(&text, "  %s %v %v%s\n", e.Name, e.Type.V, e.LogicalType.String(), optional)
		}
	}
	compareGolden(t, "columns-v1.txt", text.String())
}

// TestManifestFields pins the names in the JSON of column details, which come from types of other packages.
func TestManifestFields(t *testing.T) {
	var text strings.Builder
	listFields(&text, reflect.TypeFor[manifest](), "")
	compareGolden(t, "manifest-v1.txt", text.String())
}

func listFields(text *strings.Builder, t reflect.Type, indent string) {
	for t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t.String() == "time.Time" {
		return
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" {
			name = f.Name
		}
		fmt.Fprintf(text, "%s%s %v\n", indent, name, f.Type)
		listFields(text, f.Type, indent+"  ")
	}
}

// openLibrary opens a file with the library's own reader.
func openLibrary(t testing.TB, c *Capture, table string) *parquet.File {
	t.Helper()
	return openParquet(t, c.path(table))
}

func openParquet(t testing.TB, path string) *parquet.File {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// rowsAsText gives the rows of a table as "column=value" for values that are not null.
func rowsAsText(t testing.TB, c *Capture, table string) []map[string]string {
	t.Helper()
	return rowsOfFile(t, c.path(table))
}

func rowsOfFile(t testing.TB, path string) (rows []map[string]string) {
	t.Helper()
	file := openParquet(t, path)
	for _, group := range file.RowGroups() {
		reader := group.Rows()
		for range group.NumRows() {
			var buffer [1]parquet.Row
			if n, err := reader.ReadRows(buffer[:]); n != 1 {
				t.Fatal(err)
			}
			row := map[string]string{}
			for i, v := range buffer[0] {
				if !v.IsNull() {
					row[file.Schema().Columns()[i][0]] = v.String()
				}
			}
			rows = append(rows, row)
		}
		reader.Close()
	}
	return rows
}

func TestLossTable(t *testing.T) {
	for _, c := range []struct {
		file string
		want []map[string]string // columns that are compared
	}{
		{"leaky-service.etl", nil},
		{"lost-buffer.etl", []map[string]string{{"kind": "gap", "unit": "buffers", "count": "1"}}},
		{"loss-counts.etl", []map[string]string{
			{"kind": "events_lost", "unit": "events"}, {"kind": "buffers_lost", "unit": "buffers"}}},
		{"damaged/event-size-zero.etl", []map[string]string{{"kind": "damage", "unit": "places", "count": "1"},
			{"kind": "undecodable_bytes", "unit": "bytes"}, {"kind": "undecodable_buffers", "unit": "buffers", "count": "1"}}},
		{"damaged/torn-in-event.etl", []map[string]string{{"kind": "truncated_bytes", "unit": "bytes"}}},
	} {
		path := filepath.Join("..", "..", "testdata", filepath.FromSlash(c.file))
		_, converted := convert(t, t.TempDir(), mustOpen(t, path), Options{})
		rows := rowsAsText(t, converted, TableLoss)
		if len(rows) != len(c.want) {
			t.Errorf("%s: %v", c.file, rows)
			continue
		}
		for i, row := range rows {
			for name, want := range c.want[i] {
				if row[name] != want {
					t.Errorf("%s: row %d is %v, want %s %s", c.file, i, row, name, want)
				}
			}
			switch row["kind"] {
			case "gap":
				if row["from_time"] == "" || row["to_time"] == "" || row["from_time"] >= row["to_time"] || row["processor"] == "" ||
					row["file"] != path {
					t.Errorf("%s: gap %v", c.file, row)
				}
			case "damage":
				if row["file"] != path || row["buffer_offset"] == "" || row["event_offset"] == "" || row["message"] == "" {
					t.Errorf("%s: damage %v", c.file, row)
				}
			}
		}
	}
}

func TestCaptureTable(t *testing.T) {
	capture := mustOpen(t, leakyService)
	result, c := convert(t, t.TempDir(), capture, Options{Tool: "tool 1"})
	rows := rowsAsText(t, c, TableCapture)
	if len(rows) != 1 {
		t.Fatalf("%d rows", len(rows))
	}
	h := capture.Header()
	for name, want := range map[string]string{
		"capture_id": result.ID, "file": leakyService, "files": `["` + leakyService + `"]`, "size_bytes": fmt.Sprint(capture.Size()),
		"computer_name": "WORKSTATION-7", "os_build": fmt.Sprint(h.OSBuild), "processors": fmt.Sprint(h.Processors),
		"clock": "performance counter", "clock_frequency": fmt.Sprint(h.PerfFreq), "start_time": fmt.Sprint(c.Stats.FirstNano),
		"end_time": fmt.Sprint(c.Stats.LastNano), "events": fmt.Sprint(c.Stats.Events), "events_lost": "0", "damage_places": "0",
		"schema": Schema, "tool": "tool 1", "bias_minutes": fmt.Sprint(h.BiasMinutes),
	} {
		if rows[0][name] != want {
			t.Errorf("%s is %q, want %q", name, rows[0][name], want)
		}
	}
	if !strings.HasPrefix(rows[0]["sha256"], strings.TrimPrefix(result.ID, "c-")) {
		t.Errorf("sha256 %s, ID %s", rows[0]["sha256"], result.ID)
	}
}

// TestMetadata checks what each file says about itself.
func TestMetadata(t *testing.T) {
	result, c := convert(t, t.TempDir(), mustOpen(t, leakyService), Options{Tool: "tool 1"})
	for _, table := range append(c.manifest.Tables, TableLoss, TableCapture) {
		f := openLibrary(t, c, table)
		for key, want := range map[string]string{
			keySchema: "etledger/dataset/v1", keyTable: table, keyTool: "tool 1", keyCapture: result.ID,
			keySources: fmt.Sprintf(`[{"name":%q,"size":983040,"sha256":%q}]`, leakyService, c.Recordings[0].SHA256),
		} {
			if got, _ := f.Lookup(key); got != want {
				t.Errorf("%s: %s is %q, want %q", table, key, got, want)
			}
		}
		columns, _ := f.Lookup(keyColumns)
		for _, path := range f.Schema().Columns() {
			if !strings.Contains(columns, fmt.Sprintf(`{"name":%q,"unit":"`, path[0])) {
				t.Errorf("%s: nothing is said of column %s", table, path[0])
			}
			if path[0] == "host" || path[0] == "date" || path[0] == "capture" || path[0] == "table" {
				t.Errorf("%s: column %s has the name of a folder", table, path[0])
			}
		}
		if table == TableLoss || table == TableCapture {
			continue
		}
		for _, group := range f.Metadata().RowGroups {
			if len(group.SortingColumns) == 0 || group.SortingColumns[0].ColumnIdx != 0 {
				t.Errorf("%s: not declared as sorted", table)
			}
		}
	}
	found := false
	for i, path := range openLibrary(t, c, "virtual_alloc").Schema().Columns() {
		if path[0] == "pid" {
			found = openLibrary(t, c, "virtual_alloc").Metadata().RowGroups[0].Columns[i].MetaData.BloomFilterOffset > 0
		}
	}
	if !found {
		t.Error("no Bloom filter of pid")
	}
}

func TestNamesThatAreNoUTF8(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Skip("such names exist on Unix only")
	}
	b, err := os.ReadFile(leakyService)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "\xff.etl")
	if err := os.WriteFile(name, b, 0o666); err != nil {
		t.Skip(err)
	}
	_, c := convert(t, t.TempDir(), mustOpen(t, name), Options{})
	if c.Recordings[0].Name != name {
		t.Errorf("name %q", c.Recordings[0].Name)
	}
	if file := rowsAsText(t, c, TableCapture)[0]["file"]; file != strings.ToValidUTF8(name, "\uFFFD") {
		t.Errorf("file %q", file)
	}
}
