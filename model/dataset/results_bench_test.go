package dataset_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"etledger/model/dataset"
	"etledger/report/results"
)

// benchCaptures is how many captures the measured dataset has, of a tenth as many hosts. ETLEDGER_BENCH_RESULTS says another
// number.
func benchCaptures(b *testing.B) int {
	text := os.Getenv("ETLEDGER_BENCH_RESULTS")
	if text == "" {
		return 200
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// resultRows makes the rows of a capture with 100 processes.
func resultRows(n int) results.Rows {
	start := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, n%10)
	rows := results.Rows{Capture: results.Capture{ID: fmt.Sprintf("c-%016x", n*7919), Location: fmt.Sprintf("/captures/%d.etl", n),
		HostName: fmt.Sprintf("HOST-%d", n/10), Start: start, End: start.Add(time.Hour), Findings: "[]"}}
	for i := range 100 {
		image, version := fmt.Sprintf("image%d.exe", i%40), "10.0.1."+strconv.Itoa(i%40)
		slope, private := float64(i*n)+0.25, uint64(i)<<20
		rows.Lifetimes = append(rows.Lifetimes, results.Lifetime{Lifetime: uint32(i), PID: uint32(1000 + 4*i), Image: &image,
			FileVersion: &version, FirstSeen: start, LastSeen: start.Add(time.Hour), ObservedS: 3600, Verdict: "steady", Judged: 1,
			Slope: &slope, Reason: "the level neither rises nor falls", PrivateBytes: &private, Reconciliation: "explained"})
		rows.Modules = append(rows.Modules, results.Module{Lifetime: uint32(i), PID: uint32(1000 + 4*i), Image: &image,
			Verdict: "steady", Rank: 1, Module: "ntdll.dll", OutstandingBytes: private, Allocations: 3})
	}
	return rows
}

var (
	captureSheet  = dataset.NewSheet[results.Capture](results.TableCaptures)
	lifetimeSheet = dataset.NewSheet[results.Lifetime](results.TableLifetimes)
	moduleSheet   = dataset.NewSheet[results.Module](results.TableModules)
	poolSheet     = dataset.NewSheet[results.PoolTag](results.TablePoolTags)
)

func putRows(b *testing.B, folder string, rows *results.Rows) {
	c := &rows.Capture
	about := dataset.ResultsAbout{ID: c.ID, Host: c.HostName, FirstNano: c.Start.UnixNano(), Schema: results.Schema,
		Meta: dataset.Meta{Version: "1", Ring: "canary"}}
	_, err := dataset.PutResults(context.Background(), folder, about, []dataset.SheetRows{
		captureSheet.Rows([]results.Capture{*c}), lifetimeSheet.Rows(rows.Lifetimes), moduleSheet.Rows(rows.Modules),
		poolSheet.Rows(rows.PoolTags),
	}, []dataset.NamedFile{{Name: "report.json", Content: make([]byte, 50_000)}})
	if err != nil {
		b.Fatal(err)
	}
}

// BenchmarkResults measures what work on the results of many captures takes, each time for one of them.
func BenchmarkResults(b *testing.B) {
	folder, n := b.TempDir(), benchCaptures(b)
	for i := range n {
		rows := resultRows(i)
		putRows(b, folder, &rows)
	}
	_, found, err := dataset.FindResults(folder)
	if err != nil || len(found) != n {
		b.Fatal(len(found), err)
	}
	b.Run("put", func(b *testing.B) {
		rows := resultRows(n / 2)
		for b.Loop() {
			putRows(b, folder, &rows)
		}
	})
	b.Run("fingerprint", func(b *testing.B) {
		for b.Loop() {
			if _, _, ok, err := dataset.ResultsFingerprint(folder, found[n/2].ID); !ok || err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("find", func(b *testing.B) {
		for b.Loop() {
			if _, _, err := dataset.FindResults(folder); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/capture")
	})
	b.Run("read", func(b *testing.B) {
		i := 0
		for b.Loop() {
			r, err := dataset.OpenResults(folder, found[i%n])
			if err != nil {
				b.Fatal(err)
			}
			readRows(b, r, captureSheet)
			readRows(b, r, lifetimeSheet)
			readRows(b, r, moduleSheet)
			readRows(b, r, poolSheet)
			i++
		}
	})
}

func readRows[R any](b *testing.B, r *dataset.Results, sheet *dataset.Sheet[R]) {
	if _, err := dataset.ReadRows(r, sheet); err != nil {
		b.Fatal(err)
	}
}
