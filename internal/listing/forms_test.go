package listing_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"etledger/internal/listing"
	"etledger/model"
	"etledger/model/arrowstream"
)

func TestJSONLHasTheValuesOfTheView(t *testing.T) {
	rows := objects(t, list(t, leakyService, listing.Request{Tables: []model.Table{model.TableVirtualAlloc},
		Format: listing.JSONL}, model.Options{}))
	kinds := []string{"", "alloc", "free", "rundown_start", "rundown_end"}
	n := 0
	for batch, err := range model.Batches(context.Background(), open(t, leakyService), model.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		if batch.Table() != model.TableVirtualAlloc {
			continue
		}
		v := batch.VirtualAlloc()
		for i := range batch.Len() {
			row := rows[n]
			n++
			text := func(s string, present bool) any {
				if present {
					return s
				}
				return nil
			}
			nullable := func(x uint64, present bool) any {
				if present {
					return json.Number(fmt.Sprint(x))
				}
				return nil
			}
			pid, hasPID := v.HeaderPID.At(i)
			tid, hasTID := v.HeaderTID.At(i)
			mask, hasMask := v.ProtectionMask.At(i)
			want := map[string]any{
				"table": "virtual_alloc", "seq": json.Number(fmt.Sprint(v.Seq[i])), "ticks": json.Number(fmt.Sprint(v.Ticks[i])),
				"timestamp": time.Unix(0, v.UnixNano[i]).UTC().Format("2006-01-02T15:04:05.000000000Z07:00"),
				"processor": json.Number(fmt.Sprint(v.Processor[i])), "header_pid": nullable(uint64(pid), hasPID),
				"header_tid": nullable(uint64(tid), hasTID), "type": kinds[v.Op[i]], "pid": json.Number(fmt.Sprint(v.PID[i])),
				"exe": text(v.Exe.At(i)), "name": text(v.ProcessName.At(i)),
				"base_address": json.Number(fmt.Sprint(v.BaseAddress[i])), "region_size": json.Number(fmt.Sprint(v.RegionSize[i])),
				"alloc_flags": json.Number(fmt.Sprint(v.AllocFlags[i])), "alloc_type": text(v.AllocType.At(i)),
				"commit_size": nullable(v.CommitSize.At(i)), "page_type": text(v.PageType.At(i)),
				"protection": text(v.Protection.At(i)), "protection_mask": nullable(uint64(mask), hasMask),
			}
			if f, err := row["time_s"].(json.Number).Float64(); err != nil || f != v.TimeS[i] {
				t.Fatalf("time_s %v, want %v", row["time_s"], v.TimeS[i])
			}
			delete(row, "time_s")
			if fmt.Sprint(row) != fmt.Sprint(want) {
				t.Fatalf("row %d\n%v, want\n%v", n, row, want)
			}
		}
	}
	if n != len(rows) {
		t.Errorf("%d rows, want %d", len(rows), n)
	}
}

func TestColumnsStandInTheirOrder(t *testing.T) {
	text := list(t, leakyService, listing.Request{Tables: []model.Table{model.TableProcess}, Format: listing.JSONL, Limit: 1},
		model.Options{})
	want := []string{"table"}
	for _, f := range model.TableProcess.Schema().Fields() {
		want = append(want, f.Name)
	}
	var got []string
	d := json.NewDecoder(strings.NewReader(text))
	for depth := 0; ; {
		token, err := d.Token()
		if err != nil {
			break
		}
		if depth++; depth%2 == 0 { // {, name, value, name, value, ...
			got = append(got, fmt.Sprint(token))
		}
	}
	if !slices.Equal(got[:len(want)], want) {
		t.Errorf("%v, want %v", got, want)
	}
	text = list(t, leakyService, listing.Request{Tables: []model.Table{model.TableProcess}, Format: listing.JSONL, Limit: 1,
		Columns: []string{"name", "pid"}}, model.Options{})
	if text != `{"table":"process","name":"Idle","pid":0}`+"\n" {
		t.Errorf("%s", text)
	}
}

