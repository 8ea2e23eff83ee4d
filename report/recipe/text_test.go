package recipe

import (
	"strings"
	"testing"

	"etledger/internal/textform"
)

// TestTextFitsTheWidth checks prose and tables; commands and files are never broken, so that they can be copied.
func TestTextFitsTheWidth(t *testing.T) {
	for _, c := range all(t) {
		for _, width := range []int{60, 80, 120} {
			var b strings.Builder
			if err := c.WriteText(&b, TextOptions{Width: width}); err != nil {
				t.Fatal(err)
			}
			text := b.String()
			for _, f := range c.Files {
				if !strings.Contains(text, f.Content) {
					t.Errorf("%s: %s is not shown as it is", &c, f.Name)
				}
				text = strings.Replace(text, f.Content, "", 1)
			}
			for _, commands := range [][]Command{c.Check, c.Start, c.Stop, c.Cancel} {
				for _, command := range commands {
					if !strings.Contains(text, "\n    "+command.String()+"\n") {
						t.Errorf("%s: %s does not stand on a line of its own", &c, command.String())
					}
					text = strings.Replace(text, "    "+command.String()+"\n", "", 1)
				}
			}
			for line := range strings.Lines(text) {
				if line = strings.TrimSuffix(line, "\n"); textform.Width(line) > width && !strings.HasPrefix(line, "  etledger ") {
					t.Errorf("%s: %d columns, not %d: %s", &c, textform.Width(line), width, line)
				}
			}
		}
	}
}

func TestTextNamesTheFolder(t *testing.T) {
	r, err := For(WPR, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := r.WriteText(&b, TextOptions{Folder: "for\x1b[31m Bob"}); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); !strings.Contains(text, `for\u001b[31m Bob: memory-growth.wprp, record.cmd, cancel.cmd.`) ||
		strings.Contains(text, "<Keyword") {
		t.Errorf("the text is\n%s", text)
	}
}
