package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// memoryStore is an object store in memory, with URLs such as test://bucket/key.
type memoryStore struct {
	mu      sync.Mutex
	objects map[string][]byte
	version string
	broken  string // location of an object that is given in part only
	fetched int
	now     int // fetches that are under way
	most    int // that were under way at once
	hold    time.Duration
}

const bucket = "test://bucket/"

func (s *memoryStore) Holds(location string) bool { return strings.HasPrefix(location, "test://") }

func (s *memoryStore) List(_ context.Context, location string) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		for _, name := range slices.Sorted(maps.Keys(s.objects)) {
			if strings.HasPrefix(name, location) {
				if !yield(Object{Location: name, Size: int64(len(s.objects[name])), Version: s.version}, nil) {
					return
				}
			}
		}
	}
}

func (s *memoryStore) Fetch(_ context.Context, o Object, w io.Writer) error {
	s.mu.Lock()
	s.fetched++
	s.now++
	s.most = max(s.most, s.now)
	s.mu.Unlock()
	time.Sleep(s.hold)
	defer func() {
		s.mu.Lock()
		s.now--
		s.mu.Unlock()
	}()
	content := s.objects[o.Location]
	if o.Location == s.broken {
		if _, err := w.Write(content[:len(content)/2]); err != nil {
			return err
		}
		return errors.New("the connection was reset")
	}
	_, err := w.Write(content)
	return err
}

func (s *memoryStore) Close() error { return nil }

func newMemoryStore(t testing.TB, files ...string) *memoryStore {
	t.Helper()
	s := &memoryStore{objects: map[string][]byte{}, version: "1"}
	for i, file := range files {
		b, err := os.ReadFile(filepath.Join(testdata, file))
		if err != nil {
			t.Fatal(err)
		}
		s.objects[fmt.Sprintf("%s%d/%s", bucket, i, filepath.Base(file))] = b
	}
	return s
}

func TestObjects(t *testing.T) {
	s := newMemoryStore(t, "leaky-service.etl", "keyed-stacks.etl", "damaged/not-a-recording.etl", "README.md")
	s.broken = bucket + "1/keyed-stacks.etl"
	stores, scratch := []Store{s}, t.TempDir()
	captures := find(t, FindOptions{Stores: stores}, bucket)
	if len(captures) != 3 {
		t.Fatalf("%d captures below the prefix, expected 3: %+v", len(captures), captures)
	}
	o := RunOptions{Options: Options{Dataset: t.TempDir(), Stores: stores, Scratch: scratch, Tables: true}}
	want := []Status{Done, Failed, Failed}
	check := func(what string) {
		t.Helper()
		for i, e := range runAll(t, captures, o).Entries {
			if e.Status != want[i] {
				t.Errorf("%s: %s is %s, expected %s", what, e.Location, e.Status, want[i])
			}
		}
	}
	check("at first")
	failures, err := Failures(o.Dataset)
	if err != nil || len(failures) != 2 || failures[0].Kind != Fetch || failures[1].Kind != NotRecording {
		t.Errorf("%+v, %v", failures, err)
	}
	s.broken = ""
	want = []Status{Kept, Done, Skipped}
	check("with the connection mended")
	o.Quick, s.fetched = true, 0
	want[1] = Kept
	check("by version")
	if s.fetched != 0 {
		t.Errorf("%d objects were fetched whose version is known", s.fetched)
	}
	s.version = "2"
	captures = find(t, FindOptions{Stores: stores}, bucket)
	want[2] = Skipped // its content is the same
	check("with other versions")
	if s.fetched != 3 {
		t.Errorf("%d objects were fetched, expected all 3", s.fetched)
	}
	left, err := os.ReadDir(scratch)
	if err != nil || len(left) != 0 {
		t.Errorf("%d files are left in the folder for temporary files, %v", len(left), err)
	}
	if _, _, err := Find(context.Background(), []string{bucket}, FindOptions{}); err == nil {
		t.Error("a URL that no store holds is no error")
	}
}

// A ceiling lets so many captures be worked on at once as fit under it, at least one.
func TestMemoryCeiling(t *testing.T) {
	s := newMemoryStore(t, "leaky-service.etl", "keyed-stacks.etl", "circular.etl", "compressed.etl", "split-stacks.etl",
		"loss-flags.etl")
	s.hold = 20 * time.Millisecond
	captures := find(t, FindOptions{Stores: []Store{s}}, bucket)
	largest := Need(&captures[0], false, 1)
	for _, c := range []struct {
		ceiling int64
		most    int
	}{{1, 1}, {largest, 1}, {2*largest - 1, 1 + 1}, {0, 4}} {
		s.most = 0
		runAll(t, captures, RunOptions{Options: Options{Dataset: t.TempDir(), Stores: []Store{s}}, Workers: 4, Memory: c.ceiling})
		if s.most > c.most {
			t.Errorf("under a ceiling of %d bytes %d captures were worked on at once, expected %d at most", c.ceiling, s.most, c.most)
		}
		if c.ceiling == 0 && s.most < 2 {
			t.Errorf("without a ceiling %d captures were worked on at once", s.most)
		}
	}
}

func TestNeed(t *testing.T) {
	plain := Need(&Capture{Location: leakyService, Size: 1 << 20}, false, 1)
	if more := Need(&Capture{Location: leakyService, Size: 1 << 20}, true, 2); more <= plain {
		t.Error("tables and goroutines need nothing")
	}
	packed := filepath.Join(testdata, "compressed.etl")
	if more := Need(&Capture{Location: packed, Size: 1 << 20}, false, 1); more <= plain {
		t.Error("compressed buffers need nothing more")
	}
	for _, size := range []int64{-1, 0, 1 << 62, 1<<63 - 1} {
		for _, name := range []string{"x.etl", "x.zip"} {
			if need := Need(&Capture{Location: name, Size: size}, true, 64); need <= 0 {
				t.Errorf("%s of %d bytes needs %d", name, size, need)
			}
		}
	}
}

// What a URL says behind its path, such as where the store is, is no part of the name: names are told, and metadata found,
// without it.
func TestLocationsWithParameters(t *testing.T) {
	const parameters = "?endpoint=http%3A%2F%2Flocalhost%3A9000&region=x"
	s := newMemoryStore(t)
	for _, name := range []string{"fast/PC-1/2025-11-30_one%20run.etl", "fast/PC-1/notes.md"} {
		s.objects[bucket+name+parameters] = nil
	}
	pattern, err := ParsePattern("{ring}/{host}/{time:2006-01-02}_{workload}.etl")
	if err != nil {
		t.Fatal(err)
	}
	annotations, err := ReadAnnotations(strings.NewReader("file,version\n2025-11-30_one run.etl,5.2\n"), "hosts.csv")
	if err != nil {
		t.Fatal(err)
	}
	captures := find(t, FindOptions{Stores: []Store{s}, Pattern: pattern, Annotations: annotations}, bucket)
	if len(captures) != 1 || !strings.HasSuffix(captures[0].Location, parameters) {
		t.Fatalf("%+v", captures)
	}
	if m := captures[0].Meta; m.Ring != "fast" || m.Host != "PC-1" || m.Workload != "one run" || m.Version != "5.2" {
		t.Errorf("%+v", m)
	}
}
