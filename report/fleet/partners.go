package fleet

import (
	"cmp"
	"slices"
)

// partnerSum is what one partner comes to.
type partnerSum struct {
	hosts, captures map[int]bool
	bytes           uint64
}

// partners adds up what modules left in an image, or a module in images: in lifetimes that leak, and in those that grow.
type partners struct {
	view *view
	of   map[int]*[2]partnerSum // by group of the partner; what grows, and what leaks
	leak bool                   // some leak
}

func newPartners(v *view) partners { return partners{view: v, of: map[int]*[2]partnerSum{}} }

func (p *partners) add(group int, u *risen) {
	sums := p.of[group]
	if sums == nil {
		sums = &[2]partnerSum{}
		p.of[group] = sums
	}
	leaks := u.verdict == leaking
	p.leak = p.leak || leaks
	s := &sums[oneIf(leaks)]
	if s.hosts == nil {
		s.hosts, s.captures = map[int]bool{}, map[int]bool{}
	}
	s.hosts[p.view.captures[u.capture].hostIndex] = true
	s.captures[u.capture] = true
	s.bytes += u.outstanding
}

// list gives the partners in lifetimes that leak, or where there are none, in those that grow: those that left most first, at
// most MaxNamed. Shares are of the bytes that were left in these lifetimes in all, and null where that is 0.
func (p *partners) list(groups []*collected, left [2]uint64) []Partner {
	which := oneIf(p.leak)
	list := []Partner{}
	indexes := []int{}
	for group, sums := range p.of {
		if sums[which].hosts != nil {
			indexes = append(indexes, group)
		}
	}
	slices.SortFunc(indexes, func(a, b int) int {
		return cmp.Or(cmp.Compare(p.of[b][which].bytes, p.of[a][which].bytes), compareKeys(groups[a].key, groups[b].key))
	})
	for _, i := range indexes[:min(len(indexes), MaxNamed)] {
		s, b := &p.of[i][which], &groups[i].build
		one := Partner{
			Name: b.name, FileVersion: text(b.version), BuildStamp: b.stamp, Hosts: len(s.hosts), Captures: len(s.captures),
			OutstandingBytes: s.bytes,
		}
		if total := left[which]; total > 0 {
			share := rounded(min(1, float64(s.bytes)/float64(total)), shareStep)
			one.Share = &share
		}
		list = append(list, one)
	}
	return list
}

// left is what lifetimes that grow, and those that leak, left outstanding.
func (g *collected) left() (bytes [2]uint64) {
	for i := range g.risen {
		bytes[oneIf(g.risen[i].verdict == leaking)] += g.risen[i].outstanding
	}
	return bytes
}
