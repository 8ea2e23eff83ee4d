package pool

import (
	"slices"

	"etledger/ledger/poolseries"
	"etledger/model/poolsnap"
	"etledger/trend"
)

// population is a part of the machine's memory with its judgement.
type population struct {
	name   string
	source string
	points []trend.Point
	span   *poolseries.Span
	trend.Judgement
}

// The names of populations.
const (
	nonpagedPool  = "nonpaged pool"
	pagedPool     = "paged pool"
	processCommit = "process commit"
	workingSets   = "working sets"
	commit        = "commit"
	available     = "available memory"
)

// pools are the populations that tags belong to.
var pools = map[string]poolsnap.Pool{nonpagedPool: poolsnap.Nonpaged, pagedPool: poolsnap.Paged}

// judgePopulations judges the populations: by counters where there are two samples at least, the pools else by the sum of
// their tags.
func (m *observedMachine) judgePopulations() {
	if v := m.memory; v != nil && v.Snapshots >= 2 {
		source := "counters"
		if v.FromHeads {
			source = "head lines"
		}
		cells := &v.Populations
		m.addPopulation(nonpagedPool, source, &v.Span, cells[poolseries.Nonpaged])
		m.addPopulation(pagedPool, source, &v.Span, cells[poolseries.Paged])
		m.addProcessCommit(source, v)
		m.addPopulation(workingSets, source, &v.Span, cells[poolseries.WorkingSets])
		m.addPopulation(commit, source, &v.Span, cells[poolseries.Committed])
		m.addPopulation(available, source, &v.Span, cells[poolseries.Available])
	}
	if m.boot != nil {
		for _, name := range []string{nonpagedPool, pagedPool} {
			if m.population(name) == nil {
				m.addSum(name)
			}
		}
	}
	var all []*trend.Judgement
	for i := range m.populations {
		p := &m.populations[i]
		own, _ := within(m.plan, p.span)
		p.Judgement = trend.JudgeDemand(trend.Demand{Unit: trend.Bytes, Points: p.points, Ordinal: p.span.Ordinal, Phases: own,
			Churns: m.onlyChurns(p.name)})
		all = append(all, &p.Judgement)
	}
	trend.ControlChance(all)
}

// onlyChurns tells whether a population is a pool none of whose tags rises, though they were judged.
func (m *observedMachine) onlyChurns(name string) bool {
	pool, known := pools[name]
	return known && len(m.tags) > 0 && m.boot != nil && m.boot.Partial == 0 &&
		!slices.ContainsFunc(m.tags, func(t *observedTag) bool { return t.key.Pool == pool && rises(t.verdict) })
}

func (m *observedMachine) population(name string) *population {
	for i := range m.populations {
		if m.populations[i].name == name {
			return &m.populations[i]
		}
	}
	return nil
}

func (m *observedMachine) addPopulation(name, source string, span *poolseries.Span, cells []poolseries.Cell) {
	if points := poolseries.Points(span.Bins, cells, trend.Bytes); len(points) > 0 {
		m.populations = append(m.populations, population{name: name, source: source, points: points, span: span})
	}
}

// addProcessCommit adds what processes have committed: as counters tell it, or what the pools leave of the commit.
func (m *observedMachine) addProcessCommit(source string, v *poolseries.Memory) {
	cells := v.Populations[poolseries.PrivateBytes]
	if cells != nil {
		m.addPopulation(processCommit, source, &v.Span, cells)
		return
	}
	all, nonpaged, paged := v.Populations[poolseries.Committed], v.Populations[poolseries.Nonpaged], v.Populations[poolseries.Paged]
	if all == nil || nonpaged == nil || paged == nil {
		return
	}
	var points []trend.Point
	for i := range all {
		if all[i].Samples == 0 || nonpaged[i].Samples == 0 || paged[i].Samples == 0 {
			continue
		}
		rest := func(value func(poolseries.Range) uint64) float64 {
			return float64(value(all[i].Bytes)) - float64(value(nonpaged[i].Bytes)) - float64(value(paged[i].Bytes))
		}
		if rest(first) <= 0 || rest(last) <= 0 {
			m.incoherent = true
			return
		}
		points = append(points, between(v.Bins[i], int(all[i].Samples), rest(first), rest(last)))
	}
	if len(points) > 0 {
		m.populations = append(m.populations, population{name: processCommit, source: source + ", commit less the pools",
			points: points, span: &v.Span})
	}
}

