package compare

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"etledger/internal/textform"
	"etledger/internal/webpage"
)

//go:embed page.html
var pageText string

//go:embed page.js
var pageScript string

//go:embed page.css
var pageStyle string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// Bounds of the page.
const (
	toldOnPage = 12  // processes that have a section of their own
	plotWidth  = 150 // of the drawn intervals
)

// WriteHTML writes the comparison as one page that opens offline: the answer, the sides, the table of processes with the
// intervals drawn, and of those that changed or grow the reasons, the modules and, where the reports had details, the committed
// bytes over time. The page holds the JSON of the comparison.
func (r *Report) WriteHTML(w io.Writer) error {
	view := pageView{Report: r, Counts: r.countsText()}
	told := 0
	for i := range r.Processes {
		p := &r.Processes[i]
		row := newPageRow(i, p)
		if told < toldOnPage && (p.rank() <= ranksTold || len(p.Notes) > 0) {
			told++
			row.Told = true
		}
		view.Rows = append(view.Rows, row)
	}
	data := *r
	data.Processes = slices.Clone(r.Processes)
	for i := range data.Processes {
		if !view.Rows[i].Told {
			data.Processes[i].Timelines = nil
		}
	}
	page := webpage.Page{Title: "etledger: comparison", Data: &data, Styles: []string{pageStyle}, Scripts: []string{pageScript}, Charts: true}
	if err := page.WriteFrom(w, pageTemplate, view); err != nil {
		return fmt.Errorf("compare: writing a page: %w", err)
	}
	return nil
}

// pageView is what the template of the page sees.
type pageView struct {
	*Report
	Counts string
	Rows   []pageRow
}

// Sides gives the two sides with their names.
func (v pageView) Sides() []pageSide {
	sides := []pageSide{{Name: "Before"}, {Name: "After"}}
	for i, s := range []*Side{&v.Before, &v.After} {
		for k := range s.Captures {
			sides[i].Captures = append(sides[i].Captures, s.Captures[k].text())
		}
	}
	return sides
}

type pageSide struct {
	Name     string
	Captures []string
}

// pageRow is a process as the page shows it.
type pageRow struct {
	*Process
	Index                   int
	Name, Slope1, Slope2    string
	DifferenceText, From    string
	Outstanding, ChurnText  string
	Value1, Value2, Value   any // for sorting, nil where not known
	Value3, Value4          any
	Plot                    *intervalPlot
	Told, Charted           bool
	Badge                   string
	ModuleRows              []pageModule
	HeldText, ChurnHeldText string
}

type pageModule struct {
	Name, Status, Badge, Slope1, Slope2, DifferenceText, Outstanding string
}

var badges = map[string]string{Worse: "bad", Better: "good", NotComparable: "unsure", New: "unsure", Gone: "", Unchanged: ""}

func newPageRow(i int, p *Process) pageRow {
	u := textform.Units{}
	row := pageRow{
		Process: p, Index: i, Name: p.fullName(), Slope1: slopeText(p.Before, u), Slope2: slopeText(p.After, u),
		DifferenceText: differenceText(p.SlopeDifference, u), From: textform.Printable(p.from()), Badge: badges[p.Status],
		Outstanding: beforeAfter(p, u, func(f *Figures) float64 { return f.Outstanding.Value }),
		ChurnText:   beforeAfter(p, u, func(f *Figures) float64 { return f.Churn.Value }),
		Charted:     len(p.Timelines) > 0, Plot: newIntervalPlot(p),
		Value: sortable(valueOf(p.SlopeDifference)), Value1: sortable(slopePart(p.Before, valueOf)),
		Value2: sortable(slopePart(p.After, valueOf)),
		Value3: sortable(figure(p.After, func(f *Figures) float64 { return f.Outstanding.Value })),
		Value4: sortable(figure(p.After, func(f *Figures) float64 { return f.Churn.Value })),
	}
	t := textWriter{units: u}
	for k := range p.Modules {
		m := &p.Modules[k]
		row.ModuleRows = append(row.ModuleRows, pageModule{
			Name: textform.Printable(m.Module), Status: m.Status, Badge: badges[m.Status], Slope1: t.moduleSlope(m.BeforeSlope),
			Slope2: t.moduleSlope(m.AfterSlope), DifferenceText: differenceText(m.SlopeDifference, u),
			Outstanding: t.moduleBytes(m.BeforeBytes) + " > " + t.moduleBytes(m.AfterBytes),
		})
	}
	if p.Before != nil && p.After != nil {
		row.HeldText = t.heldText(p.Before.Outstanding, p.After.Outstanding, p.OutstandingDifference)
		row.ChurnHeldText = t.heldText(p.Before.Churn, p.After.Churn, p.ChurnDifference)
	}
	return row
}

// sortable gives a value for sorting; what is not known sorts last.
func sortable(v *float64) any {
	if v == nil {
		return ""
	}
	return *v
}

// intervalPlot is the slopes of both sides with their intervals, on one scale that holds zero.
type intervalPlot struct {
	Label         string
	Zero          string
	Before, After *intervalMark
}

// intervalMark is the place of an interval and of its value, in the unit of the plot.
type intervalMark struct{ Low, Width, At string }

func newIntervalPlot(p *Process) *intervalPlot {
	least, most := 0.0, 0.0
	var estimates []*Estimate
	var said []string
	for side, f := range []*Figures{p.Before, p.After} {
		var e *Estimate
		if f != nil && f.Slope != nil && f.Slope.Low != nil && f.Slope.High != nil {
			e = f.Slope
			least, most = min(least, *e.Low), max(most, *e.High)
			said = append(said, sideName(side)+" "+textform.Rate(e.Value)+intervalText(e, rateRange))
		}
		estimates = append(estimates, e)
	}
	if len(said) == 0 || !(most > least) {
		return nil
	}
	at := func(v float64) float64 { return 2 + (v-least)/(most-least)*(plotWidth-4) }
	mark := func(e *Estimate) *intervalMark {
		if e == nil {
			return nil
		}
		return &intervalMark{Low: coordinate(at(*e.Low)), Width: coordinate(max(1, at(*e.High)-at(*e.Low))), At: coordinate(at(e.Value))}
	}
	return &intervalPlot{Label: strings.Join(said, "; "), Zero: coordinate(at(0)), Before: mark(estimates[0]), After: mark(estimates[1])}
}

func coordinate(v float64) string { return fmt.Sprintf("%.1f", v) }
