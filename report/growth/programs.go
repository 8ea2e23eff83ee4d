package growth

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"etledger/ledger/memoryseries"
	"etledger/report"
	"etledger/trend"
)

// program is one instance of a program, with its lifetimes, or all instances of an image together.
type program struct {
	host      *memoryseries.Machine
	image     string
	lifetimes []*memoryseries.Lifetime // in order of time; those of an instance do not overlap
	siblings  int                      // instances of the same image beside it
	total     *total                   // not nil where it is all instances together
	restarts  bool                     // it grows in each lifetime
	levels    [4]trend.SeasonJudgement // by memoryseries.Figure
	known     [4]bool
}

// mostLifetimes bounds the lifetimes of a program that are judged, the longest.
const mostLifetimes = 400

// changing is what differs in command lines from one start of a program to the next.
var changing = regexp.MustCompile(`\{?[0-9A-Fa-f]{8}-[0-9A-Fa-f-]{13,}\}?|0x[0-9A-Fa-f]+|[0-9A-Fa-f]*[0-9][0-9A-Fa-f]{3,}|[0-9]+`)

// likeness is what a command line has in common with those of other lifetimes of the same program.
func likeness(commandLine string) string {
	return strings.ToLower(strings.TrimSpace(changing.ReplaceAllString(commandLine, "#")))
}

func (p *program) keepLongest() {
	if len(p.lifetimes) <= mostLifetimes {
		return
	}
	slices.SortStableFunc(p.lifetimes, func(a, b *memoryseries.Lifetime) int { return cmp.Compare(b.Last-b.First, a.Last-a.First) })
	p.lifetimes = p.lifetimes[:mostLifetimes]
	slices.SortStableFunc(p.lifetimes, func(a, b *memoryseries.Lifetime) int {
		return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.PID, b.PID))
	})
}

// imageOf names a lifetime's image, in small letters; the process number stands for one that is not known.
func imageOf(l *memoryseries.Lifetime) string {
	if l.Image == "" {
		return fmt.Sprintf("pid %d", l.PID)
	}
	return strings.ToLower(l.Image)
}

// judge judges the figures of a program.
func (p *program) judge() {
	for f := range p.levels {
		s := trend.Seasonal{}
		for _, l := range p.lifetimes {
			points := pointsOf(&l.Series, p.host, func(bin int) (float64, bool) { return meanOf(l.Series.Cell(bin, f)) })
			if len(points) == 0 {
				continue
			}
			p.known[f] = true
			s.Width = max(s.Width, seconds(l.Series.Width))
			s.Episodes = append(s.Episodes, trend.Episode{Points: points, Begun: l.Start != 0 && l.First-l.Start < warmWithin})
		}
		if p.known[f] {
			p.levels[f] = judgeSeason(s)
		}
	}
	p.judgeRestarts()
	p.doubtYoung()
}

// warmWithin is how long after its start, in ns, a lifetime must have been seen first for its beginning to count as seen.
const warmWithin = int64(30 * 60 * 1e9)

// meanOf gives the mean of a cell in pages.
func meanOf(c *memoryseries.Cell) (float64, bool) {
	if c.Samples == 0 {
		return 0, false
	}
	return c.Sum / float64(c.Samples), true
}

// pointsOf gives the level of a series in bytes, at local times. Value gives pages.
func pointsOf(s *memoryseries.Series, m *memoryseries.Machine, value func(bin int) (float64, bool)) []trend.LevelPoint {
	points := make([]trend.LevelPoint, 0, s.Bins())
	for bin := range s.Bins() {
		if v, ok := value(bin); ok {
			points = append(points, trend.LevelPoint{Time: localSeconds(m, s.At(bin)), Value: v * float64(m.PageSize)})
		}
	}
	return points
}

func seconds(ns int64) float64 { return float64(ns) / 1e9 }

// localSeconds gives a moment in local time, in seconds since 1970.
func localSeconds(m *memoryseries.Machine, ns int64) float64 {
	return seconds(ns) - float64(m.BiasMinutes)*60
}

