package growth

import (
	"fmt"
	"slices"
	"strings"

	"etledger/internal/textform"
	"etledger/ledger/memoryseries"
	"etledger/trend"
)

// answer says in a sentence or two what grows.
func answer(r *Report, hosts []*host, programs []*program) string {
	if r.Snapshots == 0 && !anyKnown(hosts) {
		return "There is no memory snapshot in these captures, so nothing can be said about growth."
	}
	var parts []string
	on := func(h *host) string {
		if len(hosts) > 1 {
			return " of " + h.Host
		}
		return ""
	}
	grow := slices.DeleteFunc(slices.Clone(programs), func(p *program) bool {
		return p.verdict(memoryseries.Commit) != trend.Growth || p.isCovered()
	})
	if len(grow) > 0 {
		parts = append(parts, growsText(grow, len(hosts) > 1))
	} else {
		machines := machineGrowth(r, hosts, on)
		if machines == nil || len(programs) > 0 {
			parts = append(parts, nothingGrows(programs, len(machines) > 0))
		}
		parts = append(parts, machines...)
	}
	for _, h := range hosts {
		for _, name := range []string{popNonpaged, popPaged, popOther} {
			p := h.population(name)
			if p.known && p.level.Verdict == trend.Growth {
				parts = append(parts, fmt.Sprintf("The %s%s grows by %s.", name, on(h), rateText(&p.level)))
			}
		}
	}
	if len(parts) > 3 {
		parts = append(parts[:3], fmt.Sprintf("Other levels of machines grow too, %d of them.", len(parts)-3))
	}
	if len(grow) > 0 {
		parts = append(parts, "Levels alone are a suspicion and no proof of a leak: a capture tells.")
	}
	return strings.Join(parts, " ")
}

// rateText writes a rate with its interval.
func rateText(j *trend.SeasonJudgement) string {
	return fmt.Sprintf("%s a day (%s)", textform.Size(j.Slope.Rate*aDay), textform.SizeRange(j.Slope.Low*aDay, j.Slope.High*aDay))
}

// growsText says what grows worst, and how many others do.
func growsText(grow []*program, hosts bool) string {
	p := grow[0]
	j := &p.levels[memoryseries.Commit]
	text := p.name()
	if hosts {
		text += " on " + p.host.Host
	}
	text += fmt.Sprintf(" grows by %s", rateText(j))
	if p.restarts || j.HasReturned && j.Returned >= 0.5 {
		text += ", which restarts hide"
	}
	if n := len(grow) - 1; n == 1 {
		text += ", and so does the commit of 1 other process"
	} else if n > 1 {
		text += fmt.Sprintf(", and so does the commit of %s other processes", textform.Count(n))
	}
	return text + "."
}

// machineGrowth says of hosts whose commit grows of what it is, where no process is shown to grow.
func machineGrowth(r *Report, hosts []*host, on func(*host) string) (parts []string) {
	for i, h := range hosts {
		e := r.Hosts[i].Explanation
		if e == nil {
			continue
		}
		text := fmt.Sprintf("The commit of the machine%s grows by %s", on(h), rateText(&h.population(popCommit).level))
		if !h.population(popProcesses).known {
			parts = append(parts, text+"; no process was recorded, so which one is not known.")
			continue
		}
		for _, p := range e.Parts {
			if p.Name == popProcesses && p.Share.Value >= 0.2 {
				text += fmt.Sprintf(", %s of that in processes", textform.Percent(min(1, p.Share.Value)))
				if len(e.Rising) > 0 {
					text += ", though in none surely: " + risingText(e.Rising)
				}
			}
		}
		parts = append(parts, text+".")
	}
	return parts
}

// risingText names the instances that rise most.
func risingText(parts []Part) string {
	var names []string
	for _, p := range parts[:min(3, len(parts))] {
		names = append(names, fmt.Sprintf("%s (%s a day)", p.Name, textform.Size(p.PerDay.Value)))
	}
	verb := "rise"
	if len(names) == 1 {
		verb = "rises"
	}
	return strings.Join(names, ", ") + " " + verb + " most"
}

// nothingGrows says that no single process is shown to grow, as far as that can be said.
func nothingGrows(programs []*program, machine bool) string {
	judged, open, brief, days, longest := 0, 0, 0, false, 0.0
	for _, p := range programs {
		j := &p.levels[memoryseries.Commit]
		switch {
		case p.total != nil:
			continue
		case j.Basis == trend.NoBasis:
			brief++
			continue
		case j.Verdict == trend.Inconclusive:
			open++
		}
		judged++
		days = days || j.Basis == trend.SameHours || j.Basis == trend.Returning
		longest = max(longest, j.Longest)
	}
	of := fmt.Sprintf("of %s", plural(judged, "process", "processes"))
	switch {
	case judged == 0 && machine:
		return "Which process grows cannot be said yet: none was seen for an hour."
	case judged == 0:
		return "Nothing can be said about growth yet: no process was seen for an hour. 'etledger analyze' judges a single capture."
	case !days && longest < fewDays:
		return fmt.Sprintf("No process is shown to grow, %s, but with less than two days growth is not told apart from the load of the day.", of)
	case !days:
		return fmt.Sprintf("No process is shown to grow, %s, but with so few snapshots in a day, or days apart, growth is not told apart from the "+
			"load of the day.", of)
	}
	text := "The commit of no process"
	if machine {
		text = "The commit of no single process"
	}
	text = fmt.Sprintf("%s is shown to grow beyond what the hours of the day and chance explain, %s.", text, of)
	switch {
	case open > 0 && brief > 0:
		text += fmt.Sprintf(" Of %s of them too little is known, and %s seen for less than an hour.", textform.Count(open), were(brief))
	case open > 0:
		text += fmt.Sprintf(" Of %s of them too little is known.", textform.Count(open))
	case brief > 0:
		text += fmt.Sprintf(" Besides, %s seen for less than an hour.", were(brief))
	}
	return text
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return textform.Count(n) + " " + many
}

func were(n int) string {
	if n == 1 {
		return "1 was"
	}
	return textform.Count(n) + " were"
}

func anyKnown(hosts []*host) bool {
	for _, h := range hosts {
		for _, p := range h.populations {
			if p.known {
				return true
			}
		}
	}
	return false
}

// span writes a time; from two days on to the nearest day or tenth of one.
func span(seconds float64) string {
	if seconds >= 10*aDay {
		return textform.Span(seconds + aDay/2)
	}
	return textform.Span(seconds)
}