func first(r poolseries.Range) uint64 { return r.First }
func last(r poolseries.Range) uint64  { return r.Last }

// between makes a point of what is known at the ends of a bin only.
func between(b poolseries.Bin, samples int, from, to float64) trend.Point {
	return trend.Point{From: b.From, To: b.To, First: from, Last: to, Low: min(from, to), High: max(from, to), Samples: samples}
}

// addSum adds a pool as the sum of its tags: of all tags, over the bins whose snapshots were all whole, or, where none was, of
// the tags that all snapshots list.
func (m *observedMachine) addSum(name string) {
	var points []trend.Point
	source := "sum of tags"
	whole := slices.ContainsFunc(m.boot.Bins, func(b poolseries.Bin) bool { return b.Complete == b.Snapshots })
	if !whole {
		source = "sum of the tags that all snapshots list"
	}
	for i, b := range m.boot.Bins {
		if whole && b.Complete < b.Snapshots {
			continue
		}
		var from, to float64
		for k := range m.boot.Series {
			if s := &m.boot.Series[k]; s.Pool == pools[name] && (whole || inAll(s.Cells, m.boot.Bins)) {
				from += float64(s.Cells[i].Bytes.First)
				to += float64(s.Cells[i].Bytes.Last)
			}
		}
		if to > 0 || from > 0 || len(points) > 0 {
			points = append(points, between(b, b.Snapshots, from, to))
		}
	}
	if len(points) > 0 {
		m.populations = append(m.populations, population{name: name, source: source, points: points, span: &m.boot.Span})
	}
}

// inAll tells whether all snapshots tell of a tag.
func inAll(cells []poolseries.Cell, bins []poolseries.Bin) bool {
	for i := range cells {
		if int(cells[i].Samples) < bins[i].Snapshots {
			return false
		}
	}
	return true
}

// judgeProcesses judges the private bytes and the handles of the processes that counters tell of, and keeps those that grow.
func (m *observedMachine) judgeProcesses() {
	var spans []*poolseries.Span
	for _, p := range m.Processes {
		spans = append(spans, &p.Span)
	}
	longest := -1
	for i, s := range spans {
		if longest < 0 || s.Seconds() >= spans[longest].Seconds() {
			longest = i
		}
	}
	if longest < 0 {
		return
	}
	p := m.Processes[longest]
	own, _ := within(m.plan, &p.Span)
	judgements := make([][2]*trend.Judgement, len(p.Names))
	var all []*trend.Judgement
	for i := range p.Names {
		for u, unit := range []trend.Unit{trend.Bytes, trend.Objects} {
			points := poolseries.Points(p.Bins, p.Cells[i], unit)
			if len(points) == 0 {
				continue
			}
			j := trend.JudgeDemand(trend.Demand{Unit: unit, Points: points, Phases: own})
			judgements[i][u] = &j
			all = append(all, &j)
		}
	}
	trend.ControlChance(all)
	for i, name := range p.Names {
		verdict := trend.Steady
		for _, j := range judgements[i] {
			if j != nil && severity(j.Verdict) < severity(verdict) {
				verdict = j.Verdict
			}
		}
		if rises(verdict) {
			m.processes = append(m.processes, Process{Name: name, Verdict: string(verdict),
				Private: levelOf(judgements[i][0], &p.Span), Handles: levelOf(judgements[i][1], &p.Span)})
		}
	}
}
