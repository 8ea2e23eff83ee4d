package pool

import (
	"fmt"

	"etledger/internal/textform"
	"etledger/ledger/poolseries"
	"etledger/trend"
)

// headroom forecasts for each population with a known limit when it reaches it.
func (m *observedMachine) headroom(o Options) []Headroom {
	list := []Headroom{}
	var memory poolseries.Memory
	if m.memory != nil {
		memory = *m.memory
	}
	for _, l := range []struct {
		population string
		counter    *uint64
		flag       uint64
	}{
		{nonpagedPool, memory.NonpagedLimit, o.NonpagedLimit},
		{pagedPool, memory.PagedLimit, o.PagedLimit},
		{commit, memory.CommitLimit, o.CommitLimit},
	} {
		p := m.population(l.population)
		if p == nil || p.Samples == 0 {
			continue
		}
		h := Headroom{Population: l.population, Level: amount(p.Last)}
		switch {
		case l.flag > 0:
			h.Limit, h.LimitFrom = l.flag, "flag"
		case l.counter != nil && *l.counter > 0:
			h.Limit, h.LimitFrom = *l.counter, "counters"
			if memory.FromHeads {
				h.LimitFrom = "head lines"
			}
		default:
			continue
		}
		h.forecast(p)
		list = append(list, h)
	}
	return list
}

// forecast says when the limit is reached, or why that cannot be said.
func (h *Headroom) forecast(p *population) {
	e := trend.Exhaust(float64(h.Level), float64(h.Limit), p.Slope)
	switch {
	case h.Level >= h.Limit:
		h.Note = "the limit is reached"
	case p.span.Ordinal:
		h.Note = "without times there is no rate"
	case !rises(p.Verdict):
		h.Note = "no growth is shown, so no time is forecast"
	case p.Duty && p.HasWorkSlope && p.WorkSlope.Interval && p.WorkSlope.Low > 0:
		w := trend.Exhaust(float64(h.Level), float64(h.Limit), p.WorkSlope)
		h.WorkSeconds, h.WorkEarliest, h.WorkLatest = rounded(w.Seconds), rounded(w.Earliest), rounded(w.Latest)
		h.Note = fmt.Sprintf("full after %s of workload (95 %%: %s to %s), at %s/h under workload", spanText(w.Seconds),
			spanText(w.Earliest), spanText(w.Latest), textform.Size(hour*p.WorkSlope.Rate))
		if e.Known {
			h.Seconds, h.Earliest, h.Latest = rounded(e.Seconds), rounded(e.Earliest), rounded(e.Latest)
		}
	case !p.Slope.Interval:
		h.Note = "the samples are too few for a forecast"
	case !e.Known:
		h.Note = "the rate is too uncertain for a forecast"
	default:
		h.Seconds, h.Earliest, h.Latest = rounded(e.Seconds), rounded(e.Earliest), rounded(e.Latest)
		h.Note = fmt.Sprintf("at %s/h", textform.Size(hour*p.Slope.Rate))
	}
}
