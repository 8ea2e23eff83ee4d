package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"etledger/internal/textform"
)

// WriteText writes the judgement for people: the answer, the session, the signals, the findings with what to do, and the command
// for the next capture. Of the options it takes Width, Bytes and Color.
func (d *Doctor) WriteText(w io.Writer, o TextOptions) error {
	t := o.withDefaults().writer(nil)
	t.head("%s", textform.Printable(d.Answer))
	t.b.WriteString("\n")
	t.writeFacts(10, d.facts(t.units))
	t.b.WriteString("\n")
	t.writeDiagnosis(d.Capture.Findings)
	t.writeSignals(d.Signals)
	t.writeMissing(d.Signals)
	lead := "How to record a better capture"
	if d.Grade == GradeGood {
		lead = "How to record such a capture, or one with more"
	}
	t.head("%s", lead)
	t.b.WriteString("  " + textform.Printable(strings.Join(d.Next.Command, " ")) + "\n")
	return t.to(w)
}

// facts say what was recorded, and how.
func (d *Doctor) facts(u textform.Units) []fact {
	c := &d.Capture
	facts := []fact{
		{"Grade", d.gradeText()},
		{"Capture", filesText(c.Files)},
		{"Window", periodText(c)},
		{"Uptime", d.uptimeText()},
		{"Events", eventsText(c)},
		{"Keywords", keywordsText(c)},
	}
	for i := range d.Sessions {
		s := &d.Sessions[i]
		facts = append(facts, fact{"Session", orText(s.SessionName, "no name") + ": " + s.Kind.text()},
			fact{"  mode", modeText(&s.Recording)},
			fact{"  buffers", buffersText(&s.Recording, u)})
		if i == mostSessions-1 && len(d.Sessions) > mostSessions {
			facts = append(facts, fact{"", fmt.Sprintf("and %d more", len(d.Sessions)-mostSessions)})
			break
		}
	}
	return facts
}

// mostSessions is how many sessions the text form describes.
const mostSessions = 4

func (d *Doctor) gradeText() string {
	if len(d.Limits) == 0 {
		return string(d.Grade)
	}
	var parts []string
	for _, l := range d.Limits {
		parts = append(parts, l.Code)
	}
	return string(d.Grade) + ", for " + strings.Join(parts, ", ")
}

func (d *Doctor) uptimeText() string {
	if d.UptimeS == nil {
		return "not recorded"
	}
	return textform.Span(*d.UptimeS) + " when the capture began"
}

// text says what sessions of a kind can deliver.
func (k SessionKind) text() string {
	switch k {
	case SessionKernelLogger:
		return "the classic kernel session, on which every kernel keyword works and no manifest provider"
	case SessionWPR:
		return "the system session of WPR, on which the kernel keywords of its profiles work"
	case SessionSystemLogger:
		return "a system logger of its own name, on which most kernel keywords work"
	case SessionMerged:
		return "merged or relogged from other recordings, whose kinds it does not tell"
	}
	return "an ordinary session, with manifest providers only"
}

// signalColumns are the columns of the table of signals.
var signalColumns = []textform.Column{
	{Head: "SIGNAL", Least: 12},
	{Head: "STATE"},
	{Head: "EVENTS", Numeric: true},
	{Head: "IS", Rank: 2},
	{Head: "FROM", Rank: 1, Least: 24},
}

func (t *textWriter) writeSignals(signals []SignalState) {
	rows := make([][]string, len(signals))
	for i, s := range signals {
		rows[i] = []string{s.Name, string(s.State), textform.Count(s.Events), string(s.Wanted), s.Evidence}
	}
	style := func(row, column int) textform.Style {
		s := &signals[row]
		bad := s.State != StatePresent && s.Wanted == WantedNeeded || s.State == StatePresent && s.Wanted == WantedNot
		switch {
		case column != 1:
		case bad:
			return textform.Doubt
		case s.State == StatePresent:
			return textform.Good
		}
		return textform.Plain
	}
	t.head("Signals")
	grid := textform.Grid{Columns: signalColumns, Rows: rows, Paint: t.paint, Style: style}
	grid.Write(&t.b, "  ", t.width)
	t.b.WriteString("\n")
}

