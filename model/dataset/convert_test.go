package dataset

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"etledger/etl"
	"etledger/internal/foldertest"
	"etledger/model"
)

// leakyService is a recording with rows in many tables, stacks among them.
var leakyService = filepath.Join("..", "..", "testdata", "leaky-service.etl")

// keyedStacks is a small one.
var keyedStacks = filepath.Join("..", "..", "testdata", "keyed-stacks.etl")

func mustOpen(t testing.TB, paths ...string) *etl.Capture {
	t.Helper()
	c, ok := open(t, paths...)
	if !ok {
		t.Fatalf("%v cannot be opened", paths)
	}
	return c
}

func TestLayout(t *testing.T) {
	folder := t.TempDir()
	result, _ := convert(t, folder, mustOpen(t, leakyService), Options{})
	names := slices.Sorted(maps.Keys(foldertest.Read(t, folder)))
	var want []string
	for table := range model.Tables() {
		want = append(want, "table="+table.String()+"/host=WORKSTATION-7/date=2024-03-05/capture="+result.ID+"/part-0.parquet")
	}
	for _, table := range []string{"capture", "loss"} {
		want = append(want, "table="+table+"/host=WORKSTATION-7/date=2024-03-05/capture="+result.ID+"/part-0.parquet")
	}
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("files\n%s\nwant\n%s", strings.Join(names, "\n"), strings.Join(want, "\n"))
	}
}

// TestSameBytes converts a capture in several ways that must not make a difference.
func TestSameBytes(t *testing.T) {
	first := ""
	want := map[string]string{}
	for _, o := range []struct {
		name                   string
		concurrency, processes int
	}{{"one goroutine", 1, 2}, {"one processor", 0, 1}, {"two processors", 0, 2}, {"five goroutines", 5, 2}} {
		before := runtime.GOMAXPROCS(o.processes)
		folder := t.TempDir()
		convert(t, folder, mustOpen(t, leakyService), Options{Concurrency: o.concurrency})
		runtime.GOMAXPROCS(before)
		if first == "" {
			first, want = o.name, foldertest.Read(t, folder)
			continue
		}
		t.Logf("%s against %s", o.name, first)
		foldertest.Same(t, foldertest.Read(t, folder), want)
	}
}

// TestIDsDependOnContent converts a recording under another name, and from an archive.
func TestIDsDependOnContent(t *testing.T) {
	folder := t.TempDir()
	a, _ := convert(t, folder, mustOpen(t, leakyService), Options{})
	copied := filepath.Join(t.TempDir(), "copy.etl")
	b, err := os.ReadFile(leakyService)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(copied, b, 0o666); err != nil {
		t.Fatal(err)
	}
	again, _ := convert(t, folder, mustOpen(t, copied), Options{})
	if again.ID != a.ID || again.Outcome != Kept {
		t.Errorf("a copy became %+v", again)
	}
	other, _ := convert(t, folder, mustOpen(t, keyedStacks), Options{})
	if other.ID == a.ID || other.Outcome != Written {
		t.Errorf("another recording became %+v", other)
	}
	both, merged := convert(t, folder, mustOpen(t, leakyService, keyedStacks), Options{})
	if both.ID == a.ID || both.ID == other.ID || len(merged.Recordings) != 2 {
		t.Errorf("both together became %+v", both)
	}
	if _, found, err := Find(folder); err != nil || len(found) != 3 {
		t.Errorf("found %v, %v", found, err)
	}
}

// TestSeveralAtOnce converts captures into one dataset at the same time.
func TestSeveralAtOnce(t *testing.T) {
	paths := []string{leakyService, keyedStacks,
		filepath.Join("..", "..", "testdata", "two-processors-out-of-order.etl")}
	apart := map[string]string{}
	for _, path := range paths {
		folder := t.TempDir()
		convert(t, folder, mustOpen(t, path), Options{})
		maps.Copy(apart, foldertest.Read(t, folder))
	}
	folder := filepath.Join(t.TempDir(), "made", "by", "Convert")
	var all sync.WaitGroup
	var written atomic.Int32
	for i := range 9 {
		c := mustOpen(t, paths[i%3])
		all.Go(func() {
			r, err := Convert(context.Background(), folder, c, Options{})
			if err != nil {
				t.Error(err)
			}
			if r.Outcome == Written {
				written.Add(1)
			}
		})
	}
	all.Wait()
	if written.Load() != 3 {
		t.Errorf("%d captures were written, want 3", written.Load())
	}
	foldertest.Same(t, foldertest.Read(t, folder), apart)
}

func TestWaitingForAnotherEndsWithTheContext(t *testing.T) {
	folder := t.TempDir()
	result, _ := convert(t, folder, mustOpen(t, leakyService), Options{})
	want := foldertest.Read(t, folder)
	held, err := tryLock(lockPath(folder, result.ID))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*lockPause)
	defer cancel()
	if _, err := Convert(ctx, folder, mustOpen(t, leakyService), Options{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	held.release()
	foldertest.Same(t, foldertest.Read(t, folder), want)
	if _, err := tryLock(lockPath(folder, result.ID)); err != nil {
		t.Error(err)
	}
}
