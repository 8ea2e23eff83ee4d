package pool

import (
	"encoding/hex"
)

// machine makes the report's form of a machine.
func (a *analysis) machine(m *observedMachine) Machine {
	r := Machine{Host: known(m.Host), Boots: []Boot{}, Populations: []Population{}, Headroom: m.headroom(a.options),
		LevelsTested: m.tests, Tags: []Tag{}, Groups: m.groups, Phases: []PhaseSpan{}, Processes: m.processes,
		Gone: []GoneTag{}}
	if r.Groups == nil {
		r.Groups = []Group{}
	}
	if r.Processes == nil {
		r.Processes = []Process{}
	}
	for _, b := range m.Boots {
		r.Boots = append(r.Boots, Boot{Start: moment(b.Start), End: moment(b.End), Snapshots: b.Snapshots, Judged: b == m.boot,
			Reason: known(b.Reason)})
	}
	if b := m.boot; b != nil {
		r.Start, r.End, r.Snapshots, r.Partial = moment(b.Start), moment(b.End), b.Snapshots, b.Partial
		if !b.Ordinal {
			r.DurationS = rounded(b.Seconds())
		}
		if !b.BootedAt.IsZero() {
			r.UptimeS = rounded(b.End.Sub(b.BootedAt).Seconds())
		}
		r.Phases = m.phaseSpans()
	}
	if m.boot == nil && m.memory != nil {
		r.Start, r.End, r.DurationS = moment(m.memory.Start), moment(m.memory.End), rounded(m.memory.Seconds())
	}
	if r.UptimeS == nil && m.memory != nil && m.memory.Uptime != nil {
		r.UptimeS = rounded(*m.memory.Uptime)
	}
	for i := range m.populations {
		p := &m.populations[i]
		q := Population{Name: p.name, Source: p.source, Level: *levelOf(&p.Judgement, p.span)}
		if a.options.Details {
			q.Series = m.seriesOf(p.points, p.span, &p.Judgement)
		}
		r.Populations = append(r.Populations, q)
	}
	base := machineFor(m, a.baseline, len(a.now))
	r.Gone = append(r.Gone, m.gone(base, a.options)...)
	asked := map[*observedTag]bool{}
	for _, t := range wanted(m.tags, a.options) {
		asked[t] = true
	}
	for _, t := range m.tags {
		if a.options.Tag != nil && *a.options.Tag != t.key.Tag || a.options.Type != 0 && a.options.Type != t.key.Pool {
			continue
		}
		r.Tags = append(r.Tags, a.tag(m, t, base, asked[t]))
		if last := &r.Tags[len(r.Tags)-1]; a.options.Details && len(r.Tags) <= max(5, DetailedTags/len(a.now)) {
			m.addSeries(last, t, base)
		}
	}
	return r
}

// freedShare is the part of the allocations that was freed; nil where the counters contradict each other by more than the
// moment between the reading of one and the other explains, as when one had wrapped before the first snapshot.
func freedShare(allocs, frees uint64) *float64 {
	const moment = 16 // frees, or a thousandth
	if allocs == 0 || frees > allocs+max(moment, allocs/1000) {
		return nil
	}
	s := share(min(1, float64(frees)/float64(allocs)))
	return &s
}

// tag makes the report's form of a tag.
func (a *analysis) tag(m *observedMachine, t *observedTag, base *observedMachine, asked bool) Tag {
	r := Tag{Tag: t.key.Tag.String(), Hex: hex.EncodeToString(t.key.Tag[:]), Pool: t.key.Pool.String(), Source: "snapshots",
		Verdict: string(t.verdict), JudgedBy: measureName(t.by), NeverFreed: t.neverFreed(), Recorded: t.recorded, Next: []string{}}
	if m.boot != nil {
		r.Bytes, r.Objects = levelOf(t.bytes, &m.boot.Span), levelOf(t.objects, &m.boot.Span)
	}
	switch j := t.judged(); {
	case j != nil:
		r.Reason = j.Reason
	case t.recorded != nil:
		r.Source, r.Reason = "recording", t.recorded.Reason
	default:
		r.Reason = "The snapshots tell neither its bytes nor its objects."
	}
	if t.counted {
		allocs, frees := t.allocs, t.frees
		r.Allocations, r.Frees = &allocs, &frees
		r.FreedShare = freedShare(allocs, frees)
	}
	r.ShareOfGrowth = m.shareOfGrowth(t)
	if t.group >= 0 {
		group := t.group
		r.Group, r.Role = &group, known(t.role)
	}
	if base != nil {
		r.Baseline = compareBaseline(t, base)
	}
	if asked {
		r.Owner = a.owners.owner(t, m.recordings)
		r.Next = a.nextForTag(m, t, r.Owner)
	}
	return r
}
