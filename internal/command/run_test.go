package command

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var leakyService = filepath.Join("..", "..", "testdata", "leaky-service.etl")

func TestInterruptedLeavesNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	folder := t.TempDir()
	for _, command := range []string{"analyze", "info"} {
		var out, errs bytes.Buffer
		status := run(ctx, []string{command, "-o", filepath.Join(folder, "out"), leakyService}, &out, &errs)
		if status != statusFailed || out.Len() > 0 || errs.String() != "etledger: interrupted; nothing is left half done\n" {
			t.Errorf("%s: status %d, output %q, errors %q", command, status, &out, &errs)
		}
	}
	left, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

var errFull = errors.New("the disk is full")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestOutputThatCannotBeWritten(t *testing.T) {
	for _, args := range [][]string{{"analyze", leakyService}, {"info", "-f", "json", leakyService}, {"version"}} {
		var errs bytes.Buffer
		if status := run(context.Background(), args, fullDisk{}, &errs); status != statusFailed ||
			!strings.Contains(errs.String(), errFull.Error()) || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%v: status %d, errors %q", args, status, &errs)
		}
	}
}

func TestWriteFileIsWholeOrNotAtAll(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "report.txt")
	if err := writeFile(path, func(w io.Writer) error { _, err := io.WriteString(w, "old"); return err }); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	halfway := func(w io.Writer) error {
		_, err := io.WriteString(w, strings.Repeat("new", 100_000))
		return errors.Join(err, errFull)
	}
	if err := writeFile(path, halfway); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
	check := func(content string) {
		t.Helper()
		b, err := os.ReadFile(path)
		if err != nil || string(b) != content {
			t.Errorf("the file holds %q, %v", b, err)
		}
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) != 1 {
			t.Errorf("the folder holds %v, %v", entries, err)
		}
	}
	check("old")
	if err := writeFile(path, func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }); err != nil {
		t.Fatal(err)
	}
	check("new")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the rights of the older file are not kept: %v, %v", info.Mode(), err)
	}
}

func TestErrorsStayOnOneLine(t *testing.T) {
	var out, errs bytes.Buffer
	if status := run(context.Background(), []string{"info", "no\nsuch\x1b[2Jfile"}, &out,
		&errs); status != statusFailed {
		t.Errorf("status %d", status)
	}
	if strings.Count(errs.String(), "\n") != 1 || strings.ContainsRune(errs.String(), 0x1b) {
		t.Errorf("errors %q", &errs)
	}
}

func TestProgressIsSilentInAPipe(t *testing.T) {
	var b bytes.Buffer
	p := newProgress(&b)
	p.update(1, 2)
	p.end()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p = newProgress(w)
	p.update(1, 2)
	p.end()
	w.Close()
	piped, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	if b.Len()+len(piped) > 0 {
		t.Errorf("wrote %q and %q", &b, piped)
	}
}
