package report

import (
	"fmt"
	"strings"

	"etledger/internal/markdown"
)

func (m *markdownWriter) explanations(processes []*Process, most int) {
	shown := processes[:min(len(processes), max(1, most))]
	for i, p := range shown {
		m.folded(i > 0, whyText(p), func() { m.explanation(p) })
	}
	if rest := processes[len(shown):]; len(rest) > 0 {
		m.b.WriteString(markdown.Line(othersText(rest)) + "\n")
	}
}

func (m *markdownWriter) explanation(p *Process) {
	m.b.WriteString(markdown.Line(strings.Join(reasonTexts(p), " ")) + "\n\n")
	if m.r.Window != nil {
		m.b.WriteString("Looked at: " + markdown.Line(windowText(m.r.Window)) + ".\n\n")
	}
	for _, s := range explanationOf(m.r, p, m.units) {
		fmt.Fprintf(&m.b, "#### %s\n\n", markdown.Line(s.title))
		if len(s.sum) > 0 {
			var lines []string
			for _, line := range sumLines(s.sum) {
				lines = append(lines, line.label+line.text)
			}
			m.block(lines)
		}
		m.facts(s.facts)
		m.list(s.list)
	}
	if len(p.Suspects) > 0 {
		m.b.WriteString("#### Who took what is outstanding\n\n")
		m.suspects(p, explainedSuspects)
		for i := range p.Suspects[:min(len(p.Suspects), explainedStacks)] {
			m.stack(&p.Suspects[i], i+1)
		}
	}
}
