package ledger

import (
	"cmp"
	"slices"

	"etledger/trend"
)

// place is where in the code memory was asked for: the frame that stacks are charged to.
type place struct{ path, text string }

// placeSum adds up what one place left outstanding.
type placeSum struct {
	frame    frame
	stack    stack // the one with most bytes
	greatest uint64
	stacks   map[uint32]bool // sites
	pages    uint64
	count    uint64
	holdings []holding
}

// suspects names the places in the code that left memory outstanding.
func (l *Ledger) suspects(p *process) []Suspect {
	if !slices.ContainsFunc(p.holdings, func(h holding) bool { return h.site != 0 }) {
		return nil
	}
	sums := l.sumPlaces(p)
	slices.SortFunc(sums, func(a, b *placeSum) int {
		return cmp.Or(
			compareBools(len(a.stack) == 0, len(b.stack) == 0),
			cmp.Compare(b.pages, a.pages), cmp.Compare(a.frame.path, b.frame.path), cmp.Compare(a.frame.text, b.frame.text))
	})
	list := make([]Suspect, len(sums))
	for i, s := range sums {
		list[i] = s.suspect()
		list[i].ModulePath, _ = l.paths.DOS(list[i].ModulePath)
		if !p.ended && i < l.options.SuspectCohorts {
			list[i].Cohorts = l.suspectCohorts(p, s)
		}
	}
	return list
}

// sumPlaces adds the holdings of a lifetime up by place, in no certain order.
func (l *Ledger) sumPlaces(p *process) []*placeSum {
	places := map[place]*placeSum{}
	var sums []*placeSum
	for rest := p.holdings; len(rest) > 0; {
		frames, until := l.resolve(p, rest[0])
		n := 1
		for n < len(rest) && rest[n].site == rest[0].site && rest[n].actor == rest[0].actor && rest[n].birth <= until {
			n++
		}
		responsible := frames.responsible()
		key := place{responsible.path, responsible.text}
		sum := places[key]
		if sum == nil {
			sum = &placeSum{frame: responsible, stacks: map[uint32]bool{}}
			places[key] = sum
			sums = append(sums, sum)
		}
		sum.add(frames, rest[:n])
		rest = rest[n:]
	}
	return sums
}

// add adds holdings of one stack.
func (s *placeSum) add(frames stack, holdings []holding) {
	var pages uint64
	for _, h := range holdings {
		pages += h.pages
		s.count += h.count
	}
	s.pages += pages
	s.stacks[holdings[0].site] = true
	if pages > s.greatest {
		s.greatest, s.stack = pages, frames
	}
	s.holdings = append(s.holdings, holdings...)
}

func (s *placeSum) suspect() Suspect {
	result := Suspect{
		Module: s.frame.module, ModulePath: s.frame.path, Frame: s.frame.text,
		OutstandingBytes: inBytes(s.pages), Count: s.count, Stacks: len(s.stacks),
	}
	for _, f := range s.stack {
		result.Stack = append(result.Stack, f.text)
	}
	return result
}

// suspectCohorts gives the holdings of a place by time of birth.
func (l *Ledger) suspectCohorts(p *process, s *placeSum) []trend.Cohort {
	whole := &p.account.line
	line := timeline{origin: whole.origin, shift: whole.shift, bins: make([]timeBin, len(whole.bins))}
	for _, h := range s.holdings {
		line.bins[h.bin].born += float64(h.pages)
		line.bins[h.bin].births += int(h.count)
	}
	line.close(p.life.EndNano, mostSideBins)
	cohorts := line.cohorts(l.start, p.life.EndNano, pageBytes)
	for i := range cohorts {
		cohorts[i].Surviving = cohorts[i].Born
	}
	return cohorts
}
