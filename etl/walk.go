package etl

import (
	"encoding/binary"
	"fmt"
)

// record is one event found by walking a buffer: where it is and when it is to be delivered.
type record struct {
	ticks  int64  // the stamp that decides the order, made never to decrease within the buffer
	offset uint32 // in the buffer's bytes, buffer header counted
	size   uint32
}

// damage is something a walk could not understand: from, to are offsets in the buffer.
type damage struct {
	from, to uint32
	err      error
}

// walked is what one buffer holds.
type walked struct {
	earliest, latest int64 // stamps outside these limits are taken for damage

	records    []record
	damages    []damage
	unknown    uint64 // events stepped over because their header kind is unknown
	outOfOrder uint64
	timeless   bool // no event has a stamp
}

// walk finds the events of a buffer whose bytes are b, buffer header counted, reusing w's memory. Records come with
// their stamps, in which those that contradict the others are replaced. torn tells that the recording ends inside the buffer, so that an
// event which does not fit is the cut, not damage.
func (w *walked) walk(b []byte, torn bool) {
	w.records, w.damages = w.records[:0], w.damages[:0]
	w.unknown, w.outOfOrder, w.timeless = 0, 0, true
	var last int64
	decreasing := false
	leading := 0 // events before the first one with a stamp
	for at := bufferHeaderSize; at+minEventSize <= len(b); {
		marker := binary.LittleEndian.Uint32(b[at:])
		if (marker == 0xFFFFFFFF || marker == 0) && isFill(b[at:]) {
			break
		}
		form := formOf(marker)
		size := form.sizeOf(b[at:])
		if err := w.checkEvent(b, at, size, form); err != nil {
			if torn && at+size > len(b) && size > int(form.size) {
				break
			}
			next := resynchronise(b, at, last, !w.timeless)
			w.damages = append(w.damages, damage{uint32(at), uint32(next), err})
			at = next
			continue
		}
		if form.kind == KindUnknown {
			w.unknown++
			at += align8(size)
			continue
		}
		ticks, ok := form.ticks(b[at : at+size])
		if ok && (ticks < w.earliest || ticks > w.latest) {
			w.outOfOrder++
			ok = false
		}
		switch {
		case !ok && w.timeless:
			leading++
		case !ok:
			ticks = last
		case w.timeless:
			w.timeless = false
			for i := range leading {
				w.records[i].ticks = ticks
			}
		case ticks < last:
			decreasing = true
		}
		w.records = append(w.records, record{ticks, uint32(at), uint32(size)})
		last = ticks
		at += align8(size)
	}
	if decreasing {
		w.outOfOrder += repairOrder(w.records)
	}
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
