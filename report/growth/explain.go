package growth

import (
	"cmp"
	"fmt"
	"slices"

	"etledger/internal/textform"
	"etledger/ledger/memoryseries"
	"etledger/trend"
)

// explain says what the growth of the commit of a host is made of; nil where it does not grow.
func (h *host) explain() *Explanation {
	total := h.population(popCommit)
	if !total.known || total.level.Verdict != trend.Growth {
		return nil
	}
	whole := total.level.Slope
	e := &Explanation{PerDay: *perDay(whole), Parts: []Part{}, Programs: []Part{}, Rising: []Part{}}
	part := func(name string, s trend.Slope) Part {
		share := func(v float64) float64 { return rounded(v/whole.Rate, shareStep) }
		return Part{name, *perDay(s), Interval{share(s.Rate), share(s.Low), share(s.High)}}
	}
	var greatest *Part
	for _, name := range []string{popProcesses, popPaged, popNonpaged, popOther} {
		if p := h.population(name); p.known && p.level.Slope.Interval {
			e.Parts = append(e.Parts, part(name, p.level.Slope))
			if q := &e.Parts[len(e.Parts)-1]; greatest == nil || q.PerDay.Value > greatest.PerDay.Value {
				greatest = q
			}
		}
	}
	for _, p := range slices.Concat(h.programs, h.totals) {
		if p.verdict(memoryseries.Commit) != trend.Growth || p.isCovered() || len(e.Programs) >= mostParts {
			continue
		}
		if net := p.net(); net.Interval {
			e.Programs = append(e.Programs, part(p.name(), net))
		}
	}
	slices.SortStableFunc(e.Programs, func(a, b Part) int { return cmp.Compare(b.PerDay.Value, a.PerDay.Value) })
	if len(e.Programs) == 0 {
		for _, p := range h.rising() {
			if net := p.net(); net.Interval && net.Rate > 0 {
				e.Rising = append(e.Rising, part(p.name(), net))
			}
		}
		slices.SortStableFunc(e.Rising, func(a, b Part) int { return cmp.Compare(b.PerDay.Value, a.PerDay.Value) })
		e.Rising = e.Rising[:min(len(e.Rising), mostRising)]
	}
	if greatest != nil {
		e.Reason = fmt.Sprintf("Commit grows by %s a day; %s of that is %s.", textform.Size(e.PerDay.Value),
			textform.Percent(max(0, greatest.Share.Value)), map[string]string{popProcesses: "of processes", popPaged: "paged pool",
				popNonpaged: "nonpaged pool", popOther: "neither of processes nor of pools"}[greatest.Name])
	}
	return e
}

const mostParts = 10

// mostRising is how many instances are told that rise most, where none is shown to grow.
const mostRising = 5

// rising gives the instances that may rise most, none of which is shown to: by their rates, which restarts and the whole time are not yet in.
func (h *host) rising() (list []*program) {
	rise := func(p *program) float64 { return p.levels[memoryseries.Commit].Rise }
	for _, p := range h.programs {
		if p.known[memoryseries.Commit] && rise(p) > 0 {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b *program) int { return cmp.Compare(rise(b), rise(a)) })
	return list[:min(len(list), 4*mostRising)]
}

// net is the rate of all lifetimes of a program together, restarts included, over the boots.
func (p *program) net() trend.Slope {
	s, _ := p.summed()
	return trend.JudgeSeason(s).Slope
}

// exhaustion says when available memory would reach nought; nil where it is not shown to fall.
func (h *host) exhaustion() *Exhaustion {
	p := h.population(popAvailable)
	if !p.known || p.level.Verdict != trend.Shrinking || p.level.Basis != trend.SameHours || len(h.Boots) == 0 {
		return nil
	}
	b := h.Boots[len(h.Boots)-1]
	var last []float64
	for bin := range b.System.Bins() {
		if v, ok := p.value(&b.System, bin); ok && b.End-b.System.At(bin) <= int64(aDay*1e9) {
			last = append(last, v*float64(h.PageSize))
		}
	}
	if len(last) == 0 {
		return nil
	}
	slices.Sort(last)
	level, rate := last[len(last)/2], p.level.Slope
	e := &Exhaustion{Available: uint64(level), Seconds: rounded(-level/rate.Rate, secondStep), Earliest: rounded(-level/rate.Low, secondStep)}
	if rate.High < 0 {
		e.Latest = pointer(rounded(-level/rate.High, secondStep))
	}
	e.Note = "Reckoned from the median of the last day. Windows trims working sets and writes pages out before available memory is used up."
	return e
}
