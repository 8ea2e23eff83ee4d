package compare

import (
	"slices"

	"etledger/report"
	"etledger/trend"
)

// Options say how to compare. The zero value gives the defaults.
type Options struct {
	// SameWorkload vouches that both sides saw the same workload: what the captures tell of it is then not held against the
	// comparison.
	SameWorkload bool
	// Process limits the comparison to processes of this name or number, as report.ProfileOptions.Process does. Without one
	// of them the report has no processes.
	Process string
}

// level bounds the chance of calling anything worse or better where nothing changed.
const level = 0.05

// Compare compares captures from before with captures from after. It is a pure function, and keeps nothing of the reports,
// which may have been read from JSON. Several reports of a side are captures of one state of things, such as of one build,
// and are taken together. Reports with details give timelines.
func Compare(before, after []*report.Report, o Options) *Report {
	r := &Report{
		Schema: Schema, SameWorkload: o.SameWorkload, Level: level, Against: []string{}, Notes: []string{},
		Before: sideOf(before), After: sideOf(after), Processes: []Process{},
	}
	r.Against = against(before, after, &r.Before, &r.After)
	r.Notes = notes(&r.Before, &r.After)
	c := comparison{report: r, options: o, comparable: len(r.Against) == 0, totals: sameLength(&r.Before, &r.After)}
	for _, g := range groupsOf(before, after, &r.Before, &r.After) {
		p := c.compare(g)
		if o.Process == "" || p.matches(o.Process) {
			r.Processes = append(r.Processes, p)
		}
	}
	c.conclude()
	slices.SortStableFunc(r.Processes, compareProcesses)
	r.count()
	r.Answer = r.answer()
	return r
}

// comparison is a comparison under way.
type comparison struct {
	report     *Report
	options    Options
	comparable bool // the two sides as such
	totals     bool // both sides observed about as long
}

// compare works out the figures of one process and their differences. What chance may explain is seen to by conclude.
func (c *comparison) compare(g group) Process {
	p := Process{Image: g.image, CommandLine: g.command, Notes: []string{}, Modules: []Module{}, pids: g.pids()}
	one, other := g.sides[0], g.sides[1]
	slopes := trend.CombineGroups(one.slopes(), other.slopes())
	p.Before, p.After = one.figures(slopes[0]), other.figures(slopes[1])
	p.Timelines = slices.Concat(one.timelines("before"), other.timelines("after"))
	if p.Before == nil || p.After == nil {
		p.onOneSide()
		if !c.comparable { // what was not usable may have had it
			p.Status, p.Reason = NotComparable, c.obstacle(&p, &g)
		}
		p.compareModules(&g)
		return p
	}
	p.d = newDifference(slopes[0], slopes[1], &g)
	p.Notes = append(p.Notes, processNotes(&p, &g)...)
	if p.d.Interval {
		p.SlopeDifference = rateEstimate(p.d.Slope)
	}
	if c.totals && p.Before.LostShare == nil && p.After.LostShare == nil {
		p.OutstandingDifference = sizeEstimate(trend.DifferenceOfMeans(one.outstanding(), other.outstanding()))
	}
	p.ChurnDifference = sizeEstimate(trend.DifferenceOfMeans(one.churn(), other.churn()))
	p.compareModules(&g)
	if reason := c.obstacle(&p, &g); reason != "" {
		p.Status, p.Reason = NotComparable, reason
	}
	return p
}

// conclude gives the status of every process that can be compared, in the light of how many were tested at once.
func (c *comparison) conclude() {
	var tested []*Process
	var chances []float64
	for i := range c.report.Processes {
		p := &c.report.Processes[i]
		if p.Status == "" && p.d.moved {
			tested = append(tested, p)
			chances = append(chances, p.d.chance)
		}
	}
	for i, adjusted := range trend.AdjustChances(chances) {
		tested[i].d.adjusted = adjusted
		tested[i].Chance, tested[i].AdjustedChance = chanceOf(chances[i]), chanceOf(adjusted)
	}
	c.report.Tests = len(tested)
	for i := range c.report.Processes {
		if p := &c.report.Processes[i]; p.Status == "" {
			p.judge(c.options.SameWorkload, len(tested))
		}
	}
}

// count counts the statuses and gives that of the whole.
func (r *Report) count() {
	leaks := false
	for i := range r.Processes {
		p := &r.Processes[i]
		switch p.Status {
		case Worse:
			r.Counts.Worse++
		case Better:
			r.Counts.Better++
		case Unchanged:
			r.Counts.Unchanged++
		case New:
			r.Counts.New++
		case Gone:
			r.Counts.Gone++
		case NotComparable:
			r.Counts.NotComparable++
		}
		leaks = leaks || p.newLeak()
	}
	n := &r.Counts
	switch {
	case len(r.Against) > 0:
		r.Status = NotComparable
	case n.Worse > 0 || leaks:
		r.Status = Worse
	case n.Better > 0:
		r.Status = Better
	case n.Unchanged > 0 || n.New+n.Gone > 0:
		r.Status = Unchanged
	default:
		r.Status = NotComparable
	}
}

// newLeak tells a process that only ran after, and leaks.
func (p *Process) newLeak() bool {
	return p.Status == New && slices.Contains(p.After.Verdicts, string(trend.Leak))
}
