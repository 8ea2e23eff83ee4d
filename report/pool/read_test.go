package pool

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"etledger/internal/poolscenario"
	"etledger/ledger/poolseries"
	"etledger/report"
)

// write makes a file with a modification time.
func write(t testing.TB, path string, content []byte, modified time.Time) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
	if !modified.IsZero() {
		if err := os.Chtimes(path, modified, modified); err != nil {
			t.Fatal(err)
		}
	}
}

// observed reads files.
func observed(t testing.TB, o ReadOptions, paths ...string) *Observed {
	t.Helper()
	in, err := Read(context.Background(), o, paths...)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// judgedOnly is the report without what tells of files.
func judgedOnly(t testing.TB, in *Observed) []byte {
	t.Helper()
	r := analyzed(t, Inputs{Now: in}, Options{})
	r.Sources, r.Findings = nil, nil
	return jsonOf(t, r)
}

// csvOf writes snapshots of a scenario as CSV.
func csvOf(t testing.TB, s *poolscenario.Scenario, from, to int) []byte {
	t.Helper()
	var b bytes.Buffer
	b.WriteString(poolscenario.CSVHeader)
	i := 0
	for x := range s.All() {
		if i >= from && i < to {
			if err := poolscenario.WriteCSV(&b, x); err != nil {
				t.Fatal(err)
			}
		}
		i++
	}
	return b.Bytes()
}

// TestOneFileOrMany: a file split in two, in any order, and files of one snapshot each, give the same answer.
func TestOneFileOrMany(t *testing.T) {
	const n = 40
	s := machineOf(31, n, 200, false)
	folder := t.TempDir()
	one, first, second := filepath.Join(folder, "all.csv"), filepath.Join(folder, "b.csv"), filepath.Join(folder, "a.csv")
	write(t, one, csvOf(t, s, 0, n), time.Time{})
	write(t, first, csvOf(t, s, 0, 17), time.Time{})
	write(t, second, csvOf(t, s, 17, n), time.Time{})
	each := filepath.Join(folder, "each")
	for i := range n {
		write(t, filepath.Join(each, fmt.Sprintf("%d.csv", (i*7)%n)), csvOf(t, s, i, i+1), time.Time{})
	}
	want := judgedOnly(t, observed(t, ReadOptions{}, one))
	little := ReadOptions{Series: poolseries.Options{Pending: 600}} // three snapshots may wait
	for name, in := range map[string]*Observed{
		"split":                    observed(t, ReadOptions{}, second, first),
		"each its own":             observed(t, ReadOptions{}, each),
		"by a pattern":             observed(t, ReadOptions{}, filepath.Join(each, "*.csv")),
		"split, little room":       observed(t, little, first, second),
		"each, little room":        observed(t, little, each),
		"twice":                    observed(t, ReadOptions{}, one, one, first),
		"as the baseline's reader": observed(t, ReadOptions{Role: "baseline"}, one),
	} {
		if got := judgedOnly(t, in); !bytes.Equal(got, want) {
			t.Errorf("%s: the report differs", name)
		}
		if in.Set.Late > 0 {
			t.Errorf("%s: %d snapshots are late", name, in.Set.Late)
		}
	}
}

// TestFileTimes: the times of files that were written one after the other count; those of files that were unpacked at once
// do not.
func TestFileTimes(t *testing.T) {
	s := poolscenario.New(poolscenario.Options{Seed: 1, Snapshots: 8, Interval: time.Hour})
	s.Add(poolscenario.Linear)
	folder := t.TempDir()
	i := 0
	for x := range s.All() {
		var b bytes.Buffer
		if err := poolscenario.WritePoolMon(&b, x); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(folder, "apart", fmt.Sprintf("snap%d.txt", i)), b.Bytes(), x.Time)
		write(t, filepath.Join(folder, "atonce", fmt.Sprintf("snap%d.txt", i)), b.Bytes(), begin.Add(time.Duration(i)*time.Millisecond))
		i++
	}
	boot := observed(t, ReadOptions{}, filepath.Join(folder, "apart")).Set.Machines[0].Boots[0]
	if boot.Ordinal || boot.Seconds() != 7*3600 {
		t.Errorf("files written an hour apart span %g s", boot.Seconds())
	}
	in := observed(t, ReadOptions{}, filepath.Join(folder, "atonce"))
	boot = in.Set.Machines[0].Boots[0]
	if !boot.Ordinal || boot.Snapshots != 8 {
		t.Errorf("files unpacked at once: %+v", boot.Span)
	}
	r := analyzed(t, Inputs{Now: in}, Options{})
	if tag := r.Machines[0].Tags[0]; tag.Bytes.PerHour != nil || tag.Bytes.PerSample == nil {
		t.Errorf("a rate per hour without times: %+v", tag.Bytes)
	}
}

