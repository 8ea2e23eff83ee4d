package ledger

import (
	"cmp"
	"slices"
)

// holding is what one site left outstanding, of births in one bin of time and one epoch of the images.
type holding struct {
	site  uint32
	actor uint32 // as in record
	bin   int
	epoch int
	birth int64 // one of the births
	pages uint64
	count uint64
}

// compareHoldings orders by site, then by time.
func compareHoldings(a, b holding) int {
	return cmp.Or(cmp.Compare(a.site, b.site), cmp.Compare(a.actor, b.actor), cmp.Compare(a.bin, b.bin),
		cmp.Compare(a.epoch, b.epoch))
}

// takeHoldings gives what is outstanding in an account whose timeline is closed, and drops its ranges and records.
func (l *Ledger) takeHoldings(p *process) []holding {
	type where struct {
		site, actor uint32
		bin, epoch  int
	}
	a := p.account
	index := map[where]int{}
	var list []holding
	for _, id := range a.recordsInUse() {
		r := a.records.at(id)
		if !r.older {
			key := where{r.site, r.actor, a.line.closedIndex(r.birth), l.imagesOf(p, r.actor, r.birth).epoch(r.birth)}
			i, ok := index[key]
			if !ok {
				i = len(list)
				index[key] = i
				list = append(list, holding{site: r.site, actor: r.actor, bin: key.bin, epoch: key.epoch, birth: r.birth})
			}
			list[i].pages += r.pages
			list[i].count++
		}
		a.records.drop(id)
	}
	a.pages = rangeMap{}
	return list
}

// recordsInUse gives the records that own pages, in order.
func (a *account) recordsInUse() []uint32 {
	var ids []uint32
	a.pages.visit(0, pageLimit, func(_, _ uint64, c *cell) bool {
		if c.record != 0 {
			ids = append(ids, c.record)
		}
		return true
	})
	slices.Sort(ids)
	return slices.Compact(ids)
}
