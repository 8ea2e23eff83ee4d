package etl

import (
	"encoding/binary"
	"fmt"
	"unicode/utf16"
)

// Offsets in TRACE_LOGFILE_HEADER that depend on the pointer size of its own event (format notes, 1.6): the two name
// pointers in front of the time zone are 4 or 8 bytes wide each, and what follows is aligned to 8.
const (
	logfileTimeZone32 = 0x40
	logfileTimeZone64 = 0x48
	logfileNames32    = 0x110
	logfileNames64    = 0x118
)

// parseLogfileHeader reads the header event e. It returns the StartTime as FILETIME beside the header.
func parseLogfileHeader(e *Event) (Header, int64, error) {
	le := binary.LittleEndian
	p := e.Payload
	zone, names := logfileTimeZone64, logfileNames64
	if e.PointerSize == 4 {
		zone, names = logfileTimeZone32, logfileNames32
	}
	if len(p) < names {
		return Header{}, 0, fmt.Errorf("logfile header of %d bytes, expected at least %d", len(p), names)
	}
	tail := p[names-0x20:] // BootTime and what follows it
	start := int64(le.Uint64(tail[0x10:]))
	h := Header{
		BufferSize:     le.Uint32(p[0x00:]),
		MajorVersion:   p[0x04],
		MinorVersion:   p[0x05],
		SubVersion:     p[0x06],
		SubMinor:       p[0x07],
		OSBuild:        le.Uint32(p[0x08:]),
		Processors:     le.Uint32(p[0x0C:]),
		EndTime:        filetimeToTime(le.Uint64(p[0x10:])),
		TimerTicks:     le.Uint32(p[0x18:]),
		MaximumFileMB:  le.Uint32(p[0x1C:]),
		LogFileMode:    le.Uint32(p[0x20:]),
		BuffersWritten: le.Uint32(p[0x24:]),
		PointerSize:    le.Uint32(p[0x2C:]),
		EventsLost:     le.Uint32(p[0x30:]),
		CPUMHz:         le.Uint32(p[0x34:]),
		BiasMinutes:    int32(le.Uint32(p[zone:])),
		BootTime:       filetimeToTime(le.Uint64(tail[0x00:])),
		PerfFreq:       le.Uint64(tail[0x08:]),
		StartTime:      filetimeToTime(uint64(start)),
		Clock:          ClockKind(le.Uint32(tail[0x18:])),
		BuffersLost:    le.Uint32(tail[0x1C:]),
		StartTicks:     e.Ticks,
	}
	var rest []byte
	h.SessionName, rest = wideString(p[names:])
	h.LogFileName, _ = wideString(rest)
	return h, start, nil
}

// wideString reads UTF-16 up to its zero or the end of b, and returns what follows.
func wideString(b []byte) (string, []byte) {
	var units []uint16
	for len(b) >= 2 {
		u := binary.LittleEndian.Uint16(b)
		b = b[2:]
		if u == 0 {
			break
		}
		units = append(units, u)
	}
	return string(utf16.Decode(units)), b
}
