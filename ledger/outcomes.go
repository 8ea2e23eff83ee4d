package ledger

import "math/bits"

// outcomes keeps what became of the events that may still get a stack: a ring by their numbers, large enough for those
// in the index of pending events and those of the batch that is carried out.
type outcomes struct {
	ring []outcome // a power of two
	from uint32    // last digits of the first number that is worth keeping
}

// outcome is what an allocation committed.
type outcome struct {
	pages  uint64
	event  uint32 // last digits of its number
	record uint32 // 0 when it committed nothing
	serial uint32 // of the record
}

// prepare makes room for the events of a batch. Before the first stack record only the events that are in the index at
// the end of the batch are worth keeping.
func (o *outcomes) prepare(b *batch) {
	size, kept := 2*fewPending, uint64(fewPending)
	if b.linked {
		size = 1 << bits.Len64(uint64(b.pending)+b.lastEvent-b.eventBefore-1)
		kept = uint64(size)
	}
	o.from = uint32(b.lastEvent - kept + 1)
	if size <= len(o.ring) {
		return
	}
	old := o.ring
	o.ring = make([]outcome, size)
	for _, kept := range old {
		if kept.pages != 0 {
			*o.at(kept.event) = kept
		}
	}
}

func (o *outcomes) at(event uint32) *outcome { return &o.ring[event&uint32(len(o.ring)-1)] }

// note keeps an outcome.
func (o *outcomes) note(what *outcome) {
	if int32(what.event-o.from) >= 0 {
		*o.at(what.event) = *what
	}
}

// nothing is the outcome of an event that committed nothing.
var nothing outcome

// find gives the outcome of an event.
func (o *outcomes) find(event uint32) *outcome {
	if found := o.at(event); found.event == event {
		return found
	}
	return &nothing
}

// outcomeOf is what an event committed in an account, to which it gave a record, 0 for none.
func (a *account) outcomeOf(record, event uint32) outcome {
	if record == 0 {
		return outcome{event: event}
	}
	r := a.records.at(record)
	return outcome{pages: r.pages, event: event, record: record, serial: r.serial}
}

// attribute gives the record of an event, while it lives, a site, and an actor other than 0.
func (a *account) attribute(what *outcome, site, actor uint32) {
	r := a.records.find(what.record, what.serial)
	if r == nil {
		return
	}
	r.site = site
	if actor != 0 {
		r.actor = actor
	}
}
