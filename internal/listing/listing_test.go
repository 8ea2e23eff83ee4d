package listing_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"etledger/etl"
	"etledger/internal/listing"
	"etledger/model"
)

const (
	leakyService = "../../testdata/leaky-service.etl"
	keyedStacks  = "../../testdata/keyed-stacks.etl"
)

func open(t *testing.T, capture string) *etl.Capture {
	t.Helper()
	c, err := etl.Open(context.Background(), etl.Options{}, capture)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// list fulfils a request and gives what was written.
func list(t *testing.T, capture string, r listing.Request, opts model.Options) string {
	t.Helper()
	plan, err := listing.NewPlan(r)
	if err != nil {
		t.Fatal(err)
	}
	opts.Tables, opts.Columns = plan.Needs()
	var b bytes.Buffer
	if err := plan.Write(&b, model.NewReader(open(t, capture), opts).Chunks(context.Background())); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// objects parses JSON lines, with numbers as they are written.
func objects(t *testing.T, text string) []map[string]any {
	t.Helper()
	var all []map[string]any
	for line := range strings.Lines(text) {
		d := json.NewDecoder(strings.NewReader(line))
		d.UseNumber()
		var o map[string]any
		if err := d.Decode(&o); err != nil {
			t.Fatalf("%v in %q", err, line)
		}
		all = append(all, o)
	}
	return all
}

func number(t *testing.T, o map[string]any, key string) uint64 {
	t.Helper()
	var n uint64
	if _, err := fmt.Sscan(string(o[key].(json.Number)), &n); err != nil {
		t.Fatalf("%s of %v: %v", key, o, err)
	}
	return n
}

func TestAllTablesInOrder(t *testing.T) {
	rows := objects(t, list(t, leakyService, listing.Request{Format: listing.JSONL}, model.Options{}))
	want := make(map[string]int)
	for chunk, err := range model.NewReader(open(t, leakyService), model.Options{}).Chunks(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range chunk.Order() {
			want[table.String()]++
		}
	}
	got := make(map[string]int)
	var seq uint64
	last, stacksOver := "", false
	for _, row := range rows {
		table := row["table"].(string)
		got[table]++
		switch n := number(t, row, "seq"); {
		case n < seq:
			t.Fatalf("seq %d after %d", n, seq)
		case n > seq:
			seq, stacksOver = n, false
		case table == "stack" && stacksOver:
			t.Fatalf("seq %d: a stack after a row of %s", n, last)
		}
		stacksOver = stacksOver || table != "stack"
		last = table
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v rows, want %v", got, want)
	}
}

// Every value of the typed view is in the line, exactly.
func TestFramesOfStacks(t *testing.T) {
	for _, capture := range []string{leakyService, keyedStacks} {
		var want [][]string
		whole := model.NewReader(open(t, capture), model.Options{ChunkRows: 1 << 30})
		for chunk, err := range whole.Chunks(context.Background()) {
			if err != nil {
				t.Fatal(err)
			}
			stacks, frames := chunk.Batch(model.TableStack).Stack(), chunk.Batch(model.TableFrame).Frame()
			for i, n := range stacks.FrameCount {
				list := []string{}
				for _, address := range frames.Address[stacks.FirstFrame[i]:][:n] {
					list = append(list, fmt.Sprint(address))
				}
				want = append(want, list)
			}
		}
		for _, opts := range []model.Options{{}, {ChunkRows: 1}, {ChunkRows: 333}} {
			request := listing.Request{Tables: []model.Table{model.TableStack}, Format: listing.JSONL}
			rows := objects(t, list(t, capture, request, opts))
			if len(rows) != len(want) {
				t.Fatalf("%s: %d rows, want %d", capture, len(rows), len(want))
			}
			for i, row := range rows {
				if fmt.Sprint(row["frames"]) != fmt.Sprint(want[i]) {
					t.Fatalf("%s: frames %v, want %v", capture, row["frames"], want[i])
				}
			}
		}
	}
	text := list(t, keyedStacks, listing.Request{Tables: []model.Table{model.TableStack}, Format: listing.CSV,
		Columns: []string{"frame_count", "frames"}, Where: "frame_count = 2", Limit: 1}, model.Options{})
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) != 2 || len(strings.Fields(rows[1][1])) != 2 {
		t.Errorf("frames as CSV: %v, %v", rows, err)
	}
}

// CSV has the values of JSONL, with nothing for null.
// What is listed depends neither on chunks nor on the number of goroutines.
func TestBytesDoNotDependOnChunks(t *testing.T) {
	for _, r := range []listing.Request{
		{Format: listing.JSONL},
		{Format: listing.Text},
		{Format: listing.Text, Tables: []model.Table{model.TableVirtualAlloc}},
		{Format: listing.JSONL, Tables: []model.Table{model.TableFrame, model.TableStack, model.TableVirtualAlloc}},
		{Format: listing.JSONL, Where: "pid = 860 and time_s > 100", Limit: 99},
		{Format: listing.CSV, Tables: []model.Table{model.TableStack}, Where: "first_frame > 10"},
	} {
		for capture, all := range map[string][]model.Options{
			leakyService: {{ChunkRows: 777}, {Concurrency: 1}, {Concurrency: 4}},
			keyedStacks:  {{ChunkRows: 1}, {ChunkRows: 2}, {ChunkRows: 10}, {Concurrency: 1, ChunkRows: 3}},
		} {
			want := list(t, capture, r, model.Options{})
			if want == "" && capture == leakyService {
				t.Errorf("%+v lists nothing", r)
			}
			for _, opts := range all {
				if got := list(t, capture, r, opts); got != want {
					t.Errorf("%s, %+v: other bytes with %+v", capture, r, opts)
				}
			}
		}
	}
}
