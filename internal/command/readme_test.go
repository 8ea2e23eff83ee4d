package command

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadmeOutput holds the output that the README shows against the real one.
func TestReadmeOutput(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(readme), "The first prints:\n\n```\n")
	shown, _, closed := strings.Cut(rest, "    ...\n```\n")
	if !found || !closed {
		t.Fatal("the README shows no output")
	}
	t.Setenv("COLUMNS", "")
	t.Setenv("CLICOLOR_FORCE", "")
	t.Chdir(filepath.Join("..", ".."))
	var out, errs bytes.Buffer
	if status := run(context.Background(), []string{"analyze", "testdata/leaky-service.etl"}, &out, &errs); status != 0 {
		t.Fatalf("status %d: %s", status, errs.String())
	}
	if !strings.HasPrefix(out.String(), shown) {
		t.Errorf("the README shows\n%s\nbut the command prints\n%s", shown, out.String())
	}
}
