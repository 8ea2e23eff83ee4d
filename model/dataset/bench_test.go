package dataset

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"

	"etledger/bench/captures"
	"etledger/etl"
	"etledger/model"
	"etledger/model/dataset/internal/parquetfile"
)

// benchRecordings are what is measured: a generated recording with many rows in few tables, and one with few in many. The
// variable ETLEDGER_BENCH_CAPTURE names another.
func benchRecordings(b *testing.B) []string {
	if path := os.Getenv("ETLEDGER_BENCH_CAPTURE"); path != "" {
		return []string{path}
	}
	path := filepath.Join(b.TempDir(), "generated.etl")
	f, err := os.Create(path)
	if err == nil {
		err = errors.Join(captures.Write(f, captures.Spec{Events: 200_000, Stacks: true}), f.Close())
	}
	if err != nil {
		b.Fatal(err)
	}
	return []string{path, leakyService}
}

// eachTable calls measure for each table that has rows in a recording, with the records.
func eachTable(b *testing.B, measure func(b *testing.B, t model.Table, c *etl.Capture, records []arrow.Record, rows int)) {
	measured := map[model.Table]bool{}
	for _, path := range benchRecordings(b) {
		c := mustOpen(b, path)
		records := map[model.Table][]arrow.Record{}
		rows := map[model.Table]int{}
		for batch, err := range model.Batches(context.Background(), c, model.Options{}) {
			if err != nil {
				b.Fatal(err)
			}
			records[batch.Table()] = append(records[batch.Table()], batch.Record())
			rows[batch.Table()] += batch.Len()
		}
		for t := range model.Tables() {
			if rows[t] > 0 && !measured[t] {
				measured[t] = true
				b.Run(t.String(), func(b *testing.B) { measure(b, t, c, records[t], rows[t]) })
			}
		}
	}
}

func perRow(b *testing.B, rows int, size int64) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(rows), "ns/row")
	b.ReportMetric(float64(size)/float64(rows), "B/row")
}

// BenchmarkWrite encodes the rows of a table, on one core.
func BenchmarkWrite(b *testing.B) {
	eachTable(b, func(b *testing.B, t model.Table, _ *etl.Capture, records []arrow.Record, rows int) {
		size := int64(0)
		for b.Loop() {
			w, err := parquetfile.NewWriter(io.Discard, columnsOf(t.Schema()))
			if err != nil {
				b.Fatal(err)
			}
			for _, r := range records {
				for i, a := range r.Columns() {
					w.Append(i, a)
				}
				if err := w.Commit(); err != nil {
					b.Fatal(err)
				}
			}
			if err := w.Close(parquetfile.About{}); err != nil {
				b.Fatal(err)
			}
			size = w.Size()
		}
		perRow(b, rows, size)
	})
}

// BenchmarkRead reads the rows of a table on one core, the comparison with the file's checksum included.
func BenchmarkRead(b *testing.B) {
	eachTable(b, func(b *testing.B, t model.Table, c *etl.Capture, _ []arrow.Record, rows int) {
		_, converted := convert(b, b.TempDir(), c, Options{})
		info, err := os.Stat(converted.path(t.String()))
		if err != nil {
			b.Fatal(err)
		}
		o := model.Options{Tables: []model.Table{t}, Concurrency: 1}
		for b.Loop() {
			for chunk, err := range converted.Chunks(context.Background(), o) {
				if err != nil {
					b.Fatal(err)
				}
				chunk.Release()
			}
		}
		perRow(b, rows, info.Size())
	})
}

// BenchmarkConvert converts a capture from its first step to its last.
func BenchmarkConvert(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(map[int]string{1: "one", 2: "two"}[workers], func(b *testing.B) {
			c := mustOpen(b, benchRecordings(b)[0])
			var events uint64
			for b.Loop() {
				r, err := Convert(context.Background(), filepath.Join(b.TempDir(), "new"), c, Options{Concurrency: workers})
				if err != nil {
					b.Fatal(err)
				}
				events = r.Details.Stats.Events
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(events), "ns/event")
		})
	}
}

// BenchmarkWriteMeta encodes what metadata adds to the rows of a table, on one core.
func BenchmarkWriteMeta(b *testing.B) {
	all := Meta{Time: testMeta.Time, Version: "1", Ring: "r", Workload: "w"}
	for name, meta := range map[string]Meta{"nothing known": {}, "all known": all} {
		b.Run(name, func(b *testing.B) {
			const chunks, chunk = 32, 1 << 15
			columns := metaColumns{meta: meta}
			size := int64(0)
			for b.Loop() {
				w, err := parquetfile.NewWriter(io.Discard, columnsOf(metaSheet.schema))
				if err != nil {
					b.Fatal(err)
				}
				for range chunks {
					for i, a := range columns.of(chunk) {
						w.Append(i, a)
					}
				}
				if err := w.Close(parquetfile.About{}); err != nil {
					b.Fatal(err)
				}
				size = w.Size()
			}
			perRow(b, chunks*chunk, size)
		})
	}
}
