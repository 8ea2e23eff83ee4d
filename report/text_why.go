package report

import (
	"fmt"
	"strings"

	"etledger/internal/textform"
	"etledger/trend"
)

// What of the suspects the text shows; JSON has more.
const (
	shownSuspects = 5
	shownFrames   = 16
	quietWhy      = 3 // processes explained when none stands out
)

// worthExplaining chooses the processes whose verdict is explained unasked: those that were asked for, else the worst, and
// when none stands out the first few that hold memory.
func worthExplaining(processes []*Process, o TextOptions) []*Process {
	most := max(0, o.Why)
	if o.Process != "" {
		return processes[:min(len(processes), most)]
	}
	var chosen []*Process
	for _, p := range processes {
		if len(chosen) < most && rank(p.Trend.Verdict) <= rank(string(trend.Step)) {
			chosen = append(chosen, p)
		}
	}
	if len(chosen) > 0 {
		return chosen
	}
	for _, p := range processes {
		if len(chosen) < min(most, quietWhy) && p.VirtualAlloc.OutstandingCommitBytes > 0 {
			chosen = append(chosen, p)
		}
	}
	return chosen
}

func (t *textWriter) writeWhy(processes []*Process, o TextOptions) {
	for _, p := range worthExplaining(processes, o) {
		t.b.WriteString("\n")
		t.head("%s", whyText(p))
		for _, text := range reasonTexts(p) {
			t.say("  ", "%s", text)
		}
		for _, f := range evidenceFacts(p, t.units) {
			t.say(fmt.Sprintf("  %-10s", f.label+":"), "%s", f.text)
		}
		t.writeSuspects(p, shownSuspects)
		if len(p.Suspects) > 0 {
			t.writeStack("  Stack of the first, innermost frame first:", p.Suspects[0].Stack, shownFrames)
		}
	}
}

// whyText is the heading over the reasons of a verdict.
func whyText(p *Process) string {
	return fmt.Sprintf("Why %s is %q%s", p.name(), p.Trend.Verdict, confidenceText(&p.Trend))
}

// reasonTexts are the reason of a verdict, and what goes with it.
func reasonTexts(p *Process) []string {
	texts := []string{textform.Printable(p.Trend.Reason)}
	if p.EndS != nil && trend.Verdict(p.Trend.Verdict) != trend.Growth { // whose reason says so
		texts = append(texts, fmt.Sprintf("It ended at %.3f s; what it held then went back to the system.", *p.EndS))
	}
	return texts
}

func confidenceText(t *Trend) string {
	if t.Confidence == nil {
		return ""
	}
	return ", confidence " + textform.Percent(*t.Confidence)
}

// suspectColumns are the columns of the table of suspects.
var suspectColumns = []textform.Column{
	{Head: "ALLOCATED BY", Least: 12},
	{Head: "ALLOCATED", Numeric: true, Rank: 4},
	{Head: "OUTSTANDING", Numeric: true, Rank: 1},
	{Head: "SHARE", Numeric: true, Rank: 3},
	{Head: "BLOCKS LEFT", Numeric: true, Rank: 5},
	{Head: "SLOPE", Numeric: true, Rank: 2},
}

// suspectRows are the cells of the table of suspects.
func suspectRows(suspects []Suspect, u textform.Units) [][]string {
	rows := make([][]string, len(suspects))
	for i := range suspects {
		s := &suspects[i]
		where, share, slope := s.Module, "-", "-"
		if s.Frame != nil {
			where = *s.Frame
		}
		if s.Share != nil {
			share = textform.Percent(*s.Share)
		}
		if s.SlopeBytesPerS != nil {
			slope = u.Rate(*s.SlopeBytesPerS)
		}
		rows[i] = []string{textform.Printable(where), u.Size(s.AllocatedBytes), u.Size(s.OutstandingBytes), share,
			textform.Count(s.Allocations), slope}
	}
	return rows
}

func (t *textWriter) writeSuspects(p *Process, most int) {
	if len(p.Suspects) == 0 {
		return
	}
	shown := p.Suspects[:min(len(p.Suspects), most)]
	grid := textform.Grid{Columns: suspectColumns, Rows: suspectRows(shown, t.units), Paint: t.paint}
	grid.Write(&t.b, "  ", t.width)
	if rest := p.SuspectCount - len(shown); rest > 0 {
		fmt.Fprintf(&t.b, "  ... and %s more.\n", textform.Plural(rest, "place"))
	}
}

// writeStack lists the first frames of a stack, all where most is below 0.
func (t *textWriter) writeStack(heading string, stack []string, most int) {
	if len(stack) == 0 {
		return
	}
	t.say("  ", "%s", heading)
	shown := stack
	if most >= 0 {
		shown = stack[:min(len(stack), most)]
	}
	for _, frame := range shown {
		t.say("    ", "%s", textform.Printable(frame))
	}
	if rest := len(stack) - len(shown); rest > 0 {
		fmt.Fprintf(&t.b, "    ... and %s more\n", textform.Plural(rest, "frame"))
	}
}

// stackHeading names the stack of a suspect.
func stackHeading(s *Suspect, n int) string {
	where := s.Module
	if s.Frame != nil {
		where = *s.Frame
	}
	return fmt.Sprintf("Stack of %s (%d), innermost frame first:", strings.TrimSpace(textform.Printable(where)), n)
}
