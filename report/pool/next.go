package pool

import (
	"fmt"
	"slices"

	"etledger/internal/textform"
	"etledger/trend"
)

// nextForTag says what to look at next for one tag, in the operator's terms.
func (a *analysis) nextForTag(m *observedMachine, t *observedTag, o *Owner) []string {
	list := []string{}
	if t.role == "satellite" {
		return append(list, fmt.Sprintf("Look at %q first: this tag comes along with it.", m.groups[t.group].Members[0].Tag))
	}
	switch t.verdict {
	case trend.Leak:
		if j := t.judged(); j == nil || !j.Recovery.Known {
			list = append(list, "Recovery test: stop the workload, take snapshots for as long again, and give both times with "+
				"--phases; what does not come back confirms the leak.")
		}
		list = append(list, a.nextForOwner(o)...)
	case trend.Growth:
		list = append(list, repeatText(m))
		list = append(list, a.nextForOwner(o)...)
	case trend.Held:
		if t.stop().Grew > 0 {
			list = append(list, m.stoppedNext(t))
			return append(list, a.nextForOwner(o)...)
		}
		list = append(list, "Take snapshots after the next boot, or give those of a healthy machine with --baseline, to see when "+
			"this memory is taken and whether it is the same there.")
	case trend.Inconclusive:
		list = append(list, repeatText(m))
	}
	return list
}

// stoppedNext asks for what ran while a tag grew.
func (m *observedMachine) stoppedNext(t *observedTag) string {
	when := ""
	if s := stoppedOf(t.stop(), &m.boot.Span); s != nil {
		when = s.whenText()
	}
	if len(m.phases) > 0 {
		return fmt.Sprintf("Run the workload that ran when it grew%s again: growth that comes again and stays each time is a leak of "+
			"that work, growth that does not is a cache or a start.", when)
	}
	return fmt.Sprintf("Find what ran when it grew%s, tell it with --phase or --phases, and run it again: growth that comes again and "+
		"stays each time is a leak of that work, growth that does not is a cache or a start.", when)
}

// repeatText asks for samples, as many as it takes.
func repeatText(m *observedMachine) string {
	distance := 600.0
	if b := m.boot; b != nil && !b.Ordinal && b.Snapshots > 1 {
		distance = max(60, b.Seconds()/float64(b.Snapshots-1))
	}
	if m.boot != nil && m.boot.Snapshots >= goodSnapshots {
		if len(m.phases) > 0 {
			return "Take snapshots for a longer time under the same workload, and as long after it: more of them in this time would " +
				"not tell more."
		}
		return "Take snapshots for a longer time, tell when the workload ran with --phases, and go on as long after it to see what " +
			"comes back: more of them in this time would not tell more."
	}
	return fmt.Sprintf("Repeat samples: %d snapshots or more, one every %s, under the same workload.", goodSnapshots,
		spanText(distance))
}

// nextForOwner says what to do about the component.
func (a *analysis) nextForOwner(o *Owner) []string {
	switch {
	case o == nil:
		return nil
	case o.Shared != nil && (o.Uncertain || len(o.Candidates) == 0):
		return []string{fmt.Sprintf("This tag is shared (%s): look at %s.", o.Shared.How, o.Shared.DependsOn)}
	case len(o.Candidates) == 0:
		return []string{"Find the component: give the tag file of the debugger with --tags and the machine's drivers folder with " +
			"--drivers, or record pool events with stacks."}
	case o.Uncertain:
		return []string{"Which component it is stays uncertain: record pool events of this tag with stacks while the workload runs."}
	}
	c := &o.Candidates[0]
	text := fmt.Sprintf("Driver version: compare %s with what its vendor has released since", candidateText(c))
	if c.Version == nil {
		text = fmt.Sprintf("Driver version: find the version of %s (driverquery /v /fo csv, given with --drivers) and what its "+
			"vendor has released since", textform.Printable(c.Name))
	}
	return []string{text + "; reproduce with the smallest workload that makes the tag grow, then run the same workload after the " +
		"correction and give its snapshots with --after."}
}

// next says what to look at next on the whole.
func (a *analysis) next(r *Report) []string {
	list := []string{}
	add := func(text string) {
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	m := &r.Machines[0]
	for i := range m.Tags[:min(len(m.Tags), 3)] {
		t := &m.Tags[i]
		satellite := t.Role != nil && *t.Role == "satellite"
		if t.Verdict == m.Tags[0].Verdict && (rises(trend.Verdict(t.Verdict)) || i == 0 && stoppedAnswer(m) != "") && !satellite {
			for _, text := range t.Next {
				add(text)
			}
		}
	}
	for i := range m.Populations {
		p := &m.Populations[i]
		if _, pool := pools[p.Name]; pool && rises(trend.Verdict(p.Verdict)) && len(m.Tags) == 0 {
			add("A pool grows: take snapshots of it by tag (poolmon /n FILE, every few minutes), so that the tag can be told.")
		}
		if p.Name == processCommit && rises(trend.Verdict(p.Verdict)) {
			add(processText(m))
		}
	}
	lead := a.now[0]
	if lead.boot != nil && lead.boot.Snapshots < leastSnapshots {
		add(repeatText(lead))
	}
	return list
}

// processText says where to look when processes grow.
func processText(m *Machine) string {
	if len(m.Processes) > 0 {
		return fmt.Sprintf("Process commit grows: look at %s first, and record VirtualAlloc events with stacks for 'etledger "+
			"analyze'.", textform.Printable(m.Processes[0].Name))
	}
	return "Process commit grows: record the private bytes of each process (\\Process(*)\\Private Bytes), and VirtualAlloc events " +
		"with stacks for 'etledger analyze'."
}
