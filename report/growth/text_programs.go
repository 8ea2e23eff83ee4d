package growth

import (
	"fmt"
	"strings"

	"etledger/internal/textform"
)

// notable tells whether a program is listed without being asked for: of all instances together only what no instance tells.
func (p *Program) notable() bool {
	if p.Together {
		return p.Verdict == "growth" && p.Pattern != PatternNone
	}
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
		if p := &r.Programs[i]; !t.All && !p.notable() && !p.Together {
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
		name := textform.Printable(p.name())
		if len(r.Hosts) > 1 {
			name += " on " + textform.Printable(p.Host)
		}
		t.heading(name)
		t.say("  ", textform.Printable(p.Reason))
		if p.Commit != nil && p.Commit.Since != nil {
			t.say("  ", "The rate is that since about "+minute(p.Commit.Since)+" UTC.")
		}
		if text := p.which(); text != "" {
			t.say("  ", text)
		}
		if p.CommandLine != nil {
			t.say("  ", textform.Shortened(textform.Printable(*p.CommandLine), 3*t.Width))
		}
	}
}

// name says which instance is meant, where there are several.
func (p *Program) name() string {
	switch {
	case p.Together:
		return p.Image + " (all instances together)"
	case p.Instances > 1:
		return fmt.Sprintf("%s (process %d)", p.Image, p.PID)
	}
	return p.Image
}

// which says more of which instance is meant.
func (p *Program) which() string {
	if p.Together || p.Instances < 2 {
		return ""
	}
	began := "which was there before the captures"
	if p.Started != nil {
		began = "started " + minute(p.Started) + " UTC"
	}
	text := fmt.Sprintf("It is one of %s instances of the image: process %d at the end, %s.", textform.Count(p.Instances), p.PID, began)
	if p.Lifetimes > 1 {
		text += fmt.Sprintf(" %s that follow one another are taken for its restarts.", textform.Plural(p.Lifetimes, "lifetime"))
	}
	return text
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
		name, pid := p.Image, fmt.Sprint(p.PID)
		if p.Together {
			name, pid = "all "+p.Image, "-"
		}
		row := []string{textform.Printable(name)}
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
		row = append(row, pid, fmt.Sprint(p.Lifetimes), p.Verdict, sure, p.Pattern)
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
