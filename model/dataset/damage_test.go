package dataset

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"etledger/model"
)

// readAll gives everything that the capture of a dataset with one capture tells, as text.
func readAll(folder string) (string, error) {
	_, found, err := Find(folder)
	if err != nil {
		return "", err
	}
	if len(found) != 1 {
		return "", fmt.Errorf("%d captures", len(found))
	}
	c, err := Open(folder, found[0])
	if err != nil {
		return "", err
	}
	var all strings.Builder
	fmt.Fprintf(&all, "%+v\n", *c.manifest)
	for chunk, err := range c.Chunks(context.Background(), model.Options{Concurrency: 1}) {
		if err != nil {
			return "", err
		}
		for t := range model.Tables() {
			if b := chunk.Batch(t); b != nil {
				fmt.Fprintln(&all, b.Record())
			}
		}
	}
	return all.String(), nil
}

// TestDamagedFiles flips bits all over the files of a dataset, and cuts, removes and swaps them. Reading must fail and name
// the file, or give what it gave.
func TestDamagedFiles(t *testing.T) {
	folder := t.TempDir()
	_, converted := convert(t, folder, mustOpen(t, keyedStacks), Options{})
	want, err := readAll(folder)
	if err != nil {
		t.Fatal(err)
	}
	check := func(path, what string) {
		t.Helper()
		got, err := readAll(folder)
		if err == nil && got == want {
			return
		}
		if fault := (*FileError)(nil); !errors.As(err, &fault) || fault.Path != path || !strings.Contains(err.Error(), path) {
			t.Fatalf("%s %s: error %v", path, what, err)
		}
	}
	random := rand.New(rand.NewPCG(3, 4))
	flips := 24
	if testing.Short() {
		flips = 4
	}
	var tables []string
	for _, f := range converted.manifest.Files {
		tables = append(tables, f.Table)
	}
	all := append(tables, TableCapture)
	for i, table := range all {
		path := converted.path(table)
		sound, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		put := func(b []byte) {
			t.Helper()
			if err := os.WriteFile(path, b, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for k := range flips {
			b := slices.Clone(sound)
			at := random.IntN(len(b))
			if k%3 == 0 {
				at = len(b) - 1 - random.IntN(min(len(b), 200)) // the footer's end
			}
			b[at] ^= 1 << random.IntN(8)
			put(b)
			check(path, fmt.Sprintf("with byte %d flipped", at))
		}
		for _, n := range []int{0, 8, random.IntN(len(sound)), len(sound) - 1} {
			put(sound[:n])
			check(path, fmt.Sprintf("cut to %d bytes", n))
		}
		put(append(slices.Clone(sound), 0))
		check(path, "with a byte more")
		other, err := os.ReadFile(converted.path(all[(i+1)%len(all)]))
		if err != nil {
			t.Fatal(err)
		}
		put(other)
		check(path, "in the place of another")
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if table != TableCapture {
			check(path, "missing")
		}
		put(sound)
	}
	if got, err := readAll(folder); err != nil || got != want {
		t.Fatalf("after all: %v", err)
	}
}

// TestForgedFiles gives files whose checksums are right, but whose rows are not.
func TestForgedFiles(t *testing.T) {
	a := keyedStacks
	b := filepath.Join("..", "..", "testdata", "split-stacks.etl")
	for _, table := range []string{"stack", "frame", "process"} {
		folder, other := t.TempDir(), t.TempDir()
		_, converted := convert(t, folder, mustOpen(t, a), Options{})
		_, from := convert(t, other, mustOpen(t, b), Options{})
		content, err := os.ReadFile(from.path(table))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(converted.path(table), content, 0o666); err != nil {
			t.Fatal(err)
		}
		for i := range converted.manifest.Files {
			if f := &converted.manifest.Files[i]; f.Table == table {
				*f = from.manifest.Files[slices.IndexFunc(from.manifest.Files, func(e fileEntry) bool { return e.Table == table })]
			}
		}
		for _, err := range converted.Chunks(context.Background(), model.Options{}) {
			if err == nil {
				continue
			}
			if fault := (*FileError)(nil); !errors.As(err, &fault) {
				t.Errorf("%s: %v", table, err)
			} else {
				t.Logf("%s: %v", table, err)
			}
		}
	}
}

func TestFind(t *testing.T) {
	folder := t.TempDir()
	a, _ := convert(t, folder, mustOpen(t, leakyService), Options{})
	b, _ := convert(t, folder, mustOpen(t, keyedStacks), Options{Host: "x=y/z"})
	plain := filepath.Join(t.TempDir(), "a=b")
	if err := os.Mkdir(plain, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		want []Place
	}{
		{folder, []Place{a.Place, b.Place}},
		{filepath.Join(folder, "table=pool"), []Place{a.Place, b.Place}},
		{filepath.Join(folder, "table=pool", "host=x%3Dy%2Fz"), []Place{b.Place}},
		{filepath.Join(folder, a.file("virtual_alloc")), []Place{a.Place}},
		{filepath.Dir(filepath.Join(folder, a.file("capture"))), []Place{a.Place}},
		{filepath.Join(folder, a.file("capture"), "..", ".."), []Place{a.Place}},
	} {
		root, found, err := Find(c.path)
		if err != nil || !slices.Equal(found, c.want) {
			t.Errorf("%s: %v, %v", c.path, found, err)
		}
		for _, place := range found {
			if _, err := Open(root, place); err != nil {
				t.Errorf("%s: %v", c.path, err)
			}
		}
	}
	for _, path := range []string{plain, filepath.Join(plain, "missing"), leakyService} {
		if _, found, err := Find(path); err == nil || len(found) > 0 || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, %v", path, found, err)
		}
	}
	// Where the dataset is named relative to the working folder.
	t.Chdir(filepath.Join(folder, "table=pool"))
	for _, path := range []string{".", "..", filepath.Join("host=x%3Dy%2Fz", ".."), filepath.Join("..", "table=loss")} {
		root, found, err := Find(path)
		if err != nil || len(found) != 2 {
			t.Fatalf("%s: %v, %v", path, found, err)
		}
		if _, err := Open(root, found[0]); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestMissingTable(t *testing.T) {
	folder := t.TempDir()
	_, c := convert(t, folder, mustOpen(t, leakyService), Options{Tables: []model.Table{model.TableProcess}})
	for _, err := range c.Chunks(context.Background(), model.Options{}) {
		if err == nil || !strings.Contains(err.Error(), "without this table") || !strings.Contains(err.Error(), c.path("stack")) {
			t.Errorf("error %v", err)
		}
	}
	rows := 0
	for chunk, err := range c.Chunks(context.Background(), model.Options{Tables: []model.Table{model.TableProcess}}) {
		if err != nil {
			t.Fatal(err)
		}
		rows += chunk.Batch(model.TableProcess).Len()
	}
	if rows == 0 {
		t.Error("no rows")
	}
}

func TestEscape(t *testing.T) {
	for host, want := range map[string]string{
		"": "unknown", "PC-7": "PC-7", "a.b_c": "a.b_c", ".": "%2E", "..": "%2E%2E", "x.": "x%2E", "a/b": "a%2Fb",
		"é": "%C3%A9", "a b=c": "a%20b%3Dc", "con:": "con%3A",
	} {
		if got := escape(host); got != want {
			t.Errorf("%q becomes %q, want %q", host, got, want)
		}
	}
	long := escape(strings.Repeat("ä", 300))
	if other := escape(strings.Repeat("ä", 301)); len(long) > maxHost || long == other || strings.Contains(long, "%C_") {
		t.Errorf("long names become %q and %q", long, other)
	}
}
