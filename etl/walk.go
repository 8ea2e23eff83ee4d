package etl

import (
	"encoding/binary"
	"fmt"
	"math"
)

// record is one event found by walking a buffer: where it is and when it is to be delivered.
type record struct {
	ticks  int64  // the stamp that decides the order, made never to decrease within the buffer
	offset uint32 // in the buffer's bytes, buffer header counted
	size   uint16
	kind   uint16 // number of its kind
}

// steppedOver marks the offset of a record that is not to be delivered. Buffers are far smaller.
const steppedOver = 1 << 31

// damage is something a walk could not understand: from, to are offsets in the buffer.
type damage struct {
	from, to uint32
	err      error
}

// walked is what one buffer holds.
type walked struct {
	earliest, latest int64       // stamps outside these limits are taken for damage
	kinds            *kindFinder // nil: all events are records, of no kind
	quiet            uint64      // ticks: neighbours at least so far apart are noted in gaps

	records     []record // of the events to be delivered
	damages     []damage
	gaps        []interval  // between the stamps of neighbours, wanted or not, that are far apart
	tally       []kindTally // of all events, where kinds are told apart
	unknown     uint64      // events stepped over because their header kind is unknown
	outOfOrder  uint64
	events      int   // all of them, those stepped over because nobody wants their kind counted
	first, last int64 // stamps of the first and the last event, wanted or not; when not timeless
	timeless    bool  // no event has a stamp
	repaired    bool  // stamps were replaced
}

// walk finds the events of a buffer whose bytes are b, buffer header counted, reusing w's memory. Records come with their
// stamps, in which those that contradict the others are replaced. torn tells that the recording ends inside the buffer, so that
// an event which does not fit is the cut, not damage.
func (w *walked) walk(b []byte, torn bool) {
	if w.kinds != nil {
		w.kinds.begin(len(b))
		defer w.kinds.finish(&w.tally)
	}
	if w.step(b, torn, false, 0) {
		return
	}
	// Stamps can only be told right from wrong with all of them at hand, also of events that nobody wants.
	w.walkAll(b, torn, w.events)
	w.leaveOut()
}

// walkAll is walk with the events that nobody wants among the records, marked. The first counted events have been counted by
// kind already.
func (w *walked) walkAll(b []byte, torn bool, counted int) {
	if !w.step(b, torn, true, counted) {
		w.outOfOrder += repairOrder(w.records)
		w.repaired = true
		w.findGaps()
	}
	if n := len(w.records); n > 0 {
		w.first, w.last = w.records[0].ticks, w.records[n-1].ticks
	}
}

// findGaps notes anew which neighbours are far apart, with all events among the records.
func (w *walked) findGaps() {
	w.gaps = w.gaps[:0]
	for i := 1; i < len(w.records); i++ {
		w.noteGap(w.records[i-1].ticks, w.records[i].ticks)
	}
}

func (w *walked) noteGap(from, to int64) {
	if uint64(to)-uint64(from) >= w.quiet {
		w.gaps = append(w.gaps, interval{from, to})
	}
}

// leaveOut removes the marked records.
func (w *walked) leaveOut() {
	kept := w.records[:0]
	for _, r := range w.records {
		if r.offset&steppedOver == 0 {
			kept = append(kept, r)
		}
	}
	w.records = kept
}

// step steps through the events of a buffer. With all it makes records also of those that nobody wants; without it, it
// gives up at the first stamp that falls. It returns whether none did.
func (w *walked) step(b []byte, torn, all bool, counted int) (ordered bool) {
	w.records, w.damages, w.gaps = w.records[:0], w.damages[:0], w.gaps[:0]
	w.unknown, w.outOfOrder, w.timeless, w.repaired = 0, 0, true, false
	w.events = 0
	ordered = true
	window := uint64(w.latest) - uint64(w.earliest)
	fast := !all && w.kinds != nil && !w.kinds.listing && window <= math.MaxInt64
	var last int64
	for at := bufferHeaderSize; at+minEventSize <= len(b); {
		if fast && !w.timeless {
			// Nearly all events of nearly all buffers are sound kernel events of kinds met before.
			if at, last = w.run(b, at, last); at+minEventSize > len(b) {
				break
			}
		}
		marker := binary.LittleEndian.Uint32(b[at:])
		if (marker == 0xFFFFFFFF || marker == 0) && isFill(b[at:]) {
			break
		}
		form := formOf(marker)
		size := form.sizeOf(b[at:])
		if size < int(form.size) || size < minEventSize || at+size > len(b) || form.kind == KindUnknown {
			next, end := w.stumble(b, at, size, form, torn, last)
			if end {
				break
			}
			at = next
			continue
		}
		event := b[at : at+size]
		ticks, ok := form.ticks(event)
		if ok && uint64(ticks)-uint64(w.earliest) > window {
			w.outOfOrder++
			w.repaired, ok = true, false
		}
		switch {
		case !ok && w.timeless:
		case !ok:
			ticks = last
		case w.timeless:
			w.timeless, w.first = false, ticks
			for i := range w.records { // events before the first one with a stamp
				w.records[i].ticks = ticks
			}
		case ticks < last:
			if ordered = false; !all {
				return false
			}
		default:
			w.noteGap(last, ticks)
		}
		kind, wanted := uint16(noKind), true
		if w.kinds != nil {
			kind, wanted = w.kinds.classify(event, form)
			if w.events >= counted {
				w.kinds.count(kind)
			}
		}
		w.events++
		if wanted {
			w.records = append(w.records, record{ticks, uint32(at), uint16(size), kind})
		} else if all {
			w.records = append(w.records, record{ticks, uint32(at) | steppedOver, uint16(size), kind})
		}
		last = ticks
		at += align8(size)
	}
	w.last = last
	return ordered
}

