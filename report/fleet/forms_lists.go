package fleet

import (
	"strings"

	"etledger/internal/textform"
)

// kind is what tells the three kinds of groups apart.
type kind struct {
	heading, noun string
	partners      string // what the partners of a group are
	lifetimes     bool   // lifetimes of processes are counted
	few           bool   // only some facts are told
	columns       []column[Group]
	of            func(*Report) []Group
}

var kinds = []*kind{
	{heading: "Images", noun: "build", partners: "Modules", lifetimes: true, columns: imageColumns,
		of: func(r *Report) []Group { return r.Images }},
	{heading: "Modules", noun: "module", partners: "Images", few: true, columns: moduleColumns,
		of: func(r *Report) []Group { return r.Modules }},
	{heading: "Pool tags", noun: "pool tag", partners: "Modules", columns: tagColumns,
		of: func(r *Report) []Group { return r.PoolTags }},
}

// told are the first of the groups that are told about.
func told(groups []*Group, most int) (list []*Group) {
	for _, g := range groups {
		if len(list) < most && (g.Status == Leaks || g.Status == Suspected) {
			list = append(list, g)
		}
	}
	return list
}

func pointers[T any](list []T) []*T {
	rows := make([]*T, len(list))
	for i := range list {
		rows[i] = &list[i]
	}
	return rows
}

// listedGroups gives the groups that are listed, and how many others there are of each status.
func listedGroups(groups []Group, all bool) (rows []*Group, others string) {
	counts := map[Status]int{}
	for i := range groups {
		g := &groups[i]
		if all || g.Status == Leaks || g.Status == Suspected {
			rows = append(rows, g)
		} else {
			counts[g.Status]++
		}
	}
	var parts []string
	for _, c := range []struct {
		status   Status
		one, few string
	}{
		{Grows, "grows", "grow"}, {Clear, "is clear", "are clear"}, {Unjudged, "could not be judged", "could not be judged"},
	} {
		switch n := counts[c.status]; n {
		case 0:
		case 1:
			parts = append(parts, "1 "+c.one)
		default:
			parts = append(parts, textform.Count(n)+" "+c.few)
		}
	}
	return rows, strings.Join(parts, ", ")
}

// othersText says what the groups that are not listed are.
func othersText(listed int, noun, others string) string {
	if listed == 0 {
		return "No " + noun + " leaks: " + others + "."
	}
	return "Not listed: " + others + "."
}

// listedHosts gives the hosts that something is known to run out on, and how many others there are.
func (r *Report) listedHosts(all bool) (rows []*Host, rest int) {
	for i := range r.Hosts {
		if h := &r.Hosts[i]; all || h.Seconds != nil {
			rows = append(rows, h)
		}
	}
	return rows, max(len(r.Hosts), r.Fleet.Hosts) - len(rows)
}

func restOfHosts(listed, rest int) string {
	if listed == 0 {
		return "On no host is anything known to run out."
	}
	return "On " + textform.Plural(rest, "other host") + " nothing is known to run out."
}

// listedChains gives the chains that grow, and how many others were tested.
func (r *Report) listedChains(all bool) (rows []*Chain, rest int) {
	for i := range r.Chains {
		if c := &r.Chains[i]; all || c.Status == string(Grows) {
			rows = append(rows, c)
		}
	}
	return rows, max(len(r.Chains), r.Method.TestedChains) - len(rows)
}

func restOfChains(listed, rest int) string {
	if listed == 0 {
		return textform.Counted(uint64(rest), "process", "was", "were") + " followed across captures; none was shown to grow."
	}
	return textform.Counted(uint64(rest), "other process", "was", "were") + " followed across captures and not shown to grow."
}
