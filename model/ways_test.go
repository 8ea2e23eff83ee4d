package model

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v17/arrow/array"

	"etledger/etl"
)

// digest sums up what a reader delivered: for each table the rows, and for each column all of its values.
type digest struct {
	rows    map[Table]int
	columns map[string]uint64
	order   uint64
	stats   Stats
}

// digestOf reads a capture. Each chunk is spoilt when it has been looked at, and released: were its memory used again
// without care, the spoilt bytes would show up in later chunks.
func digestOf(t testing.TB, c *etl.Capture, opts Options) digest {
	t.Helper()
	d := digest{rows: map[Table]int{}, columns: map[string]uint64{}}
	r := NewReader(c, opts)
	order := fnv.New64a()
	for chunk, err := range r.Chunks(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range chunk.Order() {
			order.Write([]byte{byte(table)})
		}
		for table := range Tables() {
			if b := chunk.Batch(table); b != nil {
				d.rows[table] += b.Len()
				d.addBatch(t, b)
			}
		}
		for _, m := range chunk.memory.tables {
			if m != nil {
				spoil(m)
			}
		}
		chunk.Release()
	}
	d.order, d.stats = order.Sum64(), r.Stats()
	return d
}

func spoil(m *tableMemory) {
	for _, column := range m.columns {
		for _, b := range [][]byte{column.raw, column.valid} {
			for i := range b {
				b[i] = 0xA5
			}
		}
	}
}

func (d *digest) addBatch(t testing.TB, b *Batch) {
	for i, column := range b.Record().Columns() {
		name := b.Table().String() + "." + b.Record().ColumnName(i)
		sum, known := d.columns[name]
		if !known {
			sum = 14695981039346656037
		}
		h := fnv.New64a()
		var buffer [9]byte
		for row := range column.Len() {
			switch v := arrowValue(t, column, row).(type) {
			case nil:
				buffer = [9]byte{1}
			case uint64:
				binary.LittleEndian.PutUint64(buffer[1:], v)
			case int64:
				binary.LittleEndian.PutUint64(buffer[1:], uint64(v))
			case float64:
				binary.LittleEndian.PutUint64(buffer[1:], math.Float64bits(v))
			case string:
				h.Write([]byte(v))
				binary.LittleEndian.PutUint64(buffer[1:], uint64(len(v)))
			}
			h.Write(buffer[:])
			sum = (sum ^ h.Sum64()) * 1099511628211
			h.Reset()
			buffer = [9]byte{}
		}
		d.columns[name] = sum
	}
}

// restricted gives what is to be expected when only some tables and columns are asked for.
func (d digest) restricted(wanted map[Table][]string) digest {
	some := digest{rows: map[Table]int{}, columns: map[string]uint64{}, stats: d.stats}
	for table, names := range wanted {
		if n := d.rows[table]; n > 0 {
			some.rows[table] = n
		}
		for i, f := range tables[table].fields {
			name := table.String() + "." + f.arrow.Name
			if sum, ok := d.columns[name]; ok && (names == nil || slices.Contains(names, tables[table].fields[i].arrow.Name)) {
				some.columns[name] = sum
			}
		}
	}
	return some
}

func (d digest) compare(t testing.TB, how string, want digest) {
	t.Helper()
	if !reflect.DeepEqual(d.rows, want.rows) || d.order != want.order {
		t.Errorf("%s: rows are %v, want %v, in the same order", how, d.rows, want.rows)
	}
	for name, sum := range want.columns {
		if d.columns[name] != sum {
			t.Errorf("%s: column %s has other values", how, name)
		}
	}
	if len(d.columns) != len(want.columns) {
		t.Errorf("%s: %d columns, want %d", how, len(d.columns), len(want.columns))
	}
	if d.stats.Events != want.stats.Events || d.stats.FirstNano != want.stats.FirstNano ||
		d.stats.LastNano != want.stats.LastNano || d.stats.DamageCount != want.stats.DamageCount {
		t.Errorf("%s: statistics are %+v, want %+v", how, d.stats, want.stats)
	}
}

