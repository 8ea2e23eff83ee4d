package growth

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"etledger/etl"
	"etledger/internal/weeks"
	"etledger/ledger/memoryseries"
	"etledger/model"
	"etledger/model/dataset"
)

// convertWeeks puts recordings of a simulated machine into a dataset.
func convertWeeks(t *testing.T, s weeks.Spec, o dataset.Options) (folder string) {
	t.Helper()
	folder = t.TempDir()
	files := t.TempDir()
	n := 0
	for c := range s.Captures() {
		data, err := c.Recording()
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(files, fmt.Sprintf("%d.etl", n))
		n++
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		capture, err := etl.Open(context.Background(), etl.Options{}, path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := dataset.Convert(context.Background(), folder, capture, o); err != nil {
			t.Fatal(err)
		}
		if err := capture.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func readWeeks(t *testing.T, folder string, o ReadOptions) *Observed {
	t.Helper()
	in, err := Read(context.Background(), folder, o)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// needed has only the tables written that trend reads.
func needed() dataset.Options {
	tables, _ := memoryseries.Needs()
	return dataset.Options{Tables: tables}
}

// small is a machine of four days with few programs, one restarted each night.
func small() weeks.Spec {
	s := weeks.Spec{Seed: 5, Days: 4, Every: 15 * time.Minute, Capture: 6 * time.Hour, Bias: -2 * time.Hour}
	s.Programs = append(weeks.Population(5, weeks.Healthy, 4), weeks.Population(5, weeks.NightlyWarm, 1)...)
	return s
}

// TestReadKeepsLifetimes counts boots and lifetimes of machines whose nights are known, read from a dataset.
func TestReadKeepsLifetimes(t *testing.T) {
	for _, c := range []struct {
		name             string
		change           func(*weeks.Spec)
		boots, lifetimes int // lifetimes of all programs together
		clockSets        int
		gaps             bool
	}{
		{"on", func(*weeks.Spec) {}, 1, 4 + 5, 0, false},
		{"a reboot", func(s *weeks.Spec) { s.Reboots = []int{2} }, 2, 2*4 + 5, 0, false},
		{"asleep at night", func(s *weeks.Spec) { s.Night = weeks.Sleep }, 1, 4 + 4, 0, true},
		{"off at night", func(s *weeks.Spec) { s.Night = weeks.Off }, 4, 4 * 5, 0, false},
		{"a clock set back", func(s *weeks.Spec) { s.ClockSet = -3 * time.Hour }, 1, 4 + 5, 1, false},
		{"missing captures", func(s *weeks.Spec) { s.Gaps = 4 }, 1, 4 + 5, 0, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := small()
			c.change(&s)
			set := readWeeks(t, convertWeeks(t, s, needed()), ReadOptions{}).Set
			m := set.Machines[0]
			lifetimes, gaps := 0, 0
			for _, b := range m.Boots {
				lifetimes += len(b.Lifetimes)
				gaps += len(b.Gaps)
			}
			if len(m.Boots) != c.boots || lifetimes != c.lifetimes || len(m.ClockSets) != c.clockSets || (gaps > 0) != c.gaps {
				t.Errorf("%d boots, %d lifetimes, %d clock sets, %d gaps; want %d, %d, %d, %v", len(m.Boots), lifetimes, len(m.ClockSets), gaps,
					c.boots, c.lifetimes, c.clockSets, c.gaps)
			}
			if !m.PageKnown || m.MemoryBytes != 64<<30 || m.BiasMinutes != -120 || m.Host != "SERVER-1" {
				t.Errorf("machine %+v", *m)
			}
		})
	}
}

// TestReadGivesWhatWasWritten compares a report of a dataset with one of the same rows, entered directly, and with others that must
// be the same bytes.
func TestReadGivesWhatWasWritten(t *testing.T) {
	s := small()
	folder := convertWeeks(t, s, needed())
	r := Build(readWeeks(t, folder, ReadOptions{Concurrency: 1}), Options{})
	direct := Build(observedOf(s, memoryseries.Options{Width: 6 * time.Minute}), Options{})
	if len(r.Programs) != len(direct.Programs) || r.Tests != direct.Tests {
		t.Fatalf("%d programs and %d tests, directly %d and %d", len(r.Programs), r.Tests, len(direct.Programs), direct.Tests)
	}
	for i := range r.Programs {
		a, b := r.Programs[i].Commit, direct.Programs[i].Commit
		if *a.PerDay != *b.PerDay || a.First != b.First || a.High != b.High || r.Programs[i].Image != direct.Programs[i].Image {
			t.Errorf("%s: %+v, directly %s: %+v", r.Programs[i].Image, *a.PerDay, direct.Programs[i].Image, *b.PerDay)
		}
	}
	again := Build(readWeeks(t, folder, ReadOptions{Concurrency: 4}), Options{})
	if !bytes.Equal(jsonOf(t, r), jsonOf(t, again)) {
		t.Error("the report depends on the number of goroutines")
	}
}

// TestReadLooksAtPart reads some hosts and some of the time.
func TestReadLooksAtPart(t *testing.T) {
	folder := convertWeeks(t, small(), needed())
	from := time.Date(2025, 3, 4, 3, 0, 0, 0, time.UTC)
	in := readWeeks(t, folder, ReadOptions{From: from, To: from.Add(24 * time.Hour)})
	b := in.Set.Machines[0].Boots[0]
	if first, last := time.Unix(0, b.Start), time.Unix(0, b.End); first.Before(from) || !last.Before(from.Add(24*time.Hour)) || b.Snapshots < 80 {
		t.Errorf("%v to %v, %d snapshots", first, last, b.Snapshots)
	}
	if _, err := Read(context.Background(), folder, ReadOptions{Host: func(string) bool { return false }}); err == nil {
		t.Error("no host was asked for, and no error tells")
	}
}

// TestMissingTables tells of tables that a capture was converted without, and goes on.
func TestMissingTables(t *testing.T) {
	s := small()
	s.Days = 1
	folder := convertWeeks(t, s, dataset.Options{Tables: []model.Table{model.TableProcessMemoryInfo}})
	r := Build(readWeeks(t, folder, ReadOptions{}), Options{})
	codes := map[string]bool{}
	for _, f := range r.Findings {
		codes[f.Code] = true
	}
	for _, want := range []string{"no-system-snapshots", "no-process-events", "page-size-assumed", "few-days"} {
		if !codes[want] {
			t.Errorf("no finding %s among %v", want, codes)
		}
	}
	if len(r.Programs) == 0 {
		t.Error("no program")
	}
}

// TestDamagedCaptures tells of files that cannot be read, and goes on with the others.
func TestDamagedCaptures(t *testing.T) {
	folder := convertWeeks(t, small(), needed())
	files, err := filepath.Glob(filepath.Join(folder, "table=process_memory_info", "*", "*", "*", "*.parquet"))
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	if err := os.Truncate(files[1], 100); err != nil {
		t.Fatal(err)
	}
	r := Build(readWeeks(t, folder, ReadOptions{}), Options{})
	if !r.Damaged() || r.Findings[0].Code != "unreadable" || len(r.Programs) == 0 {
		t.Errorf("damaged %v, findings %v", r.Damaged(), r.Findings)
	}
}
