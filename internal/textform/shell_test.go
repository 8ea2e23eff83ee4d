package textform

import "testing"

func TestShellWord(t *testing.T) {
	for text, want := range map[string]string{
		"captures/a-1.etl": "captures/a-1.etl", "": "''", "my ds": "'my ds'", "a$(id)`id`": "'a$(id)`id`'", "it's": `'it'\''s'`,
		`a"b`: `'a"b'`, `C:\x`: `'C:\x'`, "~x": "'~x'",
	} {
		if got := ShellWord(text); got != want {
			t.Errorf("%q as a word is %s, want %s", text, got, want)
		}
	}
}
