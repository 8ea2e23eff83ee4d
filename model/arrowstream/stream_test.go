package arrowstream_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"

	"etledger/etl"
	"etledger/model"
	"etledger/model/arrowstream"
)

const leakyService = "../../testdata/leaky-service.etl"

// source reads tables of a capture that ships with the project.
func source(t *testing.T, opts model.Options) arrowstream.Source {
	t.Helper()
	c, err := etl.Open(context.Background(), etl.Options{}, leakyService)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return model.NewReader(c, opts)
}

// cells gives the rows of a record as texts, one value after another, null as "-".
func cells(record arrow.Record) []string {
	var all []string
	for row := range int(record.NumRows()) {
		for _, column := range record.Columns() {
			switch column := column.(type) {
			case *array.Dictionary:
				if column.IsNull(row) {
					all = append(all, "-")
				} else {
					all = append(all, column.Dictionary().(*array.String).Value(column.GetValueIndex(row)))
				}
			default:
				if column.IsNull(row) {
					all = append(all, "-")
				} else {
					all = append(all, column.ValueStr(row))
				}
			}
		}
	}
	return all
}

// truth gives the rows of a table as the batches of the model have them.
func truth(t *testing.T, table model.Table, columns []string) []string {
	t.Helper()
	opts := model.Options{} // all tables, since columns of stacks depend on that of frames
	if columns != nil {
		opts = model.Options{Tables: []model.Table{table}, Columns: map[model.Table][]string{table: columns}}
	}
	var all []string
	for batch, err := range source(t, opts).Batches(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		if batch.Table() == table {
			all = append(all, cells(batch.Record())...)
		}
	}
	return all
}

func read(t *testing.T, stream []byte) (all []string, records int, schema *arrow.Schema) {
	t.Helper()
	r, err := ipc.NewReader(bytes.NewReader(stream))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	for r.Next() {
		all = append(all, cells(r.Record())...)
		records++
	}
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	return all, records, r.Schema()
}

func TestEveryTableComesBack(t *testing.T) {
	for table := range model.Tables() {
		var b bytes.Buffer
		rows, err := arrowstream.Write(context.Background(), &b, source(t, model.Options{}), table, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, records, schema := read(t, b.Bytes())
		want := truth(t, table, nil)
		if !slices.Equal(got, want) {
			t.Errorf("%v: the stream has other values than the batches", table)
		}
		full := int((rows + arrowstream.RecordRows - 1) / arrowstream.RecordRows)
		if int(rows)*len(table.Schema().Fields()) != len(want) || records != full {
			t.Errorf("%v: %d rows in %d records", table, rows, records)
		}
		if !schema.Equal(table.Schema()) {
			t.Errorf("%v: schema %v", table, schema)
		}
		for i, f := range schema.Fields() { // Equal does not look at these
			if !f.Metadata.Equal(table.Schema().Field(i).Metadata) {
				t.Errorf("%v: metadata of %s: %v", table, f.Name, f.Metadata)
			}
		}
	}
}

// The bytes depend on the rows alone: neither on the batches that they come in nor on how many goroutines decode them.
func TestBytesDoNotDependOnBatches(t *testing.T) {
	for _, table := range []model.Table{model.TableVirtualAlloc, model.TableProcess, model.TableStack} {
		var first []byte
		for _, opts := range []model.Options{{}, {ChunkRows: 100}, {ChunkRows: 7}, {Concurrency: 1}, {Concurrency: 4}} {
			var b bytes.Buffer
			if _, err := arrowstream.Write(context.Background(), &b, source(t, opts), table, nil); err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = b.Bytes()
			} else if !bytes.Equal(first, b.Bytes()) {
				t.Errorf("%v: other bytes with %+v", table, opts)
			}
		}
	}
}

func TestColumnsInTheOrderAskedFor(t *testing.T) {
	columns := []string{"name", "seq", "region_size"}
	var b bytes.Buffer
	if _, err := arrowstream.Write(context.Background(), &b, source(t, model.Options{}), model.TableVirtualAlloc,
		columns); err != nil {
		t.Fatal(err)
	}
	got, _, schema := read(t, b.Bytes())
	var want []string
	for row := range slices.Chunk(truth(t, model.TableVirtualAlloc, columns), 3) { // seq, name, region_size
		want = append(want, row[1], row[0], row[2])
	}
	if !slices.Equal(got, want) {
		t.Error("other values")
	}
	if schema.Field(0).Name != "name" || schema.Field(2).Name != "region_size" || schema.NumFields() != 3 {
		t.Errorf("schema %v", schema)
	}
}

func TestWrongColumns(t *testing.T) {
	ctx := context.Background()
	for want, columns := range map[string][]string{
		`has no column "size"`:                               {"size"},
		`column "seq" of table virtual_alloc is named twice`: {"seq", "pid", "seq"},
	} {
		_, err := arrowstream.Write(ctx, io.Discard, source(t, model.Options{}), model.TableVirtualAlloc, columns)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", columns, err)
		}
		if _, err := arrowstream.NewReader(ctx, source(t, model.Options{}), model.TableVirtualAlloc, columns); err == nil {
			t.Errorf("%v: a reader", columns)
		}
	}
	without := model.Options{Columns: map[model.Table][]string{model.TableVirtualAlloc: {"seq"}}}
	want := `read without its column "pid"`
	_, err := arrowstream.Write(ctx, io.Discard, source(t, without), model.TableVirtualAlloc, []string{"seq", "pid"})
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("a batch without a column is written: %v", err)
	}
	r, err := arrowstream.NewReader(ctx, source(t, without), model.TableVirtualAlloc, []string{"seq", "pid"})
	if err != nil {
		t.Fatal(err)
	}
	if r.Next() || r.Err() == nil || !strings.Contains(r.Err().Error(), want) {
		t.Errorf("a batch without a column is read: %v", r.Err())
	}
}

