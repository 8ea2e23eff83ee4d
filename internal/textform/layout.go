package textform

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/jedib0t/go-pretty/v6/text"
)

// Printable makes text from a recording safe to show: control and formatting characters, which could move the cursor or
// reorder a line, become escapes.
func Printable(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// Wrapped breaks text into lines of at most width columns; lead stands before the first line, blanks of its width
// before the others. A word that is longer than a line is broken too.
func Wrapped(lead, s string, width int) string {
	var b strings.Builder
	indent := Width(lead)
	room := max(1, width-indent)
	column := 0 // of the room
	for i, word := range strings.Fields(s) {
		w := Width(word)
		switch {
		case i == 0:
			b.WriteString(lead)
		case column+1+w > room:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		for w > room {
			head := cut(word, room)
			b.WriteString(head + "\n" + strings.Repeat(" ", indent))
			word = word[len(head):]
			w = Width(word)
		}
		b.WriteString(word)
		column += w
	}
	b.WriteByte('\n')
	return b.String()
}

// cut gives the beginning of a word that fits a width, at least one character.
func cut(word string, width int) string {
	taken := 0
	for i, r := range word {
		taken += text.RuneWidth(r)
		if taken > width && i > 0 {
			return word[:i]
		}
	}
	return word
}

// Shortened cuts text to at most width columns and marks the cut, keeping its beginning and its end.
func Shortened(s string, width int) string {
	if Width(s) <= width {
		return s
	}
	const mark = "~"
	runes := []rune(s)
	tail := (width - len(mark)) / 2
	head := width - len(mark) - tail
	for head+tail > 0 {
		short := string(runes[:min(head, len(runes))]) + mark + string(runes[max(0, len(runes)-tail):])
		if Width(short) <= width {
			return short
		}
		// Wide characters take two columns each: give up one character after the other.
		if tail >= head {
			tail--
		} else {
			head--
		}
	}
	return mark
}
