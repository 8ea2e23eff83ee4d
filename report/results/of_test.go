package results

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"etledger/etl"
	"etledger/model/dataset"
	"etledger/report"
)

// analyze reads a capture.
func analyze(t *testing.T, path string) (*report.Source, *report.Report) {
	t.Helper()
	c, err := etl.Open(context.Background(), etl.Options{}, path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s, err := report.Read(context.Background(), c, report.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s, report.Build(s)
}

func rowsOf(t *testing.T, path string, about About) *Rows {
	t.Helper()
	s, r := analyze(t, path)
	rows, err := Of(s, r, nil, about)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// The rows must say what the report of the same capture says, whose figures the truth of the capture gives.
func TestRowsOfLeakyService(t *testing.T) {
	path := filepath.Join("..", "..", "testdata", "leaky-service.etl")
	_, r := analyze(t, path)
	rows := rowsOf(t, path, About{ID: "c-0123456789abcdef", Location: path, Bytes: 983040})
	c := rows.Capture
	if c.HostName != "WORKSTATION-7" || c.Leaking != 1 || c.Stacks != 1 || c.Damaged != 0 || c.Lifetimes != uint64(len(r.Processes)) ||
		c.Answer != r.Answer || c.SizeBytes != 983040 {
		t.Errorf("%+v", c)
	}
	if !c.Start.Before(c.End) || c.End.Sub(c.Start) != time.Duration(c.DurationS*1e9).Round(100) {
		t.Errorf("from %v to %v in %v s", c.Start, c.End, c.DurationS)
	}
	worst, p := rows.Lifetimes[0], r.Processes[0]
	if worst.PID != 860 || worst.Verdict != "leak" || worst.Judged != 1 || *worst.Slope != *p.Trend.SlopeBytesPerS ||
		worst.OutstandingBytes != p.VirtualAlloc.OutstandingCommitBytes {
		t.Errorf("%+v", worst)
	}
	for i := range rows.Lifetimes {
		l := rows.Lifetimes[i]
		if l.Lifetime != uint32(i) || l.FirstSeen.Before(c.Start) || l.LastSeen.After(c.End) ||
			l.Judged == 1 && (l.ObservedS < 60 || l.Verdict == "inconclusive") {
			t.Errorf("lifetime %d: %+v", i, l)
		}
	}
	// What the modules of a lifetime left is what its suspects left.
	for i := range r.Processes {
		var left, right uint64
		for _, s := range r.Processes[i].Suspects {
			left += s.OutstandingBytes
		}
		var modules []string
		for _, m := range rows.Modules {
			if m.Lifetime == uint32(i) {
				right += m.OutstandingBytes
				modules = append(modules, m.Module)
				if int(m.Rank) != len(modules) {
					t.Errorf("the rank of module %d of lifetime %d is %d", len(modules), i, m.Rank)
				}
			}
		}
		slices.Sort(modules)
		if left != right || len(slices.Compact(modules)) != len(modules) {
			t.Errorf("lifetime %d: modules %v left %d bytes, its suspects %d", i, modules, right, left)
		}
	}
	if rows.Modules[0].Module != "session-cache.dll" {
		t.Errorf("the first module is %+v", rows.Modules[0])
	}
}

// Rows come back from a dataset as they were put there, in order of host, date and ID, and damage to one does not hide others.
func TestAll(t *testing.T) {
	ctx, folder := context.Background(), t.TempDir()
	path := filepath.Join("..", "..", "testdata", "leaky-service.etl")
	rows := rowsOf(t, path, About{Location: path, Meta: dataset.Meta{Ring: "fast"}})
	var want []string
	for _, host := range []string{"b", "a", "c"} {
		for _, id := range []string{"c-00000000000000ff", "c-0000000000000001"} {
			rows.Capture.ID, rows.Capture.HostName = id[:17]+host, host
			if _, err := Put(ctx, folder, rows, []byte("{}"), Made{Meta: dataset.Meta{Ring: "fast"}}); err != nil {
				t.Fatal(err)
			}
			want = append(want, host+rows.Capture.ID)
		}
	}
	slices.Sort(want)
	read := func(o AllOptions) (got []string, failed int) {
		for rows, err := range All(ctx, folder, o) {
			if err != nil {
				failed++
				continue
			}
			if rows.Meta.Ring != "fast" || len(rows.Lifetimes) == 0 {
				t.Errorf("%+v", rows)
			}
			got = append(got, rows.Capture.HostName+rows.Capture.ID)
		}
		return got, failed
	}
	for _, workers := range []int{0, 1, 2, 100} {
		told := 0
		got, failed := read(AllOptions{Concurrency: workers, Progress: func(done, total int) { told += total - done }})
		if !slices.Equal(got, want) || failed != 0 || told != 6+5+4+3+2+1 {
			t.Errorf("%d at once: %v, expected %v; %d failed; progress %d", workers, got, want, failed, told)
		}
	}
	for range All(ctx, folder, AllOptions{}) {
		break
	}
	damaged := filepath.Join(folder, "table="+TableLifetimes, "host=b", "date=2024-03-05", "capture=c-000000000000000b", "part-0.parquet")
	if err := os.Truncate(damaged, 100); err != nil {
		t.Fatal(err)
	}
	if got, failed := read(AllOptions{}); len(got) != 5 || failed != 1 {
		t.Errorf("with damage: %v, %d failed", got, failed)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	for _, err := range All(ended, folder, AllOptions{}) {
		if err == nil {
			t.Error("an ended context gives rows")
		}
	}
}
