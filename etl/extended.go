package etl

import (
	"encoding/binary"
	"iter"
)

// Types of extended data items of manifest events (EVENT_HEADER_EXTENDED_DATA_ITEM.ExtType of evntcons.h).
const (
	ExtRelatedActivityID = 1
	ExtSID               = 2
	ExtTSID              = 3
	ExtInstanceInfo      = 4
	ExtStackTrace32      = 5
	ExtStackTrace64      = 6
	ExtPEBSIndex         = 7
	ExtPMCCounters       = 8
	ExtPSMKey            = 9
	ExtEventKey          = 10
	ExtEventSchemaTL     = 11
	ExtProvTraits        = 12
	ExtProcessStartKey   = 13
)

// Extended delivers the extended data items of a manifest event, in their order in the record: the item's type and its
// data, a view that is valid as long as the event is.
func (e *Event) Extended() iter.Seq2[uint16, []byte] {
	return func(yield func(uint16, []byte) bool) {
		b := e.extended
		for len(b) >= 8 {
			size := int(binary.LittleEndian.Uint16(b))
			data := int(binary.LittleEndian.Uint16(b[6:]))
			if size < 8 || size > len(b) || 8+data > size {
				return
			}
			if !yield(binary.LittleEndian.Uint16(b[2:]), b[8:8+data]) {
				return
			}
			b = b[size:]
		}
	}
}

// HasStack tells whether a manifest event carries a stack among its extended items.
func (e *Event) HasStack() bool {
	if len(e.extended) == 0 {
		return false
	}
	for kind := range e.Extended() {
		if kind == ExtStackTrace32 || kind == ExtStackTrace64 {
			return true
		}
	}
	return false
}
