package command

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEventsDocument holds the output that docs/events.md shows against the real one.
func TestEventsDocument(t *testing.T) {
	document, err := os.ReadFile(filepath.Join("..", "..", "docs", "events.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join("..", ".."))
	blocks := strings.Split(string(document), "```console\n$ etledger ")[1:]
	if len(blocks) < 5 {
		t.Fatalf("the document shows %d commands", len(blocks))
	}
	for _, block := range blocks {
		command, rest, _ := strings.Cut(block, "\n")
		shown, _, closed := strings.Cut(rest, "```\n")
		var out bytes.Buffer
		status := run(context.Background(), words(command), &out, &out)
		if !closed || out.String() != shown || (status != statusFine) != strings.HasPrefix(shown, "etledger: ") {
			t.Errorf("%s\nshows\n%s\nbut prints, with status %d,\n%s", command, shown, status, &out)
		}
	}
}

// words divides a command line as a shell does, as far as quotes go.
func words(line string) []string {
	var all []string
	var word strings.Builder
	var quote rune
	for _, r := range line + " " {
		switch {
		case quote == 0 && (r == '"' || r == '\''):
			quote = r
		case r == quote:
			quote = 0
		case quote == 0 && r == ' ':
			all = append(all, word.String())
			word.Reset()
		default:
			word.WriteRune(r)
		}
	}
	return all
}
