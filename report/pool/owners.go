package pool

import (
	"context"
	"fmt"

	"etledger/model/poolsnap"
	"etledger/model/pooltag"
	"etledger/trend"
)

// mostOwners is how many tags are mapped to components.
const mostOwners = 100

// mapper maps tags to components with one machine's sources.
type mapper struct {
	*pooltag.Mapper
	empty    bool
	problems []poolsnap.Problem
}

// newMapper scans the drivers for the tags that will be asked for.
func newMapper(ctx context.Context, sources *OwnerSources, tags []poolsnap.Tag, options Options) (*mapper, error) {
	m := &mapper{empty: sources.empty()}
	s := pooltag.Sources{Tags: pooltag.NewIndex(sources.TagFiles...), Inventories: sources.Inventories}
	for i, path := range sources.Drivers {
		if options.Progress != nil {
			options.Progress(i, len(sources.Drivers))
		}
		scan, err := pooltag.Scan(ctx, path, tags, pooltag.ScanOptions{Concurrency: options.Concurrency})
		if err != nil {
			return nil, fmt.Errorf("scanning drivers for tags: %w", err)
		}
		s.Scans = append(s.Scans, scan)
		m.problems = append(m.problems, scan.Problems...)
	}
	m.Mapper = pooltag.NewMapper(s)
	return m, nil
}

// owner gives what is known of whom a tag belongs to.
func (m *mapper) owner(t *observedTag, recordings []Recording) *Owner {
	var hints pooltag.Hints
	if t.mapped != "" {
		hints.Told = append(hints.Told, pooltag.Told{Text: t.mapped})
	}
	for _, r := range recordings {
		hints.Stacks = append(hints.Stacks, r.Callers[t.key.Tag]...)
	}
	return ownerOf(m.Candidates(t.key.Tag, hints))
}

func ownerOf(m *pooltag.Mapping) *Owner {
	o := &Owner{Uncertain: m.Uncertain, Why: m.Why, Left: m.Left, Candidates: []Candidate{}}
	if len(m.Names) > 0 {
		o.Description = known(m.Names[0].Description)
	}
	if s := m.Shared; s != nil {
		o.Shared = &Shared{How: s.Sharing.String(), Owner: s.Owner, About: s.About, DependsOn: s.DependsOn}
	}
	for i := range m.Candidates {
		c := &m.Candidates[i]
		candidate := Candidate{
			Name: c.Name(), Points: c.Points, Version: known(c.Version.Value), Vendor: known(c.Vendor.Value),
			Signer: known(c.Signer.Value), Date: known(c.Date.Value), Path: known(c.Path.Value),
			Evidence: []Evidence{}, Notes: append([]string{}, c.Notes...),
		}
		for _, e := range c.Evidence {
			candidate.Evidence = append(candidate.Evidence, Evidence{Source: e.Source.String(), Points: e.Points, Text: e.String()})
		}
		o.Candidates = append(o.Candidates, candidate)
	}
	return o
}

// wanted are the tags of the report that ask for an explanation: those that rise or are held, and the members of groups.
func wanted(tags []*observedTag, options Options) []*observedTag {
	var list []*observedTag
	for _, t := range tags {
		asked := options.Tag != nil && *options.Tag == t.key.Tag
		if asked || t.group >= 0 || severity(t.verdict) <= severity(trend.Held) {
			if list = append(list, t); len(list) == mostOwners {
				break
			}
		}
	}
	return list
}
