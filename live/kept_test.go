package live

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"etledger/live/spool"
)

// A recording that is converted and cannot be removed, as while a scanner reads it, is no failure: it counts once, the removal is
// tried again, and what is left of it the next watch removes.
func TestRecordingThatCannotBeRemoved(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "ds")
	var refused []string
	summary, texts := watch(t, folder, &script{events: []spool.Event{memoryInfo(start, 1, 8, 1), memoryInfo(start+hour, 1, 8, 2)}, live: true},
		Options{Retry: time.Hour, remove: func(path string) error {
			refused = append(refused, path)
			return errors.New("in use")
		}})
	if summary.Captures != 2 || summary.Left != 0 || len(spools(t, folder)) != 2 || len(refused) < 3 {
		t.Errorf("%+v, %d recordings, removal tried %d times", summary, len(spools(t, folder)), len(refused))
	}
	said := strings.Join(texts, "\n")
	if strings.Count(said, "is in the dataset, but cannot be removed yet: in use") != 2 || !strings.Contains(said, "could not be removed: 2; the next watch removes them") ||
		strings.Contains(said, "tried again every") {
		t.Errorf("said %s", said)
	}
	summary, texts = watch(t, folder, &script{}, Options{})
	if summary.Left != 0 || len(texts) != 0 || len(spools(t, folder)) != 0 || len(read(t, folder)) != 2 {
		t.Errorf("%+v %q", summary, texts)
	}
	if _, err := os.Stat(filepath.Join(folder, hiddenFolder)); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// The removal alone is tried again while the watch goes on.
func TestRemovalIsTriedAgain(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "ds")
	removed, converted := make(chan struct{}), atomic.Int64{}
	var tries atomic.Int64
	source := &script{events: []spool.Event{memoryInfo(start, 1, 8, 1), memoryInfo(start+hour, 1, 8, 2), memoryInfo(start+hour+second, 1, 8, 3)}, live: true,
		before: func(i int) {
			if i == 2 {
				select {
				case <-removed:
				case <-time.After(20 * time.Second):
					t.Error("the removal was not tried again")
				}
			}
		}}
	summary, err := Watch(t.Context(), source, Options{Dataset: folder, Host: "H", Retry: time.Millisecond,
		Written: func(Segment) { converted.Add(1) },
		remove: func(path string) error {
			if tries.Add(1) < 3 {
				return errors.New("in use")
			}
			if tries.Load() == 3 {
				defer close(removed)
			}
			return os.Remove(path)
		}})
	if err != nil || summary.Captures != 2 || converted.Load() != 2 || summary.Left != 0 || len(spools(t, folder)) != 0 {
		t.Errorf("%+v %v, converted %d times", summary, err, converted.Load())
	}
}

// The name of a dataset is no pattern.
func TestDatasetWithBrackets(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"ds[1]", "[", "a*b?"} {
		if strings.ContainsAny(name, "*?") && os.PathSeparator == '\\' {
			continue // no name there
		}
		folder := filepath.Join(root, name)
		child := startChild(t, folder)
		child.Process.Kill()
		child.Wait()
		summary, texts := watch(t, folder, &script{}, Options{})
		if summary.Captures != 1 || len(texts) != 0 || len(ids(t, folder)) != 2*childEvents {
			t.Errorf("%s: %+v %q, %d rows", name, summary, texts, len(ids(t, folder)))
		}
		if _, err := os.Stat(filepath.Join(folder, hiddenFolder)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
