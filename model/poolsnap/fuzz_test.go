package poolsnap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// addSamples seeds a fuzz target with the samples of testdata.
func addSamples(f *testing.F, pattern string, add func(name string, text []byte)) {
	files, _ := filepath.Glob(pattern)
	for _, file := range files {
		if text, err := os.ReadFile(file); err == nil && !strings.HasSuffix(file, ".want") {
			add(filepath.Base(file), text)
		}
	}
}

// FuzzRead reads anything. Whatever it is, the summary adds up, problems lie inside the file, and no snapshot has a
// row twice.
func FuzzRead(f *testing.F) {
	addSamples(f, "testdata/*/*", func(name string, text []byte) { f.Add(name, text) })
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		snapshots, rows, partial := 0, 0, 0
		opts := Options{ModTime: modTime, MaxHeldRows: 64}
		sum, err := Read(context.Background(), name, bytes.NewReader(text), opts, func(s *Snapshot) error {
			snapshots++
			rows += len(s.Rows)
			if s.Partial {
				partial++
			}
			if s.Time.IsZero() != (s.TimeFrom == TimeUnknown) {
				t.Errorf("time %v from %s", s.Time, s.TimeFrom)
			}
			seen := map[Key]bool{}
			for i := range s.Rows {
				r := &s.Rows[i]
				if seen[r.Key] || r.Has == 0 || r.Tag[3] >= 0x80 {
					t.Errorf("row %s", describeRow(r))
				}
				seen[r.Key] = true
			}
			return nil
		})
		if err != nil && !errors.Is(err, ErrFormat) && !errors.Is(err, ErrOrder) {
			t.Error(err)
		}
		if sum.Snapshots != snapshots || sum.Rows != rows || sum.Partial != partial {
			t.Errorf("summary %+v, but %d snapshots, %d partial, %d rows", sum, snapshots, partial, rows)
		}
		checkSummary(t, &sum, text)
	})
}

// FuzzReadCounters reads anything.
func FuzzReadCounters(f *testing.F) {
	addSamples(f, "testdata/counters/*", func(_ string, text []byte) { f.Add(text) })
	f.Fuzz(func(t *testing.T, text []byte) {
		samples := 0
		sum, err := ReadCounters(context.Background(), "x", bytes.NewReader(text), Options{}, func(m *Memory) error {
			samples++
			if m.Time.IsZero() {
				t.Error("a sample without a time")
			}
			return nil
		})
		if err != nil && !errors.Is(err, ErrFormat) || sum.Samples != samples {
			t.Errorf("%v, %d samples of %d", err, sum.Samples, samples)
		}
		checkSummary(t, &sum, text)
	})
}

func checkSummary(t *testing.T, s *Summary, text []byte) {
	problems := 0
	for why := SkipCut; why < numSkips; why++ {
		problems += s.Skipped[why]
	}
	if s.ProblemCount < problems || len(s.Problems) != min(s.ProblemCount, maxProblems) {
		t.Errorf("%d problems, %d kept, %d lines skipped for them", s.ProblemCount, len(s.Problems), problems)
	}
	for _, p := range s.Problems {
		if p.Line > s.Lines || p.Reason == "" || len(p.Text) > 3*maxShown {
			t.Errorf("problem %+v in %d lines", p, s.Lines)
		}
	}
	times := 0
	for _, n := range s.TimesFrom {
		times += n
	}
	if times != s.Snapshots+s.Samples || s.Lines > len(text)+1 {
		t.Errorf("%d times, %d lines for %d bytes", times, s.Lines, len(text))
	}
}

// FuzzRow writes a row in PoolMon's columns and in others, and reads it back.
func FuzzRow(f *testing.F) {
	f.Add([]byte("Abcd"), false, uint32(15), uint32(5), uint64(100), ",")
	f.Add([]byte("a \xe9 "), true, uint32(0), uint32(7), uint64(1<<40), "'")
	f.Fuzz(func(t *testing.T, tag []byte, paged bool, allocs, frees uint32, size uint64, separator string) {
		if len(tag) != 4 || bytes.ContainsAny(tag, "\n") || size > 1<<62 {
			t.Skip()
		}
		switch separator {
		case "", ",", ".", "'", " ", "\u00a0", "\u202f", "’":
		default:
			t.Skip()
		}
		m := made{tag: string(tag), paged: paged, allocs: allocs, frees: frees, bytes: size}
		text := style{separator, "Nonp ", "Paged"}.row(m)
		all, sum := readAll(t, "x.txt", []byte("2024-03-05 09:30:00\n"+text+"\n"), Options{})
		if m.diff() < 0 && !(m.diff() >= -16 && size == 0) {
			if sum.ProblemCount == 0 || len(all) > 0 && len(all[0].Rows) > 0 {
				t.Fatalf("%q: a Diff below zero is taken", text)
			}
			return
		}
		if len(all) != 1 || len(all[0].Rows) != 1 {
			t.Fatalf("%q: %v", text, sum.Problems)
		}
		want := masked([4]byte(tag))
		m.tag = string(want[:])
		m.check(t, &all[0].Rows[0])
	})
}

// FuzzMoment reads anything as a time. What is read and written in a form of its own is read as the same.
func FuzzMoment(f *testing.F) {
	for _, s := range []string{"Tue 03/05/2024  9:30:00.12", "2024年3月5日 下午9:30:00", "5 de marzo de 2024 9:30:00 p. m.", "1709631000",
		"20240305T093000Z", "2024-03-05 09:30:00 UTC - 8:00", "05.03.24"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m, ok := readMoment(text)
		named(string(text))
		if !ok || !m.dated() {
			return
		}
		sum := Summary{}
		timing := timing{sum: &sum}
		at, ok := timing.resolve(&m, 1, text)
		if !ok {
			return
		}
		if y := at.Year(); y < 1979 || y > 2200 {
			t.Fatalf("%q: %v", text, at)
		}
		shown := at.Format(time.RFC3339Nano)
		again, ok := readMoment([]byte(shown))
		if got, _ := timing.resolve(&again, 1, nil); !ok || !got.Equal(at) {
			t.Errorf("%q: %s read as %v", text, shown, got)
		}
	})
}

// FuzzNumber compares with the standard library, which knows no separators.
func FuzzNumber(f *testing.F) {
	f.Add("1234567", int64(1234567))
	f.Add("1.234,5", int64(-1))
	f.Fuzz(func(t *testing.T, text string, v int64) {
		got, negative, ok := whole([]byte(text))
		if want, err := strconv.ParseUint(strings.TrimPrefix(text, "-"), 10, 64); err == nil && text != "" {
			if !ok || got != want || negative != strings.HasPrefix(text, "-") {
				t.Errorf("%q: %d, %t", text, got, ok)
			}
		}
		for _, separator := range []string{"", ",", ".", " ", "'", "’", "\u00a0", "\u202f"} {
			if v == -1<<63 {
				break
			}
			shown := figures(v, separator)
			if got, ok := difference([]byte(shown)); !ok || got != v {
				t.Errorf("%q: %d, %t", shown, got, ok)
			}
		}
		var d decimals
		d.number([]byte(text), true)
		d = decimals{}
		shown := strconv.FormatFloat(float64(v)/8, 'f', 6, 64)
		if got, ok := d.number([]byte(shown), false); !ok || fmt.Sprint(got) != fmt.Sprint(float64(v)/8) && v>>53 == 0 {
			t.Errorf("%s: %v, %t", shown, got, ok)
		}
	})
}
