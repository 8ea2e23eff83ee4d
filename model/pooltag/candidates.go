package pooltag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"etledger/model/poolsnap"
)

// Hints are what the caller knows of a tag from elsewhere.
type Hints struct {
	Stacks []Stack // one for each module
	Told   []Told
}

// Stack says that a component was seen to allocate with the tag.
type Stack struct {
	Module string  // the file, with or without its path
	Share  float64 // of the tag's allocations (or bytes) whose stacks are known, 0 to 1
	Text   string  // what was seen, for the evidence
}

// Told is what a tool printed next to the tag: PoolMon's column Mapped_Driver, or the debugger's "Binary: ".
type Told struct {
	Text string
	File string
	Line int
}

// Mapping is what is known of whom a tag belongs to.
type Mapping struct {
	Tag        poolsnap.Tag
	Shared     *SharedTag  // what is known of a tag that many share, or that one component allocates for others; mostly nil
	Names      []Match     // all entries of the tag files that fit, best first
	Candidates []Candidate // best first, at most MaxCandidates
	Left       int         // candidates left out: for their few points, or for the bound
	Uncertain  bool        // several remain about equal, or little speaks for any
	Why        string      // the reason for Uncertain, or what the first candidate stands on
}

// MaxCandidates bounds the candidates of one tag.
const MaxCandidates = 16

// Candidate is a component that a tag may belong to.
type Candidate struct {
	Module    string // the file where one is known, else as the tag file writes it: widget.sys, nt
	Component string // within the module, from a tag file: mm of nt!mm
	Points    int
	Evidence  []Evidence // by source, within one the strongest first
	Version   Claim
	Vendor    Claim
	Signer    Claim // nothing was verified
	Date      Claim // when it was linked or released, YYYY-MM-DD
	Path      Claim
	Running   Truth
	Notes     []string // what does not go together
	Driver    *Driver  // the scanned file, nil for none
	Items     []*Item  // what inventories say of it
	order     int      // of the first tag file entry that names it
	own       int      // points without those of inventories
}

// Claim is a value with what says so. Both are empty for values not known.
type Claim struct{ Value, From string }

// Name gives module or module!component.
func (c *Candidate) Name() string { return Owner{Module: c.Module, Component: c.Component}.String() }

// part is a candidate in the making.
type part struct {
	key, component string
	module         string // as first written
	evidence       []Evidence
	order          int
}

// gathering collects evidence by module and component.
type gathering struct {
	parts []*part
	index map[[2]string]*part
}

func (g *gathering) add(module, component string, e Evidence) {
	key := [2]string{moduleKey(module), component}
	if key[0] == "" {
		return
	}
	p := g.index[key]
	if p == nil {
		p = &part{key: key[0], component: component, module: fileOf(module), order: len(g.parts)}
		g.index[key] = p
		g.parts = append(g.parts, p)
	}
	p.evidence = append(p.evidence, e)
}

// Candidates gives what is known of a tag's owner, with all that speaks for each candidate. The rule of points stands in
// points.go and in the package's documentation.
func (m *Mapper) Candidates(tag poolsnap.Tag, hints Hints) *Mapping {
	r := &Mapping{Tag: tag, Names: m.tags.Lookup(tag)}
	g := &gathering{index: map[[2]string]*part{}}
	most := 0 // literals of the best entry that names somebody
	for _, match := range r.Names {
		if len(match.Owners) > 0 {
			most = max(most, match.Literals)
		}
		for _, o := range match.Owners {
			points := match.Literals * perLiteral
			if o.Told || match.Literals < most {
				points /= 2
			}
			g.add(o.Module, o.Component, Evidence{FromTagFile, points, match.File, match.Line, 0,
				strings.TrimSuffix(fmt.Sprintf("%s - %s - %s", match.Pattern, match.Binary, match.Description), " - ")})
		}
	}
	if r.Shared = m.shared(tag, r.Names); r.Shared != nil && r.Shared.Owner != "" {
		module, component, _ := strings.Cut(r.Shared.Owner, "!")
		points := r.Shared.Pattern.Literals() * perLiteral
		g.add(module, component, Evidence{Source: FromTable, Points: points, Text: r.Shared.About})
	}
	for _, told := range hints.Told {
		text := told.Text
		if _, binary, ok := strings.Cut(text, "Binary:"); ok {
			text = strings.TrimSpace(binary)
		}
		for _, o := range owners(text) {
			g.add(o.Module, o.Component, Evidence{FromTool, 4 * perLiteral, told.File, told.Line, 0, told.Text})
		}
	}
	for _, s := range hints.Stacks {
		points := 0
		if s.Share > 0 { // and is a number
			points = int(100*min(s.Share, 1) + 0.5)
		}
		g.add(s.Module, "", Evidence{Source: FromStack, Points: points, Text: s.Text})
	}
	m.gatherScans(g, tag)
	r.Candidates = m.finish(g)
	r.judge()
	return r
}

