package pool

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"

	"etledger/internal/textform"
	"etledger/report"
	"etledger/trend"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

// page is the template of the page. It holds no script; the one style sheet that its policy lets a browser use is named by
// its digest.
var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"size":       func(v uint64) string { return textform.Size(v) },
	"count":      func(v uint64) string { return textform.Count(v) },
	"span":       func(v *float64) string { return optional(v, spanText) },
	"length":     spanText,
	"number":     func(v *float64) string { return optional(v, textform.Number) },
	"printable":  textform.Printable,
	"moment":     func(t *report.Time) string { return momentOrDash(t) },
	"change":     changeText,
	"percent":    textform.Percent,
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
	"host":       func(m *Machine) string { return hostText(m) },
	"judged":     func(m *Machine) string { return judgedText(m) },
	"gone":       func(m *Machine) string { return goneText(m) },
	"side":       func(s Side) string { return sideText(&s) },
	"diff":       func(r *Rate, t *TagReceipt) string { return receiptRate(r, t) },
	"components": componentsText,
	"class":      verdictClass,
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

// pageData is what the page shows.
type pageData struct {
	*Report
	Policy, Style any
	Title         string
	Machines      []pageMachine
	Compared      []*TagReceipt
}

type pageMachine struct {
	*Machine
	Shown, Why []*Tag
	Rest       int
	Baseline   bool
}

// WriteHTML writes the report as one page that needs nothing else: no script, light and dark, fit to be printed. It says
// what the text form says.
func (r *Report) WriteHTML(w io.Writer, o TextOptions) error {
	o = o.withDefaults()
	sum := sha256.Sum256([]byte(pageStyle))
	d := pageData{
		Report: r, Title: "Kernel pool", Style: template.CSS(pageStyle),
		Policy: fmt.Sprintf("default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'",
			base64.StdEncoding.EncodeToString(sum[:])),
	}
	if r.Receipt != nil {
		d.Title = "Kernel pool: receipt of a correction"
		for i := range r.Receipt.Tags {
			d.Compared = append(d.Compared, &r.Receipt.Tags[i])
		}
	}
	for i := range r.Machines {
		m := &r.Machines[i]
		p := pageMachine{Machine: m}
		p.Shown = shownTags(m, o.Top)
		for k := range m.Tags {
			t := &m.Tags[k]
			if t.Owner != nil && len(p.Why) < o.Why {
				p.Why = append(p.Why, t)
			}
			p.Baseline = p.Baseline || t.Baseline != nil
		}
		p.Rest = len(m.Tags) - len(p.Shown)
		d.Machines = append(d.Machines, p)
	}
	if err := page.Execute(w, d); err != nil {
		return fmt.Errorf("pool: writing HTML: %w", err)
	}
	return nil
}
