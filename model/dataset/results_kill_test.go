package dataset

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"etledger/internal/foldertest"
)

// putForEver puts the results of one capture again and again, for another host each time, under the lock for working on them.
func putForEver(folder string) error {
	fmt.Println("begun")
	for i := 0; ; i++ {
		release, ok, err := TryWork(folder, testID)
		if !ok {
			return fmt.Errorf("locked: %w", err)
		}
		if _, err := tryPut(folder, aboutTest([]string{"a", "b"}[i%2]), everyRows()); err != nil {
			return err
		}
		release()
	}
}

func tryPut(folder string, about ResultsAbout, rows []every) (Place, error) {
	row := summary{ID: about.ID, Count: uint64(len(rows)), Note: pointer(about.Host)}
	return PutResults(context.Background(), folder, about,
		[]SheetRows{summarySheet.Rows([]summary{row}), everySheet.Rows(rows)}, []NamedFile{testReport})
}

// checkWhole checks that all results of a dataset can be read.
func checkWhole(t *testing.T, folder string) []Place {
	t.Helper()
	_, found, err := FindResults(folder)
	if err != nil && !errors.Is(err, ErrNotDataset) {
		t.Fatal(err)
	}
	for _, place := range found {
		r, err := OpenResults(folder, place)
		if err == nil {
			err = r.Verify()
		}
		if err == nil {
			_, err = ReadRows(r, everySheet)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, at, ok, err := ResultsFingerprint(folder, place.ID); !ok || at != place || err != nil {
			t.Fatalf("the results at %v are found at %v: %v, %v", place, at, ok, err)
		}
	}
	return found
}

// TestResultsKilled kills writers of results at random moments. What is there must be whole, others must not suffer, and the
// next writer must leave what one that nobody disturbed leaves.
func TestResultsKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes for some seconds")
	}
	other := aboutTest("c")
	other.ID = "c-00000000000000ff"
	undisturbed, folder := t.TempDir(), t.TempDir()
	for _, f := range []string{undisturbed, folder} {
		put(t, f, other, everyRows(), testReport)
		convert(t, f, mustOpen(t, keyedStacks), Options{})
	}
	put(t, undisturbed, aboutTest("a"), everyRows(), testReport)
	want := visible(t, undisturbed)
	random := rand.New(rand.NewPCG(5, 6))
	cut := 0
	for range 25 {
		kill(t, folder, time.Duration(random.IntN(120))*time.Millisecond, victimPuts+"=1")
		if len(checkWhole(t, folder)) < 2 {
			cut++
		}
		release, ok, err := TryWork(folder, testID)
		if !ok || err != nil {
			t.Fatalf("the lock of a process that is gone: %v, %v", ok, err)
		}
		release()
		switch random.IntN(3) {
		case 0: // the next victim finds what this one left
		case 1: // the writer of another capture cleans up
			put(t, folder, other, everyRows(), testReport)
			if left := hiddenEntries(t, folder); len(left) > 0 {
				t.Errorf("left: %v", left)
			}
		default:
			put(t, folder, aboutTest("a"), everyRows(), testReport)
			foldertest.Same(t, visible(t, folder), want)
		}
	}
	put(t, folder, aboutTest("a"), everyRows(), testReport)
	foldertest.Same(t, visible(t, folder), want)
	t.Logf("%d times the results were not there", cut)
}

// TestResultsCutShort leaves each state that a writer can leave which is stopped while files move, and lets conversions and
// writers of other results find it.
func TestResultsCutShort(t *testing.T) {
	other := aboutTest("c")
	other.ID = "c-00000000000000ff"
	for name, next := range map[string]func(folder string){
		"results of another capture": func(folder string) { put(t, folder, other, everyRows(), testReport) },
		"a conversion":               func(folder string) { convert(t, folder, mustOpen(t, keyedStacks), Options{}) },
		"the same results": func(folder string) {
			put(t, folder, aboutTest("b"), everyRows(), testReport)
		},
	} {
		for moved := range 4 {
			folder, fresh := t.TempDir(), t.TempDir()
			a := put(t, folder, aboutTest("a"), everyRows(), testReport)
			staging := stagingPath(folder, resultsName(testID))
			if err := os.MkdirAll(staging, 0o777); err != nil {
				t.Fatal(err)
			}
			// So many files are at their place, the others are not; that of the table that vouches comes last.
			files := []string{a.file(TableResultsCaptures), a.file("results_every"), a.Document("report.json")}
			for _, file := range files[:3-min(moved, 3)] {
				if err := os.Rename(filepath.Join(folder, file), filepath.Join(staging, strings.ReplaceAll(file, "/", "_"))); err != nil {
					t.Fatal(err)
				}
			}
			next(folder)
			next(fresh)
			if moved == 3 && name != "the same results" { // it was whole
				put(t, fresh, aboutTest("a"), everyRows(), testReport)
			}
			t.Logf("%d files moved, then %s", moved, name)
			foldertest.Same(t, visible(t, folder), visible(t, fresh))
		}
	}
}