// TestWaysOfReading reads recordings event by event, and in all the ways that are faster, which must agree.
func TestWaysOfReading(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join("..", "testdata", "*.etl"))
	if root := os.Getenv("ETLEDGER_SHARED"); root != "" {
		for _, folder := range []string{"corpus", "cases"} {
			more, _ := filepath.Glob(filepath.Join(root, folder, "*.etl"))
			files = append(files, more...)
		}
	}
	if len(files) < 10 {
		t.Fatalf("only %d recordings", len(files))
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			c, err := etl.Open(t.Context(), etl.Options{}, file)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			want := plainDigest(t, c)
			for _, opts := range []Options{{Concurrency: 1}, {Concurrency: 4}, {ChunkRows: 7}, {ChunkRows: 300, ChunkBytes: 1000}} {
				got := digestOf(t, c, opts)
				got.compare(t, fmt.Sprintf("%+v", opts), want)
				if !reflect.DeepEqual(got.stats.Kinds, want.stats.Kinds) {
					t.Errorf("%+v: kinds are %v, want %v", opts, got.stats.Kinds, want.stats.Kinds)
				}
			}
			if !testing.Short() || c.Size() < 100_000 {
				checkSomeColumns(t, c, want)
			}
		})
	}
}

// plainDigest reads a capture event by event.
func plainDigest(t testing.TB, c *etl.Capture) digest {
	var headers []etl.Header
	for _, r := range c.Recordings() {
		headers = append(headers, r.Header())
	}
	d := digest{rows: map[Table]int{}, columns: map[string]uint64{}}
	r := NewEventReader(c.Events, headers, Options{Concurrency: 1})
	order := fnv.New64a()
	for chunk, err := range r.Chunks(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		checkChunk(t, chunk)
		for _, table := range chunk.Order() {
			order.Write([]byte{byte(table)})
		}
		for table := range Tables() {
			if b := chunk.Batch(table); b != nil {
				d.rows[table] += b.Len()
				d.addBatch(t, b)
			}
		}
	}
	d.order, d.stats = order.Sum64(), r.Stats()
	return d
}

// checkSomeColumns asks for single tables, and for some of their columns.
func checkSomeColumns(t *testing.T, c *etl.Capture, all digest) {
	for table := range Tables() {
		fields := tables[table].fields
		for _, names := range [][]string{nil, {}, {"seq"}, {fields[len(fields)-1].arrow.Name, fields[2].arrow.Name, "name", "pid"}} {
			opts := Options{Tables: []Table{table}}
			if names != nil {
				opts.Columns = map[Table][]string{table: names}
			}
			got := digestOf(t, c, opts)
			want := all.restricted(map[Table][]string{table: names})
			got.order = want.order // of one table there is but one
			got.compare(t, fmt.Sprintf("%v %q", table, names), want)
		}
	}
}

// TestMissingColumns reads views of batches that lack columns.
func TestMissingColumns(t *testing.T) {
	columns := map[Table][]string{TableVirtualAlloc: {"region_size", "commit_size"}}
	chunks, _ := read(t, Options{Columns: columns}, allocEvent(1, 4, 0x10000))
	b := chunks[0].Batch(TableVirtualAlloc)
	if got, want := fmt.Sprint(b.Record().Schema().Fields()), fmt.Sprint(TableVirtualAlloc.SchemaOf(columns[TableVirtualAlloc]).Fields()); got != want {
		t.Errorf("fields are %s, want %s", got, want)
	}
	rows := b.VirtualAlloc()
	if rows.Seq != nil || rows.PID != nil || len(rows.RegionSize) != 1 {
		t.Errorf("columns are %v", rows)
	}
	if _, ok := rows.AllocType.At(0); ok {
		t.Error("a text that was not asked for is present")
	}
	if _, ok := rows.HeaderPID.At(0); ok {
		t.Error("a value that was not asked for is present")
	}
	if err := TableVirtualAlloc.CheckColumns([]string{"pid", "no_such"}); err == nil {
		t.Error("a column that the table does not have is taken")
	}
	if _, ok := b.Record().Column(1).(*array.Uint64); !ok {
		t.Errorf("the commit size is a %T", b.Record().Column(1))
	}
}
