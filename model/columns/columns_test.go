package columns_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"etledger/etl"
	"etledger/model"
	"etledger/model/columns"
)

func TestOf(t *testing.T) {
	described := columns.Of(model.TableVirtualAlloc)
	if len(described) != model.TableVirtualAlloc.Schema().NumFields() {
		t.Fatalf("%d columns", len(described))
	}
	for _, want := range []columns.Column{
		{Name: "processor", Type: columns.Uint16, Unit: "none", Description: "processor whose buffer held the event"},
		{Name: "timestamp", Type: columns.Timestamp, Unit: "ns", Description: "time in UTC; never decreases"},
		{Name: "time_s", Type: columns.Float64, Unit: "s", Description: "time since the first event of the capture"},
		{Name: "commit_size", Type: columns.Uint64, Nullable: true, Unit: "bytes",
			Description: "committed part; rundowns of Windows 10 and later"},
		{Name: "alloc_type", Type: columns.Text, Nullable: true, Unit: "none",
			Description: "names of alloc_flags, such as COMMIT|RESERVE"},
	} {
		found := false
		for _, c := range described {
			found = found || c == want
		}
		if !found {
			t.Errorf("no column %+v", want)
		}
	}
	for table := range model.Tables() {
		for _, c := range columns.Of(table) { // panics at types that it does not know
			if c.Description == "" || c.Unit == "" || c.Type.String() == "" {
				t.Errorf("%v: %+v", table, c)
			}
		}
	}
}

func TestValuesAreThoseOfTheView(t *testing.T) {
	ctx := context.Background()
	c, err := etl.Open(ctx, etl.Options{}, "../../testdata/leaky-service.etl")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	rows, nulls := 0, 0
	var v columns.Values
	read := func(b *model.Batch, name string) *columns.Values {
		if !v.Read(b, name) || v.Len != b.Len() {
			t.Fatalf("no column %s", name)
		}
		return &v
	}
	for b, err := range model.Batches(ctx, c, model.Options{Tables: []model.Table{model.TableThread, model.TableProcess}}) {
		if err != nil {
			t.Fatal(err)
		}
		if b.Table() == model.TableProcess {
			view := b.Process()
			for i := range b.Len() {
				if text, present := view.CommandLine.At(i); present == read(b, "command_line").Null(i) ||
					present && text != v.Words[v.Index(i)] {
					t.Errorf("command_line of row %d", i)
				}
				if kind := read(b, "type"); kind.Words[kind.Index(i)] != [...]string{"", "start", "end", "rundown_start", "rundown_end",
					"defunct", "terminate"}[view.Op[i]] {
					t.Errorf("type of row %d", i)
				}
			}
			continue
		}
		view := b.Thread()
		for i := range b.Len() {
			rows++
			if read(b, "seq").Uint64[i] != view.Seq[i] || read(b, "time_s").Float64[i] != view.TimeS[i] ||
				read(b, "ticks").Int64[i] != view.Ticks[i] || read(b, "timestamp").Int64[i] != view.UnixNano[i] ||
				read(b, "processor").Uint16[i] != view.Processor[i] || read(b, "pid").Uint32[i] != view.PID[i] {
				t.Errorf("row %d", i)
			}
			x, present := view.StartAddr.At(i)
			if read(b, "start_address").Null(i) == present || present && v.Uint64[i] != x {
				t.Errorf("start_address of row %d", i)
			}
			if !present {
				nulls++
			}
		}
		if v.Read(b, "nothing") || v.Len != 0 || v.Null(0) {
			t.Error("a column that is not there")
		}
	}
	if rows == 0 || nulls == 0 {
		t.Errorf("%d rows, %d nulls", rows, nulls)
	}
}

// Present tells what Null tells, 64 rows at once, wherever the bitmap begins and ends.
func TestPresent(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		v := columns.Values{Len: r.IntN(300), Offset: r.IntN(80)}
		if r.IntN(5) > 0 {
			v.Valid = make([]byte, (v.Offset+v.Len+7)/8)
			for i := range v.Valid {
				v.Valid[i] = byte(r.Uint32())
			}
		}
		for n := range v.Len/64 + 2 {
			bits := v.Present(n)
			for j := range 64 {
				row := 64*n + j
				if got, want := bits&(1<<j) != 0, row < v.Len && !v.Null(row); got != want {
					t.Fatalf("row %d of %d at offset %d: %v, want %v", row, v.Len, v.Offset, got, want)
				}
			}
		}
	}
}
