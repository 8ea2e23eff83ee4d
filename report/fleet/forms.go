package fleet

import "etledger/internal/textform"

// TextOptions shape what WriteText and WriteMarkdown write. The zero value gives the defaults.
type TextOptions struct {
	// Width is how many columns of a terminal to fill: 0 means 120, less than 60 counts as 60. Where not everything
	// fits, tables leave out what matters least. Markdown takes no notice of it.
	Width int
	// Top is how many rows each table has: 0 means 20, below 0 all.
	Top int
	// Why is how many groups of each kind, updates and chains are told about below their table: 0 means 5, below 0 none.
	Why int
	// All lists the groups that are clear or were not judged too, hosts that nothing is known to run out on, and chains that
	// were not shown to grow, which otherwise are only counted.
	All bool
	// Bytes prints sizes and rates as exact bytes, thousands set apart, instead of in units that people read. Sentences of
	// the report stay as they are.
	Bytes bool
	// Dataset is the folder of the dataset, to be named where a capture is to be looked at; DATASET stands for it when empty.
	Dataset string
	// Color marks statuses and headings with ANSI escape sequences. What they say is in the words too.
	Color bool
	// ASCII draws what happened over time with characters that every terminal has.
	ASCII bool
}

const (
	defaultWidth = 120
	leastWidth   = 60
	defaultTop   = 20
	defaultWhy   = 5
	someDataset  = "DATASET"
)

func (o TextOptions) withDefaults() TextOptions {
	if o.Width == 0 {
		o.Width = defaultWidth
	}
	o.Width = max(o.Width, leastWidth)
	if o.Top == 0 {
		o.Top = defaultTop
	}
	if o.Why == 0 {
		o.Why = defaultWhy
	}
	if o.Dataset = textform.Printable(o.Dataset); o.Dataset == "" {
		o.Dataset = someDataset
	}
	return o
}

// column is one column of a table of T, in text, Markdown and HTML.
type column[T any] struct {
	head    string
	numeric bool
	// rank and least are those of textform.Column.
	rank, least int
	filter      bool // on the page, rows can be chosen by it
	badge       bool // its text is a status
	text        func(*T, textform.Units) string
	// value is the exact figure behind the text, by which the page sorts and which it copies; nil for what is not known.
	// Without it the text is the value.
	value func(*T) any
}

var styles = map[string]textform.Style{
	string(Leaks): textform.Bad, string(Suspected): textform.Doubt, string(Grows): textform.Note, string(Clear): textform.Good,
	string(Unjudged): textform.Quiet, Came: textform.Bad, Went: textform.Good,
}

// badges are the classes of style on the page.
var badges = map[string]string{
	string(Leaks): "bad", string(Suspected): "unsure", string(Grows): "unsure", string(Clear): "good", Came: "bad", Went: "good",
}

// The columns that groups have in common.
var (
	statusColumn = column[Group]{head: "STATUS", filter: true, badge: true,
		text: func(g *Group, _ textform.Units) string { return string(g.Status) }}
	buildColumn = column[Group]{head: "BUILD", rank: 7,
		text: func(g *Group, _ textform.Units) string { return stampText(g.BuildStamp) }}
	hostsColumn = column[Group]{head: "HOSTS", numeric: true, rank: 1,
		text:  func(g *Group, _ textform.Units) string { return ofJudged(g.Hosts) },
		value: func(g *Group) any { return g.Hosts.Leaking }}
	shareColumn = column[Group]{head: "SHARE [95 %]", numeric: true, rank: 4,
		text:  func(g *Group, _ textform.Units) string { return shareText(g.Prevalence) },
		value: func(g *Group) any { return valueOf(g.Prevalence) }}
	slopeColumn = column[Group]{head: "SLOPE [95 %]", numeric: true, rank: 2,
		text:  func(g *Group, u textform.Units) string { return pooledText(g.Slope, u) },
		value: func(g *Group) any { return rateOf(g.Slope) }}
	firstColumn = column[Group]{head: "FIRST LEAK", rank: 3,
		text:  func(g *Group, _ textform.Units) string { return dayText(g.FirstLeak) },
		value: func(g *Group) any { return sightingTime(g.FirstLeak) }}
	chanceColumn = column[Group]{head: "CHANCE", numeric: true, rank: 5,
		text:  func(g *Group, _ textform.Units) string { return chanceText(g.Adjusted) },
		value: func(g *Group) any { return known(g.Adjusted) }}
	capturesColumn = column[Group]{head: "CAPTURES", numeric: true, rank: 6,
		text:  func(g *Group, _ textform.Units) string { return ofJudged(g.Captures) },
		value: func(g *Group) any { return g.Captures.Leaking }}
	i2Column = column[Group]{head: "I2", numeric: true, rank: 8,
		text: func(g *Group, _ textform.Units) string { return i2Text(g.Slope) },
		value: func(g *Group) any {
			if g.Slope == nil {
				return nil
			}
			return known(g.Slope.I2)
		}}
	leftColumn = column[Group]{head: "OUTSTANDING", numeric: true, rank: 9,
		text:  func(g *Group, u textform.Units) string { return u.Size(g.OutstandingBytes) },
		value: func(g *Group) any { return g.OutstandingBytes }}
	versionColumn = column[Group]{head: "VERSION", rank: 1, least: 8,
		text: func(g *Group, _ textform.Units) string { return textOr(g.FileVersion) }}
)

func nameColumn(head string) column[Group] {
	return column[Group]{head: head, least: 12, text: func(g *Group, _ textform.Units) string { return g.shortName() }}
}

