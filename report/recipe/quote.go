package recipe

import "strings"

// String gives the command line, quoted so that cmd.exe, its scripts and PowerShell take it alike. Arguments of recipes have no
// quotation marks, percent signs, dollars or back quotes, which the two take differently.
func (c Command) String() string {
	return quotedAll(c.Args)
}

func quotedAll(args []string) string {
	words := make([]string, len(args))
	for i, arg := range args {
		words[i] = quoted(arg)
	}
	return strings.Join(words, " ")
}

// quoted puts quotation marks around an argument that a shell would otherwise take apart: blanks, what sets arguments or
// commands apart in either shell, braces and parentheses, and what begins a comment or a variable in PowerShell.
func quoted(arg string) string {
	plain := func(r rune) bool {
		return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune(`._-+:\/=!`, r)
	}
	if arg != "" && strings.IndexFunc(arg, func(r rune) bool { return !plain(r) }) < 0 {
		return arg
	}
	return `"` + arg + `"`
}
