package pool

import "etledger/report"

// chartData is the part of the report that the page's charts are drawn from, under the names that the report has.
type chartData struct {
	Machines []chartMachine `json:"machines"`
}

type chartMachine struct {
	Host        *string      `json:"host"`
	Start       *report.Time `json:"start"`
	Populations []Population `json:"populations"`
	Headroom    []Headroom   `json:"headroom"`
	Groups      []Group      `json:"groups"`
	Phases      []PhaseSpan  `json:"phases"`
	Tags        []Tag        `json:"tags"` // those with series, the first ones
}

// chartsOf gives what the charts need; nil where the report has no series.
func chartsOf(r *Report) *chartData {
	d := &chartData{}
	some := false
	for i := range r.Machines {
		m := &r.Machines[i]
		c := chartMachine{Host: m.Host, Start: m.Start, Populations: m.Populations, Headroom: m.Headroom, Groups: m.Groups,
			Phases: m.Phases, Tags: []Tag{}}
		for _, t := range m.Tags {
			if hasSeries(t.Bytes) || hasSeries(t.Objects) {
				t.Owner, t.Recorded, t.Next = nil, nil, []string{} // the body tells of them
				c.Tags = append(c.Tags, t)
			}
		}
		some = some || len(c.Tags) > 0
		for k := range m.Populations {
			some = some || m.Populations[k].Series != nil
		}
		d.Machines = append(d.Machines, c)
	}
	if !some {
		return nil
	}
	return d
}

func hasSeries(l *Level) bool { return l != nil && l.Series != nil }
