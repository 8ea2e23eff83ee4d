package layers

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"etledger/bench/captures"
	"etledger/bench/limits"
)

const someEvents = 5000

// input makes a small recording with all that layers ask for.
func input(t *testing.T, spec captures.Spec) Input {
	t.Helper()
	spec.Events = someEvents
	folder := t.TempDir()
	in := Input{Path: filepath.Join(folder, "capture.etl"), Dataset: filepath.Join(folder, "dataset"), Scratch: folder}
	in.Plain = in.Path
	write(t, in.Path, func(f *os.File) error { return captures.Write(f, spec) })
	if !spec.Compressed {
		return in
	}
	in.Plain, in.Wrapped = filepath.Join(folder, "plain.etl"), filepath.Join(folder, "wrapped.etl")
	f, err := os.Open(in.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	size, err := sizeOf(in.Path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, in.Plain, func(to *os.File) error { return limits.Unpack(to, f, size) })
	write(t, in.Wrapped, func(to *os.File) error {
		_, err := limits.Wrap(to, f, size)
		return err
	})
	return in
}

func write(t *testing.T, path string, content func(*os.File) error) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(content(f), f.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestPassesGoOverTheWholeInput makes two passes of every layer on recordings of all forms.
func TestPassesGoOverTheWholeInput(t *testing.T) {
	ctx := context.Background()
	for name, spec := range map[string]captures.Spec{
		"plain":      {},
		"others":     {Others: 0.9, Stacks: true},
		"compressed": {Compressed: true},
	} {
		in := input(t, spec)
		whole, err := sizeOf(in.Plain)
		if err != nil {
			t.Fatal(err)
		}
		if err := MakeDataset(ctx, in); err != nil {
			t.Fatal(err)
		}
		for _, l := range All() {
			pass, end, err := l.Prepare(ctx, in)
			if in.Wrapped == "" && l.Name == expand.Name {
				if err == nil {
					t.Errorf("%s, %s: there is nothing to decompress, and no error", name, l.Name)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s, %s: %v", name, l.Name, err)
			}
			for range 2 {
				done, err := pass(ctx)
				if err != nil {
					t.Fatalf("%s, %s: %v", name, l.Name, err)
				}
				if done.Events > 0 && done.Events < someEvents {
					t.Errorf("%s, %s: %d events of more than %d", name, l.Name, done.Events, someEvents)
				}
				if spec.Compressed == false && l.Name != expandBytewise.Name && done.Bytes != uint64(whole) {
					t.Errorf("%s, %s: %d bytes of %d", name, l.Name, done.Bytes, whole)
				}
				if strings.HasPrefix(l.Name, expand.Name) && spec.Compressed && done.Bytes < uint64(whole)*9/10-1<<17 {
					t.Errorf("%s, %s: %d bytes of %d came out", name, l.Name, done.Bytes, whole)
				}
			}
			if err := end(); err != nil {
				t.Errorf("%s, %s: %v", name, l.Name, err)
			}
			if l.About == "" {
				t.Errorf("%s says nothing of itself", l.Name)
			}
		}
	}
	if _, err := ByName("no such layer"); err == nil {
		t.Error("a layer without a name is found")
	}
}

// TestCheckExpand compares the decompressors' results for different recordings, which must be noticed.
func TestCheckExpand(t *testing.T) {
	ctx := context.Background()
	one, two := input(t, captures.Spec{Compressed: true}), input(t, captures.Spec{Compressed: true, Seed: 1})
	if err := CheckExpand(ctx, one); err != nil {
		t.Error(err)
	}
	one.Wrapped = two.Wrapped
	if err := CheckExpand(ctx, one); err == nil {
		t.Error("other bytes are not noticed")
	}
	one.Wrapped = one.Plain
	if err := CheckExpand(ctx, one); err == nil {
		t.Error("a recording with nothing wrapped is not noticed")
	}
}
