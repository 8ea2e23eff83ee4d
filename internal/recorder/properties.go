package recorder

import (
	"encoding/binary"
	"fmt"
	"unicode/utf16"
)

// Modes of a session (LogFileMode).
const (
	FileModeSequential uint32 = 0x1
	SystemLoggerMode   uint32 = 0x0200_0000 // classic events of the kernel, from Windows 8 on
)

// Flags of what the kernel writes (EnableFlags).
const (
	FlagProcess          uint32 = 0x1
	FlagThread           uint32 = 0x2
	FlagImageLoad        uint32 = 0x4
	FlagProcessCounters  uint32 = 0x8
	FlagMemoryHardFaults uint32 = 0x2000
	FlagVirtualAlloc     uint32 = 0x4000
)

// Properties are what a session is started with.
type Properties struct {
	Name       string
	File       string // that the session writes, absolute; empty for a session that is only asked or stopped
	GUID       [16]byte
	BufferKB   uint32
	MinBuffers uint32
	MaxBuffers uint32
	// MaxFileMB is the size in MiB at which the session stops writing, 0 for none.
	MaxFileMB   uint32
	Mode        uint32
	EnableFlags uint32
}

// State is what a session says of itself.
type State struct {
	Name string
	File string // that it writes
}

// Offsets in EVENT_TRACE_PROPERTIES of evntrace.h with the WNODE_HEADER of wmistr.h that it begins with, on processors of 64
// bits; on such of 32 bits LoggerThreadId and all behind it lie elsewhere.
const (
	offWnodeBufferSize    = 0
	offWnodeGUID          = 24
	offWnodeClientContext = 40
	offWnodeFlags         = 44
	offBufferSize         = 48
	offMinimumBuffers     = 52
	offMaximumBuffers     = 56
	offMaximumFileSize    = 60
	offLogFileMode        = 64
	offEnableFlags        = 72
	offLogFileNameOffset  = 112
	offLoggerNameOffset   = 116
	sizeOfProperties      = 120
)

const (
	wnodeFlagTracedGUID = 0x0002_0000
	clockOfCounter      = 1 // time stamps are those of the performance counter
	nameRoom            = 2 * 1024
	fileRoom            = 2 * 1024
	propertiesRoom      = sizeOfProperties + nameRoom + fileRoom
)

// encode gives the buffer that StartTrace and ControlTrace take: the structure, room for the name of the session, which the
// system fills in, and the name of the file, for which there is room too where it is empty.
func (p *Properties) encode() ([]byte, error) {
	b := make([]byte, propertiesRoom)
	put := func(offset int, v uint32) { binary.LittleEndian.PutUint32(b[offset:], v) }
	put(offWnodeBufferSize, propertiesRoom)
	copy(b[offWnodeGUID:], p.GUID[:])
	put(offWnodeClientContext, clockOfCounter)
	put(offWnodeFlags, wnodeFlagTracedGUID)
	put(offBufferSize, p.BufferKB)
	put(offMinimumBuffers, p.MinBuffers)
	put(offMaximumBuffers, p.MaxBuffers)
	put(offMaximumFileSize, p.MaxFileMB)
	put(offLogFileMode, p.Mode)
	put(offEnableFlags, p.EnableFlags) // FlushTimer stays 0: with it each processor's buffer would be written whole, full or not
	put(offLoggerNameOffset, sizeOfProperties)
	put(offLogFileNameOffset, sizeOfProperties+nameRoom)
	if len(utf16.Encode([]rune(p.Name)))*2+2 > nameRoom {
		return nil, fmt.Errorf("the name of session %s is too long", p.Name)
	}
	file := utf16.Encode([]rune(p.File))
	if len(file)*2+2 > fileRoom {
		return nil, fmt.Errorf("the path %s is too long for a session: it may have %d characters; name a shorter one", p.File, fileRoom/2-1)
	}
	for i, unit := range file {
		binary.LittleEndian.PutUint16(b[sizeOfProperties+nameRoom+2*i:], unit)
	}
	return b, nil
}

// decodeState reads what the system has put into a buffer of encode.
func decodeState(b []byte) State {
	get := func(offset int) uint32 { return binary.LittleEndian.Uint32(b[offset:]) }
	return State{Name: textAt(b, get(offLoggerNameOffset)), File: textAt(b, get(offLogFileNameOffset))}
}

// textAt reads a text of UTF-16 that ends with a zero; an offset out of range gives none.
func textAt(b []byte, offset uint32) string {
	if offset == 0 || uint64(offset) >= uint64(len(b)) {
		return ""
	}
	var units []uint16
	for rest := b[offset:]; len(rest) >= 2; rest = rest[2:] {
		unit := binary.LittleEndian.Uint16(rest)
		if unit == 0 {
			break
		}
		units = append(units, unit)
	}
	return string(utf16.Decode(units))
}

// ClassicEventID names a kind of classic event (CLASSIC_EVENT_ID of evntrace.h).
type ClassicEventID struct {
	Provider [16]byte // GUID as it lies in memory
	Type     uint8
}

// pageFaultGUID is {3d6fa8d3-fe05-11d0-9dda-00c04fd7ba7c}, of which VirtualAlloc and VirtualFree are kinds 98 and 99.
var pageFaultGUID = [16]byte{0xd3, 0xa8, 0x6f, 0x3d, 0x05, 0xfe, 0xd0, 0x11, 0x9d, 0xda, 0x00, 0xc0, 0x4f, 0xd7, 0xba, 0x7c}

// allocationEvents are the kinds of events whose call stacks say who allocates.
func allocationEvents() []ClassicEventID {
	return []ClassicEventID{{pageFaultGUID, 98}, {pageFaultGUID, 99}}
}

// encodeEventIDs gives the array that TraceSetInformation takes with TraceStackTracingInfo: 24 bytes each.
func encodeEventIDs(ids []ClassicEventID) []byte {
	const size = 24
	b := make([]byte, size*len(ids))
	for i, id := range ids {
		copy(b[size*i:], id.Provider[:])
		b[size*i+16] = id.Type
	}
	return b
}
