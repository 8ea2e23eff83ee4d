package fleet

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"etledger/internal/textform"
)

var update = flag.Bool("update", false, "rewrite golden files")

func written(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func asText(t *testing.T, r *Report, o TextOptions) string {
	t.Helper()
	return written(t, func(w io.Writer) error { return r.WriteText(w, o) })
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; see what changed with 'go test ./report/fleet -update' and git diff:\n%s", name, got)
	}
}

func TestGoldens(t *testing.T) {
	r := sample()
	golden(t, "sample-80.txt", asText(t, r, TextOptions{Width: 80}))
	golden(t, "sample-120.txt", asText(t, r, TextOptions{All: true, Bytes: true}))
	golden(t, "sample.md", written(t, func(w io.Writer) error { return r.WriteMarkdown(w, TextOptions{}) }))
	golden(t, "sample.csv", written(t, r.WriteCSV))
	golden(t, "sample.json", written(t, r.WriteJSON))
}

func TestTextFitsItsWidth(t *testing.T) {
	r := sample()
	for _, width := range []int{60, 80, 100, 120, 200} {
		for _, o := range []TextOptions{{Width: width}, {Width: width, All: true, Bytes: true, ASCII: true}} {
			for line := range strings.Lines(asText(t, r, o)) {
				if line = strings.TrimSuffix(line, "\n"); textform.Width(line) > width {
					t.Errorf("width %d: %q", width, line)
				}
			}
		}
	}
}

func TestTextOptions(t *testing.T) {
	r := sample()
	plain := asText(t, r, TextOptions{})
	for _, bad := range []string{"\x1b", "\u202e"} {
		if strings.Contains(plain, bad) {
			t.Errorf("the text holds %q", bad)
		}
	}
	if text := asText(t, r, TextOptions{Color: true}); !strings.Contains(text, "\x1b[1;31mleaks") || strings.Contains(text,
		"\x1b[2J") {
		t.Errorf("%q", text)
	}
	if !strings.HasPrefix(strings.Join(strings.Fields(plain), " "), r.Answer) {
		t.Errorf("the answer is not first:\n%s", plain)
	}
	if strings.Contains(plain, "brief.exe") || !strings.Contains(plain,
		"Not listed: 1 grows, 1 is clear, 1 could not be judged.") {
		t.Errorf("what does not leak is listed, or not counted:\n%s", plain)
	}
	if all := asText(t, r, TextOptions{All: true}); !strings.Contains(all, "brief.exe") || strings.Contains(all, "Not listed") {
		t.Errorf("not all is listed:\n%s", all)
	}
	if one := asText(t, r, TextOptions{Top: 1, Why: -1}); !strings.Contains(one, "... and 1 more.") || strings.Contains(one,
		r.Images[0].Reason) {
		t.Errorf("%s", one)
	}
	if ascii := asText(t, r, TextOptions{ASCII: true}); strings.ContainsFunc(ascii, func(r rune) bool { return r > 126 }) {
		t.Errorf("%s", ascii)
	}
}

// Two builds of one version are told apart by their stamps.
func TestUpdatesOfOneVersion(t *testing.T) {
	r := sample()
	r.Updates[0].To.FileVersion = r.Updates[0].From.FileVersion
	text := asText(t, r, TextOptions{Width: 200})
	for _, name := range []string{"5.1.0 build 65a00000", "the leak came with 5.1.0 build 65e6f1a2"} {
		if !strings.Contains(text, name) {
			t.Errorf("%q is missing:\n%s", name, text)
		}
	}
}

func TestTextOfNothing(t *testing.T) {
	text := asText(t, &Report{Answer: "There are no captures."}, TextOptions{})
	if !strings.HasPrefix(text, "There are no captures.\n") || strings.Contains(text, "Images") {
		t.Error(text)
	}
}

// What stands in a recording is shown, and does nothing else.
func TestHostileNames(t *testing.T) {
	markdown := written(t, func(w io.Writer) error { return sample().WriteMarkdown(w, TextOptions{All: true, Top: -1}) })
	for _, bad := range []string{"\x1b", "\u202e", "<script", "@you", "#1", "|`", "| `"} {
		if strings.Contains(markdown, bad) {
			t.Errorf("Markdown holds %q:\n%s", bad, markdown)
		}
	}
}