func TestResultsMoveWithTheirMetadata(t *testing.T) {
	for _, index := range []string{"with", "without"} {
		folder, fresh := t.TempDir(), t.TempDir()
		put(t, folder, aboutTest("a"), everyRows(), testReport, NamedFile{Name: "more.txt", Content: []byte("x")})
		if index == "without" {
			if err := os.RemoveAll(filepath.Join(folder, hiddenName)); err != nil {
				t.Fatal(err)
			}
		}
		later := aboutTest("b")
		later.FirstNano += int64(48 * time.Hour)
		put(t, folder, later, everyRows(), testReport)
		put(t, fresh, later, everyRows(), testReport)
		foldertest.Same(t, visible(t, folder), visible(t, fresh))
		checkWhole(t, folder)
		if exists(filepath.Join(folder, "report", "host=a")) || exists(filepath.Join(folder, "table=results_every", "host=a")) {
			t.Error("empty folders are left")
		}
	}
}

// TestIndexOfResults lets several make the index of a dataset that has none, with lines that were cut short in it.
func TestIndexOfResults(t *testing.T) {
	folder := t.TempDir()
	want := put(t, folder, aboutTest("a"), everyRows())
	if err := os.Remove(indexPath(folder, indexMarked)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := appendPlace(folder, want); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.OpenFile(indexPath(folder, testID), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteString("a/20")
	f.Close()
	other := aboutTest("b")
	other.ID = "c-00000000000000ff"
	put(t, folder, other, everyRows())
	if found := checkWhole(t, folder); len(found) != 2 {
		t.Errorf("found %v", found)
	}
	moved := put(t, folder, aboutTest("z"), everyRows())
	if found := checkWhole(t, folder); len(found) != 2 || !slices.Contains(found, moved) {
		t.Errorf("found %v", found)
	}
}

// TestResultsAndTables writes results and tables of one capture by turns: neither may touch the other.
func TestResultsAndTables(t *testing.T) {
	folder, tables, results := t.TempDir(), t.TempDir(), t.TempDir()
	c := mustOpen(t, keyedStacks)
	converted, _ := convert(t, tables, c, Options{Host: "b"})
	about := aboutTest("a")
	about.ID = converted.ID
	put(t, results, about, everyRows(), testReport)
	want := foldertest.Read(t, tables)
	maps.Copy(want, visible(t, results))

	convert(t, folder, c, Options{Host: "first"})
	put(t, folder, about, everyRows())
	convert(t, folder, c, Options{Host: "b"})
	put(t, folder, about, everyRows(), testReport)
	foldertest.Same(t, visible(t, folder), want)
	if r, _ := convert(t, folder, c, Options{Host: "b"}); r.Outcome != Kept {
		t.Errorf("outcome %d", r.Outcome)
	}
	if _, found, err := Find(folder); err != nil || !slices.Equal(found, []Place{converted.Place}) {
		t.Errorf("found %v, %v", found, err)
	}
	if found := checkWhole(t, folder); len(found) != 1 || found[0].Host != "a" {
		t.Errorf("results at %v", found)
	}
}

// TestResultsAtOnce writes results of few captures under several hosts at the same time.
func TestResultsAtOnce(t *testing.T) {
	folder := t.TempDir()
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() {
			about := aboutTest(fmt.Sprintf("host %d", i))
			about.ID = fmt.Sprintf("c-%016x", i%3)
			if _, err := tryPut(folder, about, everyRows()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if found := checkWhole(t, folder); len(found) != 3 {
		t.Errorf("results at %v", found)
	}
	if files := visible(t, folder); len(files) != 9 {
		t.Errorf("files %v", slices.Sorted(maps.Keys(files)))
	}
}

func TestResultsOnFullDisk(t *testing.T) {
	create := createFile
	defer func() { createFile = create }()
	var left atomic.Int64
	createFile = func(path string) (outputFile, error) {
		f, err := create(path)
		return &fullDisk{f, &left}, err
	}
	left.Store(1 << 40)
	kept := t.TempDir()
	put(t, kept, aboutTest("a"), everyRows(), testReport)
	want := visible(t, kept)
	fails := 0
	for size := int64(0); ; size = 2*size + 50 {
		left.Store(size)
		folder := filepath.Join(t.TempDir(), "new")
		if _, err := tryPut(folder, aboutTest("a"), everyRows()); err == nil {
			break
		} else if !errors.Is(err, errFull) || !strings.Contains(err.Error(), testID) {
			t.Errorf("error %v", err)
		}
		fails++
		if exists(folder) {
			t.Errorf("left behind: %v", slices.Sorted(maps.Keys(foldertest.Read(t, folder))))
		}
		left.Store(size)
		if _, err := tryPut(kept, aboutTest("b"), everyRows()); !errors.Is(err, errFull) {
			t.Errorf("error %v", err)
		}
		foldertest.Same(t, visible(t, kept), want)
	}
	if fails < 4 {
		t.Errorf("the disk was full %d times", fails)
	}
}

func TestTryWork(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	release, ok, err := TryWork(folder, testID)
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	if _, ok, err := TryWork(folder, testID); ok || err != nil {
		t.Errorf("it was given twice: %v, %v", ok, err)
	}
	other, ok, err := TryWork(folder, "c-00000000000000ff")
	if !ok || err != nil {
		t.Errorf("another capture: %v, %v", ok, err)
	}
	other()
	put(t, folder, aboutTest("a"), everyRows()) // who holds it may write, and cleaning up leaves it
	if _, ok, err := TryWork(folder, testID); ok || err != nil {
		t.Errorf("it was taken away: %v, %v", ok, err)
	}
	release()
	if release, ok, err = TryWork(folder, testID); !ok || err != nil {
		t.Errorf("it was not given up: %v, %v", ok, err)
	}
	release()
	if left := hiddenEntries(t, folder); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	if _, _, err := TryWork(folder, "../x"); err == nil {
		t.Error("no error")
	}
}
