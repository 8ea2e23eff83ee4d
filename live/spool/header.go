package spool

import (
	"encoding/binary"
	"time"
	"unicode/utf16"
)

// Machine is what a recording says of where it was made. Zero fields say nothing.
type Machine struct {
	OSBuild     uint32 // Windows build number
	Processors  uint32
	PointerSize uint32 // 4 or 8; 0 is written as 8
	CPUMHz      uint32
	BootTime    time.Time
	BiasMinutes int32 // UTC = local time + bias
	// What follows is told by an event of its own, if MemoryMB is not 0: see Machine.Configuration.
	MemoryMB     uint32 // MiB
	PageSize     uint32
	Granularity  uint32 // of reservations
	ComputerName string
}

// What a header buffer is made of (format notes, 1.2 and 1.6).
const (
	bufferHeaderSize = 0x48
	logfileNames     = 0x118 // offset of the session's name in TRACE_LOGFILE_HEADER, 64-bit form

	bufferGeneric = 0
	bufferHeader  = 4

	flagFlushMarker    = 0x01
	flagProcessorIndex = 0x20
	stateFlush         = 3

	modeSequential  = 0x1
	clockSystemTime = 2
)

// filetimeEpoch is 1970-01-01 UTC as FILETIME.
const filetimeEpoch = 116444736000000000

// filetime gives a time as 100 ns since 1601-01-01 UTC. Times before that, which no clock shows, are the least there is.
func filetime(unixNano int64) uint64 { return uint64(max(unixNano/100+filetimeEpoch, 0)) }

// putBufferHeader writes WMI_BUFFER_HEADER.
func putBufferHeader(b []byte, kind, flags, processor uint16, sequence int64, filled uint32, flushed uint64) {
	le := binary.LittleEndian
	clear(b[:bufferHeaderSize])
	le.PutUint32(b[0x00:], BufferSize)
	le.PutUint32(b[0x04:], filled)
	le.PutUint32(b[0x08:], filled)
	le.PutUint64(b[0x10:], flushed)
	le.PutUint64(b[0x18:], uint64(sequence))
	le.PutUint16(b[0x28:], processor)
	le.PutUint32(b[0x2C:], stateFlush)
	le.PutUint32(b[0x30:], filled)
	le.PutUint16(b[0x34:], flags|flagProcessorIndex)
	le.PutUint16(b[0x36:], kind)
}

// closing is what a session's end adds to its header; zero while the recording is being written.
type closing struct {
	end        uint64 // FILETIME
	buffers    uint32
	lostEvents uint32
	lostBuffer uint32
}

// headerBuffer gives the first buffer of a recording: the event that holds TRACE_LOGFILE_HEADER, in its 64-bit form.
func (o *Options) headerBuffer(c closing) []byte {
	name := utf16.Encode([]rune(o.SessionName))
	name = append(name[:min(len(name), maxName)], 0, 0) // the end of the name, and an empty name of a file
	payload := make([]byte, logfileNames, logfileNames+2*len(name))
	le := binary.LittleEndian
	start := filetime(o.Start)
	le.PutUint32(payload[0x00:], BufferSize)
	copy(payload[0x04:], []byte{10, 0, 1, 5}) // the versions that Windows 10 and later write
	le.PutUint32(payload[0x08:], o.Machine.OSBuild)
	le.PutUint32(payload[0x0C:], o.Machine.Processors)
	le.PutUint64(payload[0x10:], c.end)
	le.PutUint32(payload[0x20:], modeSequential)
	le.PutUint32(payload[0x24:], c.buffers)
	le.PutUint32(payload[0x28:], 1) // StartBuffers
	le.PutUint32(payload[0x2C:], max(o.Machine.PointerSize, 4))
	if o.Machine.PointerSize == 0 {
		le.PutUint32(payload[0x2C:], 8)
	}
	le.PutUint32(payload[0x30:], c.lostEvents)
	le.PutUint32(payload[0x34:], o.Machine.CPUMHz)
	le.PutUint32(payload[0x48:], uint32(o.Machine.BiasMinutes))
	if boot := o.Machine.BootTime; !boot.IsZero() {
		le.PutUint64(payload[0xF8:], filetime(boot.UnixNano()))
	}
	le.PutUint64(payload[0x100:], ticksPerSecond)
	le.PutUint64(payload[0x108:], start)
	le.PutUint32(payload[0x110:], clockSystemTime)
	le.PutUint32(payload[0x114:], c.lostBuffer)
	for _, unit := range name {
		payload = le.AppendUint16(payload, unit)
	}

	b := make([]byte, bufferHeaderSize, BufferSize)
	b = le.AppendUint16(b, 2) // version of the layout
	b = append(b, markSystem64, markTrace)
	b = le.AppendUint16(b, uint16(systemHeaderSize+len(payload)))
	b = le.AppendUint16(b, 0) // hook
	b = le.AppendUint64(b, 0) // TID, PID
	b = le.AppendUint64(b, start)
	b = le.AppendUint64(b, 0) // KernelTime, UserTime
	b = append(b, payload...)
	putBufferHeader(b, bufferHeader, flagFlushMarker, 0, 0, uint32(len(b)), 0)
	for len(b) < BufferSize {
		b = append(b, 0xFF)
	}
	return b
}

const (
	maxName        = 256 // UTF-16 units of a session's name
	ticksPerSecond = 10_000_000
)
