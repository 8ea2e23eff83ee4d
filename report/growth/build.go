package growth

import (
	"cmp"
	"slices"
	"strings"

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
		for _, p := range h.totals {
			first = append(first, &p.levels[memoryseries.Commit])
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
		cover(h.totals, h.programs)
		programs = append(append(programs, h.programs...), h.totals...)
		r.Hosts = append(r.Hosts, h.result())
		for _, b := range h.Boots {
			r.span(b)
		}
	}
	slices.SortStableFunc(programs, comparePrograms)
	for _, p := range programs {
		if p.chosen(o.Process) {
			r.Programs = append(r.Programs, p.result())
		}
	}
	r.Advice = adviceFor(hosts, programs)
	r.Findings = findings(in, hosts)
	r.Answer = answer(r, hosts, programs)
	return r
}

// chosen tells whether a program is listed: all instances together by the image alone.
func (p *program) chosen(means func(image string, pid uint32) bool) bool {
	if means == nil {
		return true
	}
	if p.total != nil {
		return means(p.image, 0)
	}
	return slices.ContainsFunc(p.lifetimes, func(l *memoryseries.Lifetime) bool { return means(p.image, l.PID) })
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
var worst = map[trend.Verdict]int{trend.Growth: 0, trend.Step: 3, trend.WarmUp: 4, trend.Inconclusive: 5, trend.Steady: 6, trend.Shrinking: 7}

// rank gives the order of a program: growth of commit, of single instances and then of what they explain, then growth of the working set, then
// the rest.
func (p *program) rank() int {
	commit := p.verdict(memoryseries.Commit)
	if commit == trend.Growth && p.isCovered() {
		return 1
	}
	if commit != trend.Growth {
		if name, _ := p.pattern(); name == PatternCached {
			return 2
		}
	}
	return worst[commit]
}

// weight gives the order of programs with a rank: of those that grow by the rate that is sure, of those of which too little is known by what
// they rose by of late, of the rest by their rate.
func (p *program) weight() float64 {
	switch p.rank() {
	case 0, 1:
		return p.levels[memoryseries.Commit].Slope.Low
	case 2:
		return p.levels[memoryseries.WorkingSet].Slope.Rate
	case worst[trend.Inconclusive]:
		return p.recent()
	}
	return p.levels[memoryseries.Commit].Slope.Rate
}

func comparePrograms(a, b *program) int {
	first := func(p *program) int64 {
		if len(p.lifetimes) == 0 {
			return 0
		}
		return p.lifetimes[0].First
	}
	pid := func(p *program) uint32 {
		if p.total != nil {
			return 0
		}
		return p.lifetimes[0].PID
	}
	return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(b.weight(), a.weight()), cmp.Compare(a.host.Host, b.host.Host),
		strings.Compare(a.image, b.image), cmp.Compare(first(a), first(b)), cmp.Compare(pid(a), pid(b)))
}
