package report

import (
	"fmt"
	"strings"

	"etledger/internal/textform"
)

// How much an explanation shows of lists that may be long.
const (
	explainedSuspects = 10
	explainedStacks   = 3
)

// section is a part of an explanation, the same in text and Markdown.
type section struct {
	title string
	facts []fact
	list  []string
	sum   []term
}

// term is a line of a sum: what is added is above what it makes.
type term struct {
	sign  string
	bytes int64
	what  string
}

// explanationOf gives all that led to the verdict on a process, but for the suspects; parts without content are left out.
func explanationOf(r *Report, p *Process, u textform.Units) []section {
	all := []section{
		{title: "Who it is", facts: identityFacts(r, p)},
		{title: "How the verdict came about", facts: verdictFacts(r, p, u)},
		{title: "What weakens it", list: weaknesses(r, p)},
		{title: "What would change it", list: remedies(r, p)},
		{title: "Account of VirtualAlloc", sum: accountSum(r, p), facts: accountFacts(p, u)},
		{title: "Account and counters", sum: bridge(p), facts: counterFacts(p, u)},
		{title: "Account and other lists of the kernel", facts: said([]fact{
			{"Snapshots", seriesText(p.Reconciliation.Series, u)}, {"Rundown", auditText(p.Audit, u)},
		})},
		{title: "Mapped files and hard faults", facts: said([]fact{
			{"Mapped", mappedText(&p.Mapped, u)}, {"Files", mappedFilesText(&p.Mapped, u)},
			{"Hard faults", faultsText(&p.HardFaults, u)}, {"Read from", faultFilesText(&p.HardFaults, u)},
		})},
		{title: "Images loaded just before growth began", list: leadTexts(p.Leads)},
	}
	var shown []section
	for _, s := range all {
		if len(s.facts)+len(s.list)+len(s.sum) > 0 {
			shown = append(shown, s)
		}
	}
	return shown
}

// writeExplanations explains the first of the processes, and says how to get at the others.
func (t *textWriter) writeExplanations(processes []*Process, most int) {
	shown := processes[:min(len(processes), max(1, most))]
	for i, p := range shown {
		if i > 0 {
			t.b.WriteString("\n")
		}
		t.writeExplanation(p)
	}
	if rest := processes[len(shown):]; len(rest) > 0 {
		t.b.WriteString("\n")
		t.say("", "%s", othersText(rest))
	}
}

// othersText names the processes that were asked for too but are not explained.
func othersText(rest []*Process) string {
	var numbers []string
	for _, p := range rest[:min(len(rest), 20)] {
		numbers = append(numbers, fmt.Sprint(p.PID))
	}
	text := fmt.Sprintf("Not explained here: %s of that name. Ask by number: %s", textform.Plural(len(rest), "other process"),
		strings.Join(numbers, ", "))
	if len(rest) > len(numbers) {
		text += " ..."
	}
	return text + "."
}

func (t *textWriter) writeExplanation(p *Process) {
	t.head("%s", whyText(p))
	if t.r.Window != nil {
		t.say("  ", "Looked at: %s.", windowText(t.r.Window))
	}
	for _, text := range reasonTexts(p) {
		t.say("  ", "%s", text)
	}
	if drawn := t.spark(p, max(leastWidth, t.width)-14); drawn != "" {
		t.b.WriteString("  History:  " + drawn + "\n")
	}
	for _, s := range explanationOf(t.r, p, t.units) {
		t.b.WriteString("\n")
		t.head("%s", s.title)
		t.writeSum(s.sum)
		for _, f := range s.facts {
			t.say(fmt.Sprintf("  %-14s", f.label+":"), "%s", f.text)
		}
		for _, text := range s.list {
			t.say("  - ", "%s", text)
		}
	}
	if len(p.Suspects) == 0 {
		return
	}
	t.b.WriteString("\n")
	t.head("Who took what is outstanding")
	t.writeSuspects(p, explainedSuspects)
	for i := range p.Suspects[:min(len(p.Suspects), explainedStacks)] {
		t.writeStack(stackHeading(&p.Suspects[i], i+1), p.Suspects[i].Stack, -1)
	}
}

// writeSum writes a sum with its figures below each other, exact, and beside them in units.
func (t *textWriter) writeSum(sum []term) {
	for _, line := range sumLines(sum) {
		t.b.WriteString(textform.Wrapped("  "+line.label, line.text, t.width))
	}
}

// sumLines lays a sum out: the label has the figures, flush right.
func sumLines(sum []term) []fact {
	var figures, sizes []string
	wide, wider := 0, 0
	for _, s := range sum {
		figures, sizes = append(figures, textform.Count(s.bytes)+" B"), append(sizes, "("+textform.Size(s.bytes)+")")
		wide, wider = max(wide, len(figures[len(figures)-1])), max(wider, len(sizes[len(sizes)-1]))
	}
	lines := make([]fact, len(sum))
	for i, s := range sum {
		lines[i] = fact{fmt.Sprintf("%1s %*s  %*s  ", s.sign, wide, figures[i], wider, sizes[i]), s.what}
	}
	return lines
}
