package command

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadmeOutput holds the outputs that the README shows against the real ones.
func TestReadmeOutput(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("COLUMNS", "")
	t.Setenv("CLICOLOR_FORCE", "")
	t.Chdir(filepath.Join("..", ".."))
	for _, c := range []struct {
		args       []string
		begin, end string // what stands before and after the beginning of the output
	}{
		{[]string{"analyze", "testdata/leaky-service.etl"}, "The first prints:\n\n```\n", "    ...\n```\n"},
		{[]string{"doctor", "testdata/circular.etl"}, "It begins:\n\n```\n", "  ...\n```\n"},
	} {
		_, rest, found := strings.Cut(string(readme), c.begin)
		shown, _, closed := strings.Cut(rest, c.end)
		if !found || !closed {
			t.Fatalf("the README shows no output of %v", c.args)
		}
		var out, errs bytes.Buffer
		if status := run(context.Background(), c.args, &out, &errs); status != 0 {
			t.Fatalf("%v: status %d: %s", c.args, status, errs.String())
		}
		if !strings.HasPrefix(out.String(), shown) {
			t.Errorf("of %v the README shows\n%s\nbut the command prints\n%s", c.args, shown, out.String())
		}
	}
}
