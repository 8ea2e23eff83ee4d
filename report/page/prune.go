package page

import (
	"encoding/json"
	"math"

	"etledger/report"
)

// embedded gives the data of a page so that its JSON takes no more than the room, as far as that is possible, and says
// what was left out.
func embedded(r *report.Report, room int, unlimited bool) (*data, []string) {
	m := newMeasure(r)
	p := wholePlan(r)
	if !unlimited {
		p = fitting(r, room, m.size)
	}
	return m.dataOf(p), p.omissions(r)
}

// measure knows how much of a page's data each part takes.
type measure struct {
	r     *report.Report
	prose []*report.Prose
	rows  []int // bytes of the JSON of each process: as a row,
	full  []int // with all fields and sentences but without details,
	extra []int // its stacks, loads and snapshots
	lines [][]int
	folds [][]*report.Timeline // by number of folds, then process
	rest  map[[4]int]int       // bytes of all that is no process
}

func newMeasure(r *report.Report) *measure {
	n := len(r.Processes)
	m := &measure{r: r, prose: make([]*report.Prose, n), rows: make([]int, n), full: make([]int, n), extra: make([]int, n),
		rest: map[[4]int]int{}}
	first := make([]*report.Timeline, n)
	for i := range r.Processes {
		p := &r.Processes[i]
		prose := r.ProseOf(p)
		m.prose[i] = &prose
		m.rows[i] = length(rowOf(p)) + len(",null,")
		m.full[i] = length(processForm{Process: p}) + length(prose) + length(processForm{Details: &detailsForm{}})
		if d := p.Details; d != nil {
			m.extra[i] = length(d.Stacks) + length(d.Loads) + length(d.Snapshots)
			first[i] = d.Timeline
		}
	}
	m.folds = [][]*report.Timeline{first}
	m.lines = [][]int{lengths(first)}
	return m
}

func length(v any) int {
	b, err := json.Marshal(v)
	if err != nil {
		return math.MaxInt32 // cannot be: reports hold finite numbers only; writing it says so
	}
	return len(b)
}

func lengths(list []*report.Timeline) []int {
	n := make([]int, len(list))
	for i, t := range list {
		n[i] = length(t)
	}
	return n
}

// fold gives the timelines folded so many times.
func (m *measure) fold(times int) []*report.Timeline {
	for len(m.folds) <= times {
		last := m.folds[len(m.folds)-1]
		next := make([]*report.Timeline, len(last))
		for i, t := range last {
			if t != nil {
				next[i] = t.Joined()
			}
		}
		m.folds, m.lines = append(m.folds, next), append(m.lines, lengths(next))
	}
	return m.folds[times]
}

// size estimates the bytes of JSON that a plan gives. Frames are renumbered when stacks are left out, so it may be above
// what is written.
func (m *measure) size(p plan) int {
	m.fold(p.Folds)
	key := [4]int{p.Samples, p.Gaps, p.Tags, p.Stacks}
	rest, ok := m.rest[key]
	if !ok {
		bare := p
		bare.Rows, bare.Full, bare.Timelines = 0, 0, 0
		d := m.dataOf(bare)
		rest = length(d) + length(m.framesOf(p.Stacks).names)
		m.rest[key] = rest
	}
	total := rest
	for i := range min(p.Rows, len(m.rows)) {
		if i >= p.Full {
			total += m.rows[i]
			continue
		}
		total += m.full[i]
		if i < p.Stacks {
			total += m.extra[i]
		}
		if i < p.Timelines {
			total += m.lines[p.Folds][i]
		}
	}
	return total
}

// frameTable renumbers the frames that are still referred to, in the order of their first use.
type frameTable struct {
	names   []string
	numbers map[int]int
}

func (m *measure) framesOf(processes int) *frameTable {
	t := &frameTable{names: []string{}, numbers: map[int]int{}}
	if processes >= len(m.r.Processes) && m.r.Details != nil { // all are in use and keep their numbers
		t.names = m.r.Details.Frames
		for i := range t.names {
			t.numbers[i] = i
		}
		return t
	}
	for i := range min(processes, len(m.r.Processes)) {
		d := m.r.Processes[i].Details
		if d == nil || m.r.Details == nil {
			continue
		}
		for _, s := range d.Stacks {
			for _, frame := range s.Frames {
				if _, ok := t.numbers[frame]; !ok && frame >= 0 && frame < len(m.r.Details.Frames) {
					t.numbers[frame] = len(t.names)
					t.names = append(t.names, m.r.Details.Frames[frame])
				}
			}
		}
	}
	return t
}

// renumbered gives the stacks with frames as the table numbers them.
func (t *frameTable) renumbered(stacks []report.StackBytes) []report.StackBytes {
	list := make([]report.StackBytes, len(stacks))
	for i, s := range stacks {
		frames := make([]int, len(s.Frames))
		for k, frame := range s.Frames {
			frames[k] = t.numbers[frame]
		}
		s.Frames = frames
		list[i] = s
	}
	return list
}

// dataOf gives the data of a plan.
func (m *measure) dataOf(p plan) *data {
	r := m.r
	stacks := min(p.Stacks, p.Full, p.Rows)
	form := reportForm{Report: r, Processes: make([]any, 0, p.Rows), Pool: report.Pool{Tags: r.Pool.Tags[:p.Tags]}}
	d := &data{Page: extraData{Omitted: p.omissions(r), Prose: make([]*report.Prose, p.Rows)}}
	frames := m.framesOf(stacks)
	if r.Details != nil {
		form.Details = m.commonDetails(p, frames)
		d.Page.BinNS = int64(math.Round(form.Details.BinS * 1e9))
	}
	timelines := m.fold(p.Folds)
	for i := range p.Rows {
		process := &r.Processes[i]
		if i >= p.Full {
			form.Processes = append(form.Processes, rowOf(process))
			continue
		}
		d.Page.Prose[i] = m.prose[i]
		one := processForm{Process: process}
		if all := process.Details; all != nil {
			one.Details = &detailsForm{StackCount: all.StackCount}
			if i < stacks {
				one.Details.Snapshots, one.Details.Loads, one.Details.Stacks = all.Snapshots, all.Loads, frames.renumbered(all.Stacks)
			}
			if i < p.Timelines {
				one.Details.Timeline = timelines[i]
			}
		}
		form.Processes = append(form.Processes, one)
	}
	d.Report = form
	return d
}

// commonDetails gives what the details of all processes have in common.
func (m *measure) commonDetails(p plan, frames *frameTable) *report.Details {
	all := m.r.Details
	d := &report.Details{BinS: all.BinS, Bins: all.Bins, Frames: frames.names, Gaps: all.Gaps[:p.Gaps], MemoryInfo: []report.MemorySnapshot{}}
	for range p.Folds {
		d.BinS, d.Bins = d.BinS*2, (d.Bins+1)/2
	}
	for i := 0; i < len(all.MemoryInfo); i += p.Samples {
		d.MemoryInfo = append(d.MemoryInfo, all.MemoryInfo[i])
	}
	return d
}
