package ledger

import (
	"cmp"
	"slices"

	"etledger/trend"
)

// place is where in the code memory was asked for: the frame that stacks are charged to.
type place struct{ path, text string }

// placeSum adds up what the stacks charged to one place did, the one with most bytes outstanding first.
type placeSum struct {
	place       place
	module      string
	image       *Image // of the responsible frame of the first of the stacks; nil when none is known
	stacks      []*stackSum
	pages       uint64
	count       uint64
	allocated   uint64
	allocations uint64
}

// suspects names the places in the code that left memory outstanding, and tells the stacks which of them they are
// charged to.
func (l *Ledger) suspects(p *process, stacks []*stackSum) []Suspect {
	if !slices.ContainsFunc(p.holdings, func(h holding) bool { return h.site != 0 }) {
		return nil
	}
	sums := sumPlaces(stacks)
	sums = slices.DeleteFunc(sums, func(s *placeSum) bool { return s.pages == 0 })
	slices.SortFunc(sums, func(a, b *placeSum) int {
		return cmp.Or(
			compareBools(a.place.text == "", b.place.text == ""),
			cmp.Compare(b.pages, a.pages), cmp.Compare(a.place.path, b.place.path), cmp.Compare(a.place.text, b.place.text))
	})
	side := sideLine(p)
	list := make([]Suspect, len(sums))
	for i, s := range sums {
		list[i] = s.suspect()
		list[i].ModuleStamp, list[i].ModuleVersion = l.buildOfModule(s.image)
		if !p.ended && i < l.options.SuspectCohorts {
			var holdings []holding
			for _, stack := range s.stacks {
				holdings = append(holdings, stack.holdings...)
			}
			list[i].Cohorts = l.cohortsOf(p, side, holdings)
		}
		for _, stack := range s.stacks {
			stack.suspect = i
		}
	}
	return list
}

// sumPlaces adds stacks up by place, in the order in which places are met.
func sumPlaces(stacks []*stackSum) []*placeSum {
	places := map[place]*placeSum{}
	var sums []*placeSum
	for _, s := range stacks {
		key, module, image := place{}, unknownModule, (*Image)(nil)
		if f, ok := s.frames.responsible(); ok {
			key, module, image = place{f.path(), f.String()}, f.Module(), f.Image
		}
		sum := places[key]
		if sum == nil {
			sum = &placeSum{place: key, module: module, image: image}
			places[key] = sum
			sums = append(sums, sum)
		}
		sum.stacks = append(sum.stacks, s)
		sum.pages += s.pages
		sum.count += s.count
		sum.allocated += s.allocated
		sum.allocations += s.allocations
	}
	return sums
}

func (s *placeSum) suspect() Suspect {
	result := Suspect{
		Module: s.module, ModulePath: s.place.path, Frame: s.place.text,
		AllocatedBytes: inBytes(s.allocated), Allocations: s.allocations,
		OutstandingBytes: inBytes(s.pages), Count: s.count,
	}
	for _, stack := range s.stacks {
		if stack.pages > 0 {
			result.Stacks++
		}
	}
	for _, f := range s.stacks[0].frames {
		result.Stack = append(result.Stack, f.String())
	}
	return result
}

// sideLine is the timeline of a lifetime without what happened in it, with as few bins as its suspects have.
func sideLine(p *process) timeline {
	whole := &p.account.line
	line := timeline{origin: whole.origin, shift: whole.shift, bins: make([]timeBin, len(whole.bins))}
	line.close(p.life.EndNano, mostSideBins)
	return line
}

// cohortsOf gives holdings of a lifetime by time of birth. side is what sideLine gives.
func (l *Ledger) cohortsOf(p *process, side timeline, holdings []holding) []trend.Cohort {
	cohorts := side.cohorts(l.start, p.life.EndNano, pageBytes)
	for _, h := range holdings {
		c := &cohorts[min(h.bin>>(side.shift-p.account.line.shift), len(cohorts)-1)]
		c.Born += float64(h.pages) * pageBytes
		c.Count += int(h.count)
		c.Surviving = c.Born
	}
	return cohorts
}
