package fleet

import (
	"fmt"
	"strings"

	"etledger/internal/textform"
)

// fact is a text with what it is about, safe to show.
type fact struct{ label, text string }

// mostNamed is how many partners or hosts are named in a fact of text.
const mostNamed = 5

// mostValues is how many values of a dimension are named.
const mostValues = 10

// telling is how facts are told.
type telling struct {
	units  textform.Units
	ascii  bool
	period string // length of periods
	most   int    // hosts and partners that are named
	folder string // of the dataset
}

// facts say what the report is made of.
func (r *Report) facts() []fact {
	f := &r.Fleet
	list := []fact{{"Fleet", textform.Plural(f.Hosts, "host") + ", " + textform.Plural(f.Captures, "capture") + ", " +
		textform.Span(f.DurationS) + " of recording" + f.weakened()}}
	if f.First != nil && f.Last != nil {
		list = append(list, fact{"Span", momentText(*f.First) + " to " + momentText(*f.Last) + " UTC, " +
			textform.Span(f.Last.Sub(f.First.Time).Seconds())})
	}
	list = append(list, fact{"Judged", fmt.Sprintf("%s of %s, %s of %s; %s called a leak", textform.Count(f.Judgeable),
		textform.Plural(f.Captures, "capture"), textform.Count(f.Judged), textform.Plural(f.Lifetimes, "lifetime"),
		textform.Counted(uint64(f.Leaking), "lifetime", "is", "are"))})
	for _, d := range []struct {
		label  string
		shares []Share
	}{{"Rings", f.Rings}, {"Versions", f.Versions}, {"Workloads", f.Workloads}, {"Windows", f.OSBuilds}} {
		if text := sharesText(d.shares); text != "" {
			list = append(list, fact{d.label, text})
		}
	}
	return list
}