// pattern says how the figures of a program grow together, and what that means.
func (p *program) pattern() (name, text string) {
	commit, set := p.verdict(memoryseries.Commit), p.verdict(memoryseries.WorkingSet)
	private, virtual := p.verdict(memoryseries.PrivateWorkingSet), p.verdict(memoryseries.VirtualSize)
	switch {
	case p.total != nil && commit == trend.Growth && p.total.covered:
		return PatternNone, ""
	case p.total != nil && commit == trend.Growth:
		return PatternSpread, "No instance alone is shown to grow: the growth is spread over several, or there are ever more of them."
	case p.restarts && commit == trend.Growth:
		return PatternRestarts, ""
	case commit == trend.Growth && set == trend.Growth:
		return PatternActive, "It takes memory and uses it: commit and working set both grow."
	case commit == trend.Growth && p.known[memoryseries.WorkingSet]:
		return PatternCold, "Commit grows and the working set does not: memory that is taken and not touched again, as forgotten memory is."
	case commit == trend.Growth:
		return PatternActive, "Commit grows; the working set was not recorded."
	case set == trend.Growth && p.mayGrow():
		return PatternNone, ""
	case set == trend.Growth && private == trend.Growth:
		return PatternCached, "The working set grows, its private part too, and commit does not: memory that was taken before is being touched. " +
			"That is no leak."
	case set == trend.Growth:
		return PatternCached, "The working set grows and commit does not: cached or mapped files, shared with others. That is no leak."
	case virtual == trend.Growth:
		return PatternReserving, "Only the virtual size grows: addresses are reserved, and no memory is taken for them."
	}
	return PatternNone, ""
}

// mayGrow tells whether commit may well grow half as fast as the working set does, so that nothing is to be said of a difference.
func (p *program) mayGrow() bool {
	commit, set := &p.levels[memoryseries.Commit].Slope, &p.levels[memoryseries.WorkingSet].Slope
	return !p.known[memoryseries.Commit] || !commit.Interval || commit.High > set.Rate/2
}

func (p *program) verdict(f memoryseries.Figure) trend.Verdict {
	if !p.known[f] {
		return trend.Inconclusive
	}
	return p.levels[f].Verdict
}

// last is the lifetime that was seen last; an empty one where all were too short.
func (p *program) last() *memoryseries.Lifetime {
	if len(p.lifetimes) == 0 {
		return &memoryseries.Lifetime{Ending: memoryseries.EndExit}
	}
	return slices.MaxFunc(p.lifetimes, func(a, b *memoryseries.Lifetime) int { return cmp.Compare(a.Last, b.Last) })
}

// result makes the program of the report.
func (p *program) result() Program {
	last := p.last()
	r := Program{Host: p.host.Host, Image: p.image, Instances: p.siblings + 1, PID: last.PID, Lifetimes: len(p.lifetimes),
		Running: last.Ending == memoryseries.EndNone, Verdict: string(p.verdict(memoryseries.Commit))}
	for _, l := range p.lifetimes {
		r.Assumed += l.Assumed
	}
	if p.total != nil {
		r.Together, r.Instances, r.Lifetimes, r.PID = true, p.total.instances, len(p.lifetimes)+p.total.short, 0
	} else {
		if last.CommandLine != "" {
			r.CommandLine = &last.CommandLine
		}
		if last.Start != 0 {
			r.Started = pointer(report.At(last.Start))
		}
	}
	for f, to := range [...]**Level{memoryseries.Commit: &r.Commit, memoryseries.WorkingSet: &r.WorkingSet,
		memoryseries.PrivateWorkingSet: &r.Private, memoryseries.VirtualSize: &r.Virtual} {
		switch {
		case !p.known[f]:
		case p.total != nil:
			*to = judged(&p.levels[f], p.host)
			(*to).fill(p.total.values)
		default:
			var all []*memoryseries.Series
			for _, l := range p.lifetimes {
				all = append(all, &l.Series)
			}
			*to = levelOf(&p.levels[f], p.host, all, f)
		}
	}
	var text string
	r.Pattern, text = p.pattern()
	r.Reason = strings.TrimSpace(p.levels[memoryseries.Commit].Reason + " " + text)
	if r.Pattern == PatternCached {
		r.Reason = strings.TrimSpace(p.levels[memoryseries.WorkingSet].Reason + " " + text)
	}
	return r
}

// recent is by how much the commit rose of late, in bytes: in two days, or all the time that there is.
func (p *program) recent() float64 {
	j := &p.levels[memoryseries.Commit]
	rate := j.Slope.Rate
	if j.Recent.Interval {
		rate = j.Recent.Rate
	}
	return rate * min(j.Longest, 2*aDay)
}
