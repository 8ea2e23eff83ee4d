package pool

import "etledger/trend"

// phaseSpans says what the populations did in each phase.
func (m *observedMachine) phaseSpans() []PhaseSpan {
	list := []PhaseSpan{}
	for i, which := range m.which {
		p := &m.plan[which]
		own := m.phases[i]
		s := PhaseSpan{Label: p.Label, Kind: kindText(p.Kind), Start: moment(p.Start.Time), End: moment(p.End.Time),
			DurationS: *rounded(own.To - own.From)}
		if p.Volume > 0 {
			s.Volume = rounded(p.Volume)
		}
		for _, b := range m.boot.Bins {
			if b.To >= own.From && b.From <= own.To {
				s.Snapshots += b.Snapshots
			}
		}
		s.Nonpaged, s.Paged, s.Commit = m.change(nonpagedPool, p), m.change(pagedPool, p), m.change(commit, p)
		list = append(list, s)
	}
	return list
}

// change is what a population changed by in a phase, nil where samples do not tell.
func (m *observedMachine) change(name string, phase *Phase) *float64 {
	p := m.population(name)
	if p == nil || p.span.Ordinal {
		return nil
	}
	from, to := phase.Start.after(p.span.Start), phase.End.after(p.span.Start)
	before, one := valueAt(p.points, from)
	after, other := valueAt(p.points, to)
	if !one || !other {
		return nil
	}
	return rounded(after - before)
}

// valueAt is the level at a time, between two samples in proportion to it.
func valueAt(points []trend.Point, t float64) (float64, bool) {
	for i := range points {
		p := &points[i]
		switch {
		case t > p.To:
			continue
		case t >= p.From && p.To > p.From:
			return p.First + (p.Last-p.First)*(t-p.From)/(p.To-p.From), true
		case t >= p.From:
			return p.Last, true
		case i == 0:
			const near = 0.02 // of the whole time before the first sample
			return p.First, p.From-t <= near*(points[len(points)-1].To-p.From)
		}
		q := &points[i-1]
		return q.Last + (p.First-q.Last)*(t-q.To)/(p.From-q.To), true
	}
	if n := len(points); n > 0 {
		last := &points[n-1]
		const near = 0.02
		return last.Last, t-last.To <= near*(last.To-points[0].From)
	}
	return 0, false
}
