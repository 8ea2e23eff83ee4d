package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"etledger/etl"
	"etledger/internal/textform"
)

// recordedBy names the tool that recorded, where its session name gives it away.
func recordedBy(session string) string {
	switch {
	case session == "NT Kernel Logger":
		return "the classic kernel session, as xperf, logman, tracelog and PerfView use it"
	case session == "Relogger":
		return "a tool that merged or relogged recordings"
	case strings.HasPrefix(session, "WPR_"):
		return "Windows Performance Recorder"
	case strings.HasPrefix(session, "PerfView"):
		return "PerfView"
	}
	return ""
}

// WriteText writes the information for people: what the capture is, what is missing, and every kind of event with its
// count, the most frequent first. Of the options it takes Width, Bytes and Color.
func (i *Info) WriteText(w io.Writer, o TextOptions) error {
	t := o.withDefaults().writer(nil)
	c := &i.Capture
	t.writeFacts(12, []fact{
		{"Time", periodText(&c.Capture)},
		{"Events", eventsText(&c.Capture)},
		{"Keywords", keywordsText(&c.Capture)},
	})
	for k := range c.Recordings {
		t.b.WriteString("\n")
		t.writeRecording(&c.Recordings[k])
	}
	t.b.WriteString("\n")
	t.writeFindings("What is missing or damaged", c.Findings)
	t.writeEventTable(i)
	return t.to(w)
}

// writeFacts writes facts with their labels in a column of a width.
func (t *textWriter) writeFacts(width int, facts []fact) {
	for _, f := range facts {
		t.say(fmt.Sprintf("%-*s", width, f.label), "%s", textform.Printable(f.text))
	}
}

func (t *textWriter) writeRecording(r *Recording) {
	t.writeFacts(12, []fact{
		{"Recording", r.File},
		{"Session", orText(r.SessionName, "no name") + ifKnown(r.RecordedBy, " (%s)")},
		{"Log file", orText(r.LogFile, "no name")},
		{"Started", momentText(r.Start)},
		{"Closed", momentText(r.End)},
		{"Booted", momentText(r.Boot)},
		{"System", systemText(r)},
		{"Clock", clockText(r)},
		{"Buffers", buffersText(r, t.units)},
		{"Mode", modeText(r)},
	})
}

func orText(s *string, otherwise string) string {
	if s == nil {
		return otherwise
	}
	return *s
}

func ifKnown(s *string, format string) string {
	if s == nil {
		return ""
	}
	return fmt.Sprintf(format, *s)
}

func momentText(t *Time) string {
	if t == nil {
		return "not recorded"
	}
	return t.Format("2006-01-02 15:04:05.0000000") + " UTC"
}

func systemText(r *Recording) string {
	parts := []string{"Windows " + r.OSVersion}
	if r.OSBuild != nil {
		parts = append(parts, fmt.Sprintf("build %d", *r.OSBuild))
	}
	if r.Processors != nil {
		parts = append(parts, textform.Plural(uint64(*r.Processors), "processor"))
	}
	if r.MHz != nil {
		parts = append(parts, fmt.Sprintf("%d MHz", *r.MHz))
	}
	if r.PointerSize != nil {
		parts = append(parts, fmt.Sprintf("written by a %d-bit program", 8**r.PointerSize))
	}
	return strings.Join(parts, ", ")
}

func clockText(r *Recording) string {
	if r.ClockFrequency == nil {
		return r.Clock
	}
	if r.Clock == etl.ClockPerformanceCounter.String() {
		return fmt.Sprintf("%s, %s ticks per second", r.Clock, textform.Count(*r.ClockFrequency))
	}
	return fmt.Sprintf("%s; the performance counter has %s ticks per second", r.Clock, textform.Count(*r.ClockFrequency))
}

func buffersText(r *Recording, u textform.Units) string {
	size, written := "of unknown size", "count not recorded"
	if r.BufferSize != nil {
		size = "of " + u.Size(uint64(*r.BufferSize))
	}
	if r.BuffersWritten != nil {
		written = textform.Count(uint64(*r.BuffersWritten)) + " written"
	}
	form := "plain"
	if r.Compressed {
		form = "compressed"
	}
	return fmt.Sprintf("%s, %s, %s", size, written, form)
}

func modeText(r *Recording) string {
	if len(r.ModeNames) == 0 {
		return "0"
	}
	return fmt.Sprintf("0x%X: %s", r.Mode, strings.Join(r.ModeNames, ", "))
}

// eventColumns are the columns of the table of events.
var eventColumns = []textform.Column{
	{Head: "NAME", Least: 12},
	{Head: "COUNT", Numeric: true},
	{Head: "KIND", Rank: 1},
	{Head: "GROUP OR PROVIDER", Rank: 2},
	{Head: "OPCODE OR ID, VERSION", Rank: 1},
}

func (t *textWriter) writeEventTable(i *Info) {
	t.head("%s of %s", textform.Plural(i.Total, "event"), textform.Plural(len(i.Events), "kind"))
	events := slices.Clone(i.Events)
	slices.SortStableFunc(events, func(a, b EventCount) int { return cmp.Compare(b.Count, a.Count) })
	rows := make([][]string, len(events))
	for k := range events {
		e := &events[k]
		rows[k] = []string{textform.Printable(orText(e.Name, "-")), textform.Count(e.Count), e.Kind, sourceText(e), numberText(e)}
	}
	if len(rows) > 0 {
		grid := textform.Grid{Columns: eventColumns, Rows: rows, Paint: t.paint}
		grid.Write(&t.b, "", t.width)
	}
}

func sourceText(e *EventCount) string {
	switch {
	case e.Provider != nil:
		return *e.Provider
	case e.Group != nil:
		return fmt.Sprintf("group 0x%02x", *e.Group)
	}
	return "-"
}

func numberText(e *EventCount) string {
	number := "-"
	switch {
	case e.Opcode != nil:
		number = fmt.Sprintf("opcode %d", *e.Opcode)
	case e.ID != nil:
		number = fmt.Sprintf("id %d", *e.ID)
	}
	if e.Version != nil {
		number += fmt.Sprintf(" v%d", *e.Version)
	}
	return number
}
