package etl

import (
	"encoding/binary"
	"fmt"
)

// Marker bytes of event headers: byte 3 of an event is the flag, byte 2 the header type (format notes, 2.1).
const (
	markerTrace   = 0xC0
	markerMessage = 0x90

	typeSystem32   = 0x01
	typeSystem64   = 0x02
	typeCompact32  = 0x03
	typeCompact64  = 0x04
	typeFull32     = 0x0A
	typeInstance32 = 0x0B
	typeError      = 0x0D
	typeMessage    = 0x0F
	typePerfInfo32 = 0x10
	typePerfInfo64 = 0x11
	typeEvent32    = 0x12
	typeEvent64    = 0x13
	typeFull64     = 0x14
	typeInstance64 = 0x15
)

// Option flags of MESSAGE_TRACE_HEADER: which parts follow the fixed eight bytes, in this order.
const (
	messageSequence    = 0x01
	messageGUID        = 0x02
	messageComponentID = 0x04
	messageTimestamp   = 0x08
	messageSystemInfo  = 0x20
	messagePointer32   = 0x40
)

const minEventSize = 8

// headerForm is what the marker of an event tells of its header.
type headerForm struct {
	kind        Kind
	size        uint8 // header bytes before extras, extended items and payload; 0 for unknown headers
	ticksAt     uint8 // where the time stamp is, 0 when its place varies or it has none
	pointerSize uint8
	kernel      bool // the event's size is at 4, not at 0
}

// headerForms is indexed by header type, for events with markerTrace.
var headerForms = [256]headerForm{
	typeSystem32:   {KindKernel, 32, 16, 4, true},
	typeSystem64:   {KindKernel, 32, 16, 8, true},
	typeCompact32:  {KindKernel, 24, 16, 4, true},
	typeCompact64:  {KindKernel, 24, 16, 8, true},
	typePerfInfo32: {KindKernel, 16, 8, 4, true},
	typePerfInfo64: {KindKernel, 16, 8, 8, true},
	typeFull32:     {KindClassic, 48, 16, 4, false},
	typeFull64:     {KindClassic, 48, 16, 8, false},
	typeInstance32: {KindClassic, 72, 16, 4, false},
	typeInstance64: {KindClassic, 72, 16, 8, false},
	typeEvent32:    {KindEvent, 80, 16, 4, false},
	typeEvent64:    {KindEvent, 80, 16, 8, false},
	typeError:      {KindError, 8, 0, 8, false},
	typeMessage:    {KindMessage, 8, 0, 8, false},
}

// kernelForms holds those of headerForms that are of kernel events.
var kernelForms = func() (forms [256]headerForm) {
	for i, f := range headerForms {
		if f.kernel {
			forms[i] = f
		}
	}
	return forms
}()

var messageForm = headerForm{KindMessage, 8, 0, 8, false}

// formOf gives the form of the header that starts with marker.
func formOf(marker uint32) headerForm {
	switch marker >> 24 {
	case markerTrace:
		return headerForms[marker>>16&0xFF]
	case markerMessage:
		return messageForm
	}
	return headerForm{}
}

// sizeOf gives the size that the event starting at b claims, its header counted. b holds at least eight bytes.
func (f headerForm) sizeOf(b []byte) int {
	if f.kernel {
		return int(binary.LittleEndian.Uint16(b[4:]))
	}
	return int(binary.LittleEndian.Uint16(b))
}

// ticks gives the time stamp of the event b, and whether it has one.
func (f headerForm) ticks(b []byte) (int64, bool) {
	if f.ticksAt != 0 {
		return int64(binary.LittleEndian.Uint64(b[f.ticksAt:])), true
	}
	if f.kind != KindMessage {
		return 0, false
	}
	flags := binary.LittleEndian.Uint16(b[6:])
	at := messageTicksAt(flags)
	if flags&messageTimestamp == 0 || at+8 > len(b) {
		return 0, false
	}
	return int64(binary.LittleEndian.Uint64(b[at:])), true
}

// messageTicksAt gives where the optional parts before the time stamp of a message end.
func messageTicksAt(flags uint16) int {
	at := 8
	if flags&messageSequence != 0 {
		at += 4
	}
	if flags&messageComponentID != 0 {
		at += 4
	} else if flags&messageGUID != 0 {
		at += 16
	}
	return at
}

