package fleet

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"etledger/internal/textform"
)

// droppable is an element of one of the report's lists that a page may leave out.
type droppable struct {
	list  int // of which list
	index int
	class int // the greatest is left out first
	bytes int // of its JSON
}

// Classes of what may be left out.
const (
	classTold  = iota // what leaks, grows across captures, or runs out
	classGrows        // groups that grow, chains that were not shown to, hosts that nothing runs out on
	classClear
	classUnjudged
)

// fitting gives the report with as many elements as fit a bound of its JSON in bytes, and says what was left out: what could
// not be judged first, then what is clear, then what grows, and of the rest the last.
func (r *Report) fitting(bound int) (*Report, string) {
	var all []droppable
	total := 0
	lists := []struct {
		noun string
		len  int
		at   func(i int) (element any, class int)
	}{
		{"build", len(r.Images), func(i int) (any, int) { return &r.Images[i], r.Images[i].class() }},
		{"module", len(r.Modules), func(i int) (any, int) { return &r.Modules[i], r.Modules[i].class() }},
		{"pool tag", len(r.PoolTags), func(i int) (any, int) { return &r.PoolTags[i], r.PoolTags[i].class() }},
		{"update", len(r.Updates), func(i int) (any, int) { return &r.Updates[i], classTold }},
		{"host", len(r.Hosts), func(i int) (any, int) { return &r.Hosts[i], classIf(r.Hosts[i].Seconds == nil) }},
		{"followed process", len(r.Chains),
			func(i int) (any, int) { return &r.Chains[i], classIf(r.Chains[i].Status != string(Grows)) }},
	}
	for k, l := range lists {
		for i := range l.len {
			element, class := l.at(i)
			js, err := json.Marshal(element)
			if err != nil {
				return r, "" // the page, which holds the same JSON, fails with the error
			}
			all = append(all, droppable{k, i, class, len(js)})
			total += len(js)
		}
	}
	if total <= bound {
		return r, ""
	}
	slices.SortStableFunc(all, func(a, b droppable) int {
		return cmp.Or(cmp.Compare(b.class, a.class),
			cmp.Compare(b.index, a.index))
	})
	dropped := make([]map[int]bool, len(lists))
	for i := range dropped {
		dropped[i] = map[int]bool{}
	}
	for _, d := range all {
		if total <= bound {
			break
		}
		total -= d.bytes
		dropped[d.list][d.index] = true
	}
	short := *r
	short.Images, short.Modules = without(r.Images, dropped[0]), without(r.Modules, dropped[1])
	short.PoolTags, short.Updates = without(r.PoolTags, dropped[2]), without(r.Updates, dropped[3])
	short.Hosts, short.Chains = without(r.Hosts, dropped[4]), without(r.Chains, dropped[5])
	var parts []string
	for k, l := range lists {
		if n := len(dropped[k]); n > 0 {
			parts = append(parts, textform.Count(n)+" of "+textform.Plural(l.len, l.noun))
		}
	}
	return &short, strings.Join(parts,
		", ") + ", so that the page stays small: what was not judged or is clear first; the JSON has all"
}

func (g *Group) class() int {
	switch g.Status {
	case Unjudged:
		return classUnjudged
	case Clear:
		return classClear
	case Grows:
		return classGrows
	}
	return classTold
}

func classIf(minor bool) int {
	if minor {
		return classGrows
	}
	return classTold
}

func without[T any](list []T, dropped map[int]bool) []T {
	kept := make([]T, 0, len(list)-len(dropped))
	for i := range list {
		if !dropped[i] {
			kept = append(kept, list[i])
		}
	}
	return kept
}
