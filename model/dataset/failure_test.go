package dataset

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"etledger/internal/foldertest"
)

func TestInterrupted(t *testing.T) {
	c := mustOpen(t, leakyService)
	for _, workers := range []int{1, 2} {
		parent := filepath.Join(t.TempDir(), "new")
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := Convert(ctx, filepath.Join(parent, "newer"), c, Options{Concurrency: workers}); !errors.Is(err,
			context.Canceled) {
			t.Errorf("error %v", err)
		}
		if exists(parent) {
			t.Error("a folder is left behind")
		}
	}
	for delay := range 20 {
		folder := filepath.Join(t.TempDir(), "new")
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(delay)*time.Millisecond)
		_, err := Convert(ctx, folder, c, Options{})
		cancel()
		if err != nil && exists(folder) {
			t.Errorf("%v; left behind: %v", err, slices.Sorted(maps.Keys(foldertest.Read(t, folder))))
		}
	}
}

var errFull = errors.New("no space left on device")

// fullDisk takes so many bytes, then none.
type fullDisk struct {
	outputFile
	left *atomic.Int64
}

func (d *fullDisk) Write(b []byte) (int, error) {
	if d.left.Add(-int64(len(b))) < 0 {
		return 0, errFull
	}
	return d.outputFile.Write(b)
}

func TestFullDisk(t *testing.T) {
	create := createFile
	defer func() { createFile = create }()
	var left atomic.Int64
	createFile = func(path string) (outputFile, error) {
		f, err := create(path)
		return &fullDisk{f, &left}, err
	}
	c := mustOpen(t, keyedStacks)
	kept := t.TempDir()
	left.Store(1 << 40)
	whole, _ := convert(t, kept, c, Options{})
	want := foldertest.Read(t, kept)
	fails := 0
	for size := int64(0); ; size = 3*size + 100 {
		left.Store(size)
		folder := filepath.Join(t.TempDir(), "new")
		_, err := Convert(context.Background(), folder, c, Options{})
		if err == nil {
			break
		}
		fails++
		if !errors.Is(err, errFull) || !strings.Contains(err.Error(), keyedStacks) {
			t.Errorf("error %v", err)
		}
		if exists(folder) {
			t.Errorf("left behind: %v", slices.Sorted(maps.Keys(foldertest.Read(t, folder))))
		}
		left.Store(size)
		if _, err := Convert(context.Background(), kept, c, Options{Host: "other"}); !errors.Is(err, errFull) {
			t.Errorf("error %v", err)
		}
		foldertest.Same(t, foldertest.Read(t, kept), want)
	}
	if fails < 5 {
		t.Errorf("the disk was full %d times before %d bytes were enough", fails, whole.Bytes)
	}
}

// A folder that cannot be written to is an error that names it.
func TestFolderThatIsAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Convert(context.Background(), path, mustOpen(t, leakyService), Options{}); err == nil ||
		!strings.Contains(err.Error(), path) {
		t.Errorf("error %v", err)
	}
}
