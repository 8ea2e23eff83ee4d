package ledger

import (
	"cmp"
	"slices"
)

// stackSum adds up what one distinct stack did in a lifetime: equal addresses in the same images.
type stackSum struct {
	frames      stack // none for memory whose stack is not known
	pages       uint64
	count       uint64
	allocated   uint64 // pages
	allocations uint64
	holdings    []holding // what pages and count are the sums of
	suspect     int       // as in Stack
}

// stackSums are the sums of a lifetime, each found by the parts of its stack and who made the allocation.
type stackSums struct {
	list  []*stackSum
	index map[stackID][]*stackSum // several where an image was replaced by another
}

type stackID struct {
	site  site
	actor uint32
}

// sumStacks adds up the holdings of a lifetime, and what it allocated, by distinct stack, in the order of compareStacks.
func (l *Ledger) sumStacks(p *process, allocated []*allocatedSum) []*stackSum {
	sums := stackSums{index: map[stackID][]*stackSum{}}
	for rest := p.holdings; len(rest) > 0; {
		first := rest[0]
		frames, until := l.resolve(p, first.site, first.actor, first.birth)
		n := 1
		for n < len(rest) && rest[n].site == first.site && rest[n].actor == first.actor && rest[n].birth <= until {
			n++
		}
		sum := sums.find(stackID{l.stacks.resolved(first.site), first.actor}, frames)
		for _, h := range rest[:n] {
			sum.pages += h.pages
			sum.count += h.count
		}
		sum.holdings = append(sum.holdings, rest[:n]...)
		rest = rest[n:]
	}
	unknown := sums.find(stackID{}, nil)
	unknown.allocated, unknown.allocations = p.account.committed, p.account.line.births()
	for _, a := range allocated {
		frames, _ := l.resolve(p, a.site, a.actor, a.birth)
		sum := sums.find(stackID{l.stacks.resolved(a.site), a.actor}, frames)
		sum.allocated += a.pages
		sum.allocations += a.count
		unknown.allocated -= a.pages
		unknown.allocations -= a.count
	}
	for _, same := range sums.index {
		balance(same)
	}
	balance(sums.list)
	if unknown.allocated == 0 && unknown.pages == 0 {
		sums.list = slices.DeleteFunc(sums.list, func(s *stackSum) bool { return s == unknown })
	}
	slices.SortStableFunc(sums.list, compareStacks)
	return sums.list
}

// balance moves allocated amounts among stacks until each has allocated at least what it left outstanding. They are told
// apart by different means: what is outstanding by the time of birth, what was allocated only by which image had last
// been at an address; and a stack that comes after a lifetime has long ended finds nothing outstanding any more.
func balance(sums []*stackSum) {
	level(sums, func(s *stackSum) (have *uint64, need uint64) { return &s.allocated, s.pages })
	level(sums, func(s *stackSum) (have *uint64, need uint64) { return &s.allocations, s.count })
}

// level moves amounts from those who have more than they need to those who have less, in order.
func level(sums []*stackSum, of func(*stackSum) (have *uint64, need uint64)) {
	giver := 0
	for _, s := range sums {
		have, need := of(s)
		for *have < need && giver < len(sums) {
			from, kept := of(sums[giver])
			if *from <= kept {
				giver++
				continue
			}
			n := min(*from-kept, need-*have)
			*from -= n
			*have += n
		}
	}
}

// find gives the sum of a stack, made when there is none. All stacks without frames are one.
func (s *stackSums) find(id stackID, frames stack) *stackSum {
	if len(frames) == 0 {
		id = stackID{}
	}
	for _, sum := range s.index[id] {
		if slices.EqualFunc(sum.frames, frames, Frame.same) {
			return sum
		}
	}
	sum := &stackSum{frames: frames, suspect: -1}
	s.list = append(s.list, sum)
	s.index[id] = append(s.index[id], sum)
	return sum
}

// compareStacks puts what left most bytes outstanding first, then what allocated most; ties go by address.
func compareStacks(a, b *stackSum) int {
	return cmp.Or(
		cmp.Compare(b.pages, a.pages), cmp.Compare(b.allocated, a.allocated),
		slices.CompareFunc(a.frames, b.frames, func(f, g Frame) int { return cmp.Compare(f.Address, g.Address) }),
	)
}

// listStacks gives the stacks of a lifetime.
func (l *Ledger) listStacks(p *process, sums []*stackSum) []Stack {
	side := sideLine(p)
	list := make([]Stack, len(sums))
	for i, s := range sums {
		list[i] = Stack{
			Frames: s.frames, Suspect: s.suspect, AllocatedBytes: inBytes(s.allocated), Allocations: s.allocations,
			OutstandingBytes: inBytes(s.pages), Count: s.count,
		}
		if !p.ended && s.pages > 0 && i < l.options.SuspectCohorts {
			list[i].Cohorts = l.cohortsOf(p, side, s.holdings)
		}
	}
	return list
}