// weakened counts the captures that tell less than others.
func (f *Fleet) weakened() string {
	var parts []string
	for _, c := range []struct {
		n    int
		text string
	}{{f.Failed, "failed"}, {f.Unreadable, "unreadable"}, {f.Damaged, "damaged"}, {f.Lossy, "with losses"}, {f.Repeated, "given again"}} {
		if c.n > 0 {
			parts = append(parts, textform.Count(c.n)+" "+c.text)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "; " + strings.Join(parts, ", ")
}

// sharesText lists values with their hosts; "" where no capture has any.
func sharesText(shares []Share) string {
	if len(shares) == 0 || len(shares) == 1 && shares[0].Value == nil {
		return ""
	}
	parts := make([]string, len(shares))
	for i, s := range shares {
		parts[i] = valueText(s.Value) + " (" + textform.Plural(s.Hosts, "host") + ")"
	}
	return listed(parts, mostValues, len(parts))
}

// valueText is a value of a dimension.
func valueText(value *string) string {
	if value == nil {
		return "not told"
	}
	return textform.Printable(*value)
}

// title is a group with its status.
func (g *Group) title() string {
	if g.Status == Leaks {
		return g.label() + " leaks"
	}
	return g.label() + " is " + string(g.Status)
}

// facts say what is known of a group that leaks: where, since when, how fast, how sure, and where to look next. Of modules,
// whose images tell the rest, they are few.
func (k *kind) facts(g *Group, how telling) []fact {
	list := []fact{{"Hosts", g.hostsText(k.lifetimes)}}
	if len(g.LeakingOn) > 0 {
		names := make([]string, len(g.LeakingOn))
		for i, name := range g.LeakingOn {
			names[i] = textform.Printable(name)
		}
		list = append(list, fact{"On", listed(names, how.most, g.Hosts.Leaking)})
	}
	if g.FirstLeak != nil {
		text := "first in " + g.FirstLeak.text()
		if g.LastLeak != nil && g.LastLeak.Capture != g.FirstLeak.Capture {
			text += "; last in " + g.LastLeak.text()
		}
		list = append(list, fact{"Since", text})
	}
	if g.Slope != nil {
		list = append(list, fact{"Rate", g.Slope.text(how.units)})
	}
	if text := g.partnersText(how); text != "" {
		list = append(list, fact{k.partners, text})
	}
	if line := g.spark(how.ascii, how.period); line != "" && !k.few {
		list = append(list, fact{"Over time", line})
	}
	for _, d := range []struct {
		label string
		parts []Part
	}{{"Rings", g.ByRing}, {"Versions", g.ByVersion}, {"Workloads", g.ByWorkload}, {"Windows", g.ByOSBuild}} {
		if text := partsText(d.parts); text != "" && !k.few {
			list = append(list, fact{d.label, text})
		}
	}
	if next := g.next(how.folder); next != "" {
		list = append(list, fact{"Look at", next})
	}
	return list
}

// hostsText says on how many hosts a group leaks, and how sure that is.
func (g *Group) hostsText(lifetimes bool) string {
	text := "leaks on " + ofJudgedText(g.Hosts) + " judged"
	if p := g.Prevalence; p != nil {
		text += ", " + textform.Percent(p.Value) + " (95 %: " + textform.Percent(p.Low) + " to " + textform.Percent(p.High) + ")"
	}
	text += "; in " + ofJudgedText(g.Captures) + " captures"
	if lifetimes {
		text += ", " + ofJudgedText(g.Lifetimes) + " lifetimes"
	}
	if g.Adjusted != nil {
		text += "; chance " + chanceText(g.Adjusted)
	}
	return text
}

func (s *Sighting) text() string {
	return "capture " + textform.Printable(s.Capture) + " of " + textform.Printable(s.Host) + " at " + momentText(s.Time) + " UTC"
}

// text says a pooled rate, what it is made of, and how far its parts differ.
func (p *Pooled) text(u textform.Units) string {
	text := u.Rate(p.Rate)
	if p.Low != nil && p.High != nil {
		text += " (95 %: " + u.RateRange(p.Rate, *p.Low, *p.High) + ")"
	}
	noun := strings.TrimSuffix(p.Of, "s")
	if p.Estimates < 2 {
		return text + ", of " + textform.Plural(p.Estimates, noun)
	}
	text += fmt.Sprintf(", of %s from %s to %s", textform.Plural(p.Estimates, noun), u.Rate(p.Lowest), u.Rate(p.Highest))
	if p.I2 != nil {
		text += ", which " + unlike(*p.I2) + " beyond their errors (I2 " + textform.Percent(*p.I2) + ")"
	}
	return text
}

// spark draws the share of hosts that leak over time.
func (g *Group) spark(ascii bool, period string) string {
	if len(g.OverTime) < 2 {
		return ""
	}
	values := make([]float64, len(g.OverTime))
	for i, p := range g.OverTime {
		values[i] = share(p.Hosts)
	}
	first, last := &g.OverTime[0], &g.OverTime[len(g.OverTime)-1]
	return fmt.Sprintf("%s by %s: %s hosts in that of %s, %s in that of %s", textform.Spark(values, ascii), textform.Printable(period),
		ofJudgedText(first.Hosts), dateText(&first.From), ofJudgedText(last.Hosts), dateText(&last.From))
}

func share(c Counts) float64 {
	if c.Judged == 0 {
		return 0
	}
	return float64(c.Leaking) / float64(c.Judged)
}

// partsText says how many hosts leak of those judged with each value; "" where no capture has any.
func partsText(parts []Part) string {
	if len(parts) == 0 || len(parts) == 1 && parts[0].Value == nil {
		return ""
	}
	var texts []string
	for _, p := range parts {
		if p.Hosts.Judged > 0 {
			texts = append(texts, valueText(p.Value)+" "+ofJudgedText(p.Hosts))
		}
	}
	return listed(texts, mostValues, len(texts))
}

func (g *Group) partnersText(how telling) string {
	texts := make([]string, len(g.Partners))
	for i, p := range g.Partners {
		name := textform.Printable(p.Name)
		if p.FileVersion != nil {
			name += " " + textform.Printable(*p.FileVersion)
		}
		facts := []string{how.units.Size(p.OutstandingBytes)}
		if p.Share != nil {
			facts = append(facts, textform.Percent(*p.Share))
		}
		texts[i] = name + " (" + strings.Join(append(facts, textform.Plural(p.Hosts, "host")), ", ") + ")"
	}
	return listed(texts, how.most, len(texts))
}

// next says which capture to look at: the latest in which the group leaks.
func (g *Group) next(folder string) string {
	s := g.LastLeak
	if s == nil {
		s = g.FirstLeak
	}
	if s == nil {
		return ""
	}
	id := textform.Printable(s.Capture)
	text := folder + "/report/*/*/capture=" + id + "/report.json"
	if s.Location != "" {
		text = "etledger analyze " + textform.ShellWord(s.Location) + "; its report is " + text
	}
	return text
}
