package fleet

import (
	"cmp"
	"slices"
	"strings"

	"etledger/internal/natural"
)

// compareVersions puts file versions in order, number by number; what is not known comes first.
func compareVersions(a, b string) int { return natural.Compare(a, b) }

func (s Status) rank() int {
	return slices.Index([]Status{Leaks, Suspected, Grows, Clear, Unjudged}, s)
}

// sorted gives the results of groups, worst first: by status, by the hosts on which they leak, by rate, by what they left
// outstanding, by the hosts on which they grow or were seen; then by name and build.
func sorted(groups []*collected) []Group {
	list := slices.Clone(groups)
	slices.SortFunc(list, func(a, b *collected) int {
		x, y := a.result, b.result
		return cmp.Or(
			cmp.Compare(x.Status.rank(), y.Status.rank()),
			cmp.Compare(y.Hosts.Leaking, x.Hosts.Leaking),
			cmp.Compare(y.rate(), x.rate()),
			cmp.Compare(y.OutstandingBytes, x.OutstandingBytes),
			cmp.Compare(y.Hosts.Growing, x.Hosts.Growing),
			cmp.Compare(y.Hosts.Seen, x.Hosts.Seen),
			compareKeys(a.key, b.key),
		)
	})
	results := make([]Group, len(list))
	for i, g := range list {
		results[i] = *g.result
	}
	return results
}

func (g *Group) rate() float64 {
	if g.Slope == nil {
		return 0
	}
	return g.Slope.Rate
}

func compareFold(a, b string) int {
	return cmp.Or(strings.Compare(strings.ToLower(a), strings.ToLower(b)), strings.Compare(a, b))
}
