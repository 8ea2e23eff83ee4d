package batch

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
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

// summaryJSON gives a summary as JSON.
func summaryJSON(t testing.TB, s *Summary) string {
	t.Helper()
	var text bytes.Buffer
	if err := s.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}
