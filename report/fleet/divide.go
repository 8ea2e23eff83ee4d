package fleet

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"etledger/internal/natural"
	"etledger/report"
)

// dimension gives the value of a capture by which groups are divided; empty where it has none.
type dimension func(*capture) string

func ringOf(c *capture) string     { return c.ring }
func versionOf(c *capture) string  { return c.version }
func workloadOf(c *capture) string { return c.workload }

func osBuildOf(c *capture) string {
	if c.osBuild == nil {
		return ""
	}
	return strconv.FormatUint(uint64(*c.osBuild), 10)
}

// Lengths of periods.
const (
	daily   = "day"
	weekly  = "week"
	monthly = "month"
)

// period chooses the length of periods, so that there are not many.
func (v *view) period() string {
	if len(v.captures) == 0 {
		return daily
	}
	const day = int64(24 * time.Hour)
	switch span := v.captures[len(v.captures)-1].start - v.captures[0].start; {
	case span <= 31*day:
		return daily
	case span <= 366*day:
		return weekly
	}
	return monthly
}

// periodOf is the beginning of the period of a time, in UTC. Weeks begin on Monday.
func (v *view) periodOf(nano int64) time.Time {
	t := time.Unix(0, nano).UTC()
	year, month, day := t.Date()
	switch v.report.Fleet.Period {
	case monthly:
		day = 1
	case weekly:
		day -= (int(t.Weekday()) + 6) % 7
	}
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// shares counts hosts and captures by a dimension; empty when no capture has a value.
func (v *view) shares(of dimension) []Share {
	counts := map[string]*Share{}
	hosts := map[string]map[int]bool{}
	for _, c := range v.captures {
		value := of(c)
		if counts[value] == nil {
			counts[value], hosts[value] = &Share{Value: text(value)}, map[int]bool{}
		}
		counts[value].Captures++
		hosts[value][c.hostIndex] = true
	}
	list := []Share{}
	if _, only := counts[""]; only && len(counts) == 1 {
		return list
	}
	for value, s := range counts {
		s.Hosts = len(hosts[value])
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b Share) int { return compareValues(a.Value, b.Value) })
	return list
}

// compareValues puts values in the order in which people number them, null last.
func compareValues(a, b *string) int {
	if a == nil || b == nil {
		return cmp.Compare(oneIf(a == nil), oneIf(b == nil))
	}
	return natural.Compare(*a, *b)
}

// divide divides a group over time and by metadata.
func (v *view) divide(g *collected, r *Group) {
	f := &v.report.Fleet
	for at, counts := range partition(v, g, func(c *capture) int64 { return v.periodOf(c.start).UnixNano() }) {
		if counts.Judged > 0 {
			r.OverTime = append(r.OverTime, Period{report.At(at), *counts})
		}
	}
	slices.SortFunc(r.OverTime, func(a, b Period) int { return a.From.Compare(b.From.Time) })
	r.ByRing, r.ByVersion = v.parts(g, ringOf, f.Rings), v.parts(g, versionOf, f.Versions)
	r.ByWorkload, r.ByOSBuild = v.parts(g, workloadOf, f.Workloads), v.parts(g, osBuildOf, f.OSBuilds)
}

// parts divides a group by a dimension; empty when no capture of the fleet has a value.
func (v *view) parts(g *collected, of dimension, shares []Share) []Part {
	list := []Part{}
	if len(shares) == 0 {
		return list
	}
	for value, counts := range partition(v, g, of) {
		list = append(list, Part{text(value), *counts})
	}
	slices.SortFunc(list, func(a, b Part) int { return compareValues(a.Value, b.Value) })
	return list
}

// partition counts the hosts of a group for each value that captures have. A host that leaks counts as leaking for the values
// of the captures that say so.
func partition[V comparable](v *view, g *collected, of func(*capture) V) map[V]*Counts {
	parts := map[V]*Counts{}
	for i := range g.hosts {
		h := &g.hosts[i]
		merged := map[V]cell{}
		for k := range h.cells {
			c := &h.cells[k]
			value := of(v.captures[c.capture])
			sum := merged[value]
			sum.judged += c.judged
			sum.leaking += c.leaking
			sum.growing += c.growing
			merged[value] = sum
		}
		for value, sum := range merged {
			counts := parts[value]
			if counts == nil {
				counts = &Counts{}
				parts[value] = counts
			}
			leaks := h.state == hostLeaks && sum.leaking > 0
			counts.Seen++
			counts.Judged += oneIf(sum.judged > 0)
			counts.Leaking += oneIf(leaks)
			counts.Growing += oneIf(!leaks && h.state >= hostGrows && sum.leaking+sum.growing > 0)
		}
	}
	return parts
}
