// Package markdown writes text of recordings into GitHub Flavored Markdown so that it shows as it is.
package markdown

import (
	"strings"
	"unicode"

	"etledger/internal/textform"
)

// apart is a blank of no width. Between a sign and what follows it, it keeps an issue tracker from making a mention of a
// person or a reference to an issue, which no escape does.
const apart = '\u200b'

// Line makes one line of text that shows as it is in GitHub Flavored Markdown, also at the beginning of a line.
func Line(s string) string {
	text := Inline(s)
	if text == "" {
		return ""
	}
	if strings.ContainsRune("-+=#[", rune(text[0])) {
		return `\` + text
	}
	digits := strings.TrimLeft(text, "0123456789")
	if n := len(text) - len(digits); n > 0 && (strings.HasPrefix(digits, ". ") || strings.HasPrefix(digits, ") ")) {
		return text[:n] + `\` + digits
	}
	return text
}

// Inline does so within a line.
func Inline(s string) string {
	runes := []rune(textform.Printable(s))
	var b strings.Builder
	at := func(i int) rune {
		if i < 0 || i >= len(runes) {
			return ' '
		}
		return runes[i]
	}
	for i, r := range runes {
		next := at(i + 1)
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case strings.ContainsRune("\\`*|~$", r),
			r == '_' && !(isLetterOrDigit(at(i-1)) && isLetterOrDigit(next)),
			r == ']' && strings.ContainsRune("([:", next),
			r == ':' && (unicode.IsLetter(next) || strings.ContainsRune("/+-", next)),
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

func isLetterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func isWord(r rune) bool { return r == '_' || isLetterOrDigit(r) }

// HTML makes text that shows as it is within an HTML element of a Markdown document, where nothing else is markup.
func HTML(s string) string {
	runes := []rune(textform.Printable(s))
	var b strings.Builder
	for i, r := range runes {
		switch r {
		case '&':
			b.WriteString("&amp;")
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		default:
			b.WriteRune(r)
		}
		if strings.ContainsRune("@#!", r) && i+1 < len(runes) && isWord(runes[i+1]) {
			b.WriteRune(apart)
		}
	}
	return b.String()
}
