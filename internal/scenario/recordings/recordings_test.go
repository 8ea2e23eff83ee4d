package recordings

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"etledger/etl"
)

// folder is testdata, seen from this package.
const folder = "../../../testdata"

// TestCommittedFiles checks that the files in testdata are those that this package makes, and that none is left over.
func TestCommittedFiles(t *testing.T) {
	files, err := All()
	if err != nil {
		t.Fatal(err)
	}
	made := map[string]bool{}
	for _, f := range files {
		made[f.Name] = true
		committed, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(f.Name)))
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(committed, f.Data) {
			t.Errorf("%s differs from what the package makes: run go run ./testdata/generate", f.Name)
		}
	}
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		name := strings.TrimPrefix(filepath.ToSlash(path), folder+"/")
		if err == nil && strings.HasSuffix(name, ".etl") && !made[name] {
			t.Errorf("%s is made by nothing", name)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestSizes keeps the files small.
func TestSizes(t *testing.T) {
	files, err := All()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		limit := 64 * kib
		switch {
		case f.Name == "leaky-service.etl":
			limit = 1536 * kib
		case strings.HasPrefix(f.Name, "damaged/"):
			limit = 8 * kib
		}
		if len(f.Data) > limit {
			t.Errorf("%s has %d bytes, at most %d are wanted", f.Name, len(f.Data), limit)
		}
	}
}

// numbers gives the numbered events that a reader finds in a file, in order, and the errors that it meets.
func numbers(t *testing.T, name string) (found []int, problems []error) {
	t.Helper()
	ctx := context.Background()
	c, err := etl.Open(ctx, etl.Options{}, filepath.Join(folder, filepath.FromSlash(name)))
	if err != nil {
		return nil, []error{err}
	}
	defer c.Close()
	for e, err := range c.Events(ctx) {
		if err != nil {
			problems = append(problems, err)
			continue
		}
		base := uint64(numberedBase)
		if e.PointerSize == 4 {
			base = 0x1000_0000
		}
		if e.Kind == etl.KindKernel && e.Hook() == 0x0262 && len(e.Payload) >= 16 {
			address := le.Uint64(e.Payload)
			if e.PointerSize == 4 {
				address &= 0xFFFFFFFF
			}
			found = append(found, int(address-base)/numberedStep)
		}
	}
	return found, problems
}

// TestUnusualFilesAreWhole checks with the project's reader that the files of unusual form hold their numbered events.
func TestUnusualFilesAreWhole(t *testing.T) {
	last := map[string]int{"every-header-kind.etl": 3, "many-processors.etl": 10, "performance-counters.etl": 20,
		"lost-records.etl":            10,
		"no-event-but-the-header.etl": 0}
	for _, r := range unusualRecipes() {
		found, problems := numbers(t, r.name)
		if len(problems) > 0 {
			t.Errorf("%s: %v", r.name, errors.Join(problems...))
		}
		want := 60
		if n, special := last[r.name]; special {
			want = n
		}
		switch r.name {
		case "circular.etl":
			if len(found) == 0 || found[len(found)-1] != 100 || found[0] < 30 {
				t.Errorf("%s: numbers %v", r.name, found)
			}
		case "equal-times.etl", "lost-buffer.etl":
			if len(found) != map[string]int{"equal-times.etl": 40, "lost-buffer.etl": 37}[r.name] {
				t.Errorf("%s: %d numbers", r.name, len(found))
			}
		default:
			if len(found) != want {
				t.Errorf("%s: %d numbers, expected %d", r.name, len(found), want)
			}
			for i, n := range found {
				if n != i+1 {
					t.Errorf("%s: number %d at place %d", r.name, n, i+1)
					break
				}
			}
		}
	}
}

// TestDamageStaysLocal checks with the project's reader that what a defect leaves intact is found: at least the events
// that lie before it or in other buffers, and none that was never written.
func TestDamageStaysLocal(t *testing.T) {
	for name, want := range map[string]struct{ least, most int }{
		"torn-in-event": {50, 50}, "torn-in-buffer-header": {44, 44}, "torn-in-logfile-header": {0, 0},
		"torn-compressed": {44, 60},
		"empty":           {0, 0}, "not-a-recording": {0, 0}, "before-vista": {0, 0}, "frequency-zero": {0, 60},
		"zero-slot-in-the-middle": {21, 60}, "zero-slots-at-the-end": {60, 60}, "bytes-after-the-end": {60, 60},
		"buffer-size-too-small": {21, 60}, "buffer-size-huge": {21, 60}, "offset-past-buffer": {60, 60},
		"both-offsets-past-buffer": {60, 60}, "event-size-too-small": {47, 59}, "event-size-zero": {47, 59},
		"event-size-past-end": {47, 59}, "unknown-header-kind": {59, 59}, "time-goes-back": {60, 60},
		"time-leaps-ahead":  {60, 60},
		"payload-too-short": {59, 59}, "text-without-end": {0, 0}, "extended-item-past-end": {20, 20},
		"extended-item-size-zero": {20, 20}, "compressed-distance": {37, 37}, "compressed-too-short": {37, 60},
		"compressed-size-huge": {37, 60}, "second-header-buffer": {60, 60}, "buffer-twice": {60, 83},
	} {
		found, problems := numbers(t, "damaged/"+name+".etl")
		if len(found) < want.least || len(found) > want.most {
			t.Errorf("%s: %d numbers %v, expected %d to %d (%v)", name, len(found), found, want.least, want.most,
				errors.Join(problems...))
		}
		for _, n := range found {
			if n < 1 || n > 60 {
				t.Errorf("%s: number %d was never written", name, n)
			}
		}
	}
}
