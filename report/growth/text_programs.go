package growth

import (
	"fmt"
	"strings"

	"etledger/internal/textform"
)

// notable tells whether a program is listed without being asked for.
func (p *Program) notable() bool {
	return p.Verdict == "growth" || p.Verdict == "step" || p.Pattern != PatternNone
}

func (t *textWriter) writePrograms(r *Report) {
	var list []*Program
	for i := range r.Programs {
		if p := &r.Programs[i]; t.All || p.notable() {
			list = append(list, p)
		}
	}
	rest := map[string]int{}
	for i := range r.Programs {
		if p := &r.Programs[i]; !t.All && !p.notable() {
			rest[p.Verdict]++
		}
	}
	if len(list) > 0 {
		t.heading("Programs by commit")
		t.programTable(r, list)
	}
	if text := restText(rest, len(list) > 0); text != "" {
		t.b.WriteString("\n")
		t.say("", text)
	}
	for i, p := range list {
		if i == t.Why {
			break
		}
		name := textform.Printable(p.Image)
		if len(r.Hosts) > 1 {
			name += " on " + textform.Printable(p.Host)
		}
		t.heading(name)
		t.say("  ", textform.Printable(p.Reason))
		if p.CommandLine != nil {
			t.say("  ", textform.Shortened(textform.Printable(*p.CommandLine), 3*t.Width))
		}
	}
}

func (t *textWriter) programTable(r *Report, list []*Program) {
	grid := textform.Grid{Paint: t.paint, Columns: []textform.Column{{Head: "program", Least: 12}}}
	if len(r.Hosts) > 1 {
		grid.Columns = append(grid.Columns, textform.Column{Head: "host", Least: 8})
	}
	grid.Columns = append(grid.Columns, textform.Column{Head: "pid", Numeric: true, Rank: 6}, textform.Column{Head: "lifetimes", Numeric: true, Rank: 7},
		textform.Column{Head: "verdict"}, textform.Column{Head: "sure", Numeric: true, Rank: 5}, textform.Column{Head: "pattern", Rank: 4})
	grid.Columns = append(grid.Columns, levelColumns...)
	shown := list
	if t.Top > 0 && len(list) > t.Top {
		shown = list[:t.Top]
	}
	for _, p := range shown {
		row := []string{textform.Printable(p.Image)}
		if len(r.Hosts) > 1 {
			row = append(row, textform.Printable(p.Host))
		}
		sure := "-"
		level := p.Commit
		if p.Pattern == PatternCached {
			level = p.WorkingSet
		}
		if p.Commit != nil {
			sure = textform.Percent(p.Commit.Confidence)
		}
		row = append(row, fmt.Sprint(p.PID), fmt.Sprint(p.Lifetimes), p.Verdict, sure, p.Pattern)
		grid.Rows = append(grid.Rows, append(row, t.cells(level)...))
	}
	t.draw(&grid)
	if more := len(list) - len(shown); more > 0 {
		t.say("", "... and "+textform.Count(more)+" more.")
	}
}

// restText says how many programs are not listed.
func restText(rest map[string]int, others bool) string {
	var parts []string
	total := 0
	for _, v := range []string{"inconclusive", "warm-up", "shrinking", "steady"} {
		if n := rest[v]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", textform.Count(n), v))
			total += n
		}
	}
	if total == 0 {
		return ""
	}
	word := ""
	if others {
		word = "other "
	}
	return fmt.Sprintf("%s, which --all lists: %s.", textform.Plural(total, word+"program"), strings.Join(parts, ", "))
}