// shared gives what is known of a shared tag, unless a tag file names another module for the tag itself: then the built-in
// pattern only looks like it.
func (m *Mapper) shared(tag poolsnap.Tag, names []Match) *SharedTag {
	s := Shared(tag)
	if s == nil || s.Pattern.Any == 0 {
		return s
	}
	owner, _, _ := strings.Cut(s.Owner, "!")
	for _, match := range names {
		other := func(o Owner) bool { return moduleKey(o.Module) != moduleKey(owner) }
		if match.Literals > s.Pattern.Literals() && slices.ContainsFunc(match.Owners, other) {
			return nil
		}
	}
	return s
}

// gatherScans adds the files that hold the tag, and the framework drivers whose default tag it is.
func (m *Mapper) gatherScans(g *gathering, tag poolsnap.Tag) {
	for _, f := range m.found[tag] {
		best := f.hits.Best[0]
		text := best.String()
		if n := f.hits.Counts[best.Kind]; n > 1 {
			text += fmt.Sprintf(" (one of %d)", n)
		}
		text += "; the file " + f.describe()
		g.add(f.Name(), "", Evidence{FromScan, f.Points(best.Kind), f.Path, 0, best.Offset, text})
	}
	for _, f := range m.defaults[strings.ToLower(string(tag[:]))] {
		switch {
		case f.service != "" && f.tag == string(tag[:]):
			g.add(f.Name(), "", Evidence{FromFramework, pointsService, f.from.Source, f.from.Line, 0,
				fmt.Sprintf("a driver of the framework; the service %s gives it this tag by default", f.service)})
		case f.service == "":
			g.add(f.Name(), "", Evidence{FromFramework, pointsFileName, f.Path, 0, 0,
				"a driver of the framework; a service named as its file gives it this tag by default"})
		}
	}
}

// finish makes candidates: evidence for a module speaks for each of its components that are named.
func (m *Mapper) finish(g *gathering) []Candidate {
	byModule := map[string][]*part{}
	for _, p := range g.parts {
		byModule[p.key] = append(byModule[p.key], p)
	}
	var list []Candidate
	for _, p := range g.parts {
		parts := byModule[p.key]
		if p.component == "" && len(parts) > 1 {
			continue
		}
		c := Candidate{Module: p.module, Component: p.component, order: p.order, Evidence: slices.Clone(p.evidence)}
		for _, other := range parts {
			if other != p && other.component == "" {
				c.Evidence = append(c.Evidence, other.evidence...)
			}
		}
		m.complete(&c, p.key)
		c.count()
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(a, b Candidate) int {
		return cmp.Or(b.Points-a.Points, a.order-b.order, strings.Compare(a.Name(), b.Name()))
	})
	return list
}

// count orders the evidence and adds up the points.
func (c *Candidate) count() {
	slices.SortStableFunc(c.Evidence, func(a, b Evidence) int {
		return cmp.Or(int(a.Source)-int(b.Source), b.Points-a.Points)
	})
	var best [sources]int
	for _, e := range c.Evidence {
		kind := e.Source
		if kind == FromTable || kind == FromTool {
			kind = FromTagFile
		}
		best[kind] = max(best[kind], e.Points)
	}
	for source, points := range best {
		c.Points += points
		if Source(source) != FromInventory {
			c.own += points
		}
	}
}
