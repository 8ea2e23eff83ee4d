package textform

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// Style is how a piece of text stands out.
type Style int

// The styles. None carries a meaning that the words do not.
const (
	Plain   Style = iota
	Heading       // bold
	Bad           // bold red
	Doubt         // yellow
	Note          // cyan
	Good          // green
	Quiet         // faint
)

var sequences = [...]string{
	Heading: text.Colors{text.Bold}.EscapeSeq(),
	Bad:     text.Colors{text.Bold, text.FgRed}.EscapeSeq(),
	Doubt:   text.Colors{text.FgYellow}.EscapeSeq(),
	Note:    text.Colors{text.FgCyan}.EscapeSeq(),
	Good:    text.Colors{text.FgGreen}.EscapeSeq(),
	Quiet:   text.Colors{text.Faint}.EscapeSeq(),
}

// Paint puts styles on text as ANSI escape sequences. The zero value leaves all text plain.
type Paint struct{ On bool }

// In gives text in a style, each of its lines by itself, so that lines may be cut apart.
func (p Paint) In(style Style, s string) string {
	if !p.On || style == Plain || s == "" {
		return s
	}
	var b strings.Builder
	for line := range strings.Lines(s) {
		content, ended := strings.CutSuffix(line, "\n")
		inner := strings.TrimLeft(content, " ")
		b.WriteString(content[:len(content)-len(inner)])
		if inner != "" {
			b.WriteString(sequences[style] + inner + text.Reset.EscapeSeq())
		}
		if ended {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