// TestDamagedLines: lines that cannot be used are told with file and line, and the rest is used.
func TestDamagedLines(t *testing.T) {
	r := analyzed(t, Inputs{Now: observed(t, ReadOptions{}, filepath.Join("testdata", "example", "damaged.txt"))}, Options{})
	if !r.Damaged() || r.ProblemCount != 1 || len(r.Problems) != 1 || r.Problems[0].Line == 0 ||
		!strings.HasSuffix(r.Problems[0].File, "damaged.txt") {
		t.Fatalf("damaged %v: %+v", r.Damaged(), r.Problems)
	}
	if len(r.Machines[0].Tags) != 14 {
		t.Errorf("%d tags are left of 15", len(r.Machines[0].Tags))
	}
	if f := r.Findings[0]; f.Code != codeUnusable || !strings.Contains(f.Message, fmt.Sprintf("damaged.txt:%d", r.Problems[0].Line)) {
		t.Errorf("%+v", f)
	}
}

// TestCountersGoWithSnapshots: counters that name the only machine, and snapshots that name none, are of one.
func TestCountersGoWithSnapshots(t *testing.T) {
	example := filepath.Join("testdata", "example")
	for _, o := range []struct {
		counters []string
		paths    []string
	}{
		{[]string{filepath.Join(example, "counters.csv")}, []string{filepath.Join(example, "snapshots")}},
		{nil, []string{filepath.Join(example, "snapshots"), filepath.Join(example, "counters.csv")}},
	} {
		in := observed(t, ReadOptions{Counters: o.counters}, o.paths...)
		if m := in.Set.Machines; len(m) != 1 || m[0].Host != "BOX01" || len(m[0].Memory) != 1 || m[0].Memory[0].FromHeads {
			t.Errorf("%+v", m)
		}
	}
}

func TestReadRefusals(t *testing.T) {
	folder := t.TempDir()
	prose := filepath.Join(folder, "mixed", "letter.txt")
	write(t, prose, []byte("Dear operator,\nnothing here is a snapshot.\n"), time.Time{})
	write(t, filepath.Join(folder, "mixed", "all.csv"), csvOf(t, machineOf(1, 3, 20, false), 0, 3), time.Time{})
	if err := os.Mkdir(filepath.Join(folder, "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		prose:                          "give a recording",
		filepath.Join(folder, "none"):  "no such file",
		filepath.Join(folder, "*.log"): "no file fits the pattern",
		filepath.Join(folder, "empty"): "the folder holds no files",
	} {
		if _, err := Read(context.Background(), ReadOptions{}, path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, expected %q", path, err, want)
		}
	}
	in := observed(t, ReadOptions{}, filepath.Join(folder, "mixed"))
	if !slices.ContainsFunc(in.Findings, func(f report.Finding) bool { return f.Code == "files-skipped" }) || in.Set.Snapshots != 3 {
		t.Errorf("%+v", in.Findings)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Read(ctx, ReadOptions{}, filepath.Join(folder, "mixed")); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// BenchmarkThreeThousandTags reads and judges snapshots of three thousand tags. The case that is asked for, ten thousand of
// them, is -benchtime 1x with ETLEDGER_SNAPSHOTS=10000.
func BenchmarkThreeThousandTags(b *testing.B) {
	n := 200
	if text := os.Getenv("ETLEDGER_SNAPSHOTS"); text != "" {
		if _, err := fmt.Sscan(text, &n); err != nil {
			b.Fatal(err)
		}
	}
	path := filepath.Join(b.TempDir(), "all.csv")
	write(b, path, nil, time.Time{})
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	s := machineOf(9, n, 3000, false)
	if _, err := f.WriteString(poolscenario.CSVHeader); err != nil {
		b.Fatal(err)
	}
	for x := range s.All() {
		if err := poolscenario.WriteCSV(f, x); err != nil {
			b.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	rows := 0
	b.ReportAllocs()
	for b.Loop() {
		in := observed(b, ReadOptions{}, path)
		analyzed(b, Inputs{Now: in}, Options{})
		rows += in.Set.Rows
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(rows), "ns/row")
}

// TestManySnapshots: a smaller case of that size keeps its memory in bounds and finds what leaks.
func TestManySnapshots(t *testing.T) {
	s := machineOf(9, 1200, 300, false)
	in := scenarioOf(t, s)
	cells := 0
	for _, series := range in.Set.Machines[0].Boots[0].Series {
		cells += cap(series.Cells)
	}
	if most := 512 * len(s.Tags); cells > most {
		t.Errorf("%d cells for %d tags", cells, len(s.Tags))
	}
	r := analyzed(t, Inputs{Now: in}, Options{})
	leaks := 0
	for i := range r.Machines[0].Tags {
		if isLeak(r.Machines[0].Tags[i].Verdict) {
			leaks++
		}
	}
	if leaks < 4 || leaks > len(poolscenario.Leaks) {
		t.Errorf("%d leaks of %d", leaks, len(poolscenario.Leaks))
	}
}