// parseEvent fills e from the whole event b, all but its time and its place. The event's header is known to fit.
func parseEvent(e *Event, b []byte) error {
	f := formOf(binary.LittleEndian.Uint32(b))
	e.Kind, e.PointerSize = f.kind, f.pointerSize
	e.PID, e.TID, e.HasThread = 0, 0, false
	e.Group, e.Opcode, e.ID, e.Provider, e.extended = 0, 0, 0, GUID{}, nil
	switch f.kind {
	case KindKernel:
		extras := kernelExtras(b)
		if int(f.size)+extras > len(b) {
			return fmt.Errorf("event of %d bytes is too short for its %d bytes of hardware counters", len(b), extras)
		}
		parseKernel(e, b, &f, int(f.size)+extras)
	case KindClassic:
		parseClassic(e, b, int(f.size))
	case KindEvent:
		return parseManifest(e, b)
	case KindMessage:
		return parseMessage(e, b)
	default:
		e.Version, e.Payload = 0, b[f.size:]
	}
	return nil
}

// parseKernel reads SYSTEM, compact and PERFINFO headers (format notes, 2.3 and 2.4); the payload starts at byte payload.
func parseKernel(e *Event, b []byte, f *headerForm, payload int) {
	le := binary.LittleEndian
	e.Version = uint16(b[0])
	e.Opcode, e.Group = b[6], b[7]
	e.PointerSize = f.pointerSize
	if e.HasThread = f.size > 16; e.HasThread {
		e.TID, e.PID = le.Uint32(b[8:]), le.Uint32(b[12:])
	} else {
		e.TID, e.PID = 0, 0
	}
	e.Payload = b[payload:]
}

// kernelExtras gives the bytes of the hardware counters that stand between header and payload: a PEBS index, then n
// counters.
func kernelExtras(b []byte) int {
	extras := 8 * int(b[1]&0x07)
	if b[1]&0x80 != 0 {
		extras += 8
	}
	return extras
}

// parseClassic reads EVENT_TRACE_HEADER and EVENT_INSTANCE_GUID_HEADER (format notes, 2.5 and 2.6).
func parseClassic(e *Event, b []byte, header int) {
	le := binary.LittleEndian
	e.Opcode = b[4]
	e.Version = le.Uint16(b[6:])
	e.TID, e.PID, e.HasThread = le.Uint32(b[8:]), le.Uint32(b[12:]), true
	copy(e.Provider[:], b[24:40])
	e.Payload = b[header:]
}

// parseManifest reads EVENT_HEADER and finds the end of its extended items (format notes, 2.7).
func parseManifest(e *Event, b []byte) error {
	le := binary.LittleEndian
	e.TID, e.PID, e.HasThread = le.Uint32(b[8:]), le.Uint32(b[12:]), true
	copy(e.Provider[:], b[24:40])
	e.ID, e.Version, e.Opcode = le.Uint16(b[40:]), uint16(b[42]), b[45]
	at := manifestHeaderSize
	if b[4]&1 != 0 {
		var err error
		if at, _, err = extendedItems(b); err != nil {
			return err
		}
	}
	e.extended, e.Payload = b[manifestHeaderSize:at], b[at:]
	return nil
}

const manifestHeaderSize = 80

// extendedItems gives where the extended items of a manifest event that has some end, and whether a stack is among them.
func extendedItems(b []byte) (end int, stack bool, err error) {
	le := binary.LittleEndian
	end = manifestHeaderSize
	for more := true; more; {
		if end+8 > len(b) {
			return end, stack, fmt.Errorf("extended item at byte %d of the event does not fit its %d bytes", end, len(b))
		}
		size, data := int(le.Uint16(b[end:])), int(le.Uint16(b[end+6:]))
		if size < 8 || end+size > len(b) || 8+data > size {
			return end, stack, fmt.Errorf("extended item at byte %d of the event: size %d with %d bytes of data does not fit", end, size, data)
		}
		kind := le.Uint16(b[end+2:])
		stack = stack || kind == ExtStackTrace32 || kind == ExtStackTrace64
		more = b[end+4]&1 != 0
		end += size
	}
	return end, stack, nil
}

// parseMessage reads MESSAGE_TRACE_HEADER and its optional parts (format notes, 2.8).
func parseMessage(e *Event, b []byte) error {
	le := binary.LittleEndian
	e.ID, e.Version = le.Uint16(b[4:]), le.Uint16(b[6:])
	if e.Version&messagePointer32 != 0 {
		e.PointerSize = 4
	}
	at := messageTicksAt(e.Version)
	if at <= len(b) && e.Version&messageComponentID == 0 && e.Version&messageGUID != 0 {
		copy(e.Provider[:], b[at-16:at])
	}
	if e.Version&messageTimestamp != 0 {
		at += 8
	}
	if e.Version&messageSystemInfo != 0 {
		if at+8 <= len(b) {
			e.TID, e.PID, e.HasThread = le.Uint32(b[at:]), le.Uint32(b[at+4:]), true
		}
		at += 8
	}
	if at > len(b) {
		return fmt.Errorf("message of %d bytes is too short for the parts its options %#x name", len(b), e.Version)
	}
	e.Payload = b[at:]
	return nil
}
