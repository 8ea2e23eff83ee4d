package fleet

import (
	"fmt"
	"io"
	"strings"

	"etledger/internal/markdown"
	"etledger/internal/textform"
)

// WriteMarkdown writes what the text form says as GitHub Flavored Markdown, to be pasted into an issue tracker. Text of a
// recording shows as it is and does nothing.
func (r *Report) WriteMarkdown(w io.Writer, o TextOptions) error {
	t := newTextWriter(o)
	b := &t.b
	fmt.Fprintf(b, "**%s**\n\n", markdown.Inline(r.Answer))
	for _, f := range r.facts() {
		fmt.Fprintf(b, "- %s: %s\n", f.label, markdown.Inline(f.text))
	}
	for _, n := range r.Findings {
		fmt.Fprintf(b, "- note: %s\n", markdown.Inline(n.Message))
	}
	for i, k := range kinds {
		t.markdownGroups(r, k)
		if i == 0 && len(r.Updates) > 0 {
			b.WriteString("\n### Leaks that came or went with an update\n\n")
			markdownTable(t, updateColumns, pointers(r.Updates))
		}
	}
	if rows, rest := r.listedHosts(t.All); len(rows)+rest > 0 {
		b.WriteString("\n### Hosts nearest to exhaustion\n\n")
		markdownTable(t, hostColumns, rows)
		t.markdownRest(rest, restOfHosts(len(rows), rest))
	}
	if rows, rest := r.listedChains(t.All); len(rows)+rest > 0 {
		b.WriteString("\n### Processes that grow across captures of one host and boot\n\n")
		markdownTable(t, chainColumns, rows)
		t.markdownRest(rest, restOfChains(len(rows), rest))
	}
	for _, line := range r.legend() {
		b.WriteString("\n" + markdown.Line(line) + "\n")
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("fleet: writing Markdown: %w", err)
	}
	return nil
}

func (t *textWriter) markdownRest(rest int, text string) {
	if rest > 0 {
		t.b.WriteString("\n" + markdown.Line(text) + "\n")
	}
}

func (t *textWriter) markdownGroups(r *Report, k *kind) {
	groups := k.of(r)
	if len(groups) == 0 {
		return
	}
	t.b.WriteString("\n### " + k.heading + "\n\n")
	rows, others := listedGroups(groups, t.All)
	markdownTable(t, k.columns, rows)
	if others != "" {
		t.b.WriteString("\n" + markdown.Line(othersText(len(rows), k.noun, others)) + "\n")
	}
	for _, g := range told(shown(t, rows), t.Why) {
		fmt.Fprintf(&t.b, "\n**%s.** %s\n\n", markdown.Inline(g.title()), markdown.Inline(g.Reason))
		for _, f := range k.facts(g, telling{t.units, t.ASCII, r.Fleet.Period, mostNamed, t.Dataset}) {
			fmt.Fprintf(&t.b, "- %s: %s\n", strings.ToLower(f.label), markdown.Inline(f.text))
		}
	}
}

// markdownTable writes the first of the rows with all columns.
func markdownTable[T any](t *textWriter, columns []column[T], rows []*T) {
	if len(rows) == 0 {
		return
	}
	b := &t.b
	for _, c := range columns {
		fmt.Fprintf(b, "| %s ", strings.ToLower(c.head))
	}
	b.WriteString("|\n")
	for _, c := range columns {
		b.WriteString(map[bool]string{true: "|---:", false: "|---"}[c.numeric])
	}
	b.WriteString("|\n")
	some := shown(t, rows)
	for _, row := range some {
		for _, c := range columns {
			b.WriteString("| " + markdown.Inline(c.text(row, t.units)) + " ")
		}
		b.WriteString("|\n")
	}
	if rest := len(rows) - len(some); rest > 0 {
		fmt.Fprintf(b, "\nand %s more.\n", textform.Count(rest))
	}
}
