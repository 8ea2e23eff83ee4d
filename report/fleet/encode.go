package fleet

import (
	"io"

	"etledger/internal/jsonform"
)

// WriteJSON writes the report as the documented JSON: indented by two spaces, without HTML escapes, with a newline at the
// end. Equal reports give equal bytes.
func (r *Report) WriteJSON(w io.Writer) error { return jsonform.Write(w, "fleet", r.complete()) }

// complete gives the report with empty lists for those that are not there, so that lists are lists in every form.
func (r *Report) complete() *Report {
	c := *r
	f := &c.Fleet
	f.Rings, f.Versions, f.Workloads, f.OSBuilds = orEmpty(f.Rings), orEmpty(f.Versions), orEmpty(f.Workloads), orEmpty(f.OSBuilds)
	c.Images, c.Modules, c.PoolTags = completeGroups(r.Images), completeGroups(r.Modules), completeGroups(r.PoolTags)
	c.Updates, c.Hosts, c.Findings = orEmpty(r.Updates), orEmpty(r.Hosts), orEmpty(r.Findings)
	c.Chains = append([]Chain{}, r.Chains...)
	for i := range c.Chains {
		c.Chains[i].Levels = orEmpty(c.Chains[i].Levels)
	}
	return &c
}

func completeGroups(groups []Group) []Group {
	list := append([]Group{}, groups...)
	for i := range list {
		g := &list[i]
		g.OverTime, g.ByRing, g.ByVersion = orEmpty(g.OverTime), orEmpty(g.ByRing), orEmpty(g.ByVersion)
		g.ByWorkload, g.ByOSBuild = orEmpty(g.ByWorkload), orEmpty(g.ByOSBuild)
		g.LeakingOn, g.Partners = orEmpty(g.LeakingOn), orEmpty(g.Partners)
	}
	return list
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
