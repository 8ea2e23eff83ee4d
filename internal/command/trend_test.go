package command

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"etledger/internal/weeks"
	"etledger/report/growth"
)

// A simulated machine of a week, as recordings of six hours each: what leaks is found, its restarts do not hide it, what does not leak
// is not, and the command says how to record it.
func TestTrendFindsWhatLeaks(t *testing.T) {
	if testing.Short() {
		t.Skip("converts 28 captures")
	}
	t.Setenv("COLUMNS", "")
	spec := weeks.Spec{Seed: 12, Days: 7, Every: 10 * time.Minute, Capture: 6 * time.Hour, Nonpaged: 40 << 20}
	spec.Programs = append(weeks.Population(12, weeks.Healthy, 8), weeks.Population(12, weeks.NightlyWarm, 2)...)
	spec.Programs = append(spec.Programs, weeks.Population(12, weeks.LeakCold, 1)...)
	t.Chdir(t.TempDir())
	args := []string{"convert", "-o", "watched"}
	n := 0
	for c := range spec.Captures() {
		data, err := c.Recording()
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("%03d.etl", n)
		n++
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	var out, errs bytes.Buffer
	if status := run(context.Background(), args, &out, &errs); status != statusFine {
		t.Fatalf("convert: status %d\n%s", status, &errs)
	}
	out.Reset()
	if status := run(context.Background(), []string{"trend", "watched"}, &out, &errs); status != statusFine || errs.Len() > 0 {
		t.Fatalf("trend: status %d\n%s", status, &errs)
	}
	text := out.String()
	for _, want := range []string{"leak-cold-0.exe grows by ", "The nonpaged pool grows by ", " cold ", "etledger recipe --tool wpr --minutes ", "SERVER-1"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for line := range strings.Lines(text) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 120 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	out.Reset()
	if status := run(context.Background(), []string{"trend", "watched", "-f", "json"}, &out, &errs); status != statusFine {
		t.Fatalf("trend: status %d\n%s", status, &errs)
	}
	var r growth.Report
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Programs {
		if leaks := p.Image == "leak-cold-0.exe"; leaks != (p.Verdict == "growth") {
			t.Errorf("%s: %s: %s", p.Image, p.Verdict, p.Reason)
		}
	}
	if r.Captures != n || r.Advice == nil || r.Advice.Of != "leak-cold-0.exe" {
		t.Errorf("%d captures, advice %+v", r.Captures, r.Advice)
	}
	out.Reset()
	if status := run(context.Background(), []string{"trend", "watched", "--process", "healthy-3", "--from", "2025-03-05", "-f", "json"}, &out, &errs); status != statusFine {
		t.Fatalf("trend: status %d\n%s", status, &errs)
	}
	r = growth.Report{}
	if err := json.Unmarshal(out.Bytes(), &r); err != nil || len(r.Programs) != 1 || r.Start.Before(time.Date(2025, 3, 5, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("%d programs from %v: %v", len(r.Programs), r.Start, err)
	}
	// A capture that cannot be read is told, and the others are judged.
	files, err := filepath.Glob("watched/table=process_memory_info/*/*/*/*.parquet")
	if err != nil || len(files) != n {
		t.Fatal(len(files), err)
	}
	if err := os.Truncate(files[5], 1000); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if status := run(context.Background(), []string{"trend", "watched"}, &out, &errs); status != statusDamaged || !strings.Contains(out.String(), "[unreadable]") ||
		strings.Count(errs.String(), "\n") != 2 {
		t.Errorf("status %d\n%s\n%s", status, &errs, out.String())
	}
}
