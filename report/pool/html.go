package pool

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"etledger/internal/textform"
	"etledger/internal/webpage"
	"etledger/report"
	"etledger/trend"
)

var (
	//go:embed page.html
	pageText string
	//go:embed page.css
	pageStyle string
	//go:embed chart.js
	chartScript string
	//go:embed page.js
	pageScript string
)

// pageTags is how many tags of a machine the page lists.
const pageTags = 1000

// page is the template of the page's body. Cells with data-value hold the exact figure, by which scripts sort and which they
// copy.
var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"size":       func(v uint64) string { return textform.Size(v) },
	"span":       func(v *float64) string { return optional(v, spanText) },
	"length":     spanText,
	"number":     func(v *float64) string { return optional(v, textform.Number) },
	"printable":  textform.Printable,
	"moment":     momentOrDash,
	"change":     changeText,
	"byterate":   func(l *Level) string { return levelRateText(l, trend.Bytes) },
	"objectrate": func(l *Level) string { return levelRateText(l, trend.Objects) },
	"verdict":    verdictText,
	"bytes":      bytesText,
	"grown":      grownText,
	"objects":    objectsText,
	"freed":      freedText,
	"rate":       tagRateText,
	"component":  componentText,
	"candidate":  func(c Candidate) string { return candidateText(&c) },
	"baseline":   baselineText,
	"judged":     judgedText,
	"gone":       goneText,
	"side":       func(s Side) string { return sideText(&s) },
	"diff":       receiptRate,
	"components": componentsText,
	"class":      verdictClass,
	"key":        keyOf,
	"ratekey":    rateKey,
	"levelkey":   levelKey,
	"tagkey":     tagKey,
	"byteskey":   func(t *Tag) any { return lastKey(t.Bytes, t, func(r *Recorded) uint64 { return r.OutstandingBytes }) },
	"objectskey": func(t *Tag) any { return lastKey(t.Objects, t, func(r *Recorded) uint64 { return r.Outstanding }) },
	"grownkey":   grownKey,
}).Parse(pageText))

func optional(v *float64, text func(float64) string) string {
	if v == nil {
		return "-"
	}
	return text(*v)
}

func momentOrDash(t *report.Time) string {
	if t == nil {
		return "-"
	}
	return momentText(t)
}

// Own gives the level itself, for templates.
func (p Population) Own() *Level { return &p.Level }

// verdictClass gives the class of style for a verdict: what asks for action, what is undecided, and the rest.
func verdictClass(verdict string) string {
	switch verdict {
	case string(trend.Leak), worse, unchanged, newAfter:
		return "bad"
	case string(trend.Growth), string(trend.Held), improved, notComparable:
		return "unsure"
	case fixed:
		return "good"
	}
	return ""
}

// pageData is what the page's body shows.
type pageData struct {
	*Report
	Title    string
	Machines []pageMachine
	Compared []*TagReceipt
}

type pageMachine struct {
	*Machine
	Heading, Of string // of the section, and what tables are of where there are several machines
	Shown       []pageTag
	Why         []pageTag
	Rest        int
	Baseline    bool
}

type pageTag struct {
	*Tag
	First bool
}

// WriteHTML writes the report as one page that needs nothing else: it opens offline, in light and dark, and can be printed.
// It says what the text form says, also where scripts do not run; with them tables can be sorted, searched and copied. Where
// the report has series (Options.Details) there are charts of them. Of o, Why counts; the table has up to a thousand tags.
func (r *Report) WriteHTML(w io.Writer, o TextOptions) error {
	o = o.withDefaults()
	d := pageData{Report: r, Title: "Kernel pool"}
	if r.Receipt != nil {
		d.Title = "Kernel pool: receipt of a correction"
		for i := range r.Receipt.Tags {
			d.Compared = append(d.Compared, &r.Receipt.Tags[i])
		}
	}
	for i := range r.Machines {
		d.Machines = append(d.Machines, pageOf(&r.Machines[i], len(r.Machines) > 1, o))
	}
	p := webpage.Page{Title: d.Title, Styles: []string{pageStyle}}
	if charts := chartsOf(r); charts != nil {
		p.Data, p.Scripts, p.Charts = charts, []string{chartScript, pageScript}, true
	}
	if err := p.WriteFrom(w, page, d); err != nil {
		return fmt.Errorf("pool: writing HTML: %w", err)
	}
	return nil
}

func pageOf(m *Machine, several bool, o TextOptions) pageMachine {
	p := pageMachine{Machine: m, Heading: "Machine"}
	if m.Host != nil {
		p.Heading += " " + hostText(m)
		if several {
			p.Of = " of " + hostText(m)
		}
	}
	for i := range m.Tags[:min(len(m.Tags), pageTags)] {
		p.Shown = append(p.Shown, pageTag{Tag: &m.Tags[i]})
	}
	p.Rest = len(m.Tags) - len(p.Shown)
	for k := range m.Tags {
		t := &m.Tags[k]
		if t.Owner != nil && len(p.Why) < o.Why {
			p.Why = append(p.Why, pageTag{t, len(p.Why) == 0})
		}
		p.Baseline = p.Baseline || t.Baseline != nil
	}
	return p
}
