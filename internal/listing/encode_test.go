package listing

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"etledger/etl"
	"etledger/model"
	"etledger/model/columns"
)

func TestEveryTableIsDescribed(t *testing.T) {
	known := make(map[string]bool)
	for table := range model.Tables() {
		if tables[table].text == "" {
			t.Errorf("%v has no description", table)
		}
		for _, c := range columns.Of(table) {
			known[c.Name] = true
		}
		for _, name := range tables[table].main {
			if !table.Schema().HasField(name) {
				t.Errorf("%v has no column %s", table, name)
			}
		}
		if len(table.String()) > nameWidth {
			t.Errorf("the name of %v is longer than %d", table, nameWidth)
		}
	}
	for name := range hexadecimal {
		if !known[name] {
			t.Errorf("no table has a column %s", name)
		}
	}
}

func FuzzTexts(f *testing.F) {
	for _, text := range []string{
		"", "plain", `C:\a "b"`, "a\x00\x1b[2J\x7f\u0085\u202e\u2028", "\xff\xfe", "a,b\r\nc", " ", "é",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var back string
		if err := json.Unmarshal(appendJSON(nil, text), &back); err != nil || back != strings.ToValidUTF8(text, "\ufffd") &&
			utf8.ValidString(text) {
			t.Errorf("JSON of %q gives %q, %v", text, back, err)
		}
		r := csv.NewReader(strings.NewReader("x," + string(appendCSV(nil, text)) + "\n"))
		if row, err := r.Read(); err != nil || row[1] != strings.ReplaceAll(text, "\r\n", "\n") { // as this reader has it
			t.Errorf("CSV of %q gives %q, %v", text, row, err)
		}
		for _, r := range string(appendPrintable(nil, text)) {
			if !unicode.IsPrint(r) {
				t.Errorf("%q is shown with %U", text, r)
			}
		}
	})
}

func TestClock(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var c clock
	for i := range 20_000 {
		nanos := int64(r.Uint64())
		switch i % 4 {
		case 1:
			nanos = 1709631000_000000000 + r.Int64N(3e9)
		case 2:
			nanos = r.Int64N(2e9) - 1e9
		case 3:
			nanos = nanos / 1e9 * 1e9
		}
		want := time.Unix(0, nanos).UTC().Format("2006-01-02T15:04:05.000000000Z07:00")
		if got := string(c.append(nil, nanos)); got != want {
			t.Fatalf("%d: %s, want %s", nanos, got, want)
		}
	}
}

// Rows are written without allocation.
func TestRowsDoNotAllocate(t *testing.T) {
	capture, err := etl.Open(context.Background(), etl.Options{}, "../../testdata/leaky-service.etl")
	if err != nil {
		t.Fatal(err)
	}
	defer capture.Close()
	for _, format := range []Format{JSONL, CSV} {
		plan, err := NewPlan(Request{Tables: []model.Table{model.TableVirtualAlloc}, Where: "region_size > 4096", Format: format})
		if err != nil {
			t.Fatal(err)
		}
		opts := model.Options{ChunkRows: 1 << 20}
		opts.Tables, opts.Columns = plan.Needs()
		w, err := plan.newWriter(io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		for chunk, err := range model.NewReader(capture, opts).Chunks(context.Background()) {
			if err != nil {
				t.Fatal(err)
			}
			table := plan.tables[0]
			if n := testing.AllocsPerRun(5, func() {
				if ok, err := table.load(chunk); err != nil || !ok {
					t.Fatal(ok, err)
				}
				if err := w.rows(table, table.chosen); err != nil {
					t.Fatal(err)
				}
			}); n > float64(len(table.chosen)/20) || len(table.chosen) < 1000 { // chunks of output allocate, rows do not
				t.Errorf("%s: %v allocations for %d rows", format, n, len(table.chosen))
			}
		}
	}
}
