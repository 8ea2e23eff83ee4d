package fleet

import (
	"cmp"
	"fmt"
	"slices"

	"etledger/internal/natural"
	"etledger/internal/textform"
	"etledger/report"
	"etledger/trend"
)

// Changes that Update.Change tells of, and what Update.By says.
const (
	Came = "came"
	Went = "went"

	ByBuild   = "build"
	ByVersion = "version"
)

// side is one of the two sides of an update.
type side struct {
	group   *collected
	version string // of metadata; empty when builds are compared
	hosts   Counts
	first   int // capture with which it was seen first
}

// candidate is a pair of builds, or versions, with a test.
type candidate struct {
	by, change string
	from, to   side
	chance     float64
}

// updates finds the builds of images with which a leak came or went, and the versions of metadata that did so to one build.
func (v *view) updates() []Update {
	var tests []candidate
	for _, builds := range v.families() {
		for i := 1; i < len(builds); i++ {
			tests = appendTests(tests, ByBuild, v.wholeSide(builds[i-1]), v.wholeSide(builds[i]))
		}
	}
	for _, g := range v.images.groups {
		if len(g.leaking) == 0 {
			continue
		}
		sides := v.versionSides(g)
		for i := 1; i < len(sides); i++ {
			tests = appendTests(tests, ByVersion, sides[i-1], sides[i])
		}
	}
	chances := make([]float64, len(tests))
	for i := range tests {
		chances[i] = tests[i].chance
	}
	v.report.Method.TestedUpdates = len(tests)
	type found struct {
		candidate
		adjusted float64
	}
	var all []found
	for i, adjusted := range trend.AdjustChances(chances) {
		worse := tests[i].to.group
		if tests[i].change == Went {
			worse = tests[i].from.group
		}
		if adjusted <= falseTrend && worse.result.Status == Leaks {
			all = append(all, found{tests[i], adjusted})
		}
	}
	slices.SortFunc(all, func(a, b found) int {
		return cmp.Or(cmp.Compare(a.adjusted, b.adjusted), cmp.Compare(a.chance, b.chance), compareKeys(a.to.group.key, b.to.group.key),
			cmp.Compare(a.by, b.by), natural.Compare(a.to.version, b.to.version))
	})
	list := []Update{}
	for i := range all {
		list = append(list, v.update(&all[i].candidate, all[i].adjusted))
	}
	return list
}

// families are the builds of each image and role, in order: of file versions where all have one, else of the captures that had them
// first. Builds that were not judged are left out.
func (v *view) families() (families [][]*collected) {
	index := map[groupKey]int{}
	for _, g := range v.images.groups {
		if g.result.Hosts.Judged == 0 {
			continue
		}
		k := groupKey{name: g.key.name, role: g.key.role}
		i, known := index[k]
		if !known {
			i = len(families)
			index[k] = i
			families = append(families, nil)
		}
		families[i] = append(families[i], g)
	}
	for _, builds := range families {
		versions := !slices.ContainsFunc(builds, func(g *collected) bool { return g.key.version == "" })
		slices.SortFunc(builds, func(a, b *collected) int {
			byVersion := 0
			if versions {
				byVersion = compareVersions(a.key.version, b.key.version)
			}
			return cmp.Or(byVersion, cmp.Compare(a.first(), b.first()), compareKeys(a.key, b.key))
		})
	}
	return families
}

// first is the capture that had a group first.
func (g *collected) first() int {
	first := int(g.cells[0].capture)
	for i := range g.cells {
		first = min(first, int(g.cells[i].capture))
	}
	return first
}

func (v *view) wholeSide(g *collected) side {
	return side{group: g, hosts: g.result.Hosts, first: g.first()}
}

// versionSides divides a build by the versions of metadata, in their order.
func (v *view) versionSides(g *collected) (sides []side) {
	if len(v.report.Fleet.Versions) == 0 {
		return nil
	}
	first := map[string]int{}
	for i := range g.cells {
		at := int(g.cells[i].capture)
		version := v.captures[at].version
		if before, known := first[version]; !known || at < before {
			first[version] = at
		}
	}
	for version, counts := range partition(v, g, versionOf) {
		if version != "" && counts.Judged > 0 {
			sides = append(sides, side{group: g, version: version, hosts: *counts, first: first[version]})
		}
	}
	slices.SortFunc(sides, func(a, b side) int { return natural.Compare(a.version, b.version) })
	return sides
}

// appendTests tests whether a leak came, and whether it went. Where neither side leaks on any host neither test could find anything,
// and they do not count (Tarone, Biometrics 46, 1990).
func appendTests(tests []candidate, by string, from, to side) []candidate {
	leaking := from.hosts.Leaking + to.hosts.Leaking
	if leaking == 0 {
		return tests
	}
	return append(tests,
		candidate{by, Came, from, to, trend.FisherChance(to.hosts.Leaking, to.hosts.Judged, leaking, from.hosts.Judged)},
		candidate{by, Went, from, to, trend.FisherChance(from.hosts.Leaking, from.hosts.Judged, leaking, to.hosts.Judged)})
}

// update makes the result of a test.
func (v *view) update(c *candidate, adjusted float64) Update {
	since := report.At(v.captures[c.to.first].start)
	verb := map[string]string{Came: "is new", Went: "is gone"}[c.change]
	reason := fmt.Sprintf("The leak %s: %s on %s of %s, after %s on %s of %s (chance %s, adjusted %s).", verb, c.to.name(),
		textform.Count(c.to.hosts.Leaking), textform.Plural(c.to.hosts.Judged, "host"), c.from.name(),
		textform.Count(c.from.hosts.Leaking), textform.Plural(c.from.hosts.Judged, "host"), chanceWords(c.chance), chanceWords(adjusted))
	b := &c.to.group.build
	return Update{
		Name: b.name, Role: text(b.role), By: c.by, From: c.from.build(), To: c.to.build(), Change: c.change,
		Chance: chanceOf(c.chance), Adjusted: chanceOf(adjusted), Since: &since, Reason: reason,
	}
}

func (s *side) build() Build {
	b := &s.group.build
	return Build{FileVersion: text(b.version), BuildStamp: b.stamp, Version: text(s.version), Hosts: s.hosts}
}

func (s *side) name() string {
	if s.version != "" {
		return "with version " + textform.Printable(s.version)
	}
	b := build{name: "build", version: s.group.build.version, stamp: s.group.build.stamp}
	if b.version == "" && b.stamp == nil {
		return "a build that nothing identifies"
	}
	return buildName(&b)
}
