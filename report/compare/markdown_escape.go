package compare

import (
	"strings"
	"unicode"

	"etledger/internal/textform"
)

// plain makes text that shows as it is within a line of GitHub Flavored Markdown. A blank of no width keeps an issue tracker
// from making a mention of a person, or a reference to an issue, of it, which no escape does.
func plain(s string) string {
	const apart = '\u200b'
	runes := []rune(textform.Printable(s))
	at := func(i int) rune {
		if i < 0 || i >= len(runes) {
			return ' '
		}
		return runes[i]
	}
	var b strings.Builder
	for i, r := range runes {
		next := at(i + 1)
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case strings.ContainsRune("\\`*|~$", r), r == '_' && !(isWord(at(i-1)) && isWord(next)),
			r == ']' && strings.ContainsRune("([:", next), r == ':' && (unicode.IsLetter(next) || strings.ContainsRune("/+-", next)),
			r == '.' && strings.EqualFold(string(runes[max(0, i-3):i]), "www"):
			b.WriteRune('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
		if strings.ContainsRune("@#!", r) && isWord(next) {
			b.WriteRune(apart)
		}
	}
	return b.String()
}

func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
