package page

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"

	"etledger/internal/textform"
	"etledger/report"
)

//go:embed body.html
var bodyText string

// What of a report the page has without scripts; with them it has all.
const (
	staticRows     = 100
	staticWhy      = 5
	staticSuspects = 5
	staticGaps     = 50
	staticTags     = 100
)

var body = template.Must(template.New("body").Funcs(template.FuncMap{
	"printable": textform.Printable,
	"text":      optionalText,
	"size":      func(v uint64) string { return textform.Size(v) },
	"maybesize": func(v *uint64) string { return optional(v, textform.Size[uint64]) },
	"signed":    func(v *int64) string { return optional(v, textform.Size[int64]) },
	"count":     func(v uint64) string { return textform.Count(v) },
	"percent":   func(v *float64) string { return optional(v, textform.Percent) },
	"moment": func(v *float64) string {
		return optional(v, func(s float64) string { return fmt.Sprintf("%.3f s", s) })
	},
	"slope": slopeText,
	"rate":  func(v *float64) string { return optional(v, textform.Rate) },
	"class": verdictClass,
	"from":  suspectOf,
	"where": whereText,
}).Parse(bodyText))

func optional[T any](v *T, text func(T) string) string {
	if v == nil {
		return "-"
	}
	return text(*v)
}

func optionalText(v *string) string { return optional(v, textform.Printable) }

// verdictClass gives the class of style for a verdict: what asks for action, what is undecided, and the rest.
func verdictClass(verdict string) string {
	switch verdict {
	case "leak":
		return "bad"
	case "growth", "step", "inconclusive":
		return "unsure"
	}
	return ""
}

func slopeText(t report.Trend) string {
	if !t.Claims() || t.SlopeBytesPerS == nil || t.SlopeLowBytesPerS == nil || t.SlopeHighBytesPerS == nil {
		return "-"
	}
	return textform.RateInterval(*t.SlopeBytesPerS, *t.SlopeLowBytesPerS, *t.SlopeHighBytesPerS)
}

// suspectOf names the module that a process's growth comes from, where that is known.
func suspectOf(p *report.Process) string {
	if !p.Trend.Claims() || len(p.Suspects) == 0 || p.Suspects[0].Module == "unknown" {
		return "-"
	}
	return textform.Printable(p.Suspects[0].Module)
}

func whereText(s report.Suspect) string {
	if s.Frame != nil {
		return textform.Printable(*s.Frame)
	}
	return textform.Printable(s.Module)
}

// bodyData is what the markup of a page is made of.
type bodyData struct {
	*report.Report
	Title   string
	Worst   *report.Process // nil where none is worth a look
	Prose   report.Prose    // of Worst
	Tally   []tally
	Facts   []report.Fact
	Account bool // the capture says something of what the account counts
	Rows    []*report.Process
	RowRest int
	Why     []explained
	Health  health
	Tags    []report.PoolTag
	TagRest int
	Charts  bool
	Omitted []string
}

type tally struct {
	Verdict string
	Count   int
}

// explained is a process with the sentences on it.
type explained struct {
	*report.Process
	Prose    report.Prose
	Suspects []report.Suspect
}

func titleOf(r *report.Report) string {
	name := "no file"
	if len(r.Capture.Files) > 0 {
		file := r.Capture.Files[0]
		name = textform.Printable(file[strings.LastIndexAny(file, `/\`)+1:])
	}
	if rest := len(r.Capture.Files) - 1; rest > 0 {
		name += fmt.Sprintf(" and %d more", rest)
	}
	return "Memory report of " + name
}

// bodyOf gives the markup of a page.
func bodyOf(r *report.Report, omitted []string) ([]byte, error) {
	d := bodyData{
		Report: r, Title: titleOf(r), Facts: r.CaptureFacts(), Account: true, Health: healthOf(r), Omitted: omitted,
		Charts: r.Details != nil, Tags: r.Pool.Tags[:min(len(r.Pool.Tags), staticTags)],
	}
	for _, f := range r.Capture.Findings {
		d.Account = d.Account && f.Code != "virtual-alloc-missing"
	}
	counted := map[string]int{}
	for i := range r.Processes {
		p := &r.Processes[i]
		if len(d.Rows) < staticRows {
			d.Rows = append(d.Rows, p)
		}
		if at, ok := counted[p.Trend.Verdict]; ok {
			d.Tally[at].Count++
		} else {
			counted[p.Trend.Verdict] = len(d.Tally)
			d.Tally = append(d.Tally, tally{p.Trend.Verdict, 1})
		}
		if len(d.Why) < staticWhy && (i == 0 || i < standingOut(r)) {
			d.Why = append(d.Why, explained{p, r.ProseOf(p), p.Suspects[:min(len(p.Suspects), staticSuspects)]})
		}
	}
	if standingOut(r) > 0 {
		d.Worst, d.Prose = d.Why[0].Process, d.Why[0].Prose
	}
	d.RowRest, d.TagRest = len(r.Processes)-len(d.Rows), len(r.Pool.Tags)-len(d.Tags)
	var b bytes.Buffer
	if err := body.Execute(&b, d); err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	return b.Bytes(), nil
}

// joined names keywords in one line.
func joined(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return textform.Printable(strings.Join(list, ", "))
}
