package recipe

import (
	"slices"
	"strings"
	"testing"
)

// TestCommandLinesComeApartAgain splits every command line as the start of a program on Windows and PowerShell do, and checks that
// nothing outside quotation marks means anything else to cmd.exe or PowerShell.
func TestCommandLinesComeApartAgain(t *testing.T) {
	list := all(t)
	for _, tool := range Tools() {
		o := Options{Output: `C:\Traces (old)\server 7+8.etl`, KernelMemory: true}
		r, err := For(tool, o)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, combination{r, o})
	}
	for _, c := range list {
		for _, commands := range [][]Command{c.Check, c.Start, c.Stop, c.Cancel} {
			for _, command := range commands {
				line := command.String()
				words, bare := split(line)
				if !slices.Equal(words, command.Args) {
					t.Errorf("%s comes apart into %q, want %q", line, words, command.Args)
				}
				if strings.ContainsAny(bare, "&|<>^%(){};,'`$@#*?~") {
					t.Errorf("%s has a character outside quotation marks that a shell takes for its own", line)
				}
				if strings.ContainsAny(line, "%$`“”„’\n\r") || strings.Contains(line, `\"`) {
					t.Errorf("%s has a character that a shell takes for its own even between quotation marks", line)
				}
				if strings.HasPrefix(line, `"`) {
					t.Errorf("%s begins with a quotation mark, which PowerShell takes for a text", line)
				}
				if command.Does == "" || strings.ContainsAny(command.Does, "&|<>^%\"") {
					t.Errorf("%s: %q cannot follow echo", line, command.Does)
				}
			}
		}
	}
}

// split takes a command line apart at blanks outside quotation marks, and gives what stood outside of them.
func split(line string) (words []string, bare string) {
	var word strings.Builder
	quoted, any := false, false
	for _, r := range line + " " {
		switch {
		case r == '"':
			quoted, any = !quoted, true
		case r == ' ' && !quoted:
			if any {
				words = append(words, word.String())
			}
			word.Reset()
			any = false
		default:
			word.WriteRune(r)
			any = true
			if !quoted {
				bare += string(r)
			}
		}
	}
	if quoted {
		words = append(words, "unbalanced")
	}
	return words, bare
}
