package dataset

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"etledger/internal/foldertest"
	"etledger/model"
)

// TestAgain converts a capture again after all that can have happened to its files.
func TestAgain(t *testing.T) {
	folder := t.TempDir()
	c := mustOpen(t, keyedStacks)
	first, converted := convert(t, folder, c, Options{})
	want := foldertest.Read(t, folder)
	if first.Outcome != Written {
		t.Errorf("outcome %d", first.Outcome)
	}
	again := func(o Options, outcome Outcome) {
		t.Helper()
		if r, _ := convert(t, folder, c, o); r.Outcome != outcome {
			t.Errorf("outcome %d, want %d", r.Outcome, outcome)
		}
		if exists(filepath.Join(folder, hiddenName)) {
			t.Error("the hidden folder is still there")
		}
	}
	again(Options{}, Kept)
	foldertest.Same(t, foldertest.Read(t, folder), want)
	for _, table := range []string{"virtual_alloc", "loss", "capture"} {
		path := converted.path(table)
		for name, spoil := range map[string]func() error{
			"missing": func() error { return os.Remove(path) },
			"cut":     func() error { return os.Truncate(path, 100) },
			"flipped": func() error {
				b := []byte(want[filepath.ToSlash(converted.file(table))])
				b[len(b)/2] ^= 1
				return os.WriteFile(path, b, 0o666)
			},
			"swapped": func() error {
				b, err := os.ReadFile(converted.path("process"))
				return errors.Join(err, os.WriteFile(path, b, 0o666))
			},
		} {
			if err := spoil(); err != nil {
				t.Fatal(err)
			}
			t.Logf("%s is %s", table, name)
			outcome := Rewritten
			if table == TableCapture && name == "missing" {
				outcome = Written // it is not in the dataset any more
			}
			again(Options{}, outcome)
			foldertest.Same(t, foldertest.Read(t, folder), want)
		}
	}
	again(Options{Host: "other"}, Rewritten)
	if names := slices.Sorted(maps.Keys(foldertest.Read(t, folder))); len(names) != len(want) || !strings.Contains(names[0], "host=other/") {
		t.Errorf("files %v", names)
	}
	again(Options{Host: "other"}, Kept)
	again(Options{Tables: []model.Table{model.TablePool, model.TableProcess}}, Rewritten)
	if names := slices.Sorted(maps.Keys(foldertest.Read(t, folder))); len(names) != 4 {
		t.Errorf("files %v", names)
	}
	again(Options{}, Rewritten)
	foldertest.Same(t, foldertest.Read(t, folder), want)
}

// TestLeftovers finds what conversions leave behind that were cut short.
func TestLeftovers(t *testing.T) {
	folder := t.TempDir()
	result, converted := convert(t, folder, mustOpen(t, leakyService), Options{})
	want := foldertest.Read(t, folder)
	hidden := func(names ...string) {
		for _, name := range names {
			path := filepath.Join(folder, hiddenName, filepath.FromSlash(name))
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte("x"), 0o666)); err != nil {
				t.Fatal(err)
			}
		}
	}
	// A capture whose files were on their way, without and with the last of them, and unfinished files.
	half, _ := convert(t, folder, mustOpen(t, keyedStacks), Options{})
	if err := os.Remove(filepath.Join(folder, half.file(TableCapture))); err != nil {
		t.Fatal(err)
	}
	hidden(half.ID+".lock", half.ID+"/loss", result.ID+"/loss", "w-1.lock", "w-1/pool", "w-2/pool", "of somebody else")
	if r, _ := convert(t, folder, mustOpen(t, leakyService), Options{}); r.Outcome != Kept {
		t.Errorf("outcome %d", r.Outcome)
	}
	want[hiddenName+"/of somebody else"] = "x"
	foldertest.Same(t, foldertest.Read(t, folder), want)

	// Somebody is at work.
	held, err := tryLock(lockPath(folder, "w-3"))
	if err != nil {
		t.Fatal(err)
	}
	hidden("w-3/pool")
	want[hiddenName+"/w-3/pool"], want[hiddenName+"/w-3.lock"] = "x", ""
	convert(t, folder, mustOpen(t, leakyService), Options{})
	foldertest.Same(t, foldertest.Read(t, folder), want)
	held.release()
	convert(t, folder, mustOpen(t, leakyService), Options{})
	delete(want, hiddenName+"/w-3/pool")
	delete(want, hiddenName+"/w-3.lock")
	foldertest.Same(t, foldertest.Read(t, folder), want)
	if err := converted.Verify(context.Background()); err != nil {
		t.Error(err)
	}
}
