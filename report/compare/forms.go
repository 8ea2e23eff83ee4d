package compare

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"etledger/internal/markdown"
	"etledger/internal/textform"
	"etledger/report"
)

// WriteMarkdown writes the answer, the sides, the table and the reasons as GitHub Flavored Markdown, to be pasted into an
// issue tracker. Of the options it honours Top, Why and Bytes. Text of a recording stands in code spans, which show it as it
// is.
func (r *Report) WriteMarkdown(w io.Writer, o report.TextOptions) error {
	t := newTextWriter(o)
	b := &t.b
	fmt.Fprintf(b, "**%s**\n\n", markdown.Inline(r.Answer))
	for side, s := range []*Side{&r.Before, &r.After} {
		for i := range s.Captures {
			fmt.Fprintf(b, "- %s: %s\n", sideName(side), markdown.Inline(s.Captures[i].text()))
		}
	}
	for _, text := range append(append([]string{}, r.Against...), r.Notes...) {
		fmt.Fprintf(b, "- note: %s\n", markdown.Inline(text))
	}
	fmt.Fprintf(b, "- %s\n\n", markdown.Inline(r.countsText()))
	for _, c := range columns {
		fmt.Fprintf(b, "| %s ", strings.ToLower(c.head))
	}
	b.WriteString("|\n")
	for _, c := range columns {
		b.WriteString(map[bool]string{true: "|---:", false: "|---"}[c.numeric])
	}
	b.WriteString("|\n")
	shown := r.Processes
	if t.top >= 0 {
		shown = shown[:min(len(shown), t.top)]
	}
	for i := range shown {
		for _, c := range columns {
			b.WriteString("| " + markdown.Inline(c.text(&shown[i], t.units)) + " ")
		}
		b.WriteString("|\n")
	}
	if rest := len(r.Processes) - len(shown); rest > 0 {
		fmt.Fprintf(b, "\nand %s more.\n", textform.Count(rest))
	}
	told := 0
	for i := range shown {
		if p := &shown[i]; told < t.why && p.rank() <= ranksTold {
			told++
			fmt.Fprintf(b, "\n- **%s** is %s. %s\n", markdown.Inline(p.fullName()), p.Status, markdown.Inline(p.Reason))
		}
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("compare: writing Markdown: %w", err)
	}
	return nil
}

// csvColumns are the columns of the CSV form, named as the fields of the JSON are.
var csvColumns = []struct {
	name string
	of   func(p *Process) any
}{
	{"status", func(p *Process) any { return p.Status }},
	{"image", func(p *Process) any { return p.Image }},
	{"command_line", func(p *Process) any { return p.CommandLine }},
	{"from", func(p *Process) any { return p.from() }},
	{"before_slope_bytes_per_s", func(p *Process) any { return slopePart(p.Before, valueOf) }},
	{"before_slope_low", func(p *Process) any { return slopePart(p.Before, lowOf) }},
	{"before_slope_high", func(p *Process) any { return slopePart(p.Before, highOf) }},
	{"after_slope_bytes_per_s", func(p *Process) any { return slopePart(p.After, valueOf) }},
	{"after_slope_low", func(p *Process) any { return slopePart(p.After, lowOf) }},
	{"after_slope_high", func(p *Process) any { return slopePart(p.After, highOf) }},
	{"slope_difference", func(p *Process) any { return valueOf(p.SlopeDifference) }},
	{"slope_difference_low", func(p *Process) any { return lowOf(p.SlopeDifference) }},
	{"slope_difference_high", func(p *Process) any { return highOf(p.SlopeDifference) }},
	{"adjusted_chance", func(p *Process) any { return p.AdjustedChance }},
	{"before_outstanding_bytes", func(p *Process) any { return figure(p.Before, func(f *Figures) float64 { return f.Outstanding.Value }) }},
	{"after_outstanding_bytes", func(p *Process) any { return figure(p.After, func(f *Figures) float64 { return f.Outstanding.Value }) }},
	{"before_churn_bytes", func(p *Process) any { return figure(p.Before, func(f *Figures) float64 { return f.Churn.Value }) }},
	{"after_churn_bytes", func(p *Process) any { return figure(p.After, func(f *Figures) float64 { return f.Churn.Value }) }},
	{"reason", func(p *Process) any { return p.Reason }},
}

func valueOf(e *Estimate) *float64 {
	if e == nil {
		return nil
	}
	return &e.Value
}

func lowOf(e *Estimate) *float64 {
	if e == nil {
		return nil
	}
	return e.Low
}

func highOf(e *Estimate) *float64 {
	if e == nil {
		return nil
	}
	return e.High
}

func slopePart(f *Figures, part func(*Estimate) *float64) *float64 {
	if f == nil {
		return nil
	}
	return part(f.Slope)
}

func figure(f *Figures, of func(*Figures) float64) *float64 {
	if f == nil {
		return nil
	}
	v := of(f)
	return &v
}

// WriteCSV writes the processes as CSV (RFC 4180, but that lines end in \n): exact numbers, nothing for what is not known.
// A text that a spreadsheet would take for a formula has an apostrophe before it. Of the options it honours Top, whose zero
// means all here.
func (r *Report) WriteCSV(w io.Writer, o report.TextOptions) error {
	shown := r.Processes
	if o.Top > 0 {
		shown = shown[:min(len(shown), o.Top)]
	}
	records := [][]string{make([]string, len(csvColumns))}
	for i, c := range csvColumns {
		records[0][i] = c.name
	}
	for i := range shown {
		record := make([]string, len(csvColumns))
		for k, c := range csvColumns {
			record[k] = csvText(c.of(&shown[i]))
		}
		records = append(records, record)
	}
	if err := csv.NewWriter(w).WriteAll(records); err != nil {
		return fmt.Errorf("compare: writing CSV: %w", err)
	}
	return nil
}

func csvText(v any) string {
	switch v := v.(type) {
	case string:
		return harmless(v)
	case *string:
		return harmless(orZero(v))
	case *float64:
		if v != nil {
			return strconv.FormatFloat(*v, 'f', -1, 64)
		}
	}
	return ""
}

// harmless keeps a spreadsheet from taking a text for a formula, and a terminal from being moved by it.
func harmless(s string) string {
	s = textform.Printable(s)
	if trimmed := strings.TrimLeft(s, " "); trimmed != "" && strings.ContainsRune("=+-@", rune(trimmed[0])) {
		return "'" + s
	}
	return s
}
