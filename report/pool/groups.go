package pool

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"etledger/internal/textform"
	"etledger/ledger/poolseries"
	"etledger/model/poolsnap"
	"etledger/trend"
)

const (
	mostMembers    = 200    // tags that are compared with each other, the fastest
	mostIncrements = 64     // of each
	leastOnce      = 10_000 // objects from which one snapshot is looked at for ratios
	leastTurnover  = 100    // allocations in the time that is judged, for a share of frees of that time
)

// group finds the tags that move in lockstep.
func (m *observedMachine) group() {
	if m.boot == nil {
		return
	}
	once := m.boot.Snapshots == 1
	var tags []*observedTag
	for _, t := range m.tags {
		switch {
		case t.objects == nil || !t.counted:
		case once && t.objects.Last >= leastOnce, !once && t.mayRise() && t.objects.Last > t.objects.First:
			tags = append(tags, t)
		}
	}
	slices.SortStableFunc(tags, func(a, b *observedTag) int {
		return cmp.Compare(b.objects.Last-b.objects.First, a.objects.Last-a.objects.First)
	})
	tags = tags[:min(len(tags), mostMembers)]
	slices.SortFunc(tags, func(a, b *observedTag) int { return compareKeys(a.key, b.key) })
	members := make([]trend.Member, len(tags))
	for i, t := range tags {
		members[i] = m.member(t, once)
	}
	for _, g := range trend.Lockstep(members) {
		lead := tags[g.Members[0]]
		if once && !(g.Leader && lead.frees == 0) || !once && !rises(lead.verdict) {
			continue
		}
		m.addGroup(g, tags, members)
	}
}

// mayRise tells whether a tag rises, or has two samples that do not tell whether it does.
func (t *observedTag) mayRise() bool {
	return rises(t.verdict) || t.verdict == trend.Inconclusive && t.judged() != nil && t.judged().Samples > 1
}

// member gives what lockstep is judged by.
func (m *observedMachine) member(t *observedTag, once bool) trend.Member {
	v := trend.Member{Allocs: float64(t.allocs), Frees: float64(t.frees), Counted: t.counted, NeverFreed: t.neverFreed()}
	v.Turnover = trend.Turnover{Allocs: v.Allocs, Frees: v.Frees}
	if once {
		v.Increments = []float64{t.objects.Last}
		return v
	}
	for i := range t.cells {
		if c := &t.cells[i]; c.Samples > 0 && c.Has&poolsnap.HasAllocs != 0 && t.allocs >= c.Allocs+leastTurnover {
			v.Allocs, v.Frees = float64(t.allocs-c.Allocs), float64(t.frees-c.Frees)
			break
		}
	}
	v.Increments = increments(m.boot.Bins, t.cells)
	return v
}

// increments are the changes of the number of objects from window to window of the bins. Where a bin does not tell, the
// last value before it stands.
func increments(bins []poolseries.Bin, cells []poolseries.Cell) []float64 {
	value := func(i int) (float64, bool) {
		for ; i >= 0; i-- {
			if c := &cells[i]; c.Samples > 0 && c.Has&poolsnap.HasCount != 0 {
				return float64(c.Count.Last), true
			}
		}
		return 0, false
	}
	n := min(len(bins)-1, mostIncrements)
	list := make([]float64, 0, n)
	before, known := value(0)
	for w := 1; w <= n; w++ {
		now, ok := value(w * (len(bins) - 1) / n)
		switch {
		case !ok, !known:
			list = append(list, 0)
		default:
			list = append(list, now-before)
		}
		before, known = now, ok
	}
	return list
}

func (m *observedMachine) addGroup(g trend.Group, tags []*observedTag, members []trend.Member) {
	group := Group{Evidence: g.Evidence, Leader: g.Leader}
	var ratio []string
	for i, k := range g.Members {
		t := tags[k]
		t.group, t.role = len(m.groups), "satellite"
		switch {
		case !g.Leader:
			t.role = "member"
		case i == 0:
			t.role = "leader"
		}
		text := textform.Number(g.Ratios[i])
		if g.Whole[i] > 0 {
			text = fmt.Sprint(g.Whole[i])
		}
		ratio = append(ratio, text)
		member := GroupMember{Tag: t.key.Tag.String(), Pool: t.key.Pool.String(), Ratio: *rounded(g.Ratios[i])}
		if v := &members[k]; v.Counted {
			member.FreedShare = freedShare(uint64(v.Allocs), uint64(v.Frees))
		}
		group.Members = append(group.Members, member)
	}
	group.Ratio = strings.Join(ratio, " : ")
	group.Reason = groupReason(&group, tags[g.Members[0]])
	m.groups = append(m.groups, group)
}

// groupReason says what makes the group one, and why its leader leads.
func groupReason(g *Group, lead *observedTag) string {
	how := "rise and rest at the same times"
	if g.Evidence == trend.ByRatio {
		how = "rose in a ratio of small whole numbers, which may be chance"
	}
	names := make([]string, len(g.Members))
	for i := range g.Members {
		names[i] = g.Members[i].Tag
	}
	text := fmt.Sprintf("%s %s, %s objects for each other.", strings.Join(names, ", "), how, g.Ratio)
	if !g.Leader {
		return text + " Which of them makes the others is open: none is freed clearly less than all others."
	}
	if lead.neverFreed() {
		text += fmt.Sprintf(" %s leads: of its %s none was freed.", g.Members[0].Tag, textform.Plural(lead.allocs, "allocation"))
	} else {
		text += fmt.Sprintf(" %s leads: it is freed least.", g.Members[0].Tag)
	}
	return text + " The others come along with its objects, so look for who allocates " + g.Members[0].Tag + "."
}

func compareKeys(a, b poolsnap.Key) int {
	return cmp.Or(slices.Compare(a.Tag[:], b.Tag[:]), cmp.Compare(a.Pool, b.Pool))
}
