package batch

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
	"etledger/report"
)

// testdata holds the captures that ship.
var testdata = filepath.Join("..", "..", "testdata")

var leakyService = filepath.Join(testdata, "leaky-service.etl")

// find lists captures, and fails where that is not possible.
func find(t testing.TB, o FindOptions, inputs ...string) []Capture {
	t.Helper()
	captures, problems, err := Find(context.Background(), inputs, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Error(p)
	}
	return captures
}

// runAll runs, and fails where the run does.
func runAll(t testing.TB, captures []Capture, o RunOptions) *Summary {
	t.Helper()
	s, err := Run(context.Background(), captures, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// alone analyses a file as etledger analyze does.
func alone(path string) ([]byte, error) {
	c, err := etl.Open(context.Background(), etl.Options{}, path)
	if err != nil {
		return nil, err
	}
	r, err := report.Analyze(context.Background(), c, report.Options{})
	if err := errors.Join(err, c.Close()); err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = r.WriteJSON(&text)
	return text.Bytes(), err
}

// copyFile copies a file, and makes the folder that it goes to.
func copyFile(t testing.TB, from, to string) {
	t.Helper()
	b, err := os.ReadFile(from)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(to), 0o777)
	}
	if err == nil {
		err = os.WriteFile(to, b, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// content gives all files of a dataset by name, but not the hidden notes that only save searching.
func content(t testing.TB, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		if name = filepath.ToSlash(name); !strings.HasPrefix(name, ".etledger/") {
			files[name] = string(b)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// checkSame tells in which files two folders differ.
func checkSame(t testing.TB, got, want map[string]string) {
	t.Helper()
	for name := range want {
		if _, ok := got[name]; !ok {
			t.Errorf("%s is missing", name)
		} else if got[name] != want[name] {
			t.Errorf("%s has another content", name)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s should not be there", name)
		}
	}
}

// summaryJSON gives a summary as JSON.
func summaryJSON(t testing.TB, s *Summary) string {
	t.Helper()
	var text bytes.Buffer
	if err := s.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}