// imageColumns, moduleColumns and tagColumns are the columns of the tables of groups.
var (
	imageColumns = []column[Group]{statusColumn, nameColumn("IMAGE"), versionColumn, hostsColumn, slopeColumn, firstColumn,
		shareColumn, chanceColumn, capturesColumn, buildColumn, i2Column, leftColumn}
	moduleColumns = []column[Group]{statusColumn, nameColumn("MODULE"), versionColumn, hostsColumn, slopeColumn, firstColumn,
		shareColumn, capturesColumn, buildColumn, i2Column, leftColumn}
	tagColumns = []column[Group]{statusColumn, nameColumn("TAG"),
		{head: "POOL", filter: true, rank: 1, text: func(g *Group, _ textform.Units) string { return textOr(g.Pool) }},
		hostsColumn, slopeColumn, firstColumn, shareColumn, chanceColumn, capturesColumn,
		{head: "COMPONENT", rank: 7, least: 10, text: func(g *Group, _ textform.Units) string { return textOr(g.Component) }},
		i2Column, leftColumn}
)

var updateColumns = []column[Update]{
	{head: "CHANGE", filter: true, badge: true, text: func(p *Update, _ textform.Units) string { return p.Change }},
	{head: "IMAGE", least: 12, text: func(p *Update, _ textform.Units) string { return withRole(p.Name, p.Role) }},
	{head: "FROM", rank: 1, least: 8, text: func(p *Update, _ textform.Units) string { return p.build(&p.From, &p.To) }},
	{head: "TO", least: 8, text: func(p *Update, _ textform.Units) string { return p.build(&p.To, &p.From) }},
	{head: "HOSTS BEFORE", numeric: true, rank: 1,
		text:  func(p *Update, _ textform.Units) string { return ofJudged(p.From.Hosts) },
		value: func(p *Update) any { return p.From.Hosts.Leaking }},
	{head: "AFTER", numeric: true, text: func(p *Update, _ textform.Units) string { return ofJudged(p.To.Hosts) },
		value: func(p *Update) any { return p.To.Hosts.Leaking }},
	{head: "SINCE", rank: 2, text: func(p *Update, _ textform.Units) string { return dateText(p.Since) },
		value: func(p *Update) any { return timeValue(p.Since) }},
	{head: "CHANCE", numeric: true, rank: 3, text: func(p *Update, _ textform.Units) string { return chanceText(&p.Adjusted) },
		value: func(p *Update) any { return p.Adjusted }},
	{head: "BY", filter: true, rank: 4, text: func(p *Update, _ textform.Units) string { return p.By }},
}

var hostColumns = []column[Host]{
	{head: "HOST", least: 12, text: func(h *Host, _ textform.Units) string { return textform.Printable(h.Name) }},
	{head: "LEFT [95 %]", numeric: true, text: func(h *Host, _ textform.Units) string { return h.leftText() },
		value: func(h *Host) any { return known(h.Seconds) }},
	{head: "OF", filter: true, rank: 4, least: 8, text: func(h *Host, _ textform.Units) string { return textOr(h.What) }},
	{head: "LEAKS [95 %]", numeric: true, rank: 1, text: func(h *Host, u textform.Units) string { return rateText(h.Rate, u) },
		value: func(h *Host) any { return valueOf(h.Rate) }},
	{head: "PROCESS", rank: 2, least: 10, text: func(h *Host, _ textform.Units) string { return textOr(h.Process) }},
	{head: "LATEST", rank: 3, text: func(h *Host, _ textform.Units) string { return dayText(&h.Latest) },
		value: func(h *Host) any { return sightingTime(&h.Latest) }},
	{head: "CAPTURES", numeric: true, rank: 5, text: func(h *Host, _ textform.Units) string { return textform.Count(h.Captures) },
		value: func(h *Host) any { return h.Captures }},
}

var chainColumns = []column[Chain]{
	{head: "STATUS", filter: true, badge: true, text: func(c *Chain, _ textform.Units) string { return c.Status }},
	{head: "HOST", least: 10, text: func(c *Chain, _ textform.Units) string { return textform.Printable(c.Host) }},
	{head: "PROCESS", least: 12, text: func(c *Chain, _ textform.Units) string { return c.process() }},
	{head: "PRIVATE BYTES", numeric: true, rank: 2,
		text:  func(c *Chain, u textform.Units) string { return u.Size(c.FirstBytes) + " > " + u.Size(c.LastBytes) },
		value: func(c *Chain) any { return c.LastBytes }},
	{head: "SLOPE [95 %]", numeric: true, rank: 1, text: func(c *Chain, u textform.Units) string { return rateText(&c.Rate, u) },
		value: func(c *Chain) any { return c.Rate.Value }},
	{head: "CAPTURES", numeric: true, rank: 4, text: func(c *Chain, _ textform.Units) string { return textform.Count(c.Captures) },
		value: func(c *Chain) any { return c.Captures }},
	{head: "OVER", numeric: true, rank: 3, text: func(c *Chain, _ textform.Units) string { return textform.Span(c.spanS()) },
		value: func(c *Chain) any { return c.spanS() }},
	{head: "CHANCE", numeric: true, rank: 5, text: func(c *Chain, _ textform.Units) string { return chanceText(&c.Adjusted) },
		value: func(c *Chain) any { return c.Adjusted }},
	{head: "VERSION", rank: 6, least: 8, text: func(c *Chain, _ textform.Units) string { return textOr(c.FileVersion) }},
}
