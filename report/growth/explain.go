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
	e := &Explanation{PerDay: *perDay(whole), Parts: []Part{}, Programs: []Part{}}
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
	for _, p := range h.programs {
		if p.verdict(memoryseries.Commit) != trend.Growth || len(e.Programs) >= mostParts {
			continue
		}
		if net := h.net(p); net.Interval {
			e.Programs = append(e.Programs, part(p.image, net))
		}
	}
	slices.SortStableFunc(e.Programs, func(a, b Part) int { return cmp.Compare(b.PerDay.Value, a.PerDay.Value) })
	if greatest != nil {
		e.Reason = fmt.Sprintf("Commit grows by %s a day; %s of that is %s.", textform.Size(e.PerDay.Value),
			textform.Percent(max(0, greatest.Share.Value)), map[string]string{popProcesses: "of processes", popPaged: "paged pool",
				popNonpaged: "nonpaged pool", popOther: "neither of processes nor of pools"}[greatest.Name])
	}
	return e
}

const mostParts = 10

// net is the rate of all lifetimes of a program together, restarts included, over the boots.
func (h *host) net(p *program) trend.Slope {
	s := trend.Seasonal{}
	for _, b := range h.Boots {
		width := b.System.Width
		for _, l := range p.lifetimes {
			width = max(width, l.Series.Width)
		}
		sums := map[int64]float64{}
		for _, l := range p.lifetimes {
			if l.First < b.Start || l.First > b.End {
				continue
			}
			for bin := range l.Series.Bins() {
				if v, ok := meanOf(l.Series.Cell(bin, int(memoryseries.Commit))); ok {
					sums[l.Series.At(bin)/width] += v * float64(l.Series.Width) / float64(width)
				}
			}
		}
		var points []trend.LevelPoint
		for at := b.Start / width; at <= b.End/width; at++ {
			points = append(points, trend.LevelPoint{Time: localSeconds(h.Machine, at*width+width/2), Value: sums[at] * float64(h.PageSize)})
		}
		s.Width = max(s.Width, seconds(width))
		s.Episodes = append(s.Episodes, trend.Episode{Points: points})
	}
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
