package command

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestSpreadLists(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"", ""},
		{"analyze a --after b c", "analyze a --after b c"},
		{"pool a b", "pool a b"},
		{"pool a --after b c -f json", "pool a --after b --after c -f json"},
		{"pool a --baseline=b c --top 5 d", "pool a --baseline=b --baseline c --top 5 d"},
		{"pool --tags t a b", "pool --tags t a b"},
		{"pool a --tags t -fjson --drivers x y --tag Abcd", "pool a --tags t -fjson --drivers x --drivers y --tag Abcd"},
		{"pool a --after b -- c d", "pool a --after b -- c d"},
		{"pool -o out a --help", "pool -o out a --help"},
		{"pool a --after", "pool a --after"},
	} {
		if got := spreadLists(strings.Fields(c.args)); !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%q becomes %q, expected %q", c.args, got, c.want)
		}
	}
}

// TestPoolDocOutput holds the outputs that docs/pool.md shows against the real ones.
func TestPoolDocOutput(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "pool.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join("..", "..", "report", "pool", "testdata", "example"))
	shown := 0
	rest := string(page)
	for {
		_, after, found := strings.Cut(rest, "\n    $ etledger ")
		if !found {
			break
		}
		command, output, _ := strings.Cut(after, "\n")
		for strings.HasSuffix(command, "\\") {
			var more string
			more, output, _ = strings.Cut(output, "\n")
			command = strings.TrimSuffix(command, "\\") + more
		}
		block, next, _ := strings.Cut(output, "\n\n<!-- -->\n")
		rest = next
		var out, errs bytes.Buffer
		status := run(context.Background(), strings.Fields(command), &out, &errs)
		if status != statusFine && status != statusDamaged {
			t.Fatalf("%s: status %d: %s", command, status, &errs)
		}
		want := unindented(block)
		if beginning, cut := strings.CutSuffix(want, "...\n"); cut && !strings.HasPrefix(out.String(), beginning) || !cut && out.String() != want {
			t.Errorf("%s: the page shows\n%s\nbut the command prints\n%s", command, want, &out)
		}
		shown++
	}
	if shown < 2 {
		t.Errorf("the page shows %d commands with their output", shown)
	}
}

// unindented takes four blanks off every line of a block.
func unindented(block string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimRight(block, "\n") + "\n") {
		b.WriteString(strings.TrimPrefix(line, "    "))
	}
	return b.String()
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]uint64{"96GiB": 96 << 30, "512M": 512 << 20, "4294967296": 1 << 32, "1.5 k": 1536, "2tb": 2 << 40} {
		var v sizeValue
		if err := v.Set(text); err != nil || uint64(v) != want {
			t.Errorf("%s: %d, %v", text, v, err)
		}
	}
	for _, text := range []string{"", "k", "-1", "1e30", "NaN", "lots"} {
		if err := new(sizeValue).Set(text); err == nil {
			t.Errorf("%q is taken for a size", text)
		}
	}
}

func TestTagFlag(t *testing.T) {
	for text, want := range map[string]string{"Wdg1": "Wdg1", "Wg": "Wg  ", `\x01a\xff`: "\x01a\xff "} {
		var v tagValue
		if err := v.Set(text); err != nil || string(v.tag[:]) != want {
			t.Errorf("%s: %v, %v", text, v.tag, err)
		}
	}
	for _, text := range []string{"", "Wdg12"} {
		if err := new(tagValue).Set(text); err == nil {
			t.Errorf("%q is taken for a tag", text)
		}
	}
}
