package poolsnap

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write what is read of the samples")

// modTime is when all samples were written last.
var modTime = time.Date(2024, 3, 9, 12, 0, 0, 0, time.UTC)

// TestSamples reads every sample of testdata and compares what is said of it with the .want file beside it. These were
// checked by eye against the samples, line by line, when they were written.
func TestSamples(t *testing.T) {
	files, err := filepath.Glob("testdata/*/*")
	if err != nil || len(files) == 0 {
		t.Fatal("no samples", err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, ".want") {
			continue
		}
		t.Run(filepath.ToSlash(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := describe(filepath.Base(file), text, Options{ModTime: modTime})
			if *update {
				if err := os.WriteFile(file+".want", []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file + ".want")
			if err != nil {
				t.Fatal(err)
			}
			if wanted := strings.ReplaceAll(string(want), "\r\n", "\n"); got != wanted {
				t.Errorf("read\n%s\nwant\n%s", got, wanted)
			}
		})
	}
}

// describe says all that is read of a file.
func describe(name string, text []byte, opts Options) string {
	var b strings.Builder
	fmt.Fprintf(&b, "sniffed: %s\n", Sniff(text[:min(len(text), SniffBytes)]))
	var sum Summary
	var err error
	if Sniff(text) == FormatCounters {
		sum, err = ReadCounters(context.Background(), name, bytes.NewReader(text), opts, func(m *Memory) error {
			fmt.Fprintf(&b, "%s%s\n", m.Time.Format(time.RFC3339Nano), describeMemory(m))
			return nil
		})
	} else {
		sum, err = Read(context.Background(), name, bytes.NewReader(text), opts, func(s *Snapshot) error {
			describeSnapshot(&b, s)
			return nil
		})
	}
	if err != nil {
		fmt.Fprintf(&b, "error: %v\n", err)
	}
	describeSummary(&b, &sum)
	return b.String()
}

func describeSnapshot(b *strings.Builder, s *Snapshot) {
	at := "no time"
	if s.TimeFrom != TimeUnknown {
		at = s.Time.Format(time.RFC3339Nano)
	}
	fmt.Fprintf(b, "snapshot at line %d: %s from %s", s.Line, at, s.TimeFrom)
	if s.Partial {
		b.WriteString(", partial")
	}
	if s.Session {
		b.WriteString(", session")
	}
	b.WriteString(describeMemory(&s.Memory) + "\n")
	for i := range s.Rows {
		b.WriteString("  " + describeRow(&s.Rows[i]) + "\n")
	}
}

func describeRow(r *Row) string {
	figure := func(f Fields, v any) string {
		if r.Has&f == 0 {
			return "-"
		}
		return fmt.Sprint(v)
	}
	text := fmt.Sprintf("%q %s %s %s %s %s", r.Tag.String(), r.Pool, figure(HasAllocs, r.Allocs), figure(HasFrees, r.Frees),
		figure(HasCount, r.Count), figure(HasBytes, r.Bytes))
	if r.Mapped != "" {
		text += fmt.Sprintf(" %q", r.Mapped)
	}
	return text + fmt.Sprintf(" :%d", r.Line)
}

func describeMemory(m *Memory) string {
	var b strings.Builder
	if m.Host != "" {
		fmt.Fprintf(&b, " host %s", m.Host)
	}
	for _, v := range []struct {
		name  string
		value *uint64
	}{
		{"physical", m.Physical}, {"available", m.Available}, {"committed", m.Committed}, {"limit", m.CommitLimit},
		{"peak", m.CommitPeak}, {"nonpaged", m.Nonpaged}, {"paged", m.Paged}, {"working-sets", m.WorkingSets},
		{"private", m.PrivateBytes}, {"cache", m.SystemCache}, {"nonpaged-allocs", m.NonpagedAllocs},
		{"paged-allocs", m.PagedAllocs}, {"free-ptes", m.FreePTEs},
	} {
		if v.value != nil {
			fmt.Fprintf(&b, " %s=%d", v.name, *v.value)
		}
	}
	if m.Uptime != nil {
		fmt.Fprintf(&b, " uptime=%g", *m.Uptime)
	}
	for _, name := range slices.Sorted(maps.Keys(m.Processes)) {
		p := m.Processes[name]
		fmt.Fprintf(&b, " %s{", name)
		if p.PID != nil {
			fmt.Fprintf(&b, " pid=%d", *p.PID)
		}
		for _, v := range []struct {
			name  string
			value *uint64
		}{{"ws", p.WorkingSet}, {"private", p.PrivateBytes}, {"virtual", p.Virtual}, {"handles", p.Handles},
			{"np", p.NonpagedQuota}, {"pp", p.PagedQuota}} {
			if v.value != nil {
				fmt.Fprintf(&b, " %s=%d", v.name, *v.value)
			}
		}
		b.WriteString(" }")
	}
	return b.String()
}

func describeSummary(b *strings.Builder, s *Summary) {
	fmt.Fprintf(b, "%s, %s, %d lines, %d snapshots, %d partial, %d rows, %d samples\n", s.Format, s.Encoding, s.Lines, s.Snapshots,
		s.Partial, s.Rows, s.Samples)
	for why, n := range s.Skipped {
		if n > 0 {
			fmt.Fprintf(b, "skipped, %s: %d\n", Skip(why), n)
		}
	}
	for from, n := range s.TimesFrom {
		if n > 0 {
			fmt.Fprintf(b, "times from %s: %d\n", TimeSource(from), n)
		}
	}
	for _, v := range []struct {
		name string
		n    int
	}{{"backward", s.Backward}, {"date only", s.DateOnly}, {"clipped", s.Clipped}, {"inconsistent", s.Inconsistent},
		{"ambiguous tags", s.AmbiguousTags}} {
		if v.n > 0 {
			fmt.Fprintf(b, "%s: %d\n", v.name, v.n)
		}
	}
	if s.ZoneAssumed {
		b.WriteString("zone assumed\n")
	}
	if s.DateOrder != DateOrderUnknown {
		fmt.Fprintf(b, "dates: %s, assumed: %t\n", s.DateOrder, s.DateOrderAssumed)
	}
	for _, name := range s.Unused {
		fmt.Fprintf(b, "unused: %s\n", name)
	}
	for i := range s.Problems {
		fmt.Fprintf(b, "%v\n", &s.Problems[i])
	}
}
