package growth

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"etledger/internal/textform"
	"etledger/ledger/memoryseries"
	"etledger/report"
	"etledger/trend"
)

// Options say what of the report is kept. The zero value keeps all.
type Options struct {
	Process func(image string, pid uint32) bool // which programs are listed; nil for all. All are judged
}

// Build judges what was read. It gives the same report of the same input.
func Build(in *Observed, o Options) *Report {
	r := &Report{Schema: Schema, Captures: in.Set.Captures, Snapshots: in.Set.Snapshots, Findings: []report.Finding{}, Programs: []Program{},
		Hosts: []Host{}, damaged: len(in.Unreadable) > 0}
	var hosts []*host
	var first, second []*trend.SeasonJudgement // what the question is about, and what only tells patterns apart
	for _, m := range in.Set.Machines {
		h := newHost(m)
		h.judge()
		hosts = append(hosts, h)
		for _, p := range h.populations {
			first = append(first, &p.level)
		}
		for _, p := range h.programs {
			first = append(first, &p.levels[memoryseries.Commit])
			for _, f := range []memoryseries.Figure{memoryseries.WorkingSet, memoryseries.PrivateWorkingSet, memoryseries.VirtualSize} {
				second = append(second, &p.levels[f])
			}
		}
		for _, s := range h.sessions {
			for f := range s.levels {
				second = append(second, &s.levels[f])
			}
		}
	}
	r.Tests = trend.ControlSeasons(first) + trend.ControlSeasons(second)
	var programs []*program
	for _, h := range hosts {
		programs = append(programs, h.programs...)
		r.Hosts = append(r.Hosts, h.result())
		for _, b := range h.Boots {
			r.span(b)
		}
	}
	slices.SortStableFunc(programs, comparePrograms)
	for _, p := range programs {
		if o.Process == nil || slices.ContainsFunc(p.lifetimes, func(l *memoryseries.Lifetime) bool { return o.Process(p.image, l.PID) }) {
			r.Programs = append(r.Programs, p.result())
		}
	}
	r.Advice = adviceFor(hosts, programs)
	r.Findings = findings(in, hosts)
	r.Answer = answer(r, hosts, programs)
	return r
}

// span widens the time of the report to that of a boot.
func (r *Report) span(b *memoryseries.Boot) {
	if b.Start == 0 {
		return
	}
	if at := report.At(b.Start); r.Start == nil || at.Before(r.Start.Time) {
		r.Start = &at
	}
	if at := report.At(b.End); r.End == nil || at.After(r.End.Time) {
		r.End = &at
	}
}

// order of verdicts, the worst first.
var worst = map[trend.Verdict]int{trend.Growth: 0, trend.Step: 2, trend.WarmUp: 3, trend.Inconclusive: 4, trend.Steady: 5, trend.Shrinking: 6}

// rank gives the order of a program: growth of commit, then growth of the working set, then the rest.
func (p *program) rank() int {
	commit := p.verdict(memoryseries.Commit)
	if commit != trend.Growth {
		if name, _ := p.pattern(); name == PatternCached {
			return 1
		}
	}
	return worst[commit]
}

func comparePrograms(a, b *program) int {
	of := func(p *program) float64 {
		if p.rank() == 1 {
			return p.levels[memoryseries.WorkingSet].Slope.Rate
		}
		return p.levels[memoryseries.Commit].Slope.Rate
	}
	// Of those that grow, the rate that is sure counts.
	sure := func(p *program) float64 {
		if p.rank() == 0 {
			return p.levels[memoryseries.Commit].Slope.Low
		}
		return of(p)
	}
	return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(sure(b), sure(a)), cmp.Compare(a.host.Host, b.host.Host),
		strings.Compare(a.image, b.image), cmp.Compare(a.lifetimes[0].First, b.lifetimes[0].First),
		cmp.Compare(a.lifetimes[0].PID, b.lifetimes[0].PID))
}

// answer says in a sentence or two what grows.
func answer(r *Report, hosts []*host, programs []*program) string {
	if r.Snapshots == 0 && !anyKnown(hosts) {
		return "There is no memory snapshot in these captures, so nothing can be said about growth."
	}
	var parts []string
	grow := 0
	for _, p := range programs {
		if p.verdict(memoryseries.Commit) == trend.Growth {
			grow++
		}
	}
	if grow > 0 {
		p := programs[0]
		j := &p.levels[memoryseries.Commit]
		text := fmt.Sprintf("%s grows by %s a day (%s)", p.image, textform.Size(j.Slope.Rate*aDay),
			textform.SizeRange(j.Slope.Low*aDay, j.Slope.High*aDay))
		if len(hosts) > 1 {
			text = fmt.Sprintf("%s on %s grows by %s a day (%s)", p.image, p.host.Host, textform.Size(j.Slope.Rate*aDay),
				textform.SizeRange(j.Slope.Low*aDay, j.Slope.High*aDay))
		}
		if j.HasReturned && j.Returned >= 0.5 {
			text += ", which restarts hide"
		}
		if grow > 1 {
			text += fmt.Sprintf(", and so does the commit of %s", textform.Plural(grow-1, "other program"))
		}
		parts = append(parts, text+".")
	} else {
		parts = append(parts, nothingGrows(programs))
	}
	for _, h := range hosts {
		for _, name := range []string{popNonpaged, popPaged, popOther} {
			p := h.population(name)
			if p.known && p.level.Verdict == trend.Growth {
				on := ""
				if len(hosts) > 1 {
					on = " of " + h.Host
				}
				parts = append(parts, fmt.Sprintf("The %s%s grows by %s a day (%s).", name, on, textform.Size(p.level.Slope.Rate*aDay),
					textform.SizeRange(p.level.Slope.Low*aDay, p.level.Slope.High*aDay)))
			}
		}
	}
	if len(parts) > 3 {
		parts = append(parts[:3], fmt.Sprintf("Other pools grow too, %d of them.", len(parts)-3))
	}
	if grow > 0 {
		parts = append(parts, "Levels alone are a suspicion and no proof of a leak: a capture tells.")
	}
	return strings.Join(parts, " ")
}

// nothingGrows says that no program grows, as far as that can be said.
func nothingGrows(programs []*program) string {
	judged, open, days := 0, 0, false
	for _, p := range programs {
		j := &p.levels[memoryseries.Commit]
		if j.Basis != trend.NoBasis {
			judged++
		}
		if j.Verdict == trend.Inconclusive {
			open++
		}
		days = days || j.Basis == trend.SameHours || j.Basis == trend.Returning
	}
	switch {
	case judged == 0:
		return "Nothing can be said about growth yet: no process was seen for an hour. 'etledger analyze' judges a single capture."
	case !days:
		return fmt.Sprintf("No process is shown to grow, of %s, but with less than two days growth is not told apart from the load of the day.",
			textform.Plural(judged, "program"))
	}
	text := fmt.Sprintf("The commit of no process is shown to grow beyond what the hours of the day and chance explain, of %s.",
		textform.Plural(judged, "program"))
	if open > 0 {
		text += fmt.Sprintf(" Of %s too little is known.", textform.Count(open))
	}
	return text
}

func anyKnown(hosts []*host) bool {
	for _, h := range hosts {
		for _, p := range h.populations {
			if p.known {
				return true
			}
		}
	}
	return false
}
