package fleet

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"

	"etledger/internal/textform"
	"etledger/internal/webpage"
)

var (
	//go:embed page.html
	pageText string
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string
)

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// toldOnPage is how many groups of each kind have a section of their own.
const toldOnPage = 12

// pageJSON bounds the JSON that the page holds, in bytes; with the tables that show the same rows it stays below 2 MB.
const pageJSON = 800 << 10

// WriteHTML writes the report as one page that opens offline: the answer, what it is made of, the groups with the share of
// hosts that leak over time, by ring, version, workload and build of Windows, updates, hosts and processes across captures. It
// says the essential without scripts; with them tables can be sorted, filtered, searched and copied. The page holds the JSON
// of what it shows. Where that is much it leaves out what is clear first, and says so.
func (r *Report) WriteHTML(w io.Writer) error {
	data, left := r.complete().fitting(pageJSON)
	view := pageView{Report: data, Answer: textform.Printable(r.Answer), Facts: pageFacts(data.facts()), Legend: data.legend()}
	if left != "" {
		view.Facts = append(view.Facts, pageFact{"Left out", left})
	}
	for _, n := range data.Findings {
		view.Notes = append(view.Notes, textform.Printable(n.Message)+" ["+textform.Printable(n.Code)+"]")
	}
	for _, k := range kinds {
		if groups := k.of(data); len(groups) > 0 {
			view.Kinds = append(view.Kinds, newPageKind(k, groups, data.Fleet.Period))
		}
	}
	view.Updates = newPageTable("updates", "Updates", updateColumns, pointers(data.Updates))
	for i := range data.Updates {
		view.Sentences = append(view.Sentences, data.Updates[i].sentence())
	}
	view.Hosts = newPageTable("hosts", "Hosts", hostColumns, pointers(data.Hosts))
	for i := range data.Hosts {
		view.Hosts.add(i, "Why", pageCell{Text: textform.Printable(data.Hosts[i].Reason), Free: true})
	}
	view.Chains = newPageTable("chains", "Processes across captures", chainColumns, pointers(data.Chains))
	for i := range data.Chains {
		c := &data.Chains[i]
		view.Chains.add(i, "Levels", pageCell{Line: newLevelLine(c)})
		view.Chains.add(i, "Why", pageCell{Text: textform.Printable(c.Reason), Free: true})
	}
	page := webpage.Page{Title: "etledger: fleet", Data: data, Styles: []string{pageStyle}, Scripts: []string{pageScript}, Charts: true}
	if err := page.WriteFrom(w, pageTemplate, view); err != nil {
		return fmt.Errorf("fleet: writing a page: %w", err)
	}
	return nil
}

// pageView is what the template of the page sees.
type pageView struct {
	*Report
	Answer                 string
	Facts                  []pageFact
	Notes, Legend          []string
	Kinds                  []pageKind
	Updates, Hosts, Chains *pageTable
	Sentences              []string
}

type pageFact struct{ Label, Text string }

func pageFacts(facts []fact) []pageFact {
	list := make([]pageFact, len(facts))
	for i, f := range facts {
		list[i] = pageFact{f.label, f.text}
	}
	return list
}

// shareTitle is the title of the column in which shares are drawn too.
const shareTitle = "Share [95 %]"

// pageKind is one kind of groups.
type pageKind struct {
	Heading  string
	Table    *pageTable
	Charted  bool // the shares of hosts over time are drawn
	Sections []pageSection
}

// pageSection tells of one group.
type pageSection struct {
	ID, Title, Badge, Status, Reason string
	Facts                            []pageFact
	Parts                            []pagePart
	Periods                          []pagePart
	Period                           string
}

// pagePart is how many hosts leak of those with a value.
type pagePart struct {
	Of, Value, Hosts string
	Share            string
	Plot             *sharePlot
}

func newPageKind(k *kind, groups []Group, period string) pageKind {
	rows := pointers(groups)
	p := pageKind{Heading: k.heading, Table: newPageTable(k.id(), k.heading, k.columns, rows), Charted: k.lifetimes}
	sections := map[*Group]string{}
	for i, g := range told(rows, toldOnPage) {
		s := pageSection{ID: fmt.Sprintf("%s-%d", k.id(), i+1), Title: g.label(), Status: string(g.Status), Badge: badges[string(g.Status)],
			Reason: textform.Printable(g.Reason), Facts: pageFacts(k.facts(g, telling{period: period, most: MaxNamed, folder: someDataset})), Period: period}
		sections[g] = s.ID
		for _, d := range []struct {
			of    string
			parts []Part
		}{{"ring", g.ByRing}, {"version", g.ByVersion}, {"workload", g.ByWorkload}, {"Windows build", g.ByOSBuild}} {
			for _, part := range d.parts {
				s.Parts = append(s.Parts, newPagePart(d.of, valueText(part.Value), part.Hosts))
			}
		}
		for i := range g.OverTime {
			s.Periods = append(s.Periods, newPagePart("", dateText(&g.OverTime[i].From), g.OverTime[i].Hosts))
		}
		p.Sections = append(p.Sections, s)
	}
	shares := slices.IndexFunc(p.Table.Columns, func(c pageColumn) bool { return c.Title == shareTitle })
	for i, g := range rows {
		p.Table.Rows[i][0].Link = sections[g]
		p.Table.Rows[i][shares].Plot = newSharePlot(g.Prevalence)
		p.Table.add(i, "Why", pageCell{Text: textform.Printable(g.Reason), Free: true})
	}
	return p
}

func newPagePart(of, value string, c Counts) pagePart {
	p := pagePart{Of: of, Value: value, Hosts: ofJudgedText(c), Share: "-"}
	if c.Judged > 0 {
		v := share(c)
		p.Share, p.Plot = textform.Percent(v), newSharePlot(&Interval{v, v, v})
	}
	return p
}
