package growth

import (
	"cmp"
	"slices"

	"etledger/ledger/memoryseries"
	"etledger/report"
	"etledger/trend"
)

// population is a part of the memory of a host, of all its boots.
type population struct {
	name  string
	level trend.SeasonJudgement
	known bool
	value func(s *memoryseries.Series, bin int) (float64, bool)
}

// The names of populations.
const (
	popCommit    = "commit"
	popProcesses = "processes"
	popPaged     = "paged pool"
	popNonpaged  = "nonpaged pool"
	popOther     = "other commit"
	popDrivers   = "driver pages"
	popAvailable = "available"
)

func figure(f memoryseries.SystemFigure) func(s *memoryseries.Series, bin int) (float64, bool) {
	return func(s *memoryseries.Series, bin int) (float64, bool) { return meanOf(s.Cell(bin, int(f))) }
}

// otherCommit is commit that neither processes nor pools explain: sections backed by the page file, driver memory, page tables.
func otherCommit(s *memoryseries.Series, bin int) (float64, bool) {
	commit, known := meanOf(s.Cell(bin, int(memoryseries.SystemCommit)))
	for _, f := range []memoryseries.SystemFigure{memoryseries.ProcessCommit, memoryseries.PagedPool, memoryseries.NonpagedPool} {
		v, ok := meanOf(s.Cell(bin, int(f)))
		commit, known = commit-v, known && ok
	}
	return commit, known
}

// host is a machine while it is judged.
type host struct {
	*memoryseries.Machine
	populations []*population
	programs    []*program
	totals      []*program // all instances of an image together
	sessions    []*sessionLevels
}

type sessionLevels struct {
	id     uint32
	series []*memoryseries.Series
	levels [4]trend.SeasonJudgement
	known  [4]bool
}

func newHost(m *memoryseries.Machine) *host {
	h := &host{Machine: m, programs: programsOf(m)}
	h.populations = []*population{
		{name: popCommit, value: figure(memoryseries.SystemCommit)},
		{name: popProcesses, value: figure(memoryseries.ProcessCommit)},
		{name: popPaged, value: figure(memoryseries.PagedPool)},
		{name: popNonpaged, value: figure(memoryseries.NonpagedPool)},
		{name: popOther, value: otherCommit},
		{name: popDrivers, value: figure(memoryseries.DriverPages)},
		{name: popAvailable, value: figure(memoryseries.Available)},
	}
	byID := map[uint32]*sessionLevels{}
	for _, b := range m.Boots {
		for _, s := range b.Sessions {
			l := byID[s.ID]
			if l == nil {
				l = &sessionLevels{id: s.ID}
				byID[s.ID] = l
				h.sessions = append(h.sessions, l)
			}
			l.series = append(l.series, &s.Series)
		}
	}
	slices.SortFunc(h.sessions, func(a, b *sessionLevels) int { return cmp.Compare(a.id, b.id) })
	return h
}

// judge judges all levels of a host. What starts with a boot is warm for a while.
func (h *host) judge() {
	for _, p := range h.populations {
		s := trend.Seasonal{}
		for _, b := range h.Boots {
			points := pointsOf(&b.System, h.Machine, func(bin int) (float64, bool) { return p.value(&b.System, bin) })
			if len(points) == 0 {
				continue
			}
			p.known = true
			s.Width = max(s.Width, seconds(b.System.Width))
			s.Episodes = append(s.Episodes, trend.Episode{Points: points, Begun: b.Booted != 0 && b.Start-b.Booted < warmWithin})
		}
		if p.known {
			p.level = judgeSeason(s)
		}
	}
	for _, p := range h.programs {
		p.judge()
	}
	h.totals = totalsOf(h.Machine, h.programs)
	for _, l := range h.sessions {
		for f := range l.levels {
			s := trend.Seasonal{}
			for _, series := range l.series {
				points := pointsOf(series, h.Machine, func(bin int) (float64, bool) { return meanOf(series.Cell(bin, f)) })
				if len(points) > 0 {
					l.known[f] = true
					s.Width = max(s.Width, seconds(series.Width))
					s.Episodes = append(s.Episodes, trend.Episode{Points: points})
				}
			}
			if l.known[f] {
				l.levels[f] = judgeSeason(s)
			}
		}
	}
}

func (h *host) population(name string) *population {
	for _, p := range h.populations {
		if p.name == name {
			return p
		}
	}
	return nil
}

func (h *host) result() Host {
	r := Host{Name: h.Host, PageSize: h.PageSize, BiasMinutes: h.BiasMinutes, Boots: []Boot{}, Population: []Population{}, Sessions: []Session{}}
	if h.MemoryBytes > 0 {
		r.Memory = pointer(h.MemoryBytes)
	}
	var series []*memoryseries.Series
	for _, b := range h.Boots {
		series = append(series, &b.System)
		boot := Boot{Start: report.At(b.Start), End: report.At(b.End), Captures: b.Captures, Snapshots: b.Snapshots,
			IntervalS: rounded(b.Interval.Seconds(), 1e-3), Lifetimes: len(b.Lifetimes), ShortLived: b.ShortLived}
		if b.Booted != 0 {
			boot.Booted = pointer(report.At(b.Booted))
		}
		for _, g := range b.Gaps {
			boot.GapS += rounded(seconds(g.To-g.From), secondStep)
		}
		r.Boots = append(r.Boots, boot)
	}
	for _, p := range h.populations {
		if p.known {
			r.Population = append(r.Population, Population{p.name, *h.populationLevel(p, series)})
		}
	}
	for _, s := range h.sessions {
		r.Sessions = append(r.Sessions, h.sessionResult(s))
	}
	r.Explanation, r.Exhaustion = h.explain(), h.exhaustion()
	return r
}

// populationLevel makes a level of a population, whose values may be reckoned from several figures.
func (h *host) populationLevel(p *population, series []*memoryseries.Series) *Level {
	l := judged(&p.level, h.Machine)
	var values []binned
	for _, s := range series {
		for bin := range s.Bins() {
			mean, ok := p.value(s, bin)
			if ok {
				values = append(values, binned{s.At(bin), max(0, mean*float64(h.PageSize))})
			}
		}
	}
	l.fill(values)
	return l
}

func (h *host) sessionResult(s *sessionLevels) Session {
	r := Session{ID: s.id}
	for f, to := range [...]**Level{memoryseries.Commit: &r.Commit, memoryseries.WorkingSet: &r.WorkingSet, memoryseries.PrivateWorkingSet: nil,
		memoryseries.VirtualSize: &r.PagedPool} {
		if to != nil && s.known[f] {
			*to = levelOf(&s.levels[f], h.Machine, s.series, f)
		}
	}
	return r
}