// kindHeads introduce the kinds of missing signals.
var kindHeads = []struct {
	kind MissingKind
	head string
}{
	{MissingKeyword, "Not there: ordinary kernel keywords"},
	{MissingKernelLogger, "Not there: kernel keywords that NT Kernel Logger and WPR deliver, and other sessions may not"},
	{MissingProvider, "Not there: manifest providers, to be enabled by GUID on an ordinary session"},
	{MissingWorkflow, "Not there: workflows of their own"},
}

func (t *textWriter) writeMissing(signals []SignalState) {
	for _, k := range kindHeads {
		var missing []*SignalState
		longest := 0
		for i := range signals {
			if m := signals[i].Missing; m != nil && m.Kind == k.kind {
				missing = append(missing, &signals[i])
				longest = max(longest, textform.Width(signals[i].Name))
			}
		}
		if len(missing) == 0 {
			continue
		}
		t.head("%s", k.head)
		for _, s := range missing {
			t.say(fmt.Sprintf("  %-*s  ", longest, s.Name), "%s", missingText(s.Missing))
		}
		lead := "  " + t.paint.In(textform.Quiet, "here") + strings.Repeat(" ", max(2, longest-2))
		for _, text := range hereTexts(missing) {
			t.say(lead, "%s", text)
		}
		t.b.WriteString("\n")
	}
}

// hereTexts say whether missing signals would have come, with their names where they differ in that.
func hereTexts(missing []*SignalState) (texts []string) {
	var names [][]string
	for _, s := range missing {
		text := hereText(s.Missing)
		at := slices.Index(texts, text)
		if at < 0 {
			at, texts, names = len(texts), append(texts, text), append(names, nil)
		}
		names[at] = append(names[at], s.Name)
	}
	for i := range texts {
		if len(texts) > 1 {
			texts[i] = joined(names[i]) + ": " + texts[i]
		}
	}
	return texts
}

// missingText says what a missing signal is called, or how to have it.
func missingText(m *Missing) string {
	var names []string
	if m.GUID != nil && m.Kind == MissingProvider {
		text := orText(m.Provider, "") + " {" + *m.GUID + "}"
		if m.ProviderKeywords != nil {
			text += " keywords " + *m.ProviderKeywords
		}
		names = append(names, text)
	}
	for _, n := range m.Names {
		names = append(names, n.Tool+" "+n.Name)
	}
	if len(names) == 0 {
		return m.How
	}
	return strings.Join(names, ", ")
}

func hereText(m *Missing) string {
	switch m.Here {
	case HereYes:
		return "It would have come: " + m.HereWhy + "."
	case HereOn:
		return "It was on, and nothing came: " + m.HereWhy + "."
	case HereNo:
		return "It would not have come: " + m.HereWhy + "."
	}
	return "Whether it would have come is not known: " + m.HereWhy + "."
}

// writeDiagnosis lists findings with what they do and what to do.
func (t *textWriter) writeDiagnosis(findings []Finding) {
	if len(findings) == 0 {
		t.b.WriteString(t.paint.In(textform.Heading, "Findings") + ": none.\n\n")
		return
	}
	t.head("Findings")
	said := map[string]string{} // advice, by the code of the finding that it was said of
	for _, f := range findings {
		severity := t.paint.In(severityStyle(f.Severity), string(f.Severity))
		t.say("  "+severity+strings.Repeat(" ", max(1, 9-len(f.Severity))), "%s [%s]", textform.Printable(f.Message), f.Code)
		t.say("           weakens    ", "%s", f.Weakens)
		switch code, again := said[f.NextTime]; {
		case f.NextTime == "":
		case again:
			t.say("           next time  ", "As for %s.", code)
		default:
			t.say("           next time  ", "%s", textform.Printable(f.NextTime))
			said[f.NextTime] = f.Code
		}
	}
	t.b.WriteString("\n")
}