func TestCSV(t *testing.T) {
	for table := range model.Tables() {
		r := listing.Request{Tables: []model.Table{table}, Format: listing.CSV}
		rows, err := csv.NewReader(strings.NewReader(list(t, leakyService, r, model.Options{}))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		r.Format = listing.JSONL
		want := objects(t, list(t, leakyService, r, model.Options{}))
		if len(rows)-1 != len(want) {
			t.Fatalf("%v: %d rows, want %d", table, len(rows)-1, len(want))
		}
		for i, row := range rows[1:] {
			for j, name := range rows[0] {
				value := ""
				if v := want[i][name]; v != nil {
					value = fmt.Sprint(v)
				}
				if row[j] != value {
					t.Fatalf("%v, row %d: %s is %q, want %q", table, i, name, row[j], value)
				}
			}
		}
	}
}

func TestCSVTellsNullFromEmptyText(t *testing.T) {
	text := list(t, leakyService, listing.Request{Tables: []model.Table{model.TableProcess}, Format: listing.CSV,
		Columns: []string{"command_line", "exe", "pid"}, Where: "pid = 4", Limit: 1}, model.Options{})
	if text != "command_line,exe,pid\n\"\",,4\n" {
		t.Errorf("%q", text)
	}
}

func TestArrowIsTheStreamOfTheTable(t *testing.T) {
	for _, table := range []model.Table{model.TableVirtualAlloc, model.TableStack, model.TableFrame} {
		var want bytes.Buffer
		if _, err := arrowstream.Write(context.Background(), &want, model.NewReader(open(t, leakyService), model.Options{}), table,
			nil); err != nil {
			t.Fatal(err)
		}
		if got := list(t, leakyService, listing.Request{Tables: []model.Table{table}, Format: listing.Arrow},
			model.Options{ChunkRows: 100}); got != want.String() {
			t.Errorf("%v: other bytes", table)
		}
	}
}

func TestNothingToList(t *testing.T) {
	images := []model.Table{model.TableImage}
	columns := []string{"pid", "image_size"}
	for format, want := range map[listing.Format]string{
		listing.JSONL: "", listing.CSV: "pid,image_size\n", listing.Text: "PID  IMAGE_SIZE\n",
	} {
		for _, expression := range []string{"pid > 4 and pid < 0", "pid = 1"} {
			got := list(t, leakyService, listing.Request{Tables: images, Columns: columns, Where: expression, Format: format},
				model.Options{})
			if got != want {
				t.Errorf("%s: %q, want %q", format, got, want)
			}
		}
	}
}

func TestText(t *testing.T) {
	got := list(t, leakyService, listing.Request{Tables: []model.Table{model.TableVirtualAlloc}, Where: "pid = 860", Limit: 2,
		Columns: []string{"timestamp", "time_s", "base_address", "alloc_flags", "alloc_type", "pid", "page_type", "name"},
		Format:  listing.Text}, model.Options{})
	lines := strings.Split(got, "\n")
	if len(lines) != 4 || lines[3] != "" ||
		!strings.HasPrefix(lines[0], "TIMESTAMP                          TIME_S   BASE_ADDRESS  ALLOC_FLAGS") {
		t.Errorf("%s", got)
	}
	if !strings.HasPrefix(lines[1], "2024-03-05T09:30:") ||
		!strings.Contains(lines[1], "  0x2000  RESERVE     860             leaky") {
		t.Errorf("%s", got)
	}
	got = list(t, leakyService, listing.Request{Where: "pid = 860 or computer_name is not null", Limit: 1, Format: listing.Text},
		model.Options{})
	if !strings.Contains(got, "  process             type=rundown_start pid=860 ") || strings.Count(got, "\n") != 1 {
		t.Errorf("%s", got)
	}
}
