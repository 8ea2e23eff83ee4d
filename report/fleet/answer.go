package fleet

import (
	"fmt"
	"slices"
	"strings"

	"etledger/internal/textform"
)

// answerNames is how many groups the answer names.
const answerNames = 3

// answer says in a sentence what leaks.
func (v *view) answer() string {
	f := &v.report.Fleet
	if f.Captures == 0 {
		return "There are no captures."
	}
	var leaks []string
	suspects, first := 0, ""
	for _, list := range [][]Group{v.report.Images, v.report.PoolTags} {
		for i := range list {
			switch g := &list[i]; g.Status {
			case Leaks:
				leaks = append(leaks, g.sentence())
			case Suspected:
				if suspects++; first == "" {
					first = g.label()
				}
			}
		}
	}
	of := fmt.Sprintf("%s of %s", textform.Plural(f.Captures, "capture"), textform.Plural(f.Hosts, "host"))
	switch {
	case len(leaks) > 0:
		text := joined(leaks)
		switch suspects {
		case 0:
			text += "; nothing else leaks"
		case 1:
			text += "; " + first + " is suspected, nothing else leaks"
		default:
			text += fmt.Sprintf("; %s others are suspected, nothing else leaks", textform.Count(suspects))
		}
		return text + "."
	case suspects == 1:
		return fmt.Sprintf("%s is suspected to leak, and nothing is shown to, in %s.", first, of)
	case suspects > 1:
		return fmt.Sprintf("%s and %s are suspected to leak, and nothing is shown to, in %s.", first, others(suspects-1), of)
	case f.Judged == 0 && !v.tagsJudged():
		return "Nothing could be judged in " + of + "."
	}
	switch {
	case f.Judgeable == 0:
		return "No pool tag leaks in " + of + "; of no process could a leak have been shown."
	case f.Leaking > 0:
		return fmt.Sprintf("Nothing leaks in %s: %s %s as many as false verdicts explain.", f.couldShow(of),
			textform.Plural(f.Leaking, "leak verdict"), isOrAre(f.Leaking))
	}
	return "Nothing leaks in " + f.couldShow(of) + "."
}

// couldShow names the captures that could show a leak, where they are not all.
func (f *Fleet) couldShow(all string) string {
	if f.Judgeable >= f.Captures {
		return all
	}
	return fmt.Sprintf("the %s of %s that could show a leak (of %s)", textform.Count(f.Judgeable),
		textform.Plural(f.Captures, "capture"), textform.Plural(f.Hosts, "host"))
}

func others(n int) string {
	if n == 1 {
		return "1 other"
	}
	return textform.Count(n) + " others"
}

func (v *view) tagsJudged() bool {
	return slices.ContainsFunc(v.report.PoolTags, func(g Group) bool { return g.Hosts.Judged > 0 })
}

// label names a group for people.
func (g *Group) label() string {
	if g.Pool != nil {
		return "pool tag " + textform.Printable(g.Name) + " (" + textform.Printable(*g.Pool) + ")"
	}
	return buildName(&build{name: g.Name, version: orZero(g.FileVersion), role: orZero(g.Role), stamp: g.BuildStamp})
}

// sentence is "svc.exe 5.2.1 (build 66a1b2c3) leaks on 10 of 100 hosts, 205 [198,212] KiB/s". Of few hosts whose rates differ the
// interval of the pooled rate may reach down to none, which says of a leak that is there nothing that one could use: then the
// sentence has the rates from the lowest host to the highest.
func (g *Group) sentence() string {
	text := fmt.Sprintf("%s leaks on %s of %s", g.label(), textform.Count(g.Hosts.Leaking), textform.Plural(g.Hosts.Judged, "host"))
	if s := g.Slope; s != nil {
		rate := textform.Rate(s.Rate)
		switch {
		case s.Low == nil || s.High == nil:
		case *s.Low <= 0 && s.Estimates > 1:
			rate = textform.RateRange(s.Rate, s.Lowest, s.Highest) + " by " + strings.TrimSuffix(s.Of, "s")
		default:
			rate = textform.RateInterval(s.Rate, *s.Low, *s.High)
		}
		text += ", " + rate
	}
	if len(g.Partners) > 0 && g.Pool == nil {
		text += ", from " + textform.Printable(g.Partners[0].Name)
	}
	return text
}

// joined joins the first texts and counts the rest.
func joined(texts []string) string {
	text := strings.Join(texts[:min(len(texts), answerNames)], "; ")
	switch rest := len(texts) - answerNames; {
	case rest == 1:
		text += "; 1 more leaks"
	case rest > 1:
		text += "; " + textform.Count(rest) + " more leak"
	}
	return text
}
