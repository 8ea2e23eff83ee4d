package textform

import "strings"

// ShellWord writes a text as one word of a command line of a POSIX shell, for hints that people paste. Characters that cannot
// be shown stand as Printable shows them.
func ShellWord(s string) string {
	s = Printable(s)
	plain := func(r rune) bool {
		return r > 0x7f || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./:=@%+,", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
