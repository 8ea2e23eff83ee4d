package ledger

import "cmp"

// holding is what one site left outstanding, of births in one bin of time and one epoch of the images.
type holding struct {
	site  uint32
	actor uint32 // as in record
	bin   int
	epoch int
	birth int64 // the first
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
	for id := range a.records.list {
		r := a.records.at(uint32(id))
		if r.pages == 0 || r.older {
			continue
		}
		key := where{r.site, r.actor, a.line.closedIndex(r.birth), l.imagesOf(p, r.actor, r.birth).epoch(r.birth)}
		i, ok := index[key]
		if !ok {
			i = len(list)
			index[key] = i
			list = append(list, holding{site: r.site, actor: r.actor, bin: key.bin, epoch: key.epoch, birth: r.birth})
		}
		h := &list[i]
		h.birth = min(h.birth, r.birth)
		h.pages += r.pages
		h.count++
	}
	a.records.clear()
	a.pages = rangeMap{}
	return list
}
