package pooltag

import (
	"fmt"
	"slices"
	"strings"
)

// judge leaves out what has few points beside candidates that have enough, and says whether one of them is ahead.
func (r *Mapping) judge() {
	all := len(r.Candidates)
	if all > 0 && r.Candidates[0].own >= enough {
		r.Candidates = slices.DeleteFunc(r.Candidates, func(c Candidate) bool { return c.own < few })
	}
	r.Candidates = r.Candidates[:min(len(r.Candidates), MaxCandidates)]
	r.Left = all - len(r.Candidates)
	r.Uncertain, r.Why = r.reason()
}

// reason says whether the owner is uncertain, and why; else what the first candidate stands on.
func (r *Mapping) reason() (bool, string) {
	if len(r.Candidates) == 0 {
		switch {
		case r.Shared != nil:
			return true, fmt.Sprintf("%s: %s", r.Shared.Sharing, r.Shared.DependsOn)
		case len(r.Names) > 0:
			return true, "tag files know the tag, but name no component for it"
		}
		return true, "nothing names a component"
	}
	first := &r.Candidates[0]
	if r.Shared != nil && r.Shared.Sharing == ByDefault && !first.seen() {
		return true, fmt.Sprintf("%s: %s", r.Shared.Sharing, r.Shared.DependsOn)
	}
	if first.own < enough {
		return true, fmt.Sprintf("little speaks for any component (%d points for %s)", first.Points, first.Name())
	}
	close := []string{first.Name()}
	for i := range r.Candidates[1:] {
		if c := &r.Candidates[i+1]; first.Points-c.Points < lead {
			close = append(close, c.Name())
		}
	}
	switch {
	case len(close) > 1:
		return true, fmt.Sprintf("%d components are about equal: %s", len(close), strings.Join(close, ", "))
	case !first.seen() && r.multiple():
		return true, "the tag file says that several components use it"
	}
	var kinds []string
	for i, e := range first.Evidence {
		if i == 0 || e.Source != first.Evidence[i-1].Source {
			kinds = append(kinds, e.Source.String())
		}
	}
	why := fmt.Sprintf("%s has %d points, from %s", first.Name(), first.Points, strings.Join(kinds, ", "))
	if r.Shared != nil && slices.ContainsFunc(first.Evidence, func(e Evidence) bool { return e.Source == FromTable }) {
		why += fmt.Sprintf("; %s: %s", r.Shared.Sharing, r.Shared.DependsOn)
	}
	return false, why
}

// seen tells whether stacks say that the component makes half of the tag's allocations or more.
func (c *Candidate) seen() bool {
	return len(c.Evidence) > 0 && c.Evidence[0].Source == FromStack && c.Evidence[0].Points >= 50
}

// multiple tells whether the best entry of the tag files says that the tag has many users.
func (r *Mapping) multiple() bool {
	return len(r.Names) > 0 && strings.EqualFold(r.Names[0].Binary, "<multiple>")
}
