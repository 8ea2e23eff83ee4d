package page

import (
	"cmp"
	"fmt"
	"slices"

	"etledger/internal/textform"
	"etledger/report"
)

// health is what the page says of the capture itself.
type health struct {
	Keywords   []keyword
	Others     string // keywords in force that add nothing here
	Processors []processorLoss
	Gaps       []report.Gap
	GapRest    int
	Buffers    string
	Clock      string
	Build      string
}

// keyword is one of the kernel's keywords that a report is made of, and what became of it.
type keyword struct {
	Name, Meaning string
	State, Class  string
}

// processorLoss sums the gaps before buffers of one processor.
type processorLoss struct {
	Processor uint32
	Gaps      int
	Buffers   uint64
	FirstS    *float64
	LastS     *float64
}

// wanted lists the keywords that a report is made of: what for, and whether anything of one came. nil means that a
// report cannot tell.
var wanted = []struct {
	name, meaning string
	seen          func(*report.Report) bool
}{
	{"PROC_THREAD", "names and lifetimes of processes", func(r *report.Report) bool {
		return anyProcess(r, func(p *report.Process) bool { return p.Announced })
	}},
	{"LOADER", "images, so that stacks name modules", nil},
	{"VIRT_ALLOC", "the account of private memory; without it no leak is found", func(r *report.Report) bool {
		return anyProcess(r, func(p *report.Process) bool { return p.VirtualAlloc.Allocations+p.VirtualAlloc.Frees > 0 })
	}},
	{"PERF_COUNTER", "the kernel's own counts, which the account is checked against", func(r *report.Report) bool {
		return anyProcess(r, func(p *report.Process) bool { return p.Counters != nil })
	}},
	{"MEMINFO", "the machine's memory over time", func(r *report.Report) bool { return len(r.System.MemoryInfo) > 0 }},
	{"HARD_FAULTS", "hard page faults", func(r *report.Report) bool {
		return anyProcess(r, func(p *report.Process) bool { return p.HardFaults.Count > 0 })
	}},
	{"VAMAP", "mapped views", func(r *report.Report) bool {
		return anyProcess(r, func(p *report.Process) bool { return p.Mapped.Maps+p.Mapped.Unmaps > 0 })
	}},
}

func anyProcess(r *report.Report, is func(*report.Process) bool) bool {
	for i := range r.Processes {
		if is(&r.Processes[i]) {
			return true
		}
	}
	return false
}

func healthOf(r *report.Report) health {
	c := &r.Capture
	h := health{
		Buffers: fmt.Sprintf("%s read; lost by the session: %s, %s", textform.Plural(c.Buffers, "buffer"), textform.Plural(c.EventsLost, "event"),
			textform.Plural(c.BuffersLost, "buffer")),
		Clock: textform.Printable(c.Clock), Build: "not recorded",
	}
	if c.TruncatedBytes > 0 {
		h.Buffers += "; " + textform.Size(c.TruncatedBytes) + " cut off at the end"
	}
	if c.OSBuild != nil {
		h.Build = fmt.Sprintf("Windows build %d", *c.OSBuild)
	}
	inForce := slices.Clone(c.Keywords)
	for _, w := range wanted {
		k := keyword{Name: w.name, Meaning: w.meaning, State: "in force", Class: "good"}
		on := slices.Contains(inForce, w.name)
		switch came := w.seen == nil || w.seen(r); {
		case on && !came:
			k.State, k.Class = "in force, but nothing of it came", "unsure"
		case !on && w.seen != nil && came:
			k.State = "not named, but its events are there"
		case !on && c.KeywordsKnown:
			k.State, k.Class = "missing", "bad"
		case !on:
			k.State, k.Class = "not seen; whether it was in force is not recorded", "unsure"
		}
		h.Keywords = append(h.Keywords, k)
		inForce = slices.DeleteFunc(inForce, func(name string) bool { return name == w.name })
	}
	h.Others = joined(inForce)
	if r.Details == nil {
		return h
	}
	h.Processors = lossByProcessor(r.Details.Gaps)
	h.Gaps = r.Details.Gaps[:min(len(r.Details.Gaps), staticGaps)]
	h.GapRest = len(r.Details.Gaps) - len(h.Gaps)
	return h
}

func lossByProcessor(gaps []report.Gap) []processorLoss {
	var list []processorLoss
	for _, g := range gaps {
		at := slices.IndexFunc(list, func(l processorLoss) bool { return l.Processor == g.Processor })
		if at < 0 {
			at, list = len(list), append(list, processorLoss{Processor: g.Processor})
		}
		l := &list[at]
		l.Gaps++
		l.Buffers += g.Buffers
		if l.FirstS == nil {
			l.FirstS = g.FromS
		}
		if g.ToS != nil {
			l.LastS = g.ToS
		}
	}
	slices.SortFunc(list, func(a, b processorLoss) int { return cmp.Compare(a.Processor, b.Processor) })
	return list
}
