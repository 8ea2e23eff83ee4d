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
// before the others.
func Wrapped(lead, s string, width int) string {
	var b strings.Builder
	column := 0
	for i, word := range strings.Fields(s) {
		w := text.StringWidthWithoutEscSequences(word)
		switch {
		case i == 0:
			b.WriteString(lead)
			column = len(lead)
		case column+1+w > width:
			b.WriteString("\n" + strings.Repeat(" ", len(lead)))
			column = len(lead)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += w
	}
	b.WriteByte('\n')
	return b.String()
}

// Shortened cuts text to at most width columns and marks the cut, keeping its beginning and its end.
func Shortened(s string, width int) string {
	if text.StringWidthWithoutEscSequences(s) <= width {
		return s
	}
	const mark = "~"
	runes := []rune(s)
	tail := (width - len(mark)) / 2
	head := width - len(mark) - tail
	for head+tail > 0 {
		short := string(runes[:min(head, len(runes))]) + mark + string(runes[max(0, len(runes)-tail):])
		if text.StringWidthWithoutEscSequences(short) <= width {
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