// Chosen rows are written as if there were no others.
func TestWriteRows(t *testing.T) {
	table := model.TableVirtualAlloc
	var b bytes.Buffer
	w, err := arrowstream.NewWriter(&b, table, nil)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	width, n := table.Schema().NumFields(), 0
	small := source(t, model.Options{Tables: []model.Table{table}, ChunkRows: 64})
	for batch, err := range small.Batches(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		all := cells(batch.Record())
		var rows []int32
		for i := range batch.Len() {
			if n++; n%3 == 0 || n > 2000 {
				rows = append(rows, int32(i))
				want = append(want, all[i*width:(i+1)*width]...)
			}
		}
		if err := w.WriteRows(batch, rows); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if got, _, _ := read(t, b.Bytes()); !slices.Equal(got, want) || int(w.Rows()) != len(want)/width {
		t.Errorf("%d rows, %d values, want %d", w.Rows(), len(got), len(want))
	}
}

func TestBatchOfAnotherTable(t *testing.T) {
	w, err := arrowstream.NewWriter(io.Discard, model.TableImage, nil)
	if err != nil {
		t.Fatal(err)
	}
	for batch := range source(t, model.Options{Tables: []model.Table{model.TableProcess}}).Batches(context.Background()) {
		if err := w.Write(batch); err == nil {
			t.Error("a batch of processes in a stream of images")
		}
		return
	}
}

func TestReader(t *testing.T) {
	columns := []string{"pid", "seq", "exe"}
	small := source(t, model.Options{ChunkRows: 500})
	r, err := arrowstream.NewReader(context.Background(), small, model.TableVirtualAlloc, columns)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	var kept []arrow.Record
	for r.Next() {
		r.Record().Retain()
		kept = append(kept, r.Record())
	}
	if r.Err() != nil || r.Next() {
		t.Fatalf("error %v", r.Err())
	}
	var got, want []string
	for _, record := range kept { // kept ones stay valid
		if !record.Schema().Equal(r.Schema()) {
			t.Fatalf("schema %v, want %v", record.Schema(), r.Schema())
		}
		got = append(got, cells(record)...)
	}
	for row := range slices.Chunk(truth(t, model.TableVirtualAlloc, columns), 3) { // seq, pid, exe
		want = append(want, row[1], row[0], row[2])
	}
	if !slices.Equal(got, want) || len(kept) < 2 {
		t.Errorf("%d records with other values", len(kept))
	}
}

// watched is a source that knows whether an iteration of it is going on.
type watched struct {
	arrowstream.Source
	active bool
}

func (w *watched) Batches(ctx context.Context) iter.Seq2[*model.Batch, error] {
	return func(yield func(*model.Batch, error) bool) {
		w.active = true
		defer func() { w.active = false }()
		w.Source.Batches(ctx)(yield)
	}
}

func TestLastReleaseEndsTheIteration(t *testing.T) {
	w := &watched{Source: source(t, model.Options{ChunkRows: 50})}
	r, err := arrowstream.NewReader(context.Background(), w, model.TableVirtualAlloc, nil)
	if err != nil {
		t.Fatal(err)
	}
	if w.active {
		t.Error("reading before Next")
	}
	r.Retain()
	if !r.Next() || !w.active {
		t.Fatal("no record")
	}
	r.Release()
	if r.Record() == nil || !w.active {
		t.Error("ended though referenced")
	}
	r.Release()
	if w.active {
		t.Error("the iteration goes on after the last Release")
	}
}

func TestReaderEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	r, err := arrowstream.NewReader(ctx, source(t, model.Options{ChunkRows: 50}), model.TableVirtualAlloc, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	if !r.Next() {
		t.Fatal("no record")
	}
	cancel()
	for r.Next() {
	}
	if !errors.Is(r.Err(), context.Canceled) {
		t.Errorf("error %v", r.Err())
	}
	if _, err := arrowstream.Write(ctx, io.Discard, source(t, model.Options{}), model.TableVirtualAlloc, nil); !errors.Is(err,
		context.Canceled) {
		t.Errorf("writing: %v", err)
	}
}

// failing fails after some bytes.
type failing struct{ left int }

var errFull = errors.New("the disk is full")

func (f *failing) Write(b []byte) (int, error) {
	if f.left -= len(b); f.left < 0 {
		return 0, errFull
	}
	return len(b), nil
}

func TestWriteFailure(t *testing.T) {
	for _, left := range []int{0, 100, 5000, 100_000} {
		if _, err := arrowstream.Write(context.Background(), &failing{left}, source(t, model.Options{}), model.TableVirtualAlloc,
			nil); !errors.Is(err, errFull) {
			t.Errorf("after %d bytes: %v", left, err)
		}
	}
}
