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

// TestHandout checks what is printed where the files were written: what somebody needs who is handed the folder, and no commands
// for Windows, since record.cmd has them.
func TestHandout(t *testing.T) {
	for _, c := range all(t) {
		for _, width := range []int{60, 120} {
			var b strings.Builder
			if err := c.WriteText(&b, TextOptions{Width: width, Folder: "for\x1b[31m Bob"}); err != nil {
				t.Fatal(err)
			}
			text := b.String()
			for line := range strings.Lines(text) {
				if line = strings.TrimSuffix(line, "\n"); textform.Width(line) > width && !strings.HasPrefix(line, "       etledger ") {
					t.Errorf("%s: %d columns, not %d: %s", &c, textform.Width(line), width, line)
				}
			}
			words := strings.Join(strings.Fields(text), " ")
			for _, want := range []string{
				`for\u001b[31m Bob: `, "right-click record.cmd", "Run as administrator", "waits for 3 minutes",
				"cancel.cmd, run in the same way",
				c.Captures[len(c.Captures)-1] + ", from the same folder", "Memory: up to ", "Disk: about ", "while NT Kernel Logger ",
				"as confidential", "not been run on Windows", c.Requires[0],
			} {
				if !strings.Contains(words, want) {
					t.Errorf("%s: no %q in\n%s", &c, want, text)
				}
			}
			for _, commands := range [][]Command{c.Check, c.Start, c.Stop, c.Cancel} {
				for _, command := range commands {
					if strings.Contains(text, "  "+command.String()+"\n") {
						t.Errorf("%s: the text has %s", &c, command.String())
					}
				}
			}
			if strings.Contains(text, "<Keyword") || strings.Contains(text, "steady state") {
				t.Errorf("%s: the text has what record.cmd does without\n%s", &c, text)
			}
		}
	}
}

// TestTextSaysWhereToRun: an elevated console begins in a folder of Windows's own.
func TestTextSaysWhereToRun(t *testing.T) {
	for _, c := range all(t) {
		var b strings.Builder
		if err := c.WriteText(&b, TextOptions{}); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		place, first := strings.Index(text, "\n    pushd C:\\memory-growth\n"), strings.Index(text, "\n    "+c.Check[0].String()+"\n")
		if place < 0 || place > first || strings.Contains(text[:place], "\n    "+c.Start[0].String()) {
			t.Errorf("%s: the text does not begin with the folder:\n%s", &c, text)
		}
		for _, f := range c.Files {
			if !strings.Contains(text, "File "+f.Name+": save what follows in that folder, by this name\n"+f.Content) {
				t.Errorf("%s: the text does not say where %s goes", &c, f.Name)
			}
		}
	}
}