// run steps through kernel events for as long as there is nothing special about them, and gives the offset of the first
// that has, or of the end, and the stamp of the last event before it.
func (w *walked) run(b []byte, at int, last int64) (int, int64) {
	f := w.kinds
	kernel, counts := f.kernel, f.counts
	records, events := w.records, 0
	for at+16 <= len(b) {
		head := binary.LittleEndian.Uint64(b[at:])
		form := &kernelForms[uint8(head>>16)]
		size := int(uint16(head >> 32))
		if uint8(head>>24) != markerTrace || size < int(form.size) || form.size == 0 || at+size > len(b) {
			break
		}
		word := kernel[uint16(head>>48)]
		// Known, of this version, and without hardware counters.
		if uint32(head)&0xFF<<16|wordKnown != word&(0xFF<<16|wordKnown) || head&0x8700 != 0 {
			break
		}
		ticks := int64(binary.LittleEndian.Uint64(b[at+int(form.ticksAt):]))
		if ticks < last || ticks > w.latest || uint64(ticks)-uint64(last) >= w.quiet {
			break
		}
		number := uint16(word)
		if word&wordSelected != 0 {
			records = append(records, record{ticks, uint32(at), uint16(size), number})
		}
		if int(number) < len(counts) {
			counts[number]++
		}
		events++
		last = ticks
		at += align8(size)
	}
	w.records = records
	w.events += events
	f.events += uint64(events)
	return at, last
}

// stumble decides what to do at offset at, where no sound event of a known kind starts: it gives the place to go on from,
// or that the walk ends.
func (w *walked) stumble(b []byte, at, size int, form headerForm, torn bool, last int64) (next int, end bool) {
	err := w.checkEvent(b, at, size, form)
	if err == nil {
		w.unknown++
		return at + align8(size), false
	}
	if torn && at+size > len(b) && size > int(form.size) {
		return 0, true
	}
	next = resynchronise(b, at, last, !w.timeless)
	w.damages = append(w.damages, damage{uint32(at), uint32(next), err})
	return next, false
}

// checkEvent tells what is wrong with the header of the event at offset at, nil when it can be stepped over.
func (w *walked) checkEvent(b []byte, at, size int, form headerForm) error {
	least := max(int(form.size), minEventSize)
	switch {
	case size < least && form.kind == KindUnknown:
		return fmt.Errorf("no event header is known that begins with %#08x, and its size field says %d",
			binary.LittleEndian.Uint32(b[at:]), size)
	case size < least:
		return fmt.Errorf("%s event of %d bytes is smaller than its header of %d", form.kind, size, least)
	case at+size > len(b):
		return fmt.Errorf("%s event of %d bytes runs past the end of the data at byte %d", form.kind, size, len(b))
	case form.kind == KindUnknown && !plausibleAt(b, at+align8(size), 0, false, 1):
		return fmt.Errorf("no event header is known that begins with %#08x, and no event follows it %d bytes on",
			binary.LittleEndian.Uint32(b[at:]), align8(size))
	}
	return nil
}

// resyncChain is how many events in a row must look right before a walk trusts that it has found its footing again.
const resyncChain = 3

// resynchronise looks, after the damage at offset at, for the next place from which events follow one another, or the end
// of the data. It keeps a single bad event from costing the rest of its buffer.
func resynchronise(b []byte, at int, last int64, timed bool) int {
	for next := at + 8; next+minEventSize <= len(b); next += 8 {
		if formOf(binary.LittleEndian.Uint32(b[next:])).kind != KindUnknown && plausibleAt(b, next, last, timed, resyncChain) {
			return next
		}
	}
	return len(b)
}

// plausibleAt tells whether a chain of up to n well-formed events, none of them earlier than last, starts at offset at, or
// the data ends there.
func plausibleAt(b []byte, at int, last int64, timed bool, n int) bool {
	for ; n > 0; n-- {
		if at == len(b) || at > len(b)-minEventSize && at <= align8(len(b)) {
			return true
		}
		if at > len(b) {
			return false
		}
		marker := binary.LittleEndian.Uint32(b[at:])
		if marker == 0xFFFFFFFF {
			return true
		}
		form := formOf(marker)
		size := form.sizeOf(b[at:])
		if form.kind == KindUnknown || size < int(form.size) || at+size > len(b) {
			return false
		}
		if ticks, ok := form.ticks(b[at : at+size]); ok {
			if timed && ticks < last {
				return false
			}
			last, timed = ticks, true
		}
		at += align8(size)
	}
	return true
}

// isFill tells whether b is nothing but the zeros or 0xFF bytes that fill unused space.
func isFill(b []byte) bool {
	for _, c := range b {
		if c != b[0] {
			return false
		}
	}
	return b[0] == 0 || b[0] == 0xFF
}

func align8(n int) int { return (n + 7) &^ 7 }
