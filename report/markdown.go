package report

import (
	"fmt"
	"io"
	"strings"

	"etledger/internal/markdown"
	"etledger/internal/textform"
)

// What Markdown shows at once; the rest is folded away, which issue trackers do with <details>.
const (
	markdownRows   = 10
	markdownFrames = 16
	figureSpace    = "\u2007" // as wide as the marks of a small chart, and not dropped as blanks are
	markdownRank   = 13       // of the columns that the table has unasked
)

// markdownWriter gathers Markdown.
type markdownWriter struct {
	b     strings.Builder
	r     *Report
	units textform.Units
	ascii bool
}

// WriteMarkdown writes the report as GitHub Flavored Markdown, to be pasted into an issue: what WriteText has, as a list,
// a table and blocks, of which long ones are folded. Nothing that a recording holds becomes markup, a mention or a link.
// Errors are those of WriteText.
func (r *Report) WriteMarkdown(w io.Writer, o TextOptions) error {
	o = o.withDefaults()
	s, err := r.selected(o, o.Top)
	if err != nil {
		return err
	}
	m := &markdownWriter{r: r, units: textform.Units{Exact: o.Bytes}, ascii: o.ASCII}
	if o.Explain != "" {
		m.explanations(s.processes, o.Why)
	} else {
		m.report(s, o)
	}
	if _, err := io.WriteString(w, m.b.String()); err != nil {
		return fmt.Errorf("report: writing Markdown: %w", err)
	}
	return nil
}

func (m *markdownWriter) report(s selection, o TextOptions) {
	fmt.Fprintf(&m.b, "**%s**\n\n", markdown.Line(m.r.answerFor(s.processes, o.Process != "", m.units)))
	m.facts(captureFacts(m.r, m.units))
	if len(m.r.Capture.Findings) == 0 {
		m.b.WriteString("What weakens this: nothing that was found.\n\n")
	} else {
		m.heading("What weakens this")
		for _, f := range m.r.Capture.Findings {
			fmt.Fprintf(&m.b, "- **%s** %s (%s)\n", f.Severity, markdown.Line(f.Message), markdown.Line(f.Code))
		}
		m.b.WriteString("\n")
	}
	if len(s.rows) > 0 {
		m.heading("Processes")
		m.processes(s)
	}
	for i, p := range worthExplaining(s.processes, o) {
		m.folded(i > 0, whyText(p), func() { m.why(p) })
	}
}

func (m *markdownWriter) heading(text string) { fmt.Fprintf(&m.b, "### %s\n\n", markdown.Line(text)) }

// folded writes a part that opens when its heading is chosen, or one that is open.
func (m *markdownWriter) folded(fold bool, heading string, write func()) {
	if !fold {
		m.heading(heading)
		write()
		return
	}
	fmt.Fprintf(&m.b, "<details>\n<summary>%s</summary>\n\n", markdown.HTML(heading))
	write()
	m.b.WriteString("</details>\n\n")
}

func (m *markdownWriter) facts(facts []fact) {
	for _, f := range facts {
		fmt.Fprintf(&m.b, "- **%s:** %s\n", f.label, markdown.Line(f.text))
	}
	if len(facts) > 0 {
		m.b.WriteString("\n")
	}
}

func (m *markdownWriter) list(texts []string) {
	for _, text := range texts {
		fmt.Fprintf(&m.b, "- %s\n", markdown.Line(text))
	}
	if len(texts) > 0 {
		m.b.WriteString("\n")
	}
}

// processes writes the table of processes, that of all but the first folded.
func (m *markdownWriter) processes(s selection) {
	t := TextOptions{Width: exactIntervals, ASCII: m.ascii, Bytes: m.units.Exact}.writer(m.r)
	shown := s.columns
	if len(shown) == 0 {
		for _, c := range t.usualColumns(s.rows) {
			if c.rank <= markdownRank {
				shown = append(shown, c)
			}
		}
	}
	write := func(rows []*Process) {
		cells := make([][]string, len(rows))
		for i, p := range rows {
			for _, c := range shown {
				cell := strings.ReplaceAll(t.spark(p, mostHistory), " ", figureSpace)
				if c.of != levels {
					cell = t.cell(c, p)
				}
				cells[i] = append(cells[i], cell)
			}
		}
		heads, flush := make([]string, len(shown)), make([]bool, len(shown))
		for i, c := range shown {
			heads[i], flush[i] = c.head, c.numeric()
		}
		m.table(heads, flush, cells)
	}
	first := s.rows[:min(len(s.rows), markdownRows)]
	write(first)
	if rest := s.rows[len(first):]; len(rest) > 0 {
		m.folded(true, textform.Plural(len(rest), "more process"), func() { write(rest) })
	}
	if rest := len(s.processes) - len(s.rows); rest > 0 {
		fmt.Fprintf(&m.b, "... and %s more.\n\n", textform.Count(rest))
	}
	if len(s.columns) == 0 {
		m.b.WriteString(markdown.Line(t.legend(shown, nil)) + "\n\n")
	}
}

// table writes a table of pipes.
func (m *markdownWriter) table(heads []string, flush []bool, rows [][]string) {
	line := func(cells []string) {
		for _, cell := range cells {
			fmt.Fprintf(&m.b, "| %s ", markdown.Inline(cell))
		}
		m.b.WriteString("|\n")
	}
	line(heads)
	for _, right := range flush {
		if right {
			m.b.WriteString("|---:")
		} else {
			m.b.WriteString("|---")
		}
	}
	m.b.WriteString("|\n")
	for _, row := range rows {
		line(row)
	}
	m.b.WriteString("\n")
}

func (m *markdownWriter) why(p *Process) {
	m.b.WriteString(markdown.Line(strings.Join(reasonTexts(p), " ")) + "\n\n")
	m.facts(evidenceFacts(p, m.units))
	m.suspects(p, shownSuspects)
	if len(p.Suspects) > 0 {
		m.stack(&p.Suspects[0], 1)
	}
}

func (m *markdownWriter) suspects(p *Process, most int) {
	if len(p.Suspects) == 0 {
		return
	}
	shown := p.Suspects[:min(len(p.Suspects), most)]
	heads, flush := make([]string, len(suspectColumns)), make([]bool, len(suspectColumns))
	for i, c := range suspectColumns {
		heads[i], flush[i] = c.Head, c.Numeric
	}
	m.table(heads, flush, suspectRows(shown, m.units))
	if rest := p.SuspectCount - len(shown); rest > 0 {
		fmt.Fprintf(&m.b, "... and %s more.\n\n", textform.Plural(rest, "place"))
	}
}

// stack writes the whole stack of a suspect, folded where it is long.
func (m *markdownWriter) stack(s *Suspect, n int) {
	if len(s.Stack) == 0 {
		return
	}
	block := func() { m.block(s.Stack) }
	if len(s.Stack) > markdownFrames {
		m.folded(true, stackHeading(s, n), block)
		return
	}
	m.b.WriteString(markdown.Line(stackHeading(s, n)) + "\n\n")
	block()
}

// block writes lines as they are.
func (m *markdownWriter) block(lines []string) {
	fence := "```"
	for _, line := range lines {
		for strings.Contains(line, fence) {
			fence += "`"
		}
	}
	m.b.WriteString(fence + "text\n")
	for _, line := range lines {
		m.b.WriteString(strings.TrimRight(textform.Printable(line), " ") + "\n")
	}
	m.b.WriteString(fence + "\n\n")
}
