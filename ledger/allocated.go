package ledger

// allocatedSums adds up what became committed, also what was freed since, by stack and lifetime. An event is entered
// when it leaves the index of those that may still get a stack, so that each counts once, with its whole stack.
//
// The sums of one stack are chained, the one used last first: a stack belongs to one lifetime, or to few that are alive
// at the same time.
type allocatedSums struct {
	sums  []allocatedSum // from 1
	heads []uint32       // by site: index in sums, 0 for none
	most  int            // sums to keep
	full  uint64         // events of stacks beyond
}

// allocatedSum is what one stack has committed in one lifetime, while no image of it has been replaced.
type allocatedSum struct {
	owner uint32 // index of the lifetime
	actor uint32 // as in record
	site  uint32
	next  uint32 // sum of the same site
	epoch int    // of the images that the stack is looked up in
	birth int64  // of the first
	pages uint64
	count uint64
}

// find gives the sum of a site with the owner, actor and epoch of key; nil when it is not kept and no more may be.
func (s *allocatedSums) find(key *allocatedSum) *allocatedSum {
	for uint32(len(s.heads)) <= key.site {
		s.heads = append(s.heads, 0)
	}
	head := &s.heads[key.site]
	link := head
	for id := *head; id != 0; id = *link {
		sum := &s.sums[id]
		if sum.owner == key.owner && sum.actor == key.actor && sum.epoch == key.epoch {
			*link = sum.next // before the next line: link may be head
			if link != head {
				sum.next = *head
			}
			*head = id
			return sum
		}
		link = &sum.next
	}
	if len(s.sums) > s.most {
		return nil
	}
	if len(s.sums) == 0 {
		s.sums = append(s.sums, allocatedSum{})
	}
	sum := *key
	sum.next = *head
	s.sums = append(s.sums, sum)
	*head = uint32(len(s.sums) - 1)
	return &s.sums[*head]
}

// charge is an event with a stack that no stack record will find any more, with the sum that it goes to if it committed
// anything.
type charge struct {
	event uint32 // last digits of its number
	to    allocatedSum
}

// charge makes the charge of an event.
func (l *Ledger) charge(e *pendingEvent, number uint64) charge {
	to := allocatedSum{owner: e.owner, actor: e.foreignActor(), site: e.site, birth: e.birth}
	to.epoch = l.imagesOf(l.processes[e.owner-1], to.actor, e.birth).epoch(e.birth)
	return charge{uint32(number), to}
}

// leave enters an event whose place in the index the next one takes.
func (l *Ledger) leave() {
	if l.pending.linked {
		l.chargeLeaving()
	}
}

func (l *Ledger) chargeLeaving() {
	if e, number := l.pending.leaving(); e != nil && e.site != 0 && e.birth >= l.span.from {
		l.batch.charges = append(l.batch.charges, l.charge(e, number))
	}
}

// chargePending enters all events that are still in the index, in their order.
func (l *Ledger) chargePending() {
	x := &l.pending
	for number := max(x.oldest, 1); number <= x.latest; number++ {
		if e := x.get(number); e != nil && e.site != 0 && e.birth >= l.span.from {
			c := l.charge(e, number)
			l.carrier.charge(&c)
		}
	}
}

// charge adds what an event committed to its sum.
func (c *carrier) charge(what *charge) {
	found := c.outcomes.find(what.event)
	if found.pages == 0 {
		return
	}
	sum := c.allocated.find(&what.to)
	if sum == nil {
		c.allocated.full++
		return
	}
	grow(&sum.pages, found.pages)
	sum.count++
}

// byOwner gives the sums of each lifetime, by its index, in the order in which their stacks were met.
func (s *allocatedSums) byOwner() map[uint32][]*allocatedSum {
	owners := map[uint32][]*allocatedSum{}
	for i := range s.sums {
		if sum := &s.sums[i]; sum.owner != 0 {
			owners[sum.owner] = append(owners[sum.owner], sum)
		}
	}
	return owners
}
