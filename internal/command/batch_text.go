package command

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"etledger/internal/textform"
	"etledger/report"
	"etledger/report/batch"
	"etledger/trend"
)

// mostFailures bounds how many failures the text of a summary lists, mostLeaking how many captures with leaks.
const (
	mostFailures = 20
	mostLeaking  = 10
)

// writeBatchText writes the summary of a run for people.
func writeBatchText(w io.Writer, s *batch.Summary, o report.TextOptions, folder string) error {
	b := batchText{TextOptions: o, paint: textform.Paint{On: o.Color}}
	if b.Width == 0 {
		b.Width = 120
	}
	b.heading(countsText(&s.Counts) + ".")
	analysed := s.Counts.Done + s.Counts.Kept
	if analysed > 0 {
		b.say("Leaking   ", fmt.Sprintf("%s of %s", textform.Count(s.Leaking), textform.Counted(uint64(analysed), "capture", "has a process that leaks", "have a process that leaks")))
		b.say("Verdicts  ", verdictsText(s.Verdicts))
	}
	if s.Damaged > 0 {
		b.say("Damaged   ", fmt.Sprintf("%s cannot be read in parts; what could be read was used", textform.Plural(s.Damaged, "capture")))
	}
	b.leaking(s)
	b.failed(s, folder)
	b.next(s, folder)
	_, err := io.WriteString(w, b.String())
	return err
}

// batchText writes lines of a width.
type batchText struct {
	strings.Builder
	report.TextOptions
	paint textform.Paint
}

func (b *batchText) say(lead, text string) { b.WriteString(textform.Wrapped(lead, text, b.Width)) }

func (b *batchText) heading(text string) {
	b.WriteString(b.paint.In(textform.Heading, textform.Wrapped("", text, b.Width)))
}

// countsText says how many captures came to which end.
func countsText(c *batch.Counts) string {
	parts := []string{}
	for _, p := range []struct {
		n    int
		what string
	}{
		{c.Done, "analysed"}, {c.Kept, "unchanged since an earlier run"}, {c.Repeated, "given twice"}, {c.Failed, "failed"},
		{c.SkippedFailed, "left out because they failed before"}, {c.Busy, "left to another run"}, {c.Left, "not reached"},
	} {
		if p.n > 0 {
			parts = append(parts, textform.Count(p.n)+" "+p.what)
		}
	}
	text := textform.Plural(c.Captures, "capture")
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	return text
}

// verdictsText says how many lifetimes have which verdict, in the order of trend's verdicts.
func verdictsText(verdicts map[string]int) string {
	var parts []string
	for _, v := range []trend.Verdict{trend.Leak, trend.Growth, trend.Step, trend.WarmUp, trend.Churn, trend.Steady, trend.Shrinking,
		trend.Inconclusive} {
		if n := verdicts[string(v)]; n > 0 {
			parts = append(parts, textform.Count(n)+" "+string(v))
		}
	}
	if len(parts) == 0 {
		return "no processes"
	}
	return strings.Join(parts, ", ")
}

// leaking lists captures of which a process leaks.
func (b *batchText) leaking(s *batch.Summary) {
	var rows [][]string
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.Leaking == 0 || e.ID == nil {
			continue
		}
		if len(rows) < mostLeaking {
			rows = append(rows, []string{*e.ID, textform.Printable(text(e.Host)), startText(e.Start),
				textform.Printable(shortAnswer(text(e.Answer)))})
		}
	}
	if len(rows) == 0 {
		return
	}
	b.WriteByte('\n')
	b.heading("Captures with leaks")
	textform.Table(&b.Builder, "  ", []string{"CAPTURE", "HOST", "START", "ANSWER"}, rows, b.Width, 3)
	if more := s.Leaking - len(rows); more > 0 {
		b.say("  ", fmt.Sprintf("and %s more; --summary FILE lists all", textform.Count(more)))
	}
}

// failed lists what failed, and where it was set aside.
func (b *batchText) failed(s *batch.Summary, folder string) {
	n := s.Counts.Failed + s.Counts.SkippedFailed
	if n == 0 {
		return
	}
	b.WriteByte('\n')
	b.heading(fmt.Sprintf("Failed, set aside in %s", textform.Printable(folder+"/failed")))
	byKind := map[batch.Kind]int{}
	for i := range s.Entries {
		if f := s.Entries[i].Failure; f != nil {
			byKind[f.Kind]++
		}
	}
	kinds := make([]string, 0, len(byKind))
	for kind, count := range byKind {
		kinds = append(kinds, fmt.Sprintf("%s %s", textform.Count(count), kind))
	}
	slices.Sort(kinds)
	b.say("  ", strings.Join(kinds, ", "))
	listed := 0
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.Failure == nil {
			continue
		}
		if listed++; listed > mostFailures {
			b.say("  ", fmt.Sprintf("and %s more; --summary FILE lists all", textform.Count(n-mostFailures)))
			break
		}
		// Most messages begin with the location themselves.
		b.say("  ", textform.Printable(e.Location)+": "+textform.Printable(strings.TrimPrefix(e.Failure.Message, e.Location+": ")))
	}
}

// next says what to do with the dataset.
func (b *batchText) next(s *batch.Summary, folder string) {
	b.WriteByte('\n')
	if s.Counts.Left > 0 {
		b.say("", "The same command, without --redo, goes on from here.")
	}
	if s.Counts.Failed+s.Counts.SkippedFailed > 0 {
		b.say("", "With --retry-failed, those that failed are tried again.")
	}
	if s.Counts.Done+s.Counts.Kept > 0 {
		b.say("", fmt.Sprintf("'etledger fleet %s' says what leaks over all captures; the report of each is in %s.", textform.ShellWord(folder),
			textform.ShellWord(folder+"/report")))
	}
}

// shortAnswer is the answer of a report without the interval of its rate.
func shortAnswer(answer string) string {
	short, _, _ := strings.Cut(answer, " (95 % interval")
	return strings.TrimSuffix(short, ".")
}

func text(s *string) string {
	if s == nil {
		return "-"
	}
	return *s
}

func startText(t *report.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04")
}
