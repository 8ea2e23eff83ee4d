package page

import (
	"fmt"
	"sort"

	"etledger/internal/textform"
	"etledger/report"
)

// plan says what of a report a page holds. Processes are counted from the worst: the first Stacks of them keep their
// stacks, the first Timelines their timelines, and so on.
type plan struct {
	Folds     int // how often the bins of timelines were folded by two
	Samples   int // of memory snapshots, every how many-th is kept
	Gaps      int
	Tags      int // of the pool
	Stacks    int // with stacks, image loads and snapshots
	Timelines int
	Full      int // with all fields and the sentences; the others are no more than rows of the table
	Rows      int
}

// What is kept as long as anything else can be left out.
const (
	keptProcesses = 12
	keptBins      = 64
	keptSamples   = 256
	keptGaps      = 200
	keptTags      = 200
)

// stage makes a plan harsher in one way. Strength runs from 0, which changes nothing, to most.
type stage struct {
	most  int
	apply func(p *plan, strength int)
}

// fitting gives the mildest plan, in the order of the stages, whose size is within the room; the harshest when none is.
func fitting(r *report.Report, room int, size func(plan) int) plan {
	p := wholePlan(r)
	if size(p) <= room {
		return p
	}
	for _, s := range stagesOf(r, p) {
		harshest := p
		s.apply(&harshest, s.most)
		if size(harshest) > room {
			p = harshest
			continue
		}
		strength := sort.Search(s.most, func(strength int) bool {
			try := p
			s.apply(&try, strength)
			return size(try) <= room
		})
		s.apply(&p, strength)
		return p
	}
	return p
}

func wholePlan(r *report.Report) plan {
	n := len(r.Processes)
	p := plan{Samples: 1, Tags: len(r.Pool.Tags), Stacks: n, Timelines: n, Full: n, Rows: n}
	if r.Details != nil {
		p.Gaps = len(r.Details.Gaps)
	}
	return p
}

// stagesOf orders what is left out: first what nobody misses, then the details of processes of which there is little to say,
// then the resolution of time, and only then what the worst processes have.
func stagesOf(r *report.Report, whole plan) []stage {
	n := len(r.Processes)
	kept := min(n, max(keptProcesses, standingOut(r)))
	bins, samples := 0, 0
	if r.Details != nil {
		bins, samples = r.Details.Bins, len(r.Details.MemoryInfo)
	}
	lower := func(get func(*plan) *int, least int) stage {
		from := *get(&whole)
		whole := max(0, from-least)
		return stage{whole, func(p *plan, strength int) { *get(p) = min(*get(p), from-strength) }}
	}
	folds := func(to int) stage {
		n := 0
		for bins>>(n+1) >= to {
			n++
		}
		return stage{n, func(p *plan, strength int) { p.Folds = max(p.Folds, strength) }}
	}
	thinning := stage{0, func(p *plan, strength int) { p.Samples = 1 << strength }}
	for samples>>thinning.most > keptSamples {
		thinning.most++
	}
	stacks := func(p *plan) *int { return &p.Stacks }
	timelines := func(p *plan) *int { return &p.Timelines }
	full := func(p *plan) *int { return &p.Full }
	return []stage{
		thinning, lower(func(p *plan) *int { return &p.Gaps }, keptGaps), lower(func(p *plan) *int { return &p.Tags }, keptTags),
		lower(stacks, kept), folds(keptBins), lower(timelines, kept), lower(full, kept), folds(keptBins / 2),
		lower(stacks, 1), lower(timelines, 1), lower(full, 1), lower(func(p *plan) *int { return &p.Rows }, 1),
		lower(stacks, 0), lower(timelines, 0), lower(full, 0), lower(func(p *plan) *int { return &p.Rows }, 0),
	}
}

// standingOut counts the processes, the worst first, whose verdict makes them worth a look.
func standingOut(r *report.Report) int {
	n := 0
	for i := range r.Processes {
		switch r.Processes[i].Trend.Verdict {
		case "leak", "growth", "step":
			n = i + 1
		}
	}
	return n
}

// omissions says in sentences what a plan leaves out.
func (p plan) omissions(r *report.Report) []string {
	list := []string{}
	say := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	n := len(r.Processes)
	whole := wholePlan(r)
	if p.Rows < n {
		say("%s of the least interest are not listed.", textform.Plural(n-p.Rows, "process"))
	}
	for _, part := range []struct {
		kept int
		what string
		has  func(*report.ProcessDetails) bool
	}{
		{p.Full, "have no more than the figures of the table", nil},
		{min(p.Timelines, p.Full), "have no history over time", func(d *report.ProcessDetails) bool { return d.Timeline != nil }},
		{min(p.Stacks, p.Full), "have no stacks, image loads and snapshots", func(d *report.ProcessDetails) bool {
			return len(d.Stacks)+len(d.Loads)+len(d.Snapshots) > 0
		}},
	} {
		lost := false
		for i := part.kept; i < p.Rows && !lost; i++ {
			d := r.Processes[i].Details
			lost = part.has == nil || d != nil && part.has(d)
		}
		if lost {
			say("All processes but the first %s %s.", textform.Count(part.kept), part.what)
		}
	}
	if p.Folds > 0 {
		say("Bins of time are %d times as wide as in the report's JSON; sums over them stay exact.", 1<<p.Folds)
	}
	if p.Samples > 1 {
		say("Of the samples of the machine's memory only every %dth is here.", p.Samples)
	}
	if p.Gaps < whole.Gaps {
		say("Of %s in the recording the first %s are here.", textform.Plural(whole.Gaps, "gap"), textform.Count(p.Gaps))
	}
	if p.Tags < whole.Tags {
		say("Of %s the first %s are here.", textform.Plural(whole.Tags, "pool tag"), textform.Count(p.Tags))
	}
	return list
}
