package dataset

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"

	"etledger/etl"
	"etledger/model"
)

// recordings gives the recordings that tests read: those of the repository, and others where there are any.
func recordings(t testing.TB) []string {
	t.Helper()
	var paths []string
	for _, pattern := range []string{
		filepath.Join("..", "..", "testdata", "*.etl"), filepath.Join("..", "..", "testdata", "damaged", "*.etl"),
		filepath.Join(os.Getenv("ETLEDGER_SHARED"), "corpus", "*.etl"),
		filepath.Join(os.Getenv("ETLEDGER_SHARED"), "cases", "*.etl"),
	} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	if len(paths) == 0 {
		t.Fatal("no recordings")
	}
	return paths
}

// open opens a recording; ok is false if it is none.
func open(t testing.TB, paths ...string) (c *etl.Capture, ok bool) {
	t.Helper()
	c, err := etl.Open(context.Background(), etl.Options{}, paths...)
	if err != nil {
		return nil, false
	}
	t.Cleanup(func() { c.Close() })
	return c, true
}

// convert converts a capture into a dataset, and opens it there.
func convert(t testing.TB, folder string, c *etl.Capture, o Options) (Result, *Capture) {
	t.Helper()
	result, err := Convert(context.Background(), folder, c, o)
	if err != nil {
		t.Fatal(err)
	}
	converted, err := Open(folder, result.Place)
	if err != nil {
		t.Fatal(err)
	}
	return result, converted
}

// rowsOf gives the rows of all tables in their exact order: for each its table and all of its values as texts.
func rowsOf(t testing.TB, chunks iter.Seq2[*model.Chunk, error]) (rows, frames []string) {
	t.Helper()
	for c, err := range chunks {
		if err != nil {
			t.Fatal(err)
		}
		r, f := rowsOfChunk(c)
		rows, frames = append(rows, r...), append(frames, f...)
		c.Release()
	}
	return rows, frames
}

func rowsOfChunk(c *model.Chunk) (rows, frames []string) {
	next := map[model.Table]int{}
	for _, table := range c.Order() {
		rows = append(rows, table.String()+rowText(c.Batch(table).Record(), next[table]))
		next[table]++
	}
	if b := c.Batch(model.TableFrame); b != nil {
		for i := range b.Len() {
			frames = append(frames, rowText(b.Record(), i))
		}
	}
	return rows, frames
}

func rowText(r arrow.Record, i int) string {
	text := ""
	for k, a := range r.Columns() {
		v := "null"
		if a.IsValid(i) {
			v = cellText(a, i)
		}
		text += fmt.Sprintf(" %s=%s", r.ColumnName(k), v)
	}
	return text
}

func cellText(a arrow.Array, i int) string {
	switch a := a.(type) {
	case *array.Dictionary:
		return fmt.Sprintf("%q", a.Dictionary().(*array.String).Value(a.GetValueIndex(i)))
	case *array.Float64:
		return fmt.Sprintf("%x", a.Value(i))
	}
	return a.ValueStr(i)
}

// TestEveryColumnOfEveryTable compares what comes back from a dataset with what was decoded, row by row in the exact order,
// and all that is known of the capture beside.
func TestEveryColumnOfEveryTable(t *testing.T) {
	for _, path := range recordings(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			c, ok := open(t, path)
			if !ok {
				return
			}
			if testing.Short() && c.Size() > 1<<20 {
				t.Skip("large")
			}
			reader := model.NewReader(c, model.Options{})
			rows, frames := rowsOf(t, reader.Chunks(context.Background()))
			result, converted := convert(t, t.TempDir(), c, Options{Concurrency: 2})
			if uint64(len(rows)+len(frames)) != result.Details.Rows {
				t.Errorf("%d rows written of %d", result.Details.Rows, len(rows)+len(frames))
			}
			for _, o := range []model.Options{{}, {ChunkRows: 100, Concurrency: 1}} {
				gotRows, gotFrames := rowsOf(t, converted.Chunks(context.Background(), o))
				compareRows(t, gotRows, rows)
				compareRows(t, gotFrames, frames)
			}
			checkDetails(t, &converted.Details, c, reader.Stats())
		})
	}
}

func compareRows(t *testing.T, got, want []string) {
	t.Helper()
	if slices.Equal(got, want) {
		return
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("row %d is\n%s\nwant\n%s", i, got[i], want[i])
		}
	}
	t.Fatalf("%d rows, want %d", len(got), len(want))
}

func checkDetails(t *testing.T, d *Details, c *etl.Capture, stats model.Stats) {
	t.Helper()
	if !reflect.DeepEqual(d.Losses, c.Losses()) {
		t.Errorf("losses %+v, want %+v", d.Losses, c.Losses())
	}
	damage := stats.Damage
	for i, got := range d.Stats.Damage {
		if got.Error() != damage[i].Error() {
			t.Errorf("damage %v, want %v", got, damage[i])
		}
	}
	d.Stats.Damage = damage
	if !reflect.DeepEqual(d.Stats, stats) {
		t.Errorf("stats %+v, want %+v", d.Stats, stats)
	}
	if len(d.Recordings) != len(c.Recordings()) || d.Bytes() != uint64(c.Size()) {
		t.Fatalf("%d recordings of %d bytes", len(d.Recordings), d.Bytes())
	}
	for i, r := range c.Recordings() {
		got := d.Recordings[i]
		if got.Name != r.Name() || got.Header != r.Header() || got.Buffers != uint64(r.Buffers().Buffers) {
			t.Errorf("recording %+v, want %s %+v", got, r.Name(), r.Header())
		}
	}
}
